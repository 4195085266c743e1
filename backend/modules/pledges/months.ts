import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { isGift, receivedCents } from "#backend/modules/payments/sums";
import { payments } from "#backend/modules/payments/tables";
import { maxPledgesCounted, type PledgeMonth } from "#contract/giving/pledges";
import { pledges } from "./tables.ts";

/**
 * What came in each of the last twelve months, less what was taken back, and what the pledges of each still promise, the newest last. None when
 * more pledges are open than one page may read.
 */
export async function pledgeMonths(db: Db, now: Date): Promise<PledgeMonth[]> {
  const since = sql`date_trunc('month', ${now.toISOString()}::timestamptz at time zone 'Europe/Paris') - interval '11 months'`;
  const { rows } = await db.execute<{ months: (PledgeMonth & { counted: number })[] }>(sql`
    select coalesce(json_agg(months order by months.month), '[]') as months from (
      select to_char(money.month, 'YYYY-MM') as month, sum(money.pledges) as counted,
        sum(money.received) as "receivedCents", sum(money.promised) as "promisedCents"
      from (
        select date_trunc('month', ${payments.receivedOn}::timestamp) as month, 0 as pledges, sum(${payments.signedCents}) as received, 0 as promised
        from ${payments} where ${payments.receivedOn} >= (${since})::date and ${isGift} group by 1
        union all
        select date_trunc('month', open.at at time zone 'Europe/Paris'), count(*), 0, sum(greatest(0, open.amount - open.received))
        from (
          select ${pledges.createdAt} as at, ${pledges.amountCents} as amount,
            ${receivedCents} as received
          from ${pledges} where ${pledges.createdAt} >= (${since}) at time zone 'Europe/Paris' and ${pledges.status} = 'promised'
          order by ${pledges.createdAt} desc limit ${maxPledgesCounted + 1}
        ) open group by 1
      ) money group by money.month
    ) months`);
  const months = rows[0]?.months ?? [];
  if (months.reduce((sum, { counted }) => sum + counted, 0) > maxPledgesCounted) return [];
  return months.map(({ month, receivedCents, promisedCents }) => ({ month, receivedCents, promisedCents }));
}
