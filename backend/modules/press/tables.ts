import type { SQLWrapper } from "drizzle-orm";
import { boolean, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { localized } from "#backend/db/columns";
import { type SearchedColumns, searchIndexes } from "#backend/db/full-text";
import { wordIndex } from "#backend/db/word-search";
import { documents } from "#backend/modules/documents/tables";
import { pressKinds } from "#contract/publishing/press";

type Searched = Record<"title" | "quote" | "body", SQLWrapper>;
export const searchedInReleases = ({ title, quote, body }: Searched): SearchedColumns => ({ texts: [title, quote, body] });

/** Press cuttings and press releases. */
export const press = pgTable(
  "press",
  {
    ...contentColumns,
    title: localized().notNull(),
    outlet: text().notNull(),
    kind: text({ enum: pressKinds }).notNull(),
    day: date().notNull(),
    url: text(),
    quote: localized().notNull(),
    body: localized().notNull().default({ fr: "" }),
    featured: boolean().notNull().default(false),
    fileId: uuid().references(() => documents.id),
  },
  (t) => [
    ...contentIndexes("press", t),
    wordIndex("press", [t.title, t.outlet]),
    index("press_on_line").on(t.status, t.featured, t.day, t.id),
    index("press_kind").on(t.kind),
    index("press_file").on(t.fileId),
    ...searchIndexes("press", searchedInReleases(t)),
  ],
);
