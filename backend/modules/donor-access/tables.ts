import { index, pgTable, text } from "drizzle-orm/pg-core";
import { citext, instant } from "#backend/db/columns";

/** The link last mailed to an address: a row an address, so that a new link voids the one before. Opened, it is gone. */
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

/** Who has opened a link and may see the gifts of its address for a while: one browser an address, the last that opened one. */
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
