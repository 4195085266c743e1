import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { localized } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { documents } from "#backend/modules/documents/tables";
import { sectors } from "#backend/modules/sectors/tables";

/** Portraits on the pages of a team. A trigger marks a replaced photograph for deletion. */
export const portraits = pgTable(
  "portraits",
  {
    ...contentColumns,
    name: text().notNull(),
    role: localized().notNull(),
    sectorId: uuid().references(() => sectors.id),
    photoId: uuid().references(() => documents.id),
    consentedOn: date(),
    consentFileId: uuid().references(() => documents.id),
  },
  (t) => [
    ...contentIndexes("portraits", t),
    wordIndex("portraits", [t.name, t.role]),
    index("portraits_by_sector").on(t.sectorId, t.position),
    index("portraits_photo").on(t.photoId),
    index("portraits_consent_file").on(t.consentFileId),
    check("portraits_on_line_with_consent", sql`${t.status} <> 'published' or ${t.consentedOn} is not null`),
  ],
);
