import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { contentColumns } from "#backend/content/columns";
import { contentIndexes } from "#backend/content/frame";
import { localized } from "#backend/db/columns";
import { documents } from "#backend/modules/documents/tables";

/** What someone said of us, and whether they agree that it is read. */
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
  },
  (t) => [
    ...contentIndexes("testimonials", t),
    index("testimonials_consent_file").on(t.consentFileId),
    check(
      "testimonials_on_line_with_consent",
      sql`${t.status} <> 'published' or (${t.consentedOn} is not null and ${t.withdrawnOn} is null)`,
    ),
  ],
);
