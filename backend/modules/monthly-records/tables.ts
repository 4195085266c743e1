import { sql } from "drizzle-orm";
import { check, date, integer, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { record } from "#backend/db/columns";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";

/** What a team did in a month, as recorded by staff. */
export const monthlyRecords = pgTable(
  "monthly_records",
  {
    ...record,
    sectorId: uuid()
      .notNull()
      .references(() => sectors.id),
    /** Its first day. */
    month: date().notNull(),
    kits: integer().notNull(),
    volunteerMinutes: integer().notNull(),
    foodGrams: integer().notNull(),
    createdBy: uuid().references(() => users.id),
    updatedBy: uuid().references(() => users.id),
    version: integer().notNull().default(1),
  },
  (t) => [
    unique("monthly_records_one_a_month").on(t.sectorId, t.month),
    check("monthly_records_first_day", sql`extract(day from ${t.month}) = 1`),
    check("monthly_records_begun", sql`${t.month} <= (now() at time zone 'Europe/Paris')::date`),
    check("monthly_records_quantities", sql`${t.kits} >= 0 and ${t.volunteerMinutes} >= 0 and ${t.foodGrams} >= 0`),
  ],
);
