import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { index } from "drizzle-orm/pg-core";
import { type Locale, locales } from "#contract/formats/locale";

/** The columns of a record that the site's search reads: texts in two languages, and names that are the same in both. */
export type SearchedColumns = { texts: readonly SQLWrapper[]; names?: readonly SQLWrapper[] };

const dictionaries: Record<Locale, string> = { fr: "french_plain", en: "english_plain" };

/** The words of a record in one language, accents folded. The index of {@link searchIndexes} uses the same expression. */
export function searchVector(locale: Locale, { texts, names = [] }: SearchedColumns): SQL {
  const parts = [
    ...names.map((column) => sql`coalesce(${column}, '')`),
    ...texts.map((column) => sql`coalesce(${column}->>'${sql.raw(locale)}', '')`),
  ];
  return sql`to_tsvector('${sql.raw(dictionaries[locale])}', ${sql.join(parts, sql` || ' ' || `)})`;
}

/** The query of a search in one language: words in any form, "these words" together, -without. */
export function searchQuery(locale: Locale, typed: string): SQL {
  return sql`websearch_to_tsquery('${sql.raw(dictionaries[locale])}', ${typed})`;
}

/** An index for each language on what {@link searchVector} reads. */
export function searchIndexes(name: string, columns: SearchedColumns) {
  return locales.map((locale) => index(`${name}_search_${locale}`).using("gin", searchVector(locale, columns)));
}
