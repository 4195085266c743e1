import { arrayContains, eq, gte, lte, type SQL } from "drizzle-orm";
import { PgArray, type PgColumn } from "drizzle-orm/pg-core";
import { betweenDays } from "#backend/db/lists";

/** The condition of a filter: the column equals a value, contains it, or is on one side of a limit. */
export function narrowedTo(columns: Record<string, PgColumn>, fields: string[], filter: string, value: unknown): SQL | undefined {
  const [, ranged = "", end] = /^(.+)(From|To)$/.exec(filter) ?? [];
  const column = columns[fields.includes(filter) ? filter : fields.includes(ranged) ? ranged : ""];
  // A reference that no form sets.
  const own = columns[filter];
  if (!column) return own?.getSQLType() === "uuid" ? eq(own, value) : undefined;
  if (column instanceof PgArray) return arrayContains(column, [value]);
  if (column.dataType === "boolean") return eq(column, value === "yes");
  if (fields.includes(filter)) return eq(column, value);
  if (column.dataType === "date")
    return end === "From" ? betweenDays(column, String(value), undefined) : betweenDays(column, undefined, String(value));
  return end === "From" ? gte(column, value) : lte(column, value);
}
