import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { emailAddress } from "../formats/validation.ts";
import { paymentMethods } from "./payments.ts";
import { allocations, PledgePayment, PledgeStatus, ReceiptAddress } from "./pledges.ts";

/** How long an access link works, and how long the access that it opens lasts, in minutes. */
export const accessMinutes = 30;

export const AccessRequest = z.object({ email: emailAddress("donate:error.emailMissing", "donate:error.email") });

const Token = z.object({ token: z.string().regex(/^[\w-]{20,128}$/) });

/** Optional reasons for stopping a gift. */
export const StopForm = z.object({ reason: z.string().trim().max(500).optional() });

/** A gift as its donor sees it. */
export const OwnGift = PledgePayment.omit({ payee: true, cardOrigin: true, leftCents: true }).extend({
  status: PledgeStatus,
  allocation: z.enum(allocations),
  company: z.string().nullable(),
  pledgedAt: z.iso.datetime(),
  stoppedAt: z.iso.datetime().nullable(),
  /** What came of it, less what was given back. */
  receivedCents: z.int(),
});
export type OwnGift = z.infer<typeof OwnGift>;

export const OwnGiftRecord = OwnGift.extend({
  payee: PledgePayment.shape.payee,
  stopReason: z.string().nullable(),
  /** The newest payments; below zero where money was given back. What was recorded by mistake is not among them. */
  payments: z.array(z.object({ id: z.uuid(), receivedOn: z.string(), signedCents: z.int(), method: z.enum(paymentMethods) })),
  /** As it was recorded: the rule for new ones may have changed since. */
  address: z.object({ street: z.string(), postcode: z.string(), city: z.string(), country: z.string() }).nullable(),
  mayStop: z.boolean(),
  /** Whether the receipt has not been sent, so that its address may change. */
  mayMove: z.boolean(),
});
export type OwnGiftRecord = z.infer<typeof OwnGiftRecord>;

export const OwnGiftsQuery = listQuery(["pledgedAt"], {}, { perPage: 10 });

const byReference = z.object({ reference: z.string().max(20) });

/** The link that is mailed to an address, and the access that it opens to the gifts of that address. */
export const donorAccessApi = {
  /** The response and its timing never reveal whether the e-mail address has donated. */
  requestLink: endpoint({ method: "POST", path: "/api/donor-access", access: "public", body: AccessRequest, response: Done }),
  /** Whether a link is valid. A GET does not use it up: mail scanners open links. */
  link: endpoint({
    method: "POST",
    path: "/api/donor-access/link",
    access: "public",
    body: Token,
    response: z.object({ works: z.boolean() }),
  }),
  open: endpoint({
    method: "POST",
    path: "/api/donor-access/open",
    access: "public",
    body: Token,
    response: z.object({ opened: z.boolean() }),
  }),
  close: endpoint({ method: "POST", path: "/api/donor-access/close", access: "public", response: Done }),
};

/** Public, because a donor needs no account: without the cookie of a donor access, or the session of a donor, they answer 401. */
export const ownGiftsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/own-gifts",
    access: "public",
    query: OwnGiftsQuery,
    /** `endsAt`: the end of the access that a link opened; null for a donor who is logged in. */
    response: pageOf(OwnGift).extend({ email: z.string(), endsAt: z.iso.datetime().nullable() }),
  }),
  get: endpoint({ method: "GET", path: "/api/own-gifts/:reference", access: "public", params: byReference, response: OwnGiftRecord }),
  stop: endpoint({
    method: "POST",
    path: "/api/own-gifts/:reference/stop",
    access: "public",
    params: byReference,
    body: StopForm,
    response: OwnGiftRecord,
  }),
  setReceiptAddress: endpoint({
    method: "PUT",
    path: "/api/own-gifts/:reference/address",
    access: "public",
    params: byReference,
    body: ReceiptAddress,
    response: OwnGiftRecord,
  }),
};
