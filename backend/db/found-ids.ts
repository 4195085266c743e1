import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./client.ts";

/** The most rows that are selected by id: the planner then knows how often each occurs. */
const fewRows = 1_000;

type Searched = { table: PgTable & { id: PgColumn }; where: SQL };

/**
 * The ids of the rows that meet a condition, of each of several tables, in one statement: an array for a condition on another table, or undefined
 * where there is none.
 */
export async function foundIds(db: Db, searched: Searched[]): Promise<(SQL | undefined)[]> {
  const some = searched.map(
    ({ table, where }) => sql`array_to_json(array(select ${table.id} from ${table} where ${where} limit ${fewRows + 1}))`,
  );
  const { rows } = await db.execute<{ ids: string[][] }>(sql`select json_build_array(${sql.join(some, sql`, `)}) as ids`);
  return searched.map(({ table, where }, at) => {
    const ids = rows[0]?.ids[at] ?? [];
    if (ids.length === 0) return undefined;
    if (ids.length > fewRows) return sql`array(select ${table.id} from ${table} where ${where})`;
    return sql`${`{${ids.join(",")}}`}::uuid[]`;
  });
}
