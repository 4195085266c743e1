import { type SQLWrapper, sql } from "drizzle-orm";
import { type AnyPgColumn, check, date, doublePrecision, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { contentFrame, contentIndexes } from "#backend/content/base-columns";
import { localized } from "#backend/db/columns";
import { type SearchedColumns, searchIndexes } from "#backend/db/full-text";
import { wordIndex } from "#backend/db/word-search";
import { sectorKinds } from "#contract/charity/sectors";

type Searched = Record<"name" | "city" | "postcode" | "slogan" | "presentation", SQLWrapper>;
export const searchedInSectors = ({ name, city, postcode, slogan, presentation }: Searched): SearchedColumns => ({
  texts: [slogan, presentation],
  names: [name, city, postcode],
});

/** A local team of the charity, or a field of activity. */
export const sectors = pgTable(
  "sectors",
  {
    ...contentFrame,
    kind: text({ enum: sectorKinds }).notNull().default("local_team"),
    slug: text().notNull().unique(),
    name: text().notNull(),
    slogan: localized(),
    presentation: localized().notNull().default({ fr: "" }),
    objectives: localized().notNull().default({ fr: "" }),
    zones: localized().notNull().default({ fr: "" }),
    bring: localized().notNull().default({ fr: "" }),
    addressLine: text(),
    postcode: text(),
    city: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    email: text(),
    phone: text(),
    parentId: uuid().references((): AnyPgColumn => sectors.id),
    /** The sector that it was merged into. Triggers redirect later references to that one. */
    mergedIntoId: uuid().references((): AnyPgColumn => sectors.id),
    /** The first day of the month from which the kits and hours of a team are those that the software counts; null while its monthly records have them all. */
    countedFrom: date(),
  },
  (t) => [
    ...contentIndexes("sectors", t),
    wordIndex("sectors", [t.name, t.city, t.postcode]),
    check("sectors_kind", sql`${t.kind} in ('local_team', 'activity')`),
    check("sectors_no_own_parent", sql`${t.parentId} <> ${t.id}`),
    check("sectors_merged_are_archived", sql`${t.mergedIntoId} is null or (${t.status} = 'archived' and ${t.mergedIntoId} <> ${t.id})`),
    check("sectors_counted_from", sql`${t.countedFrom} is null or (extract(day from ${t.countedFrom}) = 1 and ${t.kind} = 'local_team')`),
    index("sectors_parent").on(t.parentId),
    index("sectors_merged_into").on(t.mergedIntoId),
    ...searchIndexes("sectors", searchedInSectors(t)),
  ],
);
