import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { LinkState, Token } from "../api/mail-links.ts";
import { MailboxDelivery } from "../api/mails.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { locales } from "../formats/locale.ts";
import { PostalAddress } from "../formats/postal-address.ts";
import { filled, validEmail } from "../formats/validation.ts";
import { NewPassword } from "./passwords.ts";

/** Why an account is not open, as its owner reads it, since when, whether its answer is overdue, and whether a guardian has yet to agree. */
export const AccountStanding = z.object({
  reason: z.string().nullable(),
  /** What the team needs and the person has not answered. */
  question: z.string().nullable(),
  /** Why an approval was undone, of an account that waits again. */
  undone: z.string().nullable(),
  /** When the person first wrote after the question. */
  answeredAt: z.iso.datetime().nullable(),
  since: z.iso.datetime(),
  late: z.boolean(),
  guardianWaiting: z.boolean(),
});

/** How a person would rather be reached. */
export const contactWays = ["email", "phone", "sms"] as const;

/** Who a person is and how to reach them: what they and staff may change. */
export const PersonFields = z.object({
  firstName: filled("account:error.firstName", 80),
  lastName: filled("account:error.lastName", 80),
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d .()-]{6,24}$/, "account:identity.phoneForm")
    .nullish(),
  preferredContact: z.enum(contactWays).nullish(),
  locale: z.enum(locales),
});

/** A call or a text message takes a number. */
export function checkContact({ phone, preferredContact }: z.output<typeof PersonFields>, context: z.RefinementCtx) {
  if (preferredContact && preferredContact !== "email" && !phone)
    context.addIssue({ code: "custom", path: ["phone"], message: "account:identity.phoneNeeded" });
}

const OwnFields = PersonFields.extend({
  /** Only where none is known yet: it decides what someone may do, and staff correct it. */
  birthDate: calendarDay("common:validation.day").nullish(),
  /** When the form was read: a change made by staff since then is not overwritten. */
  version: z.iso.datetime(),
});
export const OwnProfile = OwnFields.superRefine(checkContact);
export type OwnProfile = z.output<typeof OwnProfile>;

/** `mayGiveBirthDate`: none is known, and the role has one. */
export const StoredProfile = OwnFields.extend({ email: z.string(), mayGiveBirthDate: z.boolean() });
export type StoredProfile = z.infer<typeof StoredProfile>;

export const OwnAddress = PostalAddress.extend({ version: z.iso.datetime() });
export type OwnAddress = z.infer<typeof OwnAddress>;

export const StoredAddress = z.object({ addressLine: z.string(), postcode: z.string(), city: z.string(), version: z.iso.datetime() });
export type StoredAddress = z.infer<typeof StoredAddress>;

const AccountSector = z.object({ id: z.uuid(), name: z.string() });

/** The team of the postcode, where it is another than the person's; `mayJoin` is false for those whom only staff give a team. */
export const SectorProposal = z.object({ team: AccountSector.nullable(), nearby: AccountSector, mayJoin: z.boolean() });
export type SectorProposal = z.infer<typeof SectorProposal>;

export const OwnSectorChoice = z.object({ sectorId: z.uuid(), version: z.iso.datetime() });
export type OwnSectorChoice = z.infer<typeof OwnSectorChoice>;

/** Another address for the account: the password proves that the request is its owner's. */
export const EmailChangeRequest = z.object({
  email: validEmail("account:email.missing", "account:email.form", 254),
  password: z.string("account:email.passwordNeeded").min(1, "account:email.passwordNeeded").max(256, "account:email.wrongPassword"),
});
export type EmailChangeRequest = z.infer<typeof EmailChangeRequest>;

/** Another password: the current one proves that the request is its owner's. */
export const PasswordChange = z
  .object({
    currentPassword: z.string("account:password.currentNeeded").min(1, "account:password.currentNeeded").max(256, "account:password.wrong"),
    password: NewPassword,
    again: z.string("register:error.again").max(256, "register:error.mismatch"),
  })
  .refine(({ password, again }) => password === again, { path: ["again"], error: "register:error.mismatch" });
export type PasswordChange = z.infer<typeof PasswordChange>;

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
  profile: endpoint({ method: "GET", path: "/api/account/profile", access, response: StoredProfile }),
  setProfile: endpoint({ method: "PUT", path: "/api/account/profile", access, body: OwnProfile, response: Done }),
  /** Null for a role that has no postal address; `knowsAddresses` says whether addresses can be searched. */
  address: endpoint({
    method: "GET",
    path: "/api/account/address",
    access,
    response: z.object({ address: StoredAddress.nullable(), knowsAddresses: z.boolean() }),
  }),
  /** `joined` is the team that someone without one gets with the address; `proposed` says that another team is nearer than theirs. */
  setAddress: endpoint({
    method: "PUT",
    path: "/api/account/address",
    access,
    body: OwnAddress,
    response: z.object({ joined: z.string().nullable(), proposed: z.boolean() }),
  }),
  /** The team to propose after a change of address; null when there is nothing to propose. */
  proposedSector: endpoint({
    method: "GET",
    path: "/api/account/team",
    access,
    response: z.object({ proposal: SectorProposal.nullable() }),
  }),
  joinSector: endpoint({ method: "PUT", path: "/api/account/team", access, body: OwnSectorChoice, response: Done }),
  /** Whether mails arrive at one's own address; null where none came back. */
  emailDelivery: endpoint({
    method: "GET",
    path: "/api/account/email-delivery",
    access,
    response: z.object({ delivery: MailboxDelivery.nullable() }),
  }),
  /** Mails are sent to one's own address again. */
  emailWorks: endpoint({ method: "POST", path: "/api/account/email-works", access, response: Done }),
  /** Always the same answer, at the same pace, whether the new address has an account or not. */
  requestEmailChange: endpoint({ method: "POST", path: "/api/account/email-change", access, body: EmailChangeRequest, response: Done }),
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
  /** Every other session ends; the one in use stays. */
  changePassword: endpoint({ method: "PUT", path: "/api/account/password", access, body: PasswordChange, response: Done }),
  sessions: endpoint({ method: "GET", path: "/api/account/sessions", access, response: z.object({ items: z.array(OwnSession) }) }),
  endSession: endpoint({ method: "DELETE", path: "/api/account/sessions/:id", access, params: byId, response: Done }),
  endOtherSessions: endpoint({ method: "DELETE", path: "/api/account/sessions", access, response: Done }),
};
