import { and, asc, inArray, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { StoredContent as Row } from "./base-columns.ts";

type Chosen = {
  table: PgTable & Record<"id" | "position", PgColumn>;
  /** Which rows are chosen. */
  where: SQL | undefined;
  /** The condition on rows that the actor may change: one that has left it meanwhile is none of them. */
  within?: SQL;
};

const batchSize = 200;

/** The rows chosen in a list, some at a time; held until the end of the transaction unless it is a dry run. */
export async function* chosenRows(tx: Db, { table, where, within }: Chosen, dryRun: boolean): AsyncGenerator<Row[]> {
  // As when rows are moved: locks are taken in the order of the list.
  const inOrder = [asc(table.position), asc(table.id)];
  const chosen = await tx
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(...inOrder);
  for (let from = 0; from < chosen.length; from += batchSize) {
    const ids = chosen.slice(from, from + batchSize).map(({ id }) => id as string);
    const rows = tx
      .select()
      .from(table as PgTable)
      .where(and(inArray(table.id, ids), within))
      .orderBy(...inOrder);
    yield (await (dryRun ? rows : rows.for("update"))) as Row[];
  }
}
