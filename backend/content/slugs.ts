import { getTableName, like, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";

/** A slug that no record has in this column, made from this one. */
export async function freeSlug(tx: Db, column: PgColumn, slug: string): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`${getTableName(column.table)}.slug`}))`);
  const rows = await tx
    .select({ slug: sql<string>`${column}` })
    .from(column.table)
    .where(like(column, `${slug}%`));
  const taken = new Set(rows.map((row) => row.slug));
  let free = slug;
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`;
  return free;
}
