import { and, count, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { daysToCorrect } from "#contract/charity/volunteer-hours";
import { franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { volunteerHours } from "./tables.ts";
import { ofYear } from "./year.ts";

/** The last day on which a year is not closed because of an entry that was rejected then: never before its end. */
export function correctUntil(year: number, rejectedAt: Date): string {
  const [endOfYear, enough] = [`${year}-12-31`, addDays(franceDay(rejectedAt), daysToCorrect)];
  return [endOfYear, enough].toSorted().at(-1) ?? endOfYear;
}

/** What was rejected in a year and is not corrected, and until when its people have time for that. */
export async function rejectedOf(db: Db, year: number) {
  const [row] = await db
    .select({ entries: count(), last: sql<string | null>`max(${volunteerHours.rejectedAt})` })
    .from(volunteerHours)
    .where(and(ofYear(year), eq(volunteerHours.status, "rejected")));
  const { entries = 0, last = null } = row ?? {};
  return { entries, correctUntil: last ? correctUntil(year, new Date(last)) : null };
}
