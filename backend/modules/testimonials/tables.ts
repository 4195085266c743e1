import { sql } from "drizzle-orm";
import { check, date, pgTable, text } from "drizzle-orm/pg-core";
import { contentColumns } from "#backend/content/columns";
import { contentIndexes } from "#backend/content/frame";
import { localized } from "#backend/db/columns";

/** What someone said of us, and whether they agree that it is read. */
export const testimonials = pgTable(
  "testimonials",
  {
    ...contentColumns,
    initials: text().notNull(),
    speaker: localized().notNull(),
    quote: localized().notNull(),
    consentedOn: date(),
    withdrawnOn: date(),
  },
  (t) => [
    ...contentIndexes("testimonials", t),
    check(
      "testimonials_on_line_with_consent",
      sql`${t.status} <> 'published' or (${t.consentedOn} is not null and ${t.withdrawnOn} is null)`,
    ),
  ],
);
