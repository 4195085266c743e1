import { eq, sum } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { ImpactTotals } from "#contract/charity/monthly-records";
import { monthlyRecords } from "./tables.ts";

/** The sums of the records of one team, or of all. */
export async function impactTotalsOf(db: Db, sectorId?: string): Promise<ImpactTotals> {
  const { kits, volunteerMinutes, foodGrams } = monthlyRecords;
  const [sums] = await db
    .select({ kits: sum(kits).mapWith(Number), minutes: sum(volunteerMinutes).mapWith(Number), grams: sum(foodGrams).mapWith(Number) })
    .from(monthlyRecords)
    .where(sectorId ? eq(monthlyRecords.sectorId, sectorId) : undefined);
  return impactTotalsFrom(sums);
}

/** Sums of the records as people read them: whole hours and kilograms. */
export function impactTotalsFrom(sums?: { kits: number | null; minutes: number | null; grams: number | null }): ImpactTotals {
  return { kits: sums?.kits ?? 0, hours: Math.floor((sums?.minutes ?? 0) / 60), kilograms: Math.floor((sums?.grams ?? 0) / 1000) };
}
