import { and, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";

type Reference = {
  table: string;
  column: string;
  /** Whether the referring records are published and hidden again: content is; people, gifts and registrations, which have states of their own, are not. */
  has_states: boolean;
  has_versions: boolean;
  /** Whether its rows say something of a person. */
  has_people: boolean;
  /** Whether it is deleted with the record that it belongs to. */
  goes_along: boolean;
  /** The content that a referring row belongs to, and the column with its id. */
  holder: string | null;
  held_by: string | null;
};

/** The foreign keys that refer to a table's records: from a column, or from a join table. */
export async function referencesTo(db: Db, table: PgTable): Promise<Reference[]> {
  const has = (column: string, id = sql`referring.oid`) =>
    sql`exists (select 1 from pg_attribute frame where frame.attrelid = ${id} and frame.attname = ${column} and not frame.attisdropped)`;
  const isContent = (id?: SQL) => sql`(${has("status", id)} and ${has("published_at", id)})`;
  const { rows } = await db.execute<Reference>(sql`
    select referring.relname as table, columns.attname as column, ${isContent()} as has_states, ${has("version")} as has_versions,
      exists (select 1 from pg_constraint of_people where of_people.conrelid = referring.oid and of_people.contype = 'f'
        and of_people.confrelid = 'users'::regclass) as has_people,
      ties.confdeltype not in ('a', 'r') as goes_along, whole.relname as holder, whole.attname as held_by
    from pg_constraint ties
    join pg_class referring on referring.oid = ties.conrelid
    join pg_attribute columns on columns.attrelid = referring.oid and columns.attnum = ties.conkey[1]
    left join lateral (
      select holder.relname, part.attname
      from pg_constraint of_whole
      join pg_class holder on holder.oid = of_whole.confrelid
      join pg_attribute part on part.attrelid = of_whole.conrelid and part.attnum = of_whole.conkey[1]
      where of_whole.contype = 'f' and of_whole.confdeltype = 'c' and of_whole.conrelid = referring.oid
        and ${isContent(sql`holder.oid`)}
      limit 1
    ) whole on true
    where ties.contype = 'f' and ties.confrelid = ${getTableName(table)}::regclass
    order by 1, 2`);
  return rows;
}

const known = new Map<string, Reference[]>();

/** The same, cached for the life of the process: the schema changes only at a start. The database itself refuses a deletion. */
async function knownReferencesTo(db: Db, table: PgTable): Promise<Reference[]> {
  const name = getTableName(table);
  const references = known.get(name) ?? (await referencesTo(db, table));
  known.set(name, references);
  return references;
}

/** The tables whose rows are deleted with a record, except those that say something of a person. */
export async function partsOf(db: Db, table: PgTable): Promise<Reference[]> {
  return (await knownReferencesTo(db, table)).filter(({ goes_along, has_people }) => goes_along && !has_people);
}

/** Whether a record of a table is referred to, by rows of any other table than `except`. */
export async function isReferredTo(db: Db, table: PgTable & { id: PgColumn }, except: PgTable): Promise<SQL> {
  const others = (await knownReferencesTo(db, table)).filter((one) => one.table !== getTableName(except));
  return sql`(${sql.join(
    others.map(
      ({ table: name, column }) =>
        sql`exists (select from ${sql.identifier(name)} referring where referring.${sql.identifier(column)} = ${table.id})`,
    ),
    sql` or `,
  )})`;
}

/** References to a table's records without a foreign key: the country of an address by its code. */
export type NamedBy = { column: PgColumn; by: PgColumn };

/** How many other records refer to each of some; those to which none does are left out. `shown` leaves out what has states and is not published. */
export async function countDependents(
  db: Db,
  { table, namedBy = [] }: { table: PgTable & { id: PgColumn }; namedBy?: readonly NamedBy[] },
  ids: string[],
  which: "all" | "shown",
): Promise<Map<string, number>> {
  const references = ids.length > 0 ? (await knownReferencesTo(db, table)).filter((one) => !one.goes_along) : [];
  const names = ids.length > 0 ? namedBy : [];
  if (references.length + names.length === 0) return new Map();
  const byName = names.map(
    ({ column, by }) => sql`select ${table.id} as id from ${table} join ${column.table} on ${column} = ${by} where ${table.id} in ${ids}`,
  );
  const byKey = references.map((reference): SQL => {
    const { table: name, column } = reference;
    const shown = which === "shown" ? isShown(reference) : sql``;
    return sql`select ${sql.identifier(column)} as id from ${sql.identifier(name)} it where ${sql.identifier(column)} in ${ids}${shown}`;
  });
  const { rows } = await db.execute<{ id: string; total: string | number }>(
    sql`select id, count(*) as total from (${sql.join([...byKey, ...byName], sql` union all `)}) referring group by id`,
  );
  return new Map(rows.map(({ id, total }) => [id, Number(total)]));
}

function isShown({ has_states, holder, held_by }: Reference): SQL {
  if (has_states) return sql` and it.status = 'published'`;
  if (!holder || !held_by) return sql``;
  return sql` and exists (select 1 from ${sql.identifier(holder)} whole where whole.id = it.${sql.identifier(held_by)} and whole.status = 'published')`;
}

/** The first rows of a table that meet a condition and to which nothing refers. */
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
