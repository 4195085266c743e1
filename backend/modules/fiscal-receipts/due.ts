import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { writeInInbox } from "#backend/modules/mails/notice-writing";
import { users } from "#backend/modules/users/tables";
import { timestamp } from "#backend/privacy/retention";
import { franceDay } from "#contract/formats/france-time";
import { yearsBack } from "#contract/giving/fiscal-receipts";
import { endedReceivable } from "./gifts.ts";
import { issuerToday } from "./issuer.ts";
import { dueReceipts, fiscalReceiptSources } from "./tables.ts";

/** The days of January from which administrators are notified: donors were promised their receipts in that month. */
const noticeDays = [2, 20] as const;

type Counted = { due: number; missing: number };

/** No receipt that counts has the source of one that was due. */
export const isStillDue = sql`not exists (select from ${fiscalReceiptSources} certified where certified.live and certified.payment_id = ${dueReceipts.sourceId})
  and not exists (select from ${fiscalReceiptSources} certified where certified.live and certified.expense_claim_id = ${dueReceipts.sourceId})
  and not exists (select from ${fiscalReceiptSources} certified where certified.live and certified.gift_in_kind_id = ${dueReceipts.sourceId})`;

/** The years of the receipts that are due, the newest first. */
export async function yearsDue(db: Db): Promise<number[]> {
  const year = sql<number>`extract(year from (${dueReceipts.dueSince} at time zone 'Europe/Paris')::date - 1)::int`;
  const rows = await db
    .selectDistinct({ year: year.as("year") })
    .from(dueReceipts)
    .where(isStillDue);
  return rows.map((row) => row.year).toSorted((one, other) => other - one);
}

/** Counts each night which receipts could be issued, for the queue of staff, and notifies administrators in January of those of the last year. */
export async function countDueReceipts(services: Pick<Services, "db" | "clock" | "organisation" | "settings">) {
  const { db, clock } = services;
  const now = clock();
  const { gaps } = await issuerToday(services);
  // Without a regime nobody was promised a receipt.
  const counted = await db.transaction(async (tx) => {
    await tx.delete(dueReceipts);
    return gaps.includes("no_regime") ? null : count(tx, now);
  });
  if (counted && counted.due + counted.missing > 0) await notify(db, now, counted);
}

/** Receipts whose period ended in the last years or in this one; the counts are of the last year. */
async function count(tx: Db, now: Date): Promise<Counted | undefined> {
  const today = franceDay(now);
  const year = Number(today.slice(0, 4));
  const { rows } = await tx.execute<Counted>(sql`
    with ended as materialized (${endedReceivable(year - yearsBack, year, today)}),
    added as (insert into due_receipts (source_id, due_since, created_at, updated_at)
      select source_id, (period_to + 1)::timestamp at time zone 'Europe/Paris', ${timestamp(now)}, ${timestamp(now)} from ended where gap is null
      on conflict do nothing)
    select (count(*) filter (where gap is null))::int as due, (count(*) filter (where gap = 'no_address'))::int as missing
    from ended where extract(year from period_to) = ${year - 1}`);
  return rows[0];
}

/** One notice for each administrator, from each of the days of January. */
async function notify(db: Db, now: Date, { due, missing }: Counted) {
  const [year, month, day] = franceDay(now).split("-").map(Number);
  const since = noticeDays.findLast((one) => one <= (day ?? 0));
  if (!year || month !== 1 || !since) return;
  const values = { year: String(year - 1), due: String(due), missing: String(missing) };
  const path = `/dashboard/admin/fiscal-receipts/to-issue?year=${year - 1}`;
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.accountState, "validated")));
  for (const { id: userId } of admins)
    await writeInInbox(db, "receipts_due", { userId, path, values, createdAt: now, dedupeKey: `receipts_due:${year}:${since}:${userId}` });
}
