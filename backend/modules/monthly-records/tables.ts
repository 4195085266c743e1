import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, unique, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#backend/db/columns";
import { events } from "#backend/modules/events/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";

/**
 * What a team did in a month, as recorded by staff. From the month on from which the software counts the kits and hours of the team, a trigger refuses to write those;
 * what was recorded before that was decided stays, and counts no more.
 */
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

/**
 * What the software counted for a team and those of its activities in a month, whether its public figures begin with it already or not. The worker writes it, from the
 * validated hours and the delivered kits; it refers to no sector, since it follows from records that do.
 */
export const countedMonths = pgTable(
  "counted_months",
  {
    sectorId: uuid().notNull(),
    /** Its first day. */
    month: date().notNull(),
    kits: integer().notNull(),
    /** Below zero where a correction of a closed year takes more away than was done. */
    volunteerMinutes: integer().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.sectorId, t.month] })],
);

/**
 * One row for each kit that was delivered at an event, and nothing of who received it: the figures stay when the aid or its person is erased. A trigger writes it with the
 * aid, and takes it back when the attendance is corrected.
 */
export const deliveredKits = pgTable(
  "delivered_kits",
  {
    id: uuid().primaryKey().defaultRandom(),
    eventId: uuid()
      .notNull()
      .references(() => events.id),
    day: date().notNull(),
  },
  (t) => [index("delivered_kits_of_event").on(t.eventId, t.day)],
);
