import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { type ImpactMonth, type ImpactTotals, maxPublicMonths } from "#contract/charity/monthly-records";

type Rows = {
  /** One team; without it, all of them. */
  sectorId?: string | SQLWrapper;
  /** The first day from which the software counts, in place of that of each team; null for none. */
  from?: SQLWrapper;
};

/**
 * What teams did, in rows of `month` (its first day), `kits`, `minutes` and `grams`, for a FROM in parentheses: kits and hours as they were recorded by hand in the months
 * before the software counts them for the team, and as it counted them from then on. Each month of a team is in one of the two. All figures of the site are sums of these rows.
 */
export function impactRows({ sectorId, from = sql`team.counted_from` }: Rows = {}): SQL {
  const ofTeam = sectorId ? sql`team.id = ${sectorId}` : sql`true`;
  return sql`(select recorded.month, case when recorded.month >= ${from} then 0 else recorded.kits end as kits,
      case when recorded.month >= ${from} then 0 else recorded.volunteer_minutes end as minutes, recorded.food_grams as grams
    from monthly_records recorded join sectors team on team.id = recorded.sector_id where ${ofTeam}
    union all
    select counted.month, counted.kits, counted.volunteer_minutes, 0
    from counted_months counted join sectors team on team.id = counted.sector_id where ${ofTeam} and counted.month >= ${from})`;
}

type Sums = { kits: number | null; minutes: number | null; grams: number | null };

const sums = sql`'kits', sum(kits), 'minutes', sum(minutes), 'grams', sum(grams)`;

/** The sums of such rows as one value, for `impactTotalsFrom`: an expression, since a statement costs more than what it reads. */
export const impactSums = (of: Rows): SQL<Sums> => sql<Sums>`(select json_build_object(${sums}) from ${impactRows(of)} done)`;

/** What one team, or all, did in whole, and in their newest months, for public pages. */
export async function impactOf(db: Db, sectorId?: string): Promise<{ totals: ImpactTotals; months: ImpactMonth[] }> {
  const [found] = await db
    .select({ sums: impactSums({ sectorId }), months: impactMonths(maxPublicMonths, sectorId) })
    .from(sql`(values (1)) as figures`);
  return { totals: impactTotalsFrom(found?.sums), months: found?.months ?? [] };
}

/** The newest months of one team, or of all, the newest last: an expression. */
export function impactMonths(most: number, sectorId?: string): SQL<ImpactMonth[]> {
  return sql<ImpactMonth[]>`(select coalesce(json_agg(newest order by newest.month), '[]') from (
    select to_char(month, 'YYYY-MM') as month, sum(kits) as kits, round(sum(minutes) / 60.0, 2) as hours, sum(grams) / 1000.0 as kilograms
    from ${impactRows({ sectorId })} done group by done.month order by done.month desc limit ${most}) newest)`;
}

/** Sums as people read them: whole hours and kilograms. */
export function impactTotalsFrom(sums?: Sums | null): ImpactTotals {
  return { kits: sums?.kits ?? 0, hours: Math.floor((sums?.minutes ?? 0) / 60), kilograms: Math.floor((sums?.grams ?? 0) / 1000) };
}
