import { sql } from "drizzle-orm";
import { boolean, check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";
import { driverStatuses, vehicles } from "#contract/people";

/** A volunteer who drives for the charity: a motor vehicle, and the last days on which its papers count. */
export const driverProfiles = pgTable(
  "driver_profiles",
  {
    ...record,
    userId: uuid()
      .notNull()
      .unique()
      .references(() => users.id),
    vehicle: text({ enum: vehicles }).notNull(),
    chilled: boolean().notNull().default(false),
    licenceExpiry: date(),
    insuranceExpiry: date(),
    inspectionExpiry: date(),
    status: text({ enum: driverStatuses }).notNull().default("pending"),
  },
  (t) => [
    check("driver_profiles_vehicle", sql`${t.vehicle} in ('scooter', 'car', 'van')`),
    check("driver_profiles_status", sql`${t.status} in ('pending', 'approved', 'blocked')`),
    check(
      "driver_profiles_approved_with_papers",
      sql`${t.status} <> 'approved' or (${t.licenceExpiry} is not null and ${t.insuranceExpiry} is not null and ${t.inspectionExpiry} is not null)`,
    ),
    index("driver_profiles_status_vehicle").on(t.status, t.vehicle),
  ],
);
