import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { sectors } from "#backend/modules/teams/tables";
import { users } from "#backend/modules/users/tables";

/** Who answers for a sector: people of the team, as a trigger holds. */
export const sectorManagers = pgTable(
  "sector_managers",
  {
    sectorId: uuid()
      .notNull()
      .references(() => sectors.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.sectorId, t.userId] }), index("sector_managers_user").on(t.userId)],
);
