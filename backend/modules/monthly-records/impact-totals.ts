import { eq, type SQL, sql, sum } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { type ImpactMonth, type ImpactTotals, maxPublicMonths } from "#contract/charity/monthly-records";
import { monthlyRecords } from "./tables.ts";

/** What the records of one team, or of all, add up to, and their newest months, for public pages. */
export async function impactOf(db: Db, sectorId?: string): Promise<{ totals: ImpactTotals; months: ImpactMonth[] }> {
  const { kits, volunteerMinutes, foodGrams } = monthlyRecords;
  const [sums] = await db
    .select({
      kits: sum(kits).mapWith(Number),
      minutes: sum(volunteerMinutes).mapWith(Number),
      grams: sum(foodGrams).mapWith(Number),
      months: impactMonths(maxPublicMonths, sectorId),
    })
    .from(monthlyRecords)
    .where(sectorId ? eq(monthlyRecords.sectorId, sectorId) : undefined);
  return { totals: impactTotalsFrom(sums), months: sums?.months ?? [] };
}

/** The newest recorded months of one team, or of all, the newest last: an expression, since a statement costs more than what it reads. */
export function impactMonths(most: number, sectorId?: string): SQL<ImpactMonth[]> {
  const { month, kits, volunteerMinutes, foodGrams } = monthlyRecords;
  return sql<ImpactMonth[]>`(select coalesce(json_agg(newest order by newest.month), '[]') from (
    select to_char(${month}, 'YYYY-MM') as month, sum(${kits}) as kits,
      round(sum(${volunteerMinutes}) / 60.0, 2) as hours, sum(${foodGrams}) / 1000.0 as kilograms
    from ${monthlyRecords} where ${sectorId ? eq(monthlyRecords.sectorId, sectorId) : sql`true`}
    group by ${month} order by ${month} desc limit ${most}) newest)`;
}

/** Sums of the records as people read them: whole hours and kilograms. */
export function impactTotalsFrom(sums?: { kits: number | null; minutes: number | null; grams: number | null }): ImpactTotals {
  return { kits: sums?.kits ?? 0, hours: Math.floor((sums?.minutes ?? 0) / 60), kilograms: Math.floor((sums?.grams ?? 0) / 1000) };
}
