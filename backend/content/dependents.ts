import { eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";

type Reference = { table: string; column: string; has_states: boolean };

/** Where the database's own rules tie other records to those of a table, and whether what lies there has states: content has, people have not. */
async function referencesTo(db: Db, table: PgTable): Promise<Reference[]> {
  const { rows } = await db.execute<Reference>(sql`
    select referring.relname as table, columns.attname as column, exists (
      select 1 from pg_attribute frame
      where frame.attrelid = referring.oid and frame.attname = 'status' and not frame.attisdropped
    ) as has_states
    from pg_constraint ties
    join pg_class referring on referring.oid = ties.conrelid
    join pg_attribute columns on columns.attrelid = referring.oid and columns.attnum = ties.conkey[1]
    where ties.contype = 'f' and ties.confdeltype in ('a', 'r') and ties.confrelid = ${getTableName(table)}::regclass`);
  return rows;
}

/** How many other records refer to one; `shown` leaves out what has states and is not published. */
export async function countDependents(db: Db, table: PgTable, id: string, which: "all" | "shown"): Promise<number> {
  const references = await referencesTo(db, table);
  const counts = references.map(({ table: name, column, has_states }): SQL => {
    const onLine = which === "shown" && has_states ? sql` and status = 'published'` : sql``;
    return sql`(select count(*) from ${sql.identifier(name)} where ${eq(sql.identifier(column), id)}${onLine})`;
  });
  if (counts.length === 0) return 0;
  const { rows } = await db.execute<{ total: string | number }>(sql`select ${sql.join(counts, sql` + `)} as total`);
  return Number(rows[0]?.total ?? 0);
}
