import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";

/** A link, sent to an address that an account has just given up, which brings the address back; its token is kept as a hash. */
export const emailReversals = pgTable(
  "email_reversals",
  {
    ...record,
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The address that comes back. */
    email: text().notNull(),
    tokenHash: text().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [unique("email_reversals_token").on(t.tokenHash), index("email_reversals_user").on(t.userId, t.createdAt)],
);
