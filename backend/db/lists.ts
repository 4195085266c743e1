import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { Refusal } from "#backend/http/refusal";
import { exactCountLimit, type PageOf } from "#contract/endpoint";
import type { Db } from "./client.ts";

type Records = PgTable & { id: PgColumn };
type Position = { page: number; perPage: number };
type Sorted<Sort extends string> = Position & { sort: Sort; order: "asc" | "desc" };

/**
 * One page of a list. The rows of the page are found on an index first; `read` then gets what it needs for them alone:
 * join `found` by id, and sort by `order` again. Rows that are `first` come before all others, whatever the sort.
 */
export async function pageOfRows<Item, Sort extends string>(
  db: Db,
  table: Records,
  query: Sorted<Sort>,
  { where, sorts, first }: { where: SQL | undefined; sorts: Record<Sort, SQLWrapper>; first?: SQLWrapper },
  read: (found: ReturnType<typeof foundRows>, order: SQL[]) => Promise<Item[]>,
): Promise<PageOf<Item>> {
  const direction = query.order === "asc" ? asc : desc;
  const order = [...(first ? [desc(first)] : []), direction(sorts[query.sort]), direction(table.id)];
  const items = await read(foundRows(db, table, query, where, order), order);
  return { items, ...(await countMatching(db, table, where)), page: query.page, perPage: query.perPage };
}

function foundRows(db: Db, table: Records, query: Position, where: SQL | undefined, order: SQL[]) {
  return db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(...order)
    .limit(query.perPage)
    .offset(offsetOf(query))
    .as("found");
}

/** Whether one of these texts holds what was typed; case and accents do not matter. For tables of some thousand rows. */
export function contains(texts: SQLWrapper[], typed: string): SQL | undefined {
  if (!typed) return undefined;
  const pattern = `%${typed.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`unaccent(concat_ws(' ', ${sql.join(texts, sql`, `)})) ilike unaccent(${pattern})`;
}

/** Both languages of a localised column, for searching. */
export function bothLanguages(column: PgColumn): SQL[] {
  return [sql`${column}->>'fr'`, sql`${column}->>'en'`];
}

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

export function offsetOf({ page, perPage }: Position): number {
  return (page - 1) * perPage;
}

type Versioned = Records & { version: PgColumn };

/**
 * Locks a record that someone wants to change, if it is still the version they started from. No such row is a 404;
 * another version is a 409 with what `current` reads, so that the page can show what someone else saved.
 */
export async function lockVersion<Table extends Versioned>(
  tx: Db,
  table: Table,
  { id, version, allowed }: { id: string; version: number; allowed?: SQL },
  current: (tx: Db) => Promise<unknown>,
): Promise<Table["$inferSelect"]> {
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(and(eq(table.id, id), allowed))
    .for("update");
  if (!row) throw new Refusal("not_found");
  if (row.version !== version) throw new Refusal("stale", { current: await current(tx) });
  return row as Table["$inferSelect"];
}
