import { type SQLWrapper, sql } from "drizzle-orm";
import { boolean, check, date, doublePrecision, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { localized } from "#backend/db/columns";
import { type SearchedColumns, searchIndexes } from "#backend/db/full-text";
import { wordIndex } from "#backend/db/word-search";
import { needIcons, supportLanguages, supportReaches } from "#contract/charity/further-support";

export const furtherSupportCategories = pgTable(
  "further_support_categories",
  { ...contentColumns, name: localized().notNull(), icon: text({ enum: needIcons }).notNull().default("help") },
  (t) => [...contentIndexes("further_support_categories", t), wordIndex("further_support_categories", [t.name])],
);

type Searched = Record<"name" | "description" | "address", SQLWrapper>;
export const searchedInServices = ({ name, description, address }: Searched): SearchedColumns => ({
  texts: [description],
  names: [name, address],
});

/** Services of others that can help. */
export const furtherSupport = pgTable(
  "further_support",
  {
    ...contentColumns,
    name: text().notNull(),
    description: localized().notNull(),
    hours: localized().notNull(),
    categoryId: uuid()
      .notNull()
      .references(() => furtherSupportCategories.id),
    phone: text(),
    url: text(),
    reach: text({ enum: supportReaches }).notNull().default("national"),
    address: text(),
    postcode: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    languages: text({ enum: supportLanguages }).array().notNull().default(sql`'{}'`),
    free: boolean().notNull(),
    emergency: boolean().notNull(),
    /** The last day on which someone verified all of it. */
    checkedOn: date().notNull(),
  },
  (t) => [
    ...contentIndexes("further_support", t),
    wordIndex("further_support", [t.name, t.description, t.phone]),
    check("further_support_reach", sql`${t.reach} in ('national', 'department', 'local')`),
    check("further_support_place", sql`${t.reach} = 'national' or ${t.postcode} is not null`),
    check("further_support_point", sql`(${t.latitude} is null) = (${t.longitude} is null)`),
    index("further_support_category").on(t.categoryId),
    ...searchIndexes("further_support", searchedInServices(t)),
  ],
);
