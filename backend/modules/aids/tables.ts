import { sql } from "drizzle-orm";
import { check, date, index, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { oneOf, record } from "#backend/db/columns";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { aidKinds } from "#contract/charity/aids";

/**
 * What a person received, on which day of clocks in France. A trigger writes one when a kit is delivered or a fitting attended, and takes it back with that; the others are
 * added by hand.
 */
export const aids = pgTable(
  "aids",
  {
    ...record,
    userId: uuid()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: aidKinds }).notNull(),
    day: date().notNull(),
    quantity: smallint().notNull().default(1),
    /** An event with aids stays: what people received there is counted by it. */
    eventId: uuid().references(() => events.id),
    /** Of one that was added by hand. */
    addedBy: uuid().references(() => users.id),
  },
  (t) => [
    check("aids_kind", sql`${t.kind} in (${oneOf(aidKinds)})`),
    check("aids_quantity", sql`${t.quantity} between 1 and 99`),
    check("aids_origin", sql`num_nonnulls(${t.eventId}, ${t.addedBy}) <= 1`),
    uniqueIndex("aids_once_at_event").on(t.eventId, t.userId, t.kind).where(sql`${t.eventId} is not null`),
    index("aids_of_person").on(t.userId, t.day.desc(), t.id),
    index("aids_by_age").on(t.day),
  ],
);
