import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { LinkState, Token } from "../api/mail-links.ts";
import { locales } from "../formats/locale.ts";
import { PostalAddress } from "../formats/postal-address.ts";
import { shortText } from "../formats/validation.ts";

/** Why an account is not open, as its owner reads it, since when, and whether a minor's guardian has yet to agree. */
export const AccountStanding = z.object({ reason: z.string().nullable(), since: z.iso.datetime(), guardianWaiting: z.boolean() });

const name = z.string().trim().min(1).max(80);

export const OwnProfile = z.object({
  firstName: name,
  lastName: name,
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d .()-]{6,24}$/, "account:identity.phoneForm")
    .nullish(),
  locale: z.enum(locales),
});
export type OwnProfile = z.infer<typeof OwnProfile>;

/** Another address for the account: the password proves that it is its owner who asks. */
export const EmailChangeRequest = z.object({
  email: shortText(254, "register:error.email").email("register:error.email"),
  password: z.string("account:email.passwordNeeded").min(1, "account:email.passwordNeeded").max(256, "account:email.wrongPassword"),
});
export type EmailChangeRequest = z.infer<typeof EmailChangeRequest>;

export const OwnSession = z.object({
  id: z.uuid(),
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

const access = "authenticated" as const;
const byId = z.object({ id: z.uuid() });

export const accountApi = {
  standing: endpoint({ method: "GET", path: "/api/account/standing", access, response: AccountStanding }),
  profile: endpoint({ method: "GET", path: "/api/account/profile", access, response: OwnProfile.extend({ email: z.string() }) }),
  setProfile: endpoint({ method: "PUT", path: "/api/account/profile", access, body: OwnProfile, response: Done }),
  /** Null for a role that has no postal address; `knowsAddresses` says whether addresses can be searched. */
  address: endpoint({
    method: "GET",
    path: "/api/account/address",
    access,
    response: z.object({
      address: z.record(z.enum(["addressLine", "postcode", "city"]), z.string()).nullable(),
      knowsAddresses: z.boolean(),
    }),
  }),
  setAddress: endpoint({ method: "PUT", path: "/api/account/address", access, body: PostalAddress, response: Done }),
  /** Always the same answer, at the same pace, whether the new address has an account or not. */
  askEmailChange: endpoint({ method: "POST", path: "/api/account/email-change", access, body: EmailChangeRequest, response: Done }),
  /** Whether the link that restores the previous e-mail address is valid; a GET changes nothing. */
  emailReversal: endpoint({
    method: "POST",
    path: "/api/account/email-reversal/link",
    access: "public",
    body: z.object({ token: Token }),
    response: z.object({ state: LinkState }),
  }),
  /** Restores the previous e-mail address; `resetToken` then leads to a new password. */
  takeBackEmail: endpoint({
    method: "POST",
    path: "/api/account/email-reversal",
    access: "public",
    body: z.object({ token: Token }),
    response: z.object({ state: LinkState, resetToken: z.string().optional() }),
  }),
  sessions: endpoint({ method: "GET", path: "/api/account/sessions", access, response: z.object({ items: z.array(OwnSession) }) }),
  endSession: endpoint({ method: "DELETE", path: "/api/account/sessions/:id", access, params: byId, response: Done }),
  endOtherSessions: endpoint({ method: "DELETE", path: "/api/account/sessions", access, response: Done }),
};
