import { and, eq, gte, inArray, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { Refusal, type RefusalCode } from "#backend/refusal";
import { exactCountLimit, lastNumberedPage, maxRowsByNumber, type PageOf } from "#contract/api/endpoint";
import { dayAfter, instantInFrance } from "#contract/formats/france-time";
import type { Db } from "./client.ts";
import { type Counted, counted, countUpTo, estimateMatching, sizeOf } from "./counting.ts";
import { sqlStateOf } from "./faults.ts";
import { type Alternative, amongOf, joinedOf } from "./found-ids.ts";
import { type PositionValue, writtenPosition } from "./keyset.ts";
import { directions, isAfter, namedOrder, type Order, orderOf, positionIn, reversed, type SortedBy, walksOf } from "./order.ts";
import { wholeReading } from "./whole-lists.ts";

type Table = PgTable;
type Records = PgTable & { id: PgColumn };
type Position = { page: number; perPage: number };
type Sorted<Sort extends string> = Position & { q?: string; sort: Sort; order: "asc" | "desc"; after?: string; before?: string };

type Listed<Sort extends string> = {
  where: SQL | undefined;
  /** Conditions on different indexes of which a row meets at least one, in addition to `where`. */
  anyOf?: Alternative[];
  sorts: Record<Sort, SortedBy>;
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
  const sorted = orderOf(sorts[query.sort], { key, way, first });
  const where = and(own, or(...anyOf.map(amongOf)));
  const branches = anyOf.length > 0 ? anyOf.map((one) => and(own, joinedOf(one))) : [where];
  const parts: Parts = { table, where, branches, key, sorted };
  const order = directions(sorted);
  const whole = wholeReading();
  if (whole?.ids === null) {
    whole.chosen = { table, key, where, order };
    return { items: [], total: 1, totalIsExact: true, page, perPage };
  }
  if (whole?.ids) {
    const items = await read(rowsOf(db, parts, whole.ids), order, null);
    return { items, total: items.length, totalIsExact: true, page, perPage };
  }
  const { found, ...place } = await foundAt(db, parts, query);
  const items = found.ids.length > 0 ? await read(rowsOf(db, parts, found.ids), order, found.total) : [];
  return { items, ...(await totalOf(db, parts, found, (place.page - 1) * perPage)), ...place, perPage };
}

type Parts = { table: Table; where: SQL | undefined; branches: (SQL | undefined)[]; key: PgColumn; sorted: Order };
type Ids = (string | number)[];
/** Which rows of a list are sought: those after a position, or after so many others. */
type Sought = { perPage: number; offset: number; after?: PositionValue[] };
type Found = { ids: Ids; total: number | null; estimate?: number; sought: Sought; hasMore: boolean; ends: [unknown[]?, unknown[]?] };

/** The rows of a page: those after or before a row, or, where the query has no such position or nothing is there any more, those with its number. */
async function foundAt<Sort extends string>(db: Db, parts: Parts, query: Sorted<Sort>) {
  const { page, perPage, sort } = query;
  const search = query.q ? findSearched : find;
  const written = ([first, last]: Found["ends"], isFirst: boolean, isLast: boolean) => ({
    previous: isFirst || !first ? null : writtenPosition(sort, first),
    next: isLast || !last ? null : writtenPosition(sort, last),
  });
  const after = positionIn(parts.sorted, query.after, sort);
  const before = after ? undefined : positionIn(parts.sorted, query.before, sort);
  if (after) {
    const found = await unlessInvalid(() => search(db, parts, { perPage, offset: 0, after }));
    if (found && found.ids.length > 0) return { found, page, ...written(found.ends, false, !found.hasMore) };
  }
  if (before) {
    const backwards = { ...parts, sorted: reversed(parts.sorted) };
    const found = await unlessInvalid(() => search(db, backwards, { perPage, offset: 0, after: before }));
    // Fewer rows than a page has are its first ones, which others now follow.
    if (found?.hasMore) return { found, page, ...written([found.ends[1], found.ends[0]], false, false) };
  }
  // A position may be of a page far on: without it there are numbered pages alone.
  const last = query.after || query.before ? lastNumberedPage({ total: Number.POSITIVE_INFINITY, perPage }) : page;
  const number = before ? 1 : Math.min(page, last);
  const found = await search(db, parts, { perPage, offset: offsetOf({ page: number, perPage }) });
  return { found, page: number, ...written(found.ends, number === 1, !found.hasMore) };
}

/** What is found, or undefined where the values of a position, which come from a URL, are not of the types that the list is sorted by. */
async function unlessInvalid(search: () => Promise<Found>): Promise<Found | undefined> {
  return search().catch((error: unknown) => {
    if (/^(22|42)/.test(sqlStateOf(error) ?? "")) return undefined;
    throw error;
  });
}

const idOf = (table: Table) => (table as Records).id;

function rowsOf(db: Db, { table, key }: Parts, ids: Ids) {
  return db.select({ id: key }).from(table).where(inArray(key, ids)).as("found");
}

/** The most rows that are counted exactly. */
const fewMatches = 1_000;
/**
 * Above this the total is the planner's estimate: counting the rest costs more than the page. A search whose estimate is above it is walked in
 * order; far enough above what the planner assumes of a word that it knows nothing of, a two hundredth of a table.
 */
const manyMatches = 2 * exactCountLimit;
/**
 * The rows of a page in order, by the values that they are sorted by, the key the last: with a query for each condition and each range, so that each
 * has its index.
 */
function rowsInOrder({ table, branches, sorted }: Parts, { perPage, offset, after }: Sought): SQL {
  const { named } = namedOrder(sorted);
  const walks = walksOf(sorted, after);
  const all = branches.flatMap((branch) => walks.map((walk) => ({ ...walk, where: and(branch, walk.where) ?? sql`true` })));
  const limit = sql`${perPage + 1} offset ${offset}`;
  const each = all.map(({ where, columns, order }) => {
    const own = all.length === 1 ? limit : sql`${offset + perPage + 1}`;
    return sql`select ${columns} from ${table} where ${where} order by ${order} limit ${own}`;
  });
  if (each.length === 1 && each[0]) return each[0];
  // A row may meet several conditions, and is in one range alone.
  const union = branches.length > 1 ? sql` union ` : sql` union all `;
  const every = each.map((one) => sql`(${one})`);
  return sql`select * from (${sql.join(every, union)}) every order by ${sql.join(directions(named), sql`, `)} limit ${limit}`;
}

/** The rows of a page of a search that many match, which are not counted. */
async function findByBranches(db: Db, parts: Parts, sought: Sought): Promise<Found> {
  const { values } = namedOrder(parts.sorted);
  const { rows } = await db.execute<Answer>(sql`
    with page as materialized (${rowsInOrder(parts, sought)}) select null as total, json_agg(${values}) as places from page`);
  const answer = found(rows[0], sought);
  return { ...answer, total: endsAt(answer, sought) };
}

/** How many rows match, if a page says so: one that is not full is the last, unless it is beyond it. */
function endsAt({ ids, hasMore }: Pick<Found, "ids" | "hasMore">, { offset, after }: Sought): number | null {
  return !after && !hasMore && (ids.length > 0 || offset === 0) ? offset + ids.length : null;
}

/**
 * The rows of a page, and how many match up to {@link exactCountLimit}: known from a page that is not full, counted otherwise. Of a whole table
 * that is far larger, nothing is counted: its size is known.
 */
async function find(db: Db, parts: Parts, sought: Sought): Promise<Found> {
  const { table, where } = parts;
  const { perPage, offset, after } = sought;
  const { values } = namedOrder(parts.sorted);
  const others = sql`nullif(${counted(table, where ?? sql`true`, exactCountLimit)}, ${exactCountLimit + 1})`;
  const size = where ? sql`null::bigint` : sql`${sizeOf(table)}::bigint`;
  const last = after ? sql`false` : sql`rows <= ${perPage} and (rows > 0 or ${offset}::int = 0)`;
  const { rows } = await db.execute<Answer & { size: string | number | null }>(sql`
    with page as materialized (${rowsInOrder({ ...parts, branches: [where] }, sought)}),
      shown as (select count(*) as rows, json_agg(${values}) as places, ${size} as size from page)
    select places, size, case when ${last} then ${offset}::int + rows
      when size > ${manyMatches} then null else ${others} end as total from shown`);
  const known = Number(rows[0]?.size ?? 0);
  return { ...found(rows[0], sought), ...(known > manyMatches && { estimate: known }) };
}

/**
 * The same for a search, which is rechecked on each match: it is exact for few matches only, which are collected and sorted. With more, the page is
 * looked for in the order of the list where frequent words are soon met, and all are gathered where that would walk through more rows. What is
 * expected may be wrong: at most as many rows are gathered as half of those that an equally expensive walk would read.
 */
async function findSearched(db: Db, parts: Parts, sought: Sought): Promise<Found> {
  const { table, sorted } = parts;
  const { perPage, offset, after } = sought;
  const estimate = await estimateMatching(db, table, parts.branches);
  if (estimate > manyMatches) return { ...(await findByBranches(db, parts, sought)), estimate };
  const { named, columns, values } = namedOrder(sorted);
  const order = sql.join(directions(named), sql`, `);
  // A walk that fills the page reads the size times the rows of the page, divided by the matches.
  const size = sizeOf(table);
  const most = sql`(select least(${exactCountLimit}, greatest(${fewMatches + offset + perPage}, sqrt(${size} * ${offset + perPage}) / 2))::int)`;
  const beyond = (after && isAfter(named, after)) ?? sql`true`;
  const { rows } = await db.execute<Answer>(sql`
    with matching as materialized (${matchingOnce(parts, columns)} limit ${most} + 1),
      first as materialized (select count(*) as total from (select from matching limit ${fewMatches + 1}) few)
    select nullif(total, ${fewMatches + 1}) as total, case
      when total > ${fewMatches} and (${size} * ${offset + perPage} < ${estimate}::float * ${estimate}::float or (select count(*) from matching) > ${most})
      then (select json_agg(${values}) from (${rowsInOrder(parts, sought)}) page)
      else (select json_agg(${values}) from (select * from matching where ${beyond} order by ${order} limit ${perPage + 1} offset ${offset}) page)
      end as places from first`);
  return { ...found(rows[0], sought), estimate };
}

/** The rows that meet at least one of the conditions, each once: with a query for each, so that a limit ends them all. */
function matchingOnce({ table, branches }: Parts, columns: SQL): SQL {
  const others = (at: number) => branches.slice(0, at).map((one) => sql`(${one ?? sql`true`}) is not true`);
  const each = branches.map((one, at) => sql`(select ${columns} from ${table} where ${and(one, ...others(at)) ?? sql`true`})`);
  return sql`select * from (${sql.join(each, sql` union all `)}) each`;
}

type Answer = { places: unknown[][] | null; total: string | number | null };

function found(row: Answer | undefined, sought: Sought): Found {
  const places = row?.places ?? [];
  const shown = places.slice(0, sought.perPage);
  return {
    ids: shown.map((values) => values.at(-1) as string | number),
    total: row?.total == null ? null : Number(row.total),
    sought,
    hasMore: places.length > shown.length,
    ends: [shown[0], shown.at(-1)],
  };
}

/** How many rows match. `before` is how many are on the pages before the one that was found. */
async function totalOf(
  db: Db,
  { table, where }: Parts,
  { ids, total, estimate, hasMore, sought }: Found,
  before: number,
): Promise<Counted> {
  if (total !== null) return { total, totalIsExact: true };
  // There is no such row: with an estimated total, a link to the last page would lead here again.
  if (ids.length === 0 && sought.offset > 0) return countUpTo(db, table, where, sought.offset);
  const expected = estimate === undefined ? Math.max(await estimateMatching(db, table, [where]), exactCountLimit + 1) : estimate;
  // A page that others follow has one after it, however few the planner expects.
  return { total: Math.max(expected, fewMatches + 1, before + ids.length + (hasMore ? 1 : 0)), totalIsExact: false };
}

/** Whether a time is between two days in France, both included. */
export function betweenDays(column: SQLWrapper & PgColumn, from: string | undefined, to: string | undefined): SQL | undefined {
  const [begins, ends] = [from && instantInFrance(`${from}T00:00`), to && instantInFrance(`${dayAfter(to)}T00:00`)];
  return and(begins ? gte(column, begins) : undefined, ends ? lt(column, ends) : undefined);
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
  { id, version, allowed, refusal = "stale" }: { id: string; version: number; allowed?: SQL; refusal?: RefusalCode },
  current: (tx: Db) => Promise<unknown>,
): Promise<Table["$inferSelect"]> {
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(and(eq(table.id, id), allowed))
    .for("update");
  if (!row) throw new Refusal("not_found");
  if (row.version !== version) throw new Refusal(refusal, { current: await current(tx) });
  return row as Table["$inferSelect"];
}
