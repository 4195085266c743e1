import { pgTable, text } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { localized } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";

export const countries = pgTable(
  "countries",
  {
    ...contentColumns,
    name: localized().notNull(),
    iso2: text().notNull().unique(),
    iso3: text().notNull().unique(),
    dialCode: text().notNull(),
  },
  (t) => [...contentIndexes("countries", t), wordIndex("countries", [t.name, t.iso2, t.iso3])],
);
