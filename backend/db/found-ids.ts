import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./client.ts";

/** The most rows that are selected by id: the planner then knows how often each occurs. */
const fewRows = 1_000;

type Searched = { table: PgTable & { id: PgColumn }; where: SQL };

/** The rows that were found, in a condition on a column of another table that has their ids. */
export type FoundRows = {
  /** As an array, for a statement that collects all rows that meet it. */
  among(column: SQLWrapper): SQL;
  /** As a join, for a statement that goes through a table in order until it has enough: it looks up each row's id, and reads no others. */
  joined(column: SQLWrapper): SQL;
};

/** The rows that meet a condition, of each of several tables, in one statement; undefined where there is none. */
export async function foundIds(db: Db, searched: Searched[]): Promise<(FoundRows | undefined)[]> {
  const some = searched.map(
    ({ table, where }) => sql`array_to_json(array(select ${table.id} from ${table} where ${where} limit ${fewRows + 1}))`,
  );
  const { rows } = await db.execute<{ ids: string[][] }>(sql`select json_build_array(${sql.join(some, sql`, `)}) as ids`);
  return searched.map(({ table, where }, at) => {
    const ids = rows[0]?.ids[at] ?? [];
    if (ids.length === 0) return undefined;
    const all = sql`select ${table.id} from ${table} where ${where}`;
    const isAmong = (column: SQLWrapper) => sql`${column} = any(${`{${ids.join(",")}}`}::uuid[])`;
    if (ids.length <= fewRows) return { among: isAmong, joined: isAmong };
    return {
      among: (column) => sql`${column} = any(array(${all}))`,
      // Without the first half, the planner takes rows without an id for rows that may meet the other.
      joined: (column) => sql`(${column} is not null and ${column} in (${all}))`,
    };
  });
}

/** A condition; and, where it has another form that is quicker for going through a table in order, both. */
export type Alternative = SQL | { among: SQL; joined: SQL };

/** That a column has the id of a row that was found. */
export const eitherWay = (found: FoundRows, column: PgColumn): Alternative => ({
  among: found.among(column),
  joined: found.joined(column),
});

/** The form of an alternative for a statement that collects all rows that meet it. */
export const amongOf = (one: Alternative): SQL => ("among" in one ? one.among : one);

/** The form for a statement that goes through a table in order. */
export const joinedOf = (one: Alternative): SQL => ("joined" in one ? one.joined : one);
