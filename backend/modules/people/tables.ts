import { sql } from "drizzle-orm";
import { boolean, check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";
import { driverStatuses, vehicles } from "#contract/accounts/people";

/**
 * How a volunteer gets around for the charity, and the last days on which the documents of a motor vehicle count. Who rides a
 * bike has a row too, and is no driver: lists and decisions are about motor vehicles.
 */
export const driverProfiles = pgTable(
  "driver_profiles",
  {
    ...record,
    userId: uuid()
      .notNull()
      .unique()
      .references(() => users.id),
    vehicle: text({ enum: ["bike", ...vehicles] }).notNull(),
    chilled: boolean().notNull().default(false),
    licenceExpiry: date(),
    insuranceExpiry: date(),
    inspectionExpiry: date(),
    status: text({ enum: driverStatuses }).notNull().default("pending"),
  },
  (t) => [
    check("driver_profiles_vehicle", sql`${t.vehicle} in ('bike', 'scooter', 'car', 'van')`),
    check("driver_profiles_bike", sql`${t.vehicle} <> 'bike' or ${t.status} = 'pending'`),
    check("driver_profiles_status", sql`${t.status} in ('pending', 'approved', 'blocked')`),
    check(
      "driver_profiles_approved_with_papers",
      sql`${t.status} <> 'approved' or (${t.licenceExpiry} is not null and ${t.insuranceExpiry} is not null and ${t.inspectionExpiry} is not null)`,
    ),
    index("driver_profiles_status_vehicle").on(t.status, t.vehicle),
  ],
);
