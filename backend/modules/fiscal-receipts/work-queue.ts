import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { byAdministrators, never, type WorkQueueSource } from "#backend/dashboard/work-queue";
import { oneOf } from "#backend/db/columns";
import { sequences } from "#backend/modules/sequences/tables";
import { franceDay } from "#contract/formats/france-time";
import { newestOverdue } from "#contract/giving/annual-declarations";
import { receiptSeries } from "#contract/giving/fiscal-receipts";
import { isStillDue } from "./due.ts";
import { isCalendarYear } from "./financial-year.ts";
import { annualDeclarations, dueReceipts, fiscalReceipts } from "./tables.ts";

/** Receipts that could be issued, which are promised in the month after their year. */
export const receiptQueue: WorkQueueSource = {
  name: "receipts",
  worksOn: byAdministrators,
  shownEmpty: never,
  rows: (_, __, now) => ({
    table: dueReceipts,
    since: dueReceipts.dueSince,
    waits: isStillDue,
    late: sql`${dueReceipts.dueSince} < ${now.toISOString()}::timestamptz - interval '1 month'`,
  }),
};

const { year } = sequences;
const isSeries = (series: SQLWrapper) => sql`${series} in (${oneOf(receiptSeries)})`;
/** Each year once, whatever the number of its series. */
const isFirstOfYear = sql`${isSeries(sequences.series)} and not exists (select from ${sequences} other
  where other.year = ${year} and other.series < ${sequences.series} and ${isSeries(sql`other.series`)})`;
const isNotFiled = sql`not exists (select from ${annualDeclarations} where ${annualDeclarations.year} = ${year})
  and exists (select from ${fiscalReceipts} where ${fiscalReceipts.year} = ${year} and ${fiscalReceipts.status} = 'issued')`;
const lastDeclaration = (columns: SQL) => sql`(select ${columns} from ${annualDeclarations} counted where counted.year = ${year}
  order by counted.place desc limit 1)`;
const sumsOfToday = sql`(select count(*), coalesce(sum(${fiscalReceipts.amountCents}), 0) from ${fiscalReceipts}
  where ${fiscalReceipts.year} = ${year} and ${fiscalReceipts.status} = 'issued')`;
/** The last declaration declares other sums than those of today. */
const isChanged = sql`exists (select from ${lastDeclaration(sql`counted.receipts, counted.cents`)} last where (last.receipts, last.cents) <> ${sumsOfToday})`;
/** A cancellation whose time was read before the declaration was recorded, and that came after it, is not found by its time. */
const changedSince = lastDeclaration(sql`coalesce((select min(${fiscalReceipts.cancelledAt}) from ${fiscalReceipts}
  where ${fiscalReceipts.year} = ${year} and ${fiscalReceipts.status} = 'cancelled' and ${fiscalReceipts.cancelledAt} > counted.counted_at), counted.created_at)`);

/** Years that are over, whose receipts were not declared, or are not those that were declared. */
export const declarationQueue: WorkQueueSource = {
  name: "declarations",
  worksOn: byAdministrators,
  shownEmpty: never,
  rows: (_, __, now) => {
    const today = franceDay(now);
    const isCompared = isCalendarYear(today);
    return {
      table: sequences,
      since: sql`coalesce(${changedSince}, make_date(${year} + 1, 1, 1)::timestamp at time zone 'Europe/Paris')`,
      waits: sql`${isFirstOfYear} and ${year} < ${Number(today.slice(0, 4))} and ((${isNotFiled}) or (${isCompared} and ${isChanged}))`,
      late: sql`${year} <= ${newestOverdue(today)} and ${isNotFiled} and ${isCompared}`,
    };
  },
};
