import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { sequences } from "./tables.ts";

/** The next number of a series in a year; its row is locked until the paper exists, so that a paper that fails leaves no gap. */
export async function nextNumber(tx: Db, series: string, year: number, digits = 6): Promise<string> {
  const [row] = await tx
    .insert(sequences)
    .values({ series, year, last: 1 })
    .onConflictDoUpdate({ target: [sequences.series, sequences.year], set: { last: sql`${sequences.last} + 1` } })
    .returning({ last: sequences.last });
  return `${series}-${year}-${String(row?.last ?? 0).padStart(digits, "0")}`;
}
