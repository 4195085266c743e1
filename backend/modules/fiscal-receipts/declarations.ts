import { desc, eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay, instantInFrance } from "#contract/formats/france-time";
import { type DeclarationDraft, type DeclaredYear, declarationDue } from "#contract/giving/annual-declarations";
import type { SeriesOfYear } from "#contract/giving/fiscal-receipts";
import { seriesOfYears } from "./continuity.ts";
import { otherYearEnd } from "./financial-year.ts";
import { annualDeclarations, fiscalReceipts } from "./tables.ts";

/** Records that the declaration of a year was filed, with the sums that it declares. */
export function recordDeclaration(
  { db, clock }: Pick<Services, "db" | "clock">,
  actor: Actor,
  { year, filedOn, reference, receipts, cents }: DeclarationDraft,
): Promise<{ id: string }> {
  if (filedOn > franceDay(clock())) throw fieldRefusal("filedOn", "receipts:error.filedAhead");
  if (filedOn <= `${year}-12-31`) throw fieldRefusal("filedOn", "receipts:error.filedInYear");
  return db.transaction(async (tx) => {
    // Two declarations of one year wait for each other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`declaration ${year}`}, 0))`);
    const now = clock();
    const last = await lastOf(tx, year);
    // Under the same reference it is the same declaration, whose day was wrong.
    if (last && filedOn < last.filedOn && reference !== last.reference) throw fieldRefusal("filedOn", "receipts:error.filedBefore");
    const counting = await countingNow(tx, year);
    if (counting.issued === 0) throw fieldRefusal("year", "receipts:error.noneOfYear");
    const isOfNow = counting.receipts === receipts && counting.cents === cents;
    const [row] = await tx
      .insert(annualDeclarations)
      .values({
        ...{ year, filedOn, reference, receipts, cents, recordedBy: actor.id, createdAt: now, updatedAt: now },
        place: (last?.place ?? 0) + 1,
        countedAt: isOfNow ? now : (instantInFrance(`${filedOn}T00:00`) ?? now),
      })
      .returning({ id: annualDeclarations.id });
    if (!row) throw new Refusal("unexpected");
    await recordChange(tx, actor, {
      ...({ action: "annual_declaration.create", entityType: "annual_declaration", entityId: row.id } as const),
      after: { year, filedOn, receipts, amountCents: cents },
    });
    return row;
  });
}

async function lastOf(tx: Db, year: number) {
  const [last] = await tx
    .select({ place: annualDeclarations.place, filedOn: annualDeclarations.filedOn, reference: annualDeclarations.reference })
    .from(annualDeclarations)
    .where(eq(annualDeclarations.year, year))
    .orderBy(desc(annualDeclarations.place))
    .limit(1);
  return last;
}

/** How many receipts of a year were issued, and what counts of them. */
async function countingNow(tx: Db, year: number) {
  const counts = sql`${fiscalReceipts.status} = 'issued'`;
  const [sums] = await tx
    .select({
      issued: sql<number>`count(*)::int`,
      receipts: sql<number>`(count(*) filter (where ${counts}))::int`,
      cents: sql<number>`coalesce(sum(${fiscalReceipts.amountCents}) filter (where ${counts}), 0)::float8`,
    })
    .from(fiscalReceipts)
    .where(eq(fiscalReceipts.year, year));
  if (!sums) throw new Refusal("unexpected");
  return sums;
}

/** The newest declarations that are shown. */
const maxDeclarations = 100;

/** What is declared of each year, and what was filed. */
export async function readDeclarations(
  services: Pick<Services, "db" | "clock" | "organisation">,
): Promise<{ items: SeriesOfYear[]; years: DeclaredYear[]; financialYearEnd: string | null }> {
  const { db, clock } = services;
  const items = await seriesOfYears(db);
  const filed = await filedDeclarations(db);
  const financialYearEnd = await otherYearEnd(services);
  const isCalendar = financialYearEnd === null;
  const years = [...new Set(items.map(({ year }) => year))].toSorted((one, other) => other - one);
  const today = franceDay(clock());
  const describe = (year: number): DeclaredYear => {
    const own = items.filter((item) => item.year === year);
    const receipts = own.reduce((sum, item) => sum + item.receipts, 0);
    const cents = own.reduce((sum, item) => sum + item.cents, 0);
    const declared = { year, receipts, cents, filed: filed.filter((one) => one.year === year) };
    return { ...declared, dueOn: isCalendar ? declarationDue(year) : null, state: stateOf(declared, today, isCalendar) };
  };
  return { items, years: years.map(describe), financialYearEnd };
}

type Declared = Pick<DeclaredYear, "year" | "receipts" | "cents" | "filed">;

function stateOf({ year, receipts, cents, filed: [last] }: Declared, today: string, isCalendar: boolean): DeclaredYear["state"] {
  if (last) return isCalendar && (last.receipts !== receipts || last.cents !== cents) ? "changed" : "filed";
  if (today <= `${year}-12-31`) return "running";
  if (receipts === 0) return "none";
  return isCalendar && declarationDue(year) < today ? "late" : "due";
}

async function filedDeclarations(db: Db) {
  const { id, year, place, filedOn, reference, receipts, cents, createdAt, recordedBy } = annualDeclarations;
  const rows = await db
    .select({
      ...{ id, year, filedOn, reference, receipts, cents },
      recordedAt: createdAt,
      recordedBy: fullNameIfAny(users),
    })
    .from(annualDeclarations)
    .leftJoin(users, eq(users.id, recordedBy))
    .orderBy(desc(year), desc(place))
    .limit(maxDeclarations);
  return rows.map((row) => ({ ...row, recordedAt: row.recordedAt.toISOString() }));
}
