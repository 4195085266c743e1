import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { Token } from "../api/mail-links.ts";

/** The version of the words by which people consent to a renewal (`memberships:renewal.consent`): another text is another version. */
export const renewalWords = 3;

/** How many days before it a renewal is announced, and the least of them. */
export const renewalNotice = { usual: 21, least: 15 } as const;

/** How many days before the end of a period its renewal is taken by debit, which is paid some working days later. */
export const debitLead = renewalNotice.usual - renewalNotice.least;

/** The most days after the announced one on which a renewal is still taken. */
export const latestRenewal = 5;

export const consentStates = ["waiting", "active", "ended"] as const;
/**
 * Why a consent ended: by its member, since the price or plan changed, a refused payment, a later consent, an account that left, an announcement that was
 * not sent, a membership that is over or was cancelled, or by staff for its member.
 */
export const consentEnds = ["member", "price", "refused", "replaced", "left", "unannounced", "lapsed", "cancelled", "staff"] as const;
/** `ordered`: the payment is on its way. */
export const renewalStates = ["noticed", "ordered", "paid", "failed", "stopped"] as const;

/** A consent that stands. */
export const OwnRenewal = z.object({
  id: z.uuid(),
  priceCents: z.int(),
  consentedOn: z.string(),
  /** When the next payment is, once it was announced. */
  chargeOn: z.string().nullable(),
});
export type OwnRenewal = z.infer<typeof OwnRenewal>;

/** The page that the link of an announcement leads to. */
export const renewalPage = "/membership/renewal";

/** Whether the link is one of ours, and its renewal goes on. A payment that is on its way is not stopped. */
const Stopping = z.object({ isKnown: z.boolean(), isActive: z.boolean(), isBeingPaid: z.boolean() });
export type Stopping = z.infer<typeof Stopping>;

const byToken = { method: "POST", access: "public", body: z.object({ token: Token }), response: Stopping } as const;

export const renewalsApi = {
  /** A POST, so that the token is in no URL of the backend. It changes nothing. */
  read: endpoint({ ...byToken, path: "/api/membership-renewals/state" }),
  /** Stops the renewal of a link. A second time it changes nothing. */
  stop: endpoint({ ...byToken, path: "/api/membership-renewals/stop" }),
  /** Stops one's own, without a link. */
  stopOwn: endpoint({
    method: "POST",
    path: "/api/own-membership/renewals/:id/stop",
    access: { roles: ["ADMIN", "VOLUNTEER"] },
    params: z.object({ id: z.uuid() }),
    response: Stopping,
  }),
};
