import { and, asc, between, count, eq, min, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { projects } from "#backend/modules/projects/tables";
import { merchantProfiles } from "#backend/modules/registration/tables";
import { Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import {
  giftAccounts,
  type JournalEntry,
  type JournalPlace,
  type JournalSum,
  journalPart,
  largestJournal,
  moneyAccounts,
} from "#contract/giving/journal";
import { type AccountingYear, accountingYears } from "./accounting-year.ts";
import { chequeDeposits, payments, yearOf } from "./tables.ts";

const inYear = ({ from, to }: AccountingYear) => between(payments.receivedOn, from, to);

/** Who gave, as receipts have it: by the pledge, else by the shop of the account. What nobody says is of a person. Dues are no gift. */
const donor = sql<JournalEntry["donor"]>`case when ${payments.membershipId} is not null then 'member'
  else coalesce(${pledges.donor}, case when ${merchantProfiles.userId} is not null then 'company' else 'person' end) end`;

/** One text for each value of a column, as SQL. */
const oneOf = <Value extends string>(by: SQL, texts: Record<string, Value>) =>
  sql<Value>`case ${sql.join(
    Object.entries(texts).map(([value, text]) => sql`when ${by} = ${value} then ${text}`),
    sql` `,
  )} end`;

type Deps = Pick<Services, "db" | "organisation">;

/** What came in an accounting year by account and fund, less what was taken back. */
export async function journalSums({ db, clock, organisation }: Deps & Pick<Services, "clock">, chosen: number | undefined) {
  const years = await accountingYears({ organisation });
  const today = franceDay(clock());
  const thisYear = years.yearOf(today);
  const year = chosen ?? thisYear;
  const days = years.daysOf(year);
  const booked = db
    .select({
      money: oneOf(sql`${payments.method}`, moneyAccounts).as("money"),
      gift: oneOf(donor, giftAccounts).as("gift"),
      allocation: payments.allocation,
      projectId: payments.projectId,
      cents: payments.signedCents,
    })
    .from(payments)
    .leftJoin(pledges, eq(pledges.id, payments.pledgeId))
    .leftJoin(merchantProfiles, eq(merchantProfiles.userId, payments.donorId))
    .where(inYear(days))
    .as("booked");
  const [rows, [first], [given]] = await Promise.all([
    db
      .select({
        money: booked.money,
        gift: booked.gift,
        allocation: booked.allocation,
        project: projects.name,
        payments: sql`count(*)`.mapWith(Number),
        cents: sql`sum(${booked.cents})`.mapWith(Number),
      })
      .from(booked)
      .leftJoin(projects, eq(projects.id, booked.projectId))
      .groupBy(booked.money, booked.gift, booked.allocation, projects.id)
      .orderBy(asc(booked.money), asc(booked.gift), asc(booked.allocation), sql`${projects.id} nulls first`),
    db.select({ day: min(payments.receivedOn) }).from(payments),
    db
      .select({ claims: count(), cents: sql`coalesce(sum(${expenseClaims.amountCents}), 0)`.mapWith(Number) })
      .from(expenseClaims)
      .where(and(eq(expenseClaims.status, "accepted"), between(expenseClaims.spentOn, days.from, days.to))),
  ]);
  const expenses = given ?? { claims: 0, cents: 0 };
  return {
    year,
    ...days,
    thisYear,
    firstYear: Math.min(year, years.yearOf(first?.day ?? today)),
    sums: rows satisfies JournalSum[],
    expenses,
  };
}

type Part = { year: number; kind: string; after?: JournalPlace };

/**
 * A part of the payments of an accounting year in the order in which they were recorded, so that what is recorded later has a later number. The first part is
 * recorded as the export.
 */
export async function exportJournal({ db, organisation }: Deps, actor: Actor, { year, kind, after }: Part) {
  const days = (await accountingYears({ organisation })).daysOf(year);
  if (!after) await recordExport(db, actor, { year, kind }, days);
  // Each calendar year is read by its index, in the order of the journal.
  const calendarYears = [...new Set([days.from, days.to].map((day) => Number(day.slice(0, 4))))];
  const parts: Awaited<ReturnType<typeof rowsOf>> = [];
  const within = calendarYears.length > 1 ? inYear(days) : undefined;
  for (const one of calendarYears) parts.push(...(await rowsOf(db, and(sql`${yearOf(payments.receivedOn)} = ${one}`, within), after)));
  const rows = parts.toSorted((one, other) => one.recordedAt.getTime() - other.recordedAt.getTime() || (one.id < other.id ? -1 : 1));
  const first = (after?.number ?? 0) + 1;
  const entries = rows
    .slice(0, journalPart)
    .map(({ recordedAt, ...row }, index) => ({ ...row, number: first + index, recordedOn: franceDay(recordedAt) }));
  const last = rows[journalPart - 1];
  const hasMore = last && rows.length > journalPart;
  const next = hasMore ? { number: first + journalPart - 1, recordedAt: last.recordedAt.toISOString(), id: last.id } : null;
  return { entries, next, lastDay: days.to };
}

/** The first payments of a part, and one more. */
function rowsOf(db: Db, which: SQL | undefined, after: JournalPlace | undefined) {
  const before = after ? sql`(${payments.createdAt}, ${payments.id}) > (${after.recordedAt}::timestamptz, ${after.id}::uuid)` : undefined;
  return db
    .select({
      id: payments.id,
      receivedOn: payments.receivedOn,
      recordedAt: payments.createdAt,
      method: payments.method,
      donor,
      signedCents: payments.signedCents,
      reversal: payments.reversal,
      allocation: payments.allocation,
      project: projects.name,
      reference: sql<string | null>`coalesce(${pledges.reference}, ${memberships.number})`,
      deposit: chequeDeposits.number,
    })
    .from(payments)
    .leftJoin(pledges, eq(pledges.id, payments.pledgeId))
    .leftJoin(merchantProfiles, eq(merchantProfiles.userId, payments.donorId))
    .leftJoin(memberships, eq(memberships.id, payments.membershipId))
    .leftJoin(projects, eq(projects.id, payments.projectId))
    .leftJoin(chequeDeposits, eq(chequeDeposits.id, payments.depositId))
    .where(and(which, before))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(journalPart + 1);
}

async function recordExport(db: Db, actor: Actor, { year, kind }: Part, days: AccountingYear) {
  const some = db
    .select({ id: payments.id })
    .from(payments)
    .where(inYear(days))
    .limit(largestJournal + 1)
    .as("some");
  const rows = await db.$count(some);
  if (rows > largestJournal) throw new Refusal("too_large");
  const list = "/dashboard/admin/donations/journal/export.csv";
  const after = { query: `year=${year}&kind=${kind}`, rows };
  await recordChange(db, actor, { action: "list.export", entityType: "list", entityId: list, after });
}
