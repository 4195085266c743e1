import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { countChanged, type OldDataKind, type OldRows, type RetentionDeps } from "#backend/privacy/retention";
import { countKey, dataKinds, type PolicyWithRun, type RetentionPolicy, type RetentionRun, retentionSteps } from "#contract/law/retention";
import { retentionPolicies, retentionRuns } from "./tables.ts";
import { type Counts, countAccounts, moveAccounts } from "./unused-accounts.ts";

type Deps = Pick<Services, "db" | "files" | "clock" | "log" | "translate" | "settings" | "wakeMail" | "declarations">;

const keyOf = (kind: OldDataKind) => countKey(kind, retentionSteps[kind][0]);

/** What the modules declare of each kind, in the order of the contract: a later kind finds what an earlier one has left. */
function byKind(retention: OldRows[]): [OldDataKind, OldRows[]][] {
  const declared = Map.groupBy(retention, ({ kind }) => kind);
  return [...declared].sort(([a], [b]) => dataKinds.indexOf(a) - dataKinds.indexOf(b));
}

/** A dry run: the numbers of what a run would do now; only the dry run itself is recorded. */
export async function dryRun({ db, declarations }: Pick<Deps, "db" | "declarations">, now: Date): Promise<RetentionRun> {
  const counts: Counts = {};
  for (const [kind, rows] of byKind(declarations.retention)) counts[keyOf(kind)] = await countOld(db, rows, now);
  return storeRun(db, now, true, { ...counts, ...(await countAccounts(db, now)) });
}

/**
 * The nightly run. Data is deleted before accounts, so that what an erasure deletes is not missing from the numbers that a
 * dry run announced. A kind that fails is logged, has no number in this run, and does not stop the others.
 */
export async function applyRetention(services: Deps): Promise<RetentionRun> {
  const { db, clock, log, declarations } = services;
  const now = clock();
  const counts: Counts = {};
  const attempt = (kind: string, act: () => Promise<Counts>) =>
    act().then(
      (done) => Object.assign(counts, done),
      (error) => log.error({ err: error, kind }, "a retention policy failed"),
    );
  for (const [kind, rows] of byKind(declarations.retention))
    await attempt(kind, async () => ({ [keyOf(kind)]: await takeOld(services, rows, now) }));
  await attempt("accounts", () => moveAccounts(services, now));
  return storeRun(db, now, false, counts);
}

/** The number of rows of a kind that a run would delete now. */
async function countOld(db: Db, rows: OldRows[], now: Date): Promise<number> {
  const found = rows.map(({ table, where }) => sql`select from ${sql.identifier(table)} it where ${where(now)}`);
  const counted = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${sql.join(found, sql` union all `)}) old`);
  return counted.rows[0]?.count ?? 0;
}

/** Deletes them, and returns how many. */
async function takeOld({ db, files }: RetentionDeps, rows: OldRows[], now: Date): Promise<number> {
  let taken = 0;
  for (const { table, where, act, byParts } of rows) {
    const which = where(now);
    if (!act) taken += await countChanged(db, sql`delete from ${sql.identifier(table)} it where ${which}`);
    else taken += byParts ? await act({ db, files }, which, now) : await db.transaction((tx) => act({ db: tx, files }, which, now));
  }
  return taken;
}

async function storeRun(db: Db, at: Date, dry: boolean, counts: Counts): Promise<RetentionRun> {
  const [run] = await db.insert(retentionRuns).values({ at, dryRun: dry, counts }).returning();
  return { id: run?.id ?? "", at: at.toISOString(), dryRun: dry, counts };
}

export async function lastRuns(db: Db): Promise<RetentionRun[]> {
  const rows = await db.select().from(retentionRuns).orderBy(desc(retentionRuns.at)).limit(20);
  return rows.map(({ at, ...run }) => ({ ...run, at: at.toISOString() }));
}

/** Every policy, in the order of the contract. */
export async function listPolicies(db: Db): Promise<RetentionPolicy[]> {
  const rows = await db.select().from(retentionPolicies);
  return dataKinds.flatMap((kind) => {
    const row = rows.find(({ dataKind }) => dataKind === kind);
    return row ? [{ ...row, updatedAt: row.updatedAt.toISOString() }] : [];
  });
}

/** The same, each with what the last run that did not fail on it has done. */
export async function policiesWithRuns(db: Db): Promise<PolicyWithRun[]> {
  const runs = await db.select().from(retentionRuns).where(eq(retentionRuns.dryRun, false)).orderBy(desc(retentionRuns.at)).limit(100);
  return (await listPolicies(db)).map((policy) => {
    const { dataKind } = policy;
    const keys = retentionSteps[dataKind].map((step) => countKey(dataKind, step));
    const last = runs.find(({ counts }) => keys.every((key) => key in counts));
    const counts = Object.fromEntries(keys.map((key) => [key, last?.counts[key] ?? 0]));
    return { ...policy, lastRun: last ? { at: last.at.toISOString(), counts } : null };
  });
}
