import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { maxPledgesCounted, type PledgeMonth } from "#contract/giving/pledges";
import { pledges } from "./tables.ts";

/**
 * What was pledged in each of the last twelve months that have pledges, the newest last, with what arrived of it.
 * None when there are more pledges than one page may read.
 */
export async function pledgeMonths(db: Db, now: Date): Promise<PledgeMonth[]> {
  const since = sql`date_trunc('month', ${now.toISOString()}::timestamptz at time zone 'Europe/Paris') - interval '11 months'`;
  const { rows } = await db.execute<{ months: (PledgeMonth & { counted: number })[] }>(sql`
    select coalesce(json_agg(months order by months.month), '[]') as months from (
      select to_char(newest.day, 'YYYY-MM') as month, count(*) as counted,
        coalesce(sum(newest.amount) filter (where newest.paid), 0) as "receivedCents",
        coalesce(sum(newest.amount) filter (where newest.status = 'promised' and not newest.paid), 0) as "promisedCents"
      from (
        select date_trunc('month', ${pledges.createdAt} at time zone 'Europe/Paris') as day, ${pledges.amountCents} as amount,
          ${pledges.paid} as paid, ${pledges.status} as status
        from ${pledges} where ${pledges.createdAt} >= (${since}) at time zone 'Europe/Paris'
        order by ${pledges.createdAt} desc limit ${maxPledgesCounted + 1}
      ) newest group by newest.day
    ) months`);
  const months = rows[0]?.months ?? [];
  if (months.reduce((sum, { counted }) => sum + counted, 0) > maxPledgesCounted) return [];
  return months.map(({ month, receivedCents, promisedCents }) => ({ month, receivedCents, promisedCents }));
}
