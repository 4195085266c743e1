import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { LinkState, Token } from "../api/mail-links.ts";
import { locales } from "../formats/locale.ts";
import { filled, validEmail } from "../formats/validation.ts";
import { supportingDocumentKinds } from "./documents.ts";
import { NewPassword } from "./passwords.ts";
import { RegistrationKind, Unfinished } from "./registration-steps.ts";

const email = validEmail("register:error.emailMissing", "register:error.email", 254);

/** `invitationSpent`: the registration link had no place left, or had ended; the person is registered without it. */
const Registered = Done.extend({ invitationSpent: z.boolean() });

export const Account = z.object({
  email,
  password: NewPassword,
  locale: z.enum(locales).default("fr"),
  terms: z.literal(true, "register:error.terms"),
  termsVersion: z.int32().nullish(),
});

export type Account = z.output<typeof Account>;

/** Where the link to a draft is mailed. */
export const ResumeMail = z.object({ email });
export type ResumeMail = z.output<typeof ResumeMail>;

const Answers = z.record(z.string(), z.unknown());
export type Answers = z.infer<typeof Answers>;

const Draft = z.object({
  kind: RegistrationKind,
  answers: Answers,
  unfinished: Unfinished,
  left: z.array(z.string()),
  invitation: z.object({ kind: RegistrationKind, label: z.string() }).nullable(),
  documents: z.array(z.object({ id: z.uuid(), kind: z.enum(supportingDocumentKinds), name: z.string() })),
});

/** How far a draft is: the current step, of all steps with the account itself. */
const StartedRegistration = z.object({ kind: RegistrationKind, at: z.int(), total: z.int() });
export type StartedRegistration = z.infer<typeof StartedRegistration>;

/** Whose draft of several in one browser. Without it, the only one there is. */
const whichDraft = z.object({ kind: RegistrationKind.optional().catch(undefined) });

export const GuardianConsent = z.object({
  name: filled("register:error.guardianName", 120),
  agreed: z.literal(true, "register:error.agree"),
});

export const registrationApi = {
  /** What this browser has filled in so far, the version of the terms in force, and whether addresses can be searched. */
  draft: endpoint({
    method: "GET",
    path: "/api/registration",
    access: "public",
    query: whichDraft,
    response: z.object({ draft: Draft.nullable(), termsVersion: z.int().nullable(), knowsAddresses: z.boolean() }),
  }),
  /** The registrations that were started in this browser: one for each kind at most. */
  started: endpoint({
    method: "GET",
    path: "/api/registration/started",
    access: "public",
    response: z.object({ items: z.array(StartedRegistration) }),
  }),
  /** Stores a step's answers; the first one creates the draft. */
  saveStep: endpoint({
    method: "PUT",
    path: "/api/registration/:kind/:step",
    access: "public",
    params: z.object({ kind: RegistrationKind, step: z.string().max(20) }),
    body: Answers,
    response: z.object({ left: z.array(z.string()), found: z.boolean().nullable() }),
  }),
  /** Keeps what is typed in a step that is left half filled, to be shown again; without anything typed, forgets it. */
  leaveStep: endpoint({
    method: "PUT",
    path: "/api/registration/:kind/:step/unfinished",
    access: "public",
    params: z.object({ kind: RegistrationKind, step: z.string().max(20) }),
    body: Answers,
    response: Done,
  }),
  /** Links an invitation to this browser's draft. */
  acceptInvitation: endpoint({
    method: "POST",
    path: "/api/registration/invitation",
    access: "public",
    body: z.object({ code: z.string().min(1).max(128) }),
    response: z.object({ invitation: z.object({ kind: RegistrationKind, label: z.string() }).nullable() }),
  }),
  /** Creates the account from the draft. The response is the same when the e-mail address has an account already. */
  register: endpoint({
    method: "POST",
    path: "/api/registration",
    access: "public",
    query: whichDraft,
    body: Account,
    response: Registered,
    status: 201,
  }),
  /** Adds one document to the draft. */
  addSupportingDocument: endpoint({
    method: "POST",
    path: "/api/registration/papers",
    access: "public",
    query: whichDraft,
    bodyType: "multipart",
    body: z.object({ file: z.instanceof(File), kind: z.enum(supportingDocumentKinds) }),
    response: z.object({ id: z.uuid() }),
    status: 201,
  }),
  removeSupportingDocument: endpoint({
    method: "DELETE",
    path: "/api/registration/papers/:id",
    access: "public",
    params: z.object({ id: z.uuid() }),
    response: Done,
  }),
  forget: endpoint({ method: "DELETE", path: "/api/registration", access: "public", query: whichDraft, response: Done }),
  /** Mails a link that opens the draft on another device. The same response whether or not the address takes more of our mails. */
  mailLink: endpoint({
    method: "POST",
    path: "/api/registration/resumption/mail",
    access: "public",
    query: whichDraft,
    body: ResumeMail.extend({ locale: z.enum(locales) }),
    response: Done,
  }),
  /** What such a link opens; null once the draft has ended. `other`: this browser holds another draft of the same kind. */
  resumeLink: endpoint({
    method: "POST",
    path: "/api/registration/resumption/link",
    access: "public",
    body: z.object({ token: Token }),
    response: z.object({ started: StartedRegistration.nullable(), other: z.boolean() }),
  }),
  /** Gives this browser the draft. */
  resume: endpoint({
    method: "POST",
    path: "/api/registration/resumption",
    access: "public",
    body: z.object({ token: Token }),
    response: z.object({ kind: RegistrationKind.nullable() }),
  }),
  /** Ends the draft of a link. */
  erase: endpoint({
    method: "POST",
    path: "/api/registration/resumption/erasure",
    access: "public",
    body: z.object({ token: Token }),
    response: Done,
  }),
  verifyEmail: endpoint({
    method: "POST",
    path: "/api/registration/email-verification",
    access: "public",
    body: z.object({ token: Token }),
    response: z.object({ state: LinkState }),
  }),
  guardianLink: endpoint({
    method: "POST",
    path: "/api/registration/guardian-link",
    access: "public",
    body: z.object({ token: Token }),
    response: z.object({ state: LinkState, minorName: z.string(), guardianName: z.string() }),
  }),
  giveConsent: endpoint({
    method: "POST",
    path: "/api/registration/guardian-consent",
    access: "public",
    body: GuardianConsent.extend({ token: Token }),
    response: z.object({ state: LinkState }),
  }),
  pendingEmail: endpoint({
    method: "GET",
    path: "/api/account/email",
    access: "authenticated",
    response: z.object({ email: z.string(), waitSeconds: z.int() }),
  }),
  resendEmail: endpoint({ method: "POST", path: "/api/account/email/sending", access: "authenticated", response: Done }),
  changeEmail: endpoint({
    method: "PUT",
    path: "/api/account/email",
    access: "authenticated",
    body: z.object({ email }),
    response: Done,
  }),
};

export const EmailChange = z.object({ email });
