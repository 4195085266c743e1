import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "#backend/db/columns";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { users } from "#backend/modules/users/tables";
import { kitKinds, kitStatuses } from "#contract/charity/kit-states";

/**
 * What a student ordered with their place in a delivery or a fitting. A trigger adds one to each of their registrations, whoever made it, and deletes it with the
 * end of the registration, or notes that it is cancelled where it was packed already. Its end follows from the attendance, in a trigger too; other moves that `kitSteps` does not name are refused.
 */
export const kitOrders = pgTable(
  "kit_orders",
  {
    registrationId: uuid()
      .primaryKey()
      .references(() => eventRegistrations.id, { onDelete: "cascade" }),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    kind: text({ enum: kitKinds }).notNull(),
    status: text({ enum: kitStatuses }).notNull().default("ordered"),
    /** Where it is brought; null for the address of the account. */
    address: text(),
    /** The way to the door: floor, name on the bell. */
    door: text().notNull().default(""),
    /** For whoever brings it; null for that of the account. */
    phone: text(),
    sizes: text().notNull().default(""),
    companion: boolean().notNull().default(false),
    /** Since when those who pack may read the diets and allergies; null when they may not. */
    needsSharedAt: instant(),
    /** When its person changed it after it was packed; null again once it is packed again. */
    changedAt: instant(),
    preparedAt: instant(),
    preparedBy: uuid().references(() => users.id),
    collectedAt: instant(),
    collectedBy: uuid().references(() => users.id),
    /** Delivered or absent; nobody where the door or the list of participants said so. */
    endedAt: instant(),
    endedBy: uuid().references(() => users.id),
    /** When its registration ended after it was packed: what was said for it is erased then, and its state stays for those who packed it. */
    cancelledAt: instant(),
  },
  (t) => [
    check("kit_orders_kind", sql`${t.kind} in (${oneOf(kitKinds)})`),
    check("kit_orders_status", sql`${t.status} in (${oneOf(kitStatuses)})`),
    check("kit_orders_fitting", sql`${t.kind} <> 'dressed' or ${t.status} <> 'collected'`),
    check("kit_orders_prepared", sql`(${t.preparedAt} is null) = (${t.preparedBy} is null)`),
    check("kit_orders_collected", sql`(${t.collectedAt} is null) = (${t.collectedBy} is null)`),
    check("kit_orders_changed", sql`${t.changedAt} is null or ${t.preparedAt} is not null`),
    check("kit_orders_cancelled", sql`${t.cancelledAt} is null or ${t.preparedAt} is not null`),
    check("kit_orders_ended", sql`(${t.endedAt} is not null) = (${t.status} in ('delivered', 'absent'))`),
  ],
);
