import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { sequences } from "./tables.ts";

/** The next place of a series in a year; its row is locked until the paper exists, so that a paper that fails leaves no gap. */
export async function nextPlace(tx: Db, series: string, year: number): Promise<number> {
  const [row] = await tx
    .insert(sequences)
    .values({ series, year, last: 1 })
    .onConflictDoUpdate({ target: [sequences.series, sequences.year], set: { last: sql`${sequences.last} + 1` } })
    .returning({ last: sequences.last });
  return row?.last ?? 0;
}

/** The same as people read it. */
export const numberOf = (series: string, year: number, place: number, digits = 6) =>
  `${series}-${year}-${String(place).padStart(digits, "0")}`;

export const nextNumber = async (tx: Db, series: string, year: number, digits?: number): Promise<string> =>
  numberOf(series, year, await nextPlace(tx, series, year), digits);
