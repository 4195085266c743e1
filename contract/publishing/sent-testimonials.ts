import * as z from "zod";
import { endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { LinkState, Token } from "../api/mail-links.ts";
import { spamGuardFields } from "../api/spam-guard.ts";
import { locales } from "../formats/locale.ts";
import { shortText } from "../formats/validation.ts";

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

/** Which words people agree to, of those under `testimonials:agreement`. New words get a number of their own: the old ones are what others agreed to. */
export const agreementVersion = 1;

/** What staff say of a testimonial before it can be published; those that they write themselves are approved. */
export const reviews = ["submitted", "approved", "declined"] as const;

/** What someone sends of what they lived through with us, in the language of the page. */
export const SentTestimonial = z
  .object({
    initials: z.string().trim().min(1, "testimonials:error.initials").max(40),
    speaker: z.string().trim().min(1, "testimonials:error.speaker").max(120),
    quote: z.string().trim().min(1, "testimonials:error.quote").max(600),
    email: shortText(200).email("testimonials:error.email"),
    consent: z.literal("on", "testimonials:error.consent"),
    /** Of the words that stood on the page. */
    agreement: z.coerce.number().int(),
    ...spamGuardFields,
  })
  .refine(({ agreement }) => agreement === agreementVersion, { path: ["consent"], message: "testimonials:error.agreement" });
export type SentTestimonial = z.infer<typeof SentTestimonial>;

/** Where a sent testimonial stands; one whose agreement was withdrawn is nothing else any more. */
export const sentStatuses = ["submitted", "declined", "withdrawn"] as const;
const anyStatus = z.enum([...reviews, "withdrawn"]);

/** A testimonial as it was sent: each text in the language of the sender alone. */
const SentRow = z.object({
  id: z.uuid(),
  ticket: z.string(),
  initials: z.string(),
  speaker: z.string(),
  quote: z.string(),
  locale: z.enum(locales),
  status: anyStatus,
  receivedAt: z.iso.datetime(),
});
export type SentRow = z.infer<typeof SentRow>;

const SentRecord = SentRow.extend({
  email: z.string(),
  /** The words that were agreed to, as they were read. */
  agreement: z.string(),
  reviewedAt: z.iso.datetime().nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
});
export type SentRecord = z.infer<typeof SentRecord>;

/** A yes or a no, and a word that goes with the mail that says so. */
export const Decision = z.object({
  decision: z.enum(["approved", "declined"]),
  word: z.string().trim().max(1_000).optional(),
});
export type Decision = z.infer<typeof Decision>;

const Query = listQuery(["receivedAt", "initials"], { status: z.enum(sentStatuses).optional().catch(undefined) }, { order: "asc" });
export type SentQuery = z.infer<typeof Query>;

/** What the link in the mail of thanks still does, and what it is about. */
const OwnTestimonial = z.object({
  state: LinkState,
  testimonial: z
    .object({ initials: z.string(), speaker: z.string(), quote: z.string(), locale: z.enum(locales), onLine: z.boolean() })
    .nullable(),
  withdrawnOn: z.string().nullable(),
});

const byToken = z.object({ token: Token });

export const sentTestimonialsApi = {
  send: endpoint({
    method: "POST",
    path: "/api/testimonials",
    access: "public",
    body: SentTestimonial,
    response: z.object({ ticket: z.string() }),
    status: 201,
  }),
  /** Looking takes nothing back: machines look at the links in mails. */
  own: endpoint({ method: "POST", path: "/api/testimonials/own", access: "public", body: byToken, response: OwnTestimonial }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/testimonials/own/withdrawal",
    access: "public",
    body: byToken,
    response: OwnTestimonial,
  }),

  list: endpoint({ method: "GET", path: "/api/admin/sent-testimonials", access: admins, query: Query, response: pageOf(SentRow) }),
  get: endpoint({ method: "GET", path: "/api/admin/sent-testimonials/:id", access: admins, params: byId, response: SentRecord }),
  decide: endpoint({
    method: "POST",
    path: "/api/admin/sent-testimonials/:id/decision",
    access: admins,
    params: byId,
    body: Decision,
    response: SentRecord,
  }),
};
