import { index, pgTable, text } from "drizzle-orm/pg-core";
import { citext, instant } from "#backend/db/columns";

/** The last link mailed to an e-mail address: one row for each, so that a new link invalidates the previous one. It is deleted when opened. */
export const donorLinks = pgTable(
  "donor_links",
  {
    email: citext().primaryKey(),
    tokenHash: text().notNull().unique(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [index("donor_links_expiry").on(t.expiresAt)],
);

/** Open accesses to the gifts of an e-mail address: one browser for each, the last that opened a link. */
export const donorSessions = pgTable(
  "donor_sessions",
  {
    email: citext().primaryKey(),
    tokenHash: text().notNull().unique(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [index("donor_sessions_expiry").on(t.expiresAt)],
);
