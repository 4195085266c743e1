import { boolean, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { localized } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { documents } from "#backend/modules/documents/tables";
import { partnerKinds } from "#contract/charity/partners";

export const partners = pgTable(
  "partners",
  {
    ...contentColumns,
    name: text().notNull(),
    kind: text({ enum: partnerKinds }).notNull(),
    description: localized().notNull(),
    since: integer(),
    euroAtTill: boolean().notNull().default(false),
    towns: text(),
    url: text(),
    logoId: uuid().references(() => documents.id),
    logoAlt: localized().notNull(),
    /** The contact person; never public. */
    contact: text(),
  },
  (t) => [...contentIndexes("partners", t), wordIndex("partners", [t.name, t.description]), index("partners_kind").on(t.kind)],
);
