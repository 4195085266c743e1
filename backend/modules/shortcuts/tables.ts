import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { localized } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { permissions, roles } from "#contract/accounts/roles";
import { shortcutIcons } from "#contract/publishing/shortcuts";

/** Links that people of some roles find on their dashboard. */
export const shortcuts = pgTable(
  "shortcuts",
  {
    ...contentColumns,
    label: localized().notNull(),
    icon: text({ enum: shortcutIcons }).notNull(),
    target: text().notNull(),
    roles: text({ enum: roles }).array().notNull(),
    permission: text({ enum: permissions }),
    openNew: boolean().notNull().default(false),
  },
  (t) => [
    ...contentIndexes("shortcuts", t),
    wordIndex("shortcuts", [t.label, t.target]),
    check("shortcuts_target", sql`${t.target} ~ '^(/|https://)'`),
  ],
);
