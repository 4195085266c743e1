import * as z from "zod";
import { endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { LinkState, Token } from "../api/mail-links.ts";
import { spamGuardFields } from "../api/spam-guard.ts";
import { locales } from "../formats/locale.ts";
import { filled, validEmail } from "../formats/validation.ts";

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

/** The version of the agreement, under `testimonials:agreement`. A changed text gets a new number: others agreed to the old ones. */
export const agreementVersion = 1;

/** The decision of staff before a testimonial can be published; those written by staff are approved. */
export const reviews = ["submitted", "approved", "declined"] as const;

/** A testimonial as the public form sends it, in the language of the page. */
export const SentTestimonial = z
  .object({
    initials: filled("testimonials:error.initials", 40),
    speaker: filled("testimonials:error.speaker", 120),
    quote: filled("testimonials:error.quote", 600),
    email: validEmail("testimonials:error.emailMissing", "testimonials:error.email"),
    consent: z.literal("on", "testimonials:error.consent"),
    /** The version of the agreement that the page showed. */
    agreement: z.coerce.number().int(),
    ...spamGuardFields,
  })
  .refine(({ agreement }) => agreement === agreementVersion, { path: ["consent"], message: "testimonials:error.agreement" });
export type SentTestimonial = z.infer<typeof SentTestimonial>;

/** The state of a sent testimonial; a withdrawn agreement takes precedence. */
export const sentStatuses = ["submitted", "declined", "withdrawn"] as const;
const anyStatus = z.enum([...reviews, "withdrawn"]);

/** A testimonial as it was sent: texts in the sender's language only. */
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
  /** The text of the agreement, as the person read it. */
  agreement: z.string(),
  reviewedAt: z.iso.datetime().nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
});
export type SentRecord = z.infer<typeof SentRecord>;

/** Approved or declined, and an optional text for the mail. */
export const Decision = z.object({
  decision: z.enum(["approved", "declined"], "sent-testimonials:error.decision"),
  word: z.string().trim().max(1_000).optional(),
});
export type Decision = z.infer<typeof Decision>;

const Query = listQuery(["receivedAt", "initials"], { status: z.enum(sentStatuses).optional().catch(undefined) }, { order: "asc" });
export type SentQuery = z.infer<typeof Query>;

/** Whether the link in the mail of thanks is valid, and what it is about. */
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
  /** A GET withdraws nothing: mail scanners open links. */
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
