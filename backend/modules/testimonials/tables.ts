import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { citext, instant, localized } from "#backend/db/columns";
import { numberAsTyped } from "#backend/db/reference-numbers";
import { wordIndex } from "#backend/db/word-search";
import { documents } from "#backend/modules/documents/tables";
import { locales } from "#contract/formats/locale";
import { reviews } from "#contract/publishing/sent-testimonials";

/** The letter of a sent testimonial's reference number. */
export const letter = "T";

/** Testimonials, with the agreement to publish them. */
export const testimonials = pgTable(
  "testimonials",
  {
    ...contentColumns,
    initials: text().notNull(),
    speaker: localized().notNull(),
    quote: localized().notNull(),
    consentedOn: date(),
    consentFileId: uuid().references(() => documents.id),
    withdrawnOn: date(),
    review: text({ enum: reviews }).notNull().default("approved"),
    reviewedAt: instant(),
    /** Columns of sent testimonials: the reference number, the e-mail address, the version of the agreement. */
    number: integer().notNull().generatedAlwaysAsIdentity().unique(),
    email: citext(),
    locale: text({ enum: locales }),
    agreement: integer(),
    tokenHash: text().unique(),
    dedupeKey: text().unique(),
    /** When the sender withdrew the agreement; nobody else can undo it. */
    withdrawnAt: instant(),
  },
  (t) => [
    ...contentIndexes("testimonials", t),
    wordIndex("testimonials", [...numberAsTyped(letter, t.number), t.initials, t.speaker, t.quote]),
    index("testimonials_consent_file").on(t.consentFileId),
    index("testimonials_queue").on(t.createdAt, t.id).where(sql`${t.review} <> 'approved'`),
    check(
      "testimonials_on_line_with_consent",
      sql`${t.status} <> 'published' or (${t.consentedOn} is not null and ${t.withdrawnOn} is null)`,
    ),
    check("testimonials_review", sql`${t.review} in ('submitted', 'approved', 'declined')`),
    check("testimonials_on_line_approved", sql`${t.status} <> 'published' or ${t.review} = 'approved'`),
    check("testimonials_on_line_in_french", sql`${t.status} <> 'published' or (${t.quote}->>'fr' <> '' and ${t.speaker}->>'fr' <> '')`),
    check("testimonials_locale", sql`${t.locale} in ('fr', 'en')`),
    check("testimonials_sent_whole", sql`num_nonnulls(${t.email}, ${t.locale}, ${t.agreement}, ${t.tokenHash}, ${t.dedupeKey}) in (0, 5)`),
    check("testimonials_staff_approved", sql`${t.review} = 'approved' or ${t.email} is not null`),
    check("testimonials_withdrawn_stays", sql`${t.withdrawnAt} is null or ${t.withdrawnOn} is not null`),
  ],
);
