import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";

/** Forms that were sent after the session had ended, encrypted with a key that only the browser's cookie has. */
export const storedForms = pgTable(
  "stored_forms",
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sealed: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index("stored_forms_token").on(t.tokenHash),
    index("stored_forms_owner").on(t.userId, t.createdAt),
    index("stored_forms_end").on(t.expiresAt),
    check("stored_forms_size", sql`length(${t.sealed}) <= 600000`),
    check("stored_forms_lifetime", sql`${t.expiresAt} <= ${t.createdAt} + interval '30 minutes'`),
  ],
);
