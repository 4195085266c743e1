import { and, is, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgColumn } from "drizzle-orm/pg-core";
import { longestPosition } from "#contract/api/endpoint";

/** One of the columns or expressions that a list is sorted by. */
export type Sorting = { by: SQLWrapper; way: "asc" | "desc" };
export type PositionValue = string | number | boolean | null;

/** Where a row is in a list, by the values that the list is sorted by: what a URL has of it, or undefined where it is too long or no single value. */
export function writtenPosition(sort: string, values: unknown[]): string | undefined {
  if (values.some((value) => typeof value === "object" && value !== null)) return undefined;
  const written = Buffer.from(JSON.stringify([sort, ...values])).toString("base64url");
  return written.length > longestPosition ? undefined : written;
}

/** The values of a position of a list with this order and so many values; undefined where it is none. */
export function readPosition(written: string | undefined, sort: string, count: number): PositionValue[] | undefined {
  if (!written) return undefined;
  try {
    const [of, ...values] = JSON.parse(Buffer.from(written, "base64url").toString()) as unknown[];
    const known = of === sort && values.length === count && values.every(isPlain);
    return known ? (values as PositionValue[]) : undefined;
  } catch {
    return undefined;
  }
}

const isPlain = (value: unknown) => value === null || ["string", "number", "boolean"].includes(typeof value);

/**
 * Conditions of which each row after a position meets exactly one, those next to it the first: each of them is a range of an index. As in every order of
 * PostgreSQL, nulls are last in an ascending one and first in a descending one.
 */
export function conditionsAfter(sorted: Sorting[], values: PositionValue[]): SQL[] {
  const steps = sorted.map(({ by, way }, at) => {
    const value = values[at] ?? null;
    const beyond: SQL[] = [];
    if (value !== null) beyond.push(sql`(${by}) ${sql.raw(way === "asc" ? ">" : "<")} ${operand(value)}`);
    if (value !== null && way === "asc" && mayBeNull(by)) beyond.push(sql`(${by}) is null`);
    if (value === null && way === "desc") beyond.push(sql`(${by}) is not null`);
    const same = sorted.slice(0, at).map((one, before) => equal(one.by, values[before] ?? null));
    return beyond.map((condition) => and(...same, condition) as SQL);
  });
  return steps.reverse().flat();
}

const equal = (by: SQLWrapper, value: PositionValue) => (value === null ? sql`(${by}) is null` : sql`(${by}) = ${operand(value)}`);

/** Parameters take the type of what they are compared with; a constant is what a partial index is recognised by. */
const operand = (value: string | number | boolean) => (typeof value === "boolean" ? sql.raw(String(value)) : sql`${value}`);

const mayBeNull = (by: SQLWrapper) => !(is(by, PgColumn) && by.notNull);
