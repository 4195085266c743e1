import { pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { linkColumns, record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";

/** The link to choose a new password, sent by mail; its token is stored as a hash. One for each person: a new one replaces the previous one. */
export const passwordResets = pgTable(
  "password_resets",
  {
    ...record,
    userId: uuid()
      .notNull()
      .references(() => users.id),
    ...linkColumns("password_resets_token"),
  },
  (t) => [unique("password_resets_user").on(t.userId)],
);
