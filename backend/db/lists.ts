import { and, asc, desc, eq, gte, inArray, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { Refusal } from "#backend/http/refusal";
import { exactCountLimit, type PageOf } from "#contract/endpoint";
import { dayAfter, instantInFrance } from "#contract/france-time";
import type { Db } from "./client.ts";

type Records = PgTable & { id: PgColumn };
type Position = { page: number; perPage: number };
type Counted = { total: number; totalIsExact: boolean };
type Sorted<Sort extends string> = Position & { sort: Sort; order: "asc" | "desc" };

type Listed<Sort extends string> = {
  where: SQL | undefined;
  sorts: Record<Sort, SQLWrapper>;
  first?: SQLWrapper;
  /** Whether `where` searches words on an index of their own, which knows nothing of the order of the list. */
  searched?: boolean;
};

/**
 * One page of a list. The rows of the page are found on an index first; `read` then gets what it needs for them alone:
 * join `found` by id, and sort by `order` again. Rows that are `first` come before all others, whatever the sort.
 */
export async function pageOfRows<Item, Sort extends string>(
  db: Db,
  table: Records,
  query: Sorted<Sort>,
  { where, sorts, first, searched = false }: Listed<Sort>,
  read: (found: ReturnType<typeof foundRows>, order: SQL[]) => Promise<Item[]>,
): Promise<PageOf<Item>> {
  const direction = query.order === "asc" ? asc : desc;
  const order = [...(first ? [desc(first)] : []), direction(sorts[query.sort]), direction(table.id)];
  const { page, perPage } = query;
  const few = searched ? await gatherFew(db, table, query, where, { first: first ?? sql`true`, key: sorts[query.sort] }) : null;
  if (few) return { items: await read(rowsOf(db, table, few.ids), order), total: few.total, totalIsExact: true, page, perPage };
  const items = await read(foundRows(db, table, query, where, order), order);
  return { items, ...(await (searched ? countMany : countMatching)(db, table, where)), page, perPage };
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

function rowsOf(db: Db, table: Records, ids: string[]) {
  return db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(inArray(table.id, ids))
    .as("found");
}

/** So many matches of a search are gathered to be put in order. */
const fewMatches = 1_000;

/**
 * The page of a search that has few matches, and how many it has. The planner takes rare words for more frequent than they are, and would meet
 * them by walking through the rows in the order of the list; frequent ones are met soon on that walk.
 */
async function gatherFew(
  db: Db,
  table: Records,
  query: Sorted<string>,
  where: SQL | undefined,
  { first, key }: { first: SQLWrapper; key: SQLWrapper },
) {
  const direction = sql.raw(query.order);
  const { rows } = await db.execute<{ total: string | number; ids: string[] | null }>(sql`
    with matching as materialized
      (select ${table.id} as id, ${first} as first, ${key} as key from ${table} where ${where ?? sql`true`} limit ${fewMatches + 1}),
      counted as (select count(*) as total from matching)
    select total, case when total <= ${fewMatches} then array_to_json(array(
      select id from matching order by first desc, key ${direction}, id ${direction} limit ${query.perPage} offset ${offsetOf(query)}
    )) end as ids from counted`);
  const [found] = rows;
  return found?.ids ? { total: Number(found.total), ids: found.ids } : null;
}

/** Whether one of these texts holds what was typed; case and accents do not matter. For tables of some thousand rows. */
export function contains(texts: SQLWrapper[], typed: string): SQL | undefined {
  if (!typed) return undefined;
  const pattern = `%${typed.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`unaccent(concat_ws(' ', ${sql.join(texts, sql`, `)})) ilike unaccent(${pattern})`;
}

/** What of a moment lies between two days in France, both included. */
export function betweenDays(column: SQLWrapper & PgColumn, from: string | undefined, to: string | undefined): SQL | undefined {
  const [begins, ends] = [from && instantInFrance(`${from}T00:00`), to && instantInFrance(`${dayAfter(to)}T00:00`)];
  return and(begins ? gte(column, begins) : undefined, ends ? lt(column, ends) : undefined);
}

/** Both languages of a localised column, for searching. */
export function bothLanguages(column: PgColumn): SQL[] {
  return [sql`${column}->>'fr'`, sql`${column}->>'en'`];
}

/**
 * How many rows match. Exact up to {@link exactCountLimit}; above it the planner's estimate, because counting a
 * million rows to print a number costs more than the page itself.
 */
export async function countMatching(db: Db, table: PgTable, where: SQL | undefined): Promise<Counted> {
  const condition = where ? sql`where ${where}` : sql``;
  const { rows } = await db.execute<{ total: string | number }>(
    sql`select count(*) as total from (select 1 from ${table} ${condition} limit ${exactCountLimit + 1}) counted`,
  );
  const total = Number(rows[0]?.total ?? 0);
  if (total <= exactCountLimit) return { total, totalIsExact: true };
  return { total: Math.max(await estimateMatching(db, table, where), exactCountLimit + 1), totalIsExact: false };
}

/** The same for a search that has many matches: where the planner expects ten times as many as are counted, they need not be. */
async function countMany(db: Db, table: PgTable, where: SQL | undefined): Promise<Counted> {
  const estimate = await estimateMatching(db, table, where);
  return estimate > 10 * exactCountLimit ? { total: estimate, totalIsExact: false } : countMatching(db, table, where);
}

async function estimateMatching(db: Db, table: PgTable, where: SQL | undefined): Promise<number> {
  const plan = await db.execute<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }>(
    sql`explain (format json) select 1 from ${table} where ${where ?? sql`true`}`,
  );
  return plan.rows[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
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
