import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";
import { editablePages, type PageTextsRecord } from "#contract/publishing/page-texts";

/** The texts of a fixed page that replace the default ones. */
export const pageTexts = pgTable("page_texts", {
  page: text({ enum: editablePages }).primaryKey(),
  texts: jsonb().$type<PageTextsRecord["texts"]>().notNull(),
  version: integer().notNull(),
  updatedAt: instant().notNull(),
  updatedBy: uuid().references(() => users.id),
});
