import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";
import { documents } from "#backend/modules/documents/tables";
import { users } from "#backend/modules/users/tables";
import { organisationParts } from "#contract/charity/organisation";

/**
 * The facts about the organisation, each part valid from a day on. Of the rows whose day has come, the one with the latest day counts, and of
 * those the one written last. Rows are only added (trigger in the migration).
 */
export const organisationSettings = pgTable(
  "organisation_settings",
  {
    id: uuid().primaryKey().defaultRandom(),
    part: text({ enum: organisationParts }).notNull(),
    number: integer().notNull(),
    facts: jsonb().$type<Record<string, string | number | null>>().notNull(),
    logoId: uuid().references(() => documents.id),
    signatureId: uuid().references(() => documents.id),
    validFrom: date().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: uuid().references(() => users.id),
  },
  (t) => [
    unique("organisation_settings_number").on(t.part, t.number),
    index("organisation_settings_current").on(t.part, t.validFrom.desc(), t.number.desc()),
    index("organisation_settings_logo").on(t.logoId),
    index("organisation_settings_signature").on(t.signatureId),
    check(
      "organisation_settings_part",
      sql`${t.part} in ('identity', 'legal', 'bank', 'contact', 'profiles', 'aids', 'attendance', 'hours', 'receipts', 'tax')`,
    ),
    check("organisation_settings_counted", sql`${t.number} > 0`),
    check("organisation_settings_named", sql`${t.part} <> 'identity' or coalesce(${t.facts}->>'name', '') <> ''`),
    check("organisation_settings_account", sql`${t.part} <> 'bank' or (${t.facts}->>'iban' is null) = (${t.facts}->>'bic' is null)`),
  ],
);
