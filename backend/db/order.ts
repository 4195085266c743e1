import { and, asc, desc, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { conditionsAfter, type PositionValue, readPosition, type Sorting } from "./keyset.ts";

type Way = Sorting["way"];

/** An order in ranges, one after the other: each row is in exactly one of them, and each is read from an index of its own by the same column. */
export type Ranges = { by: PgColumn; ranges: { where: SQL; way: Way }[] };

/** What a list is sorted by: one or several columns or expressions, or ranges. */
export type SortedBy = SQLWrapper | SQLWrapper[] | Ranges;

/** The order of a list, its key the last. With ranges, the first value is the number of the range, and the second has the direction of each. */
export type Order = { sorted: Sorting[]; ranges?: (Ranges["ranges"][number] & { number: number })[] };

/** The order of a list by some of its columns; `first` is what comes before all others, whatever the direction. */
export function orderOf(by: SortedBy, { key, way, first }: { key: PgColumn; way: Way; first?: SQLWrapper }): Order {
  const before: Sorting[] = first ? [{ by: first, way: "desc" }] : [];
  if (!("ranges" in by)) return { sorted: [...before, ...[by, key].flat().map((one) => ({ by: one, way }))] };
  if (first) throw new Error("rows that come first are a range of their own in a list in ranges");
  const ranges = by.ranges.map((range, number) => ({ ...range, number }));
  const cases = ranges.map(({ where, number }) => sql`when ${where} then ${constant(number)}`);
  const rangeOf = sql`(case ${sql.join(cases, sql` `)} end)`;
  const order: Order = { sorted: [rangeOf, by.by, key].map((one) => ({ by: one, way: "asc" })), ranges };
  return way === "asc" ? order : reversed(order);
}

const opposite = (way: Way): Way => (way === "asc" ? "desc" : "asc");

/** The same from its end. */
export function reversed({ sorted, ranges }: Order): Order {
  return {
    sorted: sorted.map(({ by, way }) => ({ by, way: opposite(way) })),
    ranges: ranges?.map((range) => ({ ...range, way: opposite(range.way) })).reverse(),
  };
}

/** An integer in an order would be the number of a column. */
const constant = (number: number) => sql.raw(`${number}::int`);

const directed = ({ by, way }: Sorting) => (way === "asc" ? asc(by) : desc(by));

/** What rows are ordered by. */
export function directions({ sorted, ranges }: Order): SQL[] {
  const [range, value, ...others] = sorted;
  if (!ranges || !range || !value) return sorted.map(directed);
  const inDirection = (["asc", "desc"] as const).flatMap((way) => {
    const numbers = ranges.filter((one) => one.way === way).map(({ number }) => constant(number));
    if (numbers.length === 0) return [];
    return [directed({ by: sql`case when ${range.by} in (${sql.join(numbers, sql`, `)}) then ${value.by} end`, way })];
  });
  return [directed(range), ...inDirection, ...others.map(directed)];
}

/** What a list is sorted by as columns with names; the same order by those names, and their values in one. */
export function namedOrder({ sorted, ranges }: Order) {
  const named = sorted.map(({ way }, at): Sorting => ({ by: sql`${sql.identifier(`by_${at}`)}`, way }));
  const names = sql.join(
    named.map(({ by }) => by),
    sql`, `,
  );
  return { columns: namedColumns(sorted), named: { sorted: named, ranges }, values: sql`json_build_array(${names})` };
}

const namedColumns = (sorted: Sorting[]) =>
  sql.join(
    sorted.map(({ by }, at) => sql`${by} as ${sql.identifier(`by_${at}`)}`),
    sql`, `,
  );

/** A part of a list that an index has in its order. */
type Walk = { where: SQL | undefined; columns: SQL; order: SQL };

/** The parts that have the rows after a position, or all rows, each exactly once. */
export function walksOf({ sorted, ranges }: Order, after: PositionValue[] | undefined): Walk[] {
  const [, value, ...others] = sorted;
  if (!ranges || !value) return stepsOf(sorted, after).map((where) => ({ where, columns: namedColumns(sorted), order: inOrder(sorted) }));
  const rest = after ? ranges.slice(ranges.findIndex(({ number }) => number === after[0])) : ranges;
  return rest.flatMap(({ where, way, number }) => {
    const within = [{ by: value.by, way }, ...others];
    const columns = namedColumns([{ by: constant(number), way }, ...within]);
    const steps = stepsOf(within, number === after?.[0] ? after.slice(1) : undefined);
    return steps.map((step) => ({ where: and(where, step), columns, order: inOrder(within) }));
  });
}

const stepsOf = (sorted: Sorting[], after: PositionValue[] | undefined) => (after ? conditionsAfter(sorted, after) : [undefined]);

const inOrder = (sorted: Sorting[]) => sql.join(sorted.map(directed), sql`, `);

/** That a row is after a position. */
export function isAfter({ sorted, ranges }: Order, after: PositionValue[]): SQL | undefined {
  const [range, value, ...others] = sorted;
  const current = ranges?.find(({ number }) => number === after[0]);
  if (!range || !value || !current) return or(...conditionsAfter(sorted, after));
  const within = conditionsAfter([{ by: value.by, way: current.way }, ...others], after.slice(1));
  return or(...conditionsAfter([range], after.slice(0, 1)), and(sql`${range.by} = ${constant(current.number)}`, or(...within)));
}

/** The values of a position in this order; undefined where it is none. */
export function positionIn({ sorted, ranges }: Order, written: string | undefined, sort: string): PositionValue[] | undefined {
  const values = readPosition(written, sort, sorted.length);
  if (!ranges) return values;
  return ranges.some(({ number }) => number === values?.[0]) ? values : undefined;
}
