import { and, asc, desc, eq, getTableName, gte, inArray, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { Refusal } from "#backend/refusal";
import { exactCountLimit, maxRowsByNumber, type PageOf } from "#contract/api/endpoint";
import { dayAfter, instantInFrance } from "#contract/formats/france-time";
import type { Db } from "./client.ts";
import { wholeReading } from "./whole-lists.ts";

type Table = PgTable;
type Records = PgTable & { id: PgColumn };
type Position = { page: number; perPage: number };
type Counted = { total: number; totalIsExact: boolean };
type Sorted<Sort extends string> = Position & { q?: string; sort: Sort; order: "asc" | "desc" };

type Listed<Sort extends string> = {
  where: SQL | undefined;
  /** Conditions on different indexes of which a row meets at least one, in addition to `where`. */
  anyOf?: SQL[];
  sorts: Record<Sort, SQLWrapper | SQLWrapper[]>;
  first?: SQLWrapper;
  /** The unique column that breaks ties of the order; `id` by default. */
  key?: PgColumn;
};

/**
 * One page of a list, in two statements: the rows of the page are found and counted in one; `read` then gets what it needs for them alone:
 * join `found` by id, and sort by `order` again; `total` is how many rows match, where they were counted. Rows that are `first` come before all others, whatever the sort. The planner gives an
 * estimate before a search, and where more rows match than are counted at once.
 */
export async function pageOfRows<Item, Sort extends string>(
  db: Db,
  table: Table,
  query: Sorted<Sort>,
  { where: own, anyOf = [], sorts, first, key = idOf(table) }: Listed<Sort>,
  read: (found: ReturnType<typeof rowsOf>, order: SQL[], total: number | null) => Promise<Item[]>,
): Promise<PageOf<Item>> {
  const { page, perPage, order: way } = query;
  const sorted: Sorting[] = [...[sorts[query.sort]].flat(), key].map((by) => ({ by, way }));
  if (first) sorted.unshift({ by: first, way: "desc" });
  const where = and(own, or(...anyOf));
  const branches = anyOf.length > 1 ? anyOf.map((one) => and(own, one)) : [where];
  const parts: Parts = { table, where, branches, key, sorted };
  const whole = wholeReading();
  if (whole?.ids === null) {
    whole.chosen = { table, key, where, order: sorted.map(directed) };
    return { items: [], total: 1, totalIsExact: true, page, perPage };
  }
  if (whole?.ids) {
    const items = await read(rowsOf(db, parts, whole.ids), sorted.map(directed), null);
    return { items, total: items.length, totalIsExact: true, page, perPage };
  }
  const found = query.q ? await findSearched(db, parts, query) : await find(db, parts, query);
  const items = found.ids.length > 0 ? await read(rowsOf(db, parts, found.ids), sorted.map(directed), found.total) : [];
  return { items, ...(await totalOf(db, parts, found, query)), page, perPage };
}

type Sorting = { by: SQLWrapper; way: "asc" | "desc" };
type Parts = { table: Table; where: SQL | undefined; branches: (SQL | undefined)[]; key: PgColumn; sorted: Sorting[] };
type Found = { ids: (string | number)[]; total: number | null; estimate?: number };

const idOf = (table: Table) => (table as Records).id;

function rowsOf(db: Db, { table, key }: Parts, ids: Found["ids"]) {
  return db.select({ id: key }).from(table).where(inArray(key, ids)).as("found");
}

const directed = ({ by, way }: Sorting) => (way === "asc" ? asc(by) : desc(by));

/** The most rows that are counted exactly. */
const fewMatches = 1_000;
/**
 * Above this the total is the planner's estimate: counting the rest costs more than the page. A search whose estimate is above it is walked in
 * order; far enough above what the planner assumes of a word that it knows nothing of, a two hundredth of a table.
 */
const manyMatches = 2 * exactCountLimit;
const findInOrder = (db: Db, parts: Parts, query: Position) => find(db, parts, query, false);

/** The ids of a page, with a query for each condition: the planner then uses the index of each, and joins the few rows. */
async function findByBranches(db: Db, { table, branches, key, sorted }: Parts, query: Position): Promise<Found> {
  const offset = offsetOf(query);
  const { columns, order } = namedSorts(sorted);
  const inOrder = sql.join(sorted.map(directed), sql`, `);
  const all = branches.map(
    (where = sql`true`) =>
      sql`(select ${key} as id, ${columns} from ${table} where ${where} order by ${inOrder} limit ${offset + query.perPage})`,
  );
  const { rows } = await db.execute<Answer>(sql`
    select null as total, array_to_json(array(select id from (${sql.join(all, sql` union `)}) every order by ${order} limit ${query.perPage} offset ${offset})) as ids`);
  const { ids } = found(rows[0]);
  return { ids, total: endsAt(ids.length, query) };
}

/** How many rows match, if a page of so many rows says so: one that is not full is the last, unless it is beyond it. */
function endsAt(rows: number, query: Position): number | null {
  const offset = offsetOf(query);
  return rows < query.perPage && (rows > 0 || offset === 0) ? offset + rows : null;
}

/** What a list is sorted by as columns, and an order by their names. */
function namedSorts(sorted: Sorting[]) {
  const name = (at: number) => sql.identifier(`by_${at}`);
  const columns = sql.join(
    sorted.map(({ by }, at) => sql`${by} as ${name(at)}`),
    sql`, `,
  );
  const order = sql.join(
    sorted.map(({ way }, at) => sql`${name(at)} ${sql.raw(way)}`),
    sql`, `,
  );
  return { columns, order };
}

/**
 * The ids of a page, and how many rows match up to {@link exactCountLimit}: known from a page that is not full, counted otherwise. Of a whole table
 * that is far larger, nothing is counted: its size is known.
 */
async function find(db: Db, { table, where, key, sorted }: Parts, query: Position, counts = true): Promise<Found> {
  const { perPage } = query;
  const offset = offsetOf(query);
  const order = sql.join(sorted.map(directed), sql`, `);
  const matches = where ?? sql`true`;
  const others = counts ? sql`nullif(${counted(table, matches, exactCountLimit)}, ${exactCountLimit + 1})` : sql`null`;
  const size = counts && !where ? sql`${sizeOf(table)}::bigint` : sql`null::bigint`;
  const { rows } = await db.execute<Answer & { size: string | number | null }>(sql`
    with page as materialized (select ${key} as id from ${table} where ${matches} order by ${order} limit ${perPage} offset ${offset}),
      shown as (select count(*) as rows, array_to_json(array_agg(id)) as ids, ${size} as size from page)
    select ids, size, case when rows < ${perPage} and (rows > 0 or ${offset}::int = 0) then ${offset}::int + rows
      when size > ${manyMatches} then null else ${others} end as total from shown`);
  const known = Number(rows[0]?.size ?? 0);
  return { ...found(rows[0]), ...(known > manyMatches && { estimate: known }) };
}

/**
 * The same for a search, which is rechecked on each match: it is exact for few matches only, which are collected and sorted. With more, the page is
 * looked for in the order of the list where frequent words are soon met, and all are gathered where that would walk through more rows. What is
 * expected may be wrong: at most as many rows are gathered as half of those that an equally expensive walk would read.
 */
async function findSearched(db: Db, parts: Parts, query: Position): Promise<Found> {
  const { table, where = sql`true`, key, sorted } = parts;
  const { perPage } = query;
  const offset = offsetOf(query);
  const estimate = await estimateMatching(db, table, where);
  if (estimate > manyMatches) return { ...(await (parts.branches.length > 1 ? findByBranches : findInOrder)(db, parts, query)), estimate };
  const { columns, order } = namedSorts(sorted);
  const inOrder = sql.join(sorted.map(directed), sql`, `);
  // A walk that fills the page reads the size times the rows of the page, divided by the matches.
  const size = sizeOf(table);
  const most = sql`(select least(${exactCountLimit}, greatest(${fewMatches + offset + perPage}, sqrt(${size} * ${offset + perPage}) / 2))::int)`;
  const { rows } = await db.execute<Answer>(sql`
    with matching as materialized (select ${key} as id, ${columns} from ${table} where ${where} limit ${most} + 1),
      first as materialized (select count(*) as total from (select from matching limit ${fewMatches + 1}) few)
    select nullif(total, ${fewMatches + 1}) as total, array_to_json(case
      when total > ${fewMatches} and (${size} * ${offset + perPage} < ${estimate}::float * ${estimate}::float or (select count(*) from matching) > ${most})
      then array(select ${key} from ${table} where ${where} order by ${inOrder} limit ${perPage} offset ${offset})
      else array(select id from matching order by ${order} limit ${perPage} offset ${offset}) end) as ids from first`);
  return { ...found(rows[0]), estimate };
}

type Answer = { ids: Found["ids"] | null; total: string | number | null };

function found(row: Answer | undefined): Found {
  return { ids: row?.ids ?? [], total: row?.total == null ? null : Number(row.total) };
}

/** How many rows a table had when the database last counted them. */
const sizeOf = (table: Table) => sql`(select greatest(reltuples, 0) from pg_class where oid = ${getTableName(table)}::regclass)`;

const counted = (table: Table, where: SQL, limit: number) =>
  sql`(select count(*) from (select 1 from ${table} where ${where} limit ${limit + 1}) counted)`;

async function totalOf(db: Db, { table, where }: Parts, { ids, total, estimate }: Found, query: Position): Promise<Counted> {
  if (total !== null) return { total, totalIsExact: true };
  // There is no such row: with an estimated total, a link to the last page would lead here again.
  if (ids.length === 0 && offsetOf(query) > 0) return countUpTo(db, table, where, offsetOf(query));
  if (estimate === undefined)
    return { total: Math.max(await estimateMatching(db, table, where), exactCountLimit + 1), totalIsExact: false };
  // A full page has another one after it, however few the planner expects.
  const least = offsetOf(query) + ids.length + (ids.length === query.perPage ? 1 : 0);
  return { total: Math.max(estimate, fewMatches + 1, least), totalIsExact: false };
}

async function countUpTo(db: Db, table: Table, where: SQL = sql`true`, limit: number): Promise<Counted> {
  const { rows } = await db.execute<{ total: string | number }>(sql`select ${counted(table, where, limit)} as total`);
  return { total: Number(rows[0]?.total ?? 0), totalIsExact: true };
}

/** Whether a time is between two days in France, both included. */
export function betweenDays(column: SQLWrapper & PgColumn, from: string | undefined, to: string | undefined): SQL | undefined {
  const [begins, ends] = [from && instantInFrance(`${from}T00:00`), to && instantInFrance(`${dayAfter(to)}T00:00`)];
  return and(begins ? gte(column, begins) : undefined, ends ? lt(column, ends) : undefined);
}

/**
 * How many rows match. Exact up to {@link exactCountLimit}; above it the planner's estimate, because counting a
 * million rows to print a number costs more than the page itself.
 */
export async function countMatching(db: Db, table: PgTable, where: SQL = sql`true`): Promise<Counted> {
  const { rows } = await db.execute<{ total: string | number }>(sql`select ${counted(table, where, exactCountLimit)} as total`);
  const total = Number(rows[0]?.total ?? 0);
  if (total <= exactCountLimit) return { total, totalIsExact: true };
  return { total: Math.max(await estimateMatching(db, table, where), exactCountLimit + 1), totalIsExact: false };
}

async function estimateMatching(db: Db, table: PgTable, where: SQL | undefined): Promise<number> {
  const plan = await db.execute<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }>(
    sql`explain (format json) select 1 from ${table} where ${where ?? sql`true`}`,
  );
  return plan.rows[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
}

/** How many rows come before a page. A page that no list links to and no export reads is refused: the rows before it would be read for nothing. */
export function offsetOf({ page, perPage }: Position): number {
  const offset = (page - 1) * perPage;
  if (offset > maxRowsByNumber) throw new Refusal("bad_request");
  return offset;
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
