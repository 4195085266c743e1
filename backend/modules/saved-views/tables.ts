import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";
import { roles } from "#contract/accounts/roles";

/** A list's query saved under a name, for its owner or for everyone of a role. */
export const savedViews = pgTable(
  "saved_views",
  {
    ...record,
    list: text().notNull(),
    name: text().notNull(),
    query: text().notNull(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    sharedWith: text({ enum: roles }),
  },
  (t) => [unique("saved_views_name").on(t.ownerId, t.list, t.name), index("saved_views_list").on(t.list)],
);
