import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";

/** A period of membership; the last day counts. Periods of one person never overlap (exclusion constraint in the migration). */
export const memberships = pgTable(
  "memberships",
  {
    ...record,
    userId: uuid()
      .notNull()
      .references(() => users.id),
    status: text({ enum: ["active", "cancelled"] })
      .notNull()
      .default("active"),
    startDate: date().notNull(),
    endDate: date().notNull(),
  },
  (t) => [
    check("memberships_status", sql`${t.status} in ('active', 'cancelled')`),
    check("memberships_dates", sql`${t.endDate} >= ${t.startDate}`),
    index("memberships_user").on(t.userId),
  ],
);
