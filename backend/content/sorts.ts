import { getTableColumns, type SQLWrapper, sql } from "drizzle-orm";
import { PgArray, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Locale } from "#contract/formats/locale";

/**
 * The sort expressions of a list, for each of its columns: texts in the alphabetical order of the reader's language;
 * choices in the order in which they are offered; references by the name of the record. Tables of content are small.
 */
export function sortsOf(table: PgTable, references: Record<string, PgColumn>, locale: Locale) {
  const sortOf = (column: PgColumn, named?: PgColumn): SQLWrapper => {
    if (named) {
      const name = textOf(named, sql`referred.${sql.identifier(named.name)}`, locale);
      return column instanceof PgArray
        ? sql`(select array_agg(${name} order by ${name}) from ${named.table} referred where referred.id = any(${column}))`
        : sql`(select ${name} from ${named.table} referred where referred.id = ${column})`;
    }
    if (column instanceof PgArray) return column;
    if (column.enumValues)
      return sql`array_position(array[${sql.join(
        [...column.enumValues].map((one) => sql`${one}`),
        sql`, `,
      )}], ${column})`;
    return column.getSQLType() === "text" || isLocalizedColumn(column) ? textOf(column, column, locale) : column;
  };
  return Object.fromEntries(Object.entries(getTableColumns(table)).map(([name, column]) => [name, sortOf(column, references[name])]));
}

export function isLocalizedColumn(column: PgColumn): boolean {
  return column.getSQLType() === "jsonb";
}

/** A text in lower case without accents: the database's collation may put É after Z. */
function textOf(column: PgColumn, value: SQLWrapper, locale: Locale): SQLWrapper {
  if (!isLocalizedColumn(column)) return sql`lower(unaccent(${value}))`;
  return sql`lower(unaccent(${locale === "en" ? sql`coalesce(nullif(${value}->>'en', ''), ${value}->>'fr')` : sql`${value}->>'fr'`}))`;
}
