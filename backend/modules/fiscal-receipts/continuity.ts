import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { writeInInbox } from "#backend/modules/mails/notice-writing";
import { users } from "#backend/modules/users/tables";
import { franceDay } from "#contract/formats/france-time";
import type { SeriesOfYear } from "#contract/giving/fiscal-receipts";
import { toReplace } from "./list.ts";

/** What was issued in each series and year, less what was cancelled, and whether its numbers are 1 to the last without gap. */
export async function seriesOfYears(db: Db): Promise<SeriesOfYear[]> {
  const { rows } = await db.execute<SeriesOfYear>(sql`
    select coalesce(it.series, sequences.series) as series, coalesce(it.year, sequences.year) as year,
      count(it.id) filter (where it.status = 'issued')::int as receipts,
      coalesce(sum(it.amount_cents) filter (where it.status = 'issued'), 0)::float8 as cents,
      count(it.id) filter (where it.status = 'cancelled')::int as cancelled,
      count(it.id) filter (where it.to_replace)::int as "toReplace",
      coalesce(max(sequences.last), 0)::int as last,
      count(it.id) = coalesce(max(sequences.last), 0) and min(it.number) = 1 and max(it.number) = max(sequences.last)
        and not coalesce(bool_or(it.is_early), false) as "isWhole"
    from (select id, series, year, number, status, amount_cents, ${toReplace} as to_replace, issued_at < lag(issued_at) over (partition by series, year order by number) as is_early
      from fiscal_receipts) it
    full join (select * from sequences where series in ('IND', 'COM', 'EXP')) sequences on sequences.series = it.series and sequences.year = it.year
    group by 1, 2 order by 2 desc, 1 desc`);
  return rows.map((row) => ({ ...row, isWhole: row.isWhole ?? false }));
}

/** Proves each night that no number is missing. A gap is a notice to administrators, and a job that failed. */
export async function checkNumbers({ db, clock }: Pick<Services, "db" | "clock">) {
  const broken = (await seriesOfYears(db)).filter(({ isWhole }) => !isWhole);
  if (broken.length === 0) return;
  const now = clock();
  const names = broken.map(({ series, year }) => `${series}-${year}`).join(", ");
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.accountState, "validated")));
  for (const { id: userId } of admins) {
    const about = { userId, path: "/dashboard/admin/fiscal-receipts/declaration", values: { number: names }, createdAt: now };
    await writeInInbox(db, "receipts_gap", { ...about, dedupeKey: `receipts_gap:${franceDay(now)}:${userId}` });
  }
  throw new Error(`numbers of tax receipts are missing: ${names}`);
}
