import { and, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";

type Reference = { table: string; column: string; has_states: boolean; has_versions: boolean; goes_along: boolean };

/**
 * Where the database's own rules tie other records to those of a table, and what these have: states, as content has and people have not, versions.
 * What `goes_along` is taken away with the record that it belongs to.
 */
export async function referencesTo(db: Db, table: PgTable): Promise<Reference[]> {
  const has = (column: string) => sql`exists (
    select 1 from pg_attribute frame
    where frame.attrelid = referring.oid and frame.attname = ${column} and not frame.attisdropped
  )`;
  const { rows } = await db.execute<Reference>(sql`
    select referring.relname as table, columns.attname as column, ${has("status")} as has_states, ${has("version")} as has_versions,
      ties.confdeltype not in ('a', 'r') as goes_along
    from pg_constraint ties
    join pg_class referring on referring.oid = ties.conrelid
    join pg_attribute columns on columns.attrelid = referring.oid and columns.attnum = ties.conkey[1]
    where ties.contype = 'f' and ties.confrelid = ${getTableName(table)}::regclass
    order by 1, 2`);
  return rows;
}

/** Where other records name those of a table by something else than a key: the country of an address by its letters. */
export type NamedBy = { column: PgColumn; by: PgColumn };

/** How many other records refer to each of some; those to which none does are left out. `shown` leaves out what has states and is not published. */
export async function countDependents(
  db: Db,
  { table, namedBy = [] }: { table: PgTable & { id: PgColumn }; namedBy?: readonly NamedBy[] },
  ids: string[],
  which: "all" | "shown",
): Promise<Map<string, number>> {
  const references = ids.length > 0 ? (await referencesTo(db, table)).filter((one) => !one.goes_along) : [];
  const names = ids.length > 0 ? namedBy : [];
  if (references.length + names.length === 0) return new Map();
  const byName = names.map(
    ({ column, by }) => sql`select ${table.id} as id from ${table} join ${column.table} on ${column} = ${by} where ${table.id} in ${ids}`,
  );
  const byKey = references.map(({ table: name, column, has_states }): SQL => {
    const onLine = which === "shown" && has_states ? sql` and status = 'published'` : sql``;
    return sql`select ${sql.identifier(column)} as id from ${sql.identifier(name)} where ${sql.identifier(column)} in ${ids}${onLine}`;
  });
  const { rows } = await db.execute<{ id: string; total: string | number }>(
    sql`select id, count(*) as total from (${sql.join([...byKey, ...byName], sql` union all `)}) referring group by id`,
  );
  return new Map(rows.map(({ id, total }) => [id, Number(total)]));
}

/** The first of a table's rows that fulfil a condition and to which nothing refers. */
export async function looseRows(db: Db, table: PgTable & { id: PgColumn }, where: SQL | undefined, limit: number): Promise<string[]> {
  const free = (await referencesTo(db, table)).map(
    ({ table: name, column }) =>
      sql`not exists (select from ${sql.identifier(name)} referring where referring.${sql.identifier(column)} = ${table.id})`,
  );
  const rows = await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(where, ...free))
    .limit(limit);
  return rows.map(({ id }) => id as string);
}
