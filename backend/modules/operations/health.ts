import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { outgoingMails } from "#backend/modules/mails/tables";
import type { Health } from "#contract/api/operations";

export async function readHealth(db: Db, now: Date): Promise<Health> {
  return { jobs: await jobsOf(db), mails: await mailsOf(db, now) };
}

const instantOf = (value: string | Date | null) => (value === null ? null : new Date(value).toISOString());

/** The queue keeps its jobs for a day. It makes its tables when it first runs. */
async function jobsOf(db: Db): Promise<Health["jobs"]> {
  const { rows: known } = await db.execute<{ there: boolean }>(sql`select to_regclass('jobs.job') is not null as there`);
  if (!known[0]?.there) return [];
  type Row = { name: string; waiting: string; done: string; failed: string; last_done_at: string | null };
  const { rows } = await db.execute<Row>(sql`
    select name, count(*) filter (where state in ('created', 'retry', 'active')) as waiting, count(*) filter (where state = 'completed') as done,
      count(*) filter (where state = 'failed') as failed, max(completed_on) filter (where state = 'completed') as last_done_at
    from jobs.job where name not like '\\_\\_%' group by name order by name limit 100`);
  return rows.map(({ name, waiting, done, failed, last_done_at }) => ({
    name,
    waiting: Number(waiting),
    done: Number(done),
    failed: Number(failed),
    lastDoneAt: instantOf(last_done_at),
  }));
}

async function mailsOf(db: Db, now: Date): Promise<Health["mails"]> {
  // One that is planned for later does not wait yet.
  const waiting = sql`${outgoingMails.status} = 'waiting' and (${outgoingMails.attempts} > 0 or ${outgoingMails.dueAt} <= ${now.toISOString()}::timestamptz)`;
  const [oldest] = await db
    .select({
      at: sql<string | null>`min(case when ${outgoingMails.attempts} = 0 then ${outgoingMails.dueAt} else ${outgoingMails.createdAt} end)`,
    })
    .from(outgoingMails)
    .where(waiting);
  return {
    waiting: await db.$count(outgoingMails, waiting),
    failed: await db.$count(outgoingMails, sql`${outgoingMails.status} = 'failed'`),
    oldestWaitingAt: instantOf(oldest?.at ?? null),
  };
}
