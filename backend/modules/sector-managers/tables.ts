import { boolean, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";

/** The managers of a sector: people of the team, as a trigger enforces. */
export const sectorManagers = pgTable(
  "sector_managers",
  {
    sectorId: uuid()
      .notNull()
      .references(() => sectors.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Whether they agreed to appear on the poster with name, e-mail address and telephone. */
    shown: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.sectorId, t.userId] }), index("sector_managers_user").on(t.userId)],
);
