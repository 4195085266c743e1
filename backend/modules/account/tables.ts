import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { linkColumns, record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";

/** A link, sent to the previous e-mail address of an account, which restores it; its token is stored as a hash. */
export const emailReversals = pgTable(
  "email_reversals",
  {
    ...record,
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The e-mail address to restore. */
    email: text().notNull(),
    ...linkColumns("email_reversals_token"),
  },
  (t) => [index("email_reversals_user").on(t.userId, t.createdAt)],
);
