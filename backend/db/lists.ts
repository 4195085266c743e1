import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { exactCountLimit } from "#contract/endpoint";
import type { Db } from "./client.ts";

/**
 * How many rows match. Exact up to {@link exactCountLimit}; above it the planner's estimate, because counting a
 * million rows to print a number costs more than the page itself.
 */
export async function countMatching(db: Db, table: PgTable, where: SQL | undefined): Promise<{ total: number; totalIsExact: boolean }> {
  const condition = where ? sql`where ${where}` : sql``;
  const { rows } = await db.execute<{ total: string | number }>(
    sql`select count(*) as total from (select 1 from ${table} ${condition} limit ${exactCountLimit + 1}) counted`,
  );
  const total = Number(rows[0]?.total ?? 0);
  if (total <= exactCountLimit) return { total, totalIsExact: true };
  const plan = await db.execute<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }>(
    sql`explain (format json) select 1 from ${table} ${condition}`,
  );
  const estimate = plan.rows[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
  return { total: Math.max(estimate, exactCountLimit + 1), totalIsExact: false };
}

export function offsetOf({ page, perPage }: { page: number; perPage: number }): number {
  return (page - 1) * perPage;
}
