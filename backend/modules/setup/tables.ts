import { sql } from "drizzle-orm";
import { check, index, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import { citext, instant, linkColumns, record } from "#backend/db/columns";

/** A link that makes an administrator, given by the operator; its token is stored as a hash. Only the newest can be used. */
export const setupLinks = pgTable(
  "setup_links",
  {
    ...record,
    email: citext().notNull(),
    ...linkColumns("setup_links_token"),
    /** A newer link took its place. */
    replacedAt: instant(),
  },
  (t) => [
    check("setup_links_one_end", sql`${t.usedAt} is null or ${t.replacedAt} is null`),
    uniqueIndex("setup_links_one_open").on(sql`(true)`).where(sql`${t.usedAt} is null and ${t.replacedAt} is null`),
    index("setup_links_email").on(t.email),
  ],
);
