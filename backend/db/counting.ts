import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { exactCountLimit } from "#contract/api/endpoint";
import type { Db } from "./client.ts";

export type Counted = { total: number; totalIsExact: boolean };

/** How many rows a table had when the database last counted them. */
export const sizeOf = (table: PgTable) => sql`(select greatest(reltuples, 0) from pg_class where oid = ${getTableName(table)}::regclass)`;

export const counted = (table: PgTable, where: SQL, limit: number) =>
  sql`(select count(*) from (select 1 from ${table} where ${where} limit ${limit + 1}) counted)`;

export async function countUpTo(db: Db, table: PgTable, where: SQL = sql`true`, limit: number): Promise<Counted> {
  const { rows } = await db.execute<{ total: string | number }>(sql`select ${counted(table, where, limit)} as total`);
  return { total: Number(rows[0]?.total ?? 0), totalIsExact: true };
}

/**
 * How many rows match. Exact up to {@link exactCountLimit}; above it the planner's estimate, because counting a
 * million rows to print a number costs more than the page itself.
 */
export async function countMatching(db: Db, table: PgTable, where: SQL = sql`true`): Promise<Counted> {
  const { rows } = await db.execute<{ total: string | number }>(sql`select ${counted(table, where, exactCountLimit)} as total`);
  const total = Number(rows[0]?.total ?? 0);
  if (total <= exactCountLimit) return { total, totalIsExact: true };
  return { total: Math.max(await estimateMatching(db, table, [where]), exactCountLimit + 1), totalIsExact: false };
}

/** How many rows the planner expects to meet at least one of some conditions: those that meet several are counted for each. */
export async function estimateMatching(db: Db, table: PgTable, conditions: (SQL | undefined)[]): Promise<number> {
  const each = conditions.map((where) => sql`select 1 from ${table} where ${where ?? sql`true`}`);
  const plan = await db.execute<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }>(
    sql`explain (format json) ${sql.join(each, sql` union all `)}`,
  );
  return plan.rows[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
}
