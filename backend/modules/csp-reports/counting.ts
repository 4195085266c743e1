import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { CspReports, CspViolation } from "#contract/api/csp-reports";
import { franceDay } from "#contract/formats/france-time";
import { cspReports } from "./tables.ts";
import { other, violationsOf } from "./violations.ts";

/** The most distinct violations stored for a day. Further ones are counted together, so that invented ones do not fill the table. */
export const maxKindsPerDay = 200;
const daysStored = 30;
const shown = 50;

/** Counts what a request reports; one request at a time, so that a day never holds more than {@link maxKindsPerDay}, and one row for the rest. */
export async function countReports(db: Db, reports: CspReports, now: Date) {
  const kinds = Map.groupBy(violationsOf(reports), ({ directive, blocked }) => `${directive} ${blocked}`);
  if (kinds.size === 0) return;
  const day = franceDay(now);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('csp_reports'))`);
    for (const [kind, { length: times }] of kinds) {
      const [directive = other, blocked = other] = kind.split(" ");
      const { directive: known, blocked: origin } = cspReports;
      const again = await tx
        .update(cspReports)
        .set({ times: sql`${cspReports.times} + ${times}` })
        .where(and(eq(cspReports.day, day), eq(known, directive), eq(origin, blocked)))
        .returning({ times: cspReports.times });
      if (again.length > 0) continue;
      const isFull = (await tx.$count(cspReports, eq(cspReports.day, day))) >= maxKindsPerDay;
      await tx
        .insert(cspReports)
        .values({ day, times, ...(isFull ? { directive: other, blocked: other } : { directive, blocked }) })
        .onConflictDoUpdate({ target: [cspReports.day, known, origin], set: { times: sql`${cspReports.times} + ${times}` } });
    }
  });
}

/** The most frequent violations within the retention period. */
export async function listViolations(db: Db): Promise<CspViolation[]> {
  const times = sql<number>`sum(${cspReports.times})::int`;
  const lastOn = sql<string>`max(${cspReports.day})::text`;
  const { directive, blocked } = cspReports;
  return db
    .select({ directive, blocked, times, lastOn })
    .from(cspReports)
    .groupBy(directive, blocked)
    .orderBy(desc(times), directive, blocked)
    .limit(shown);
}

export async function purgeReports(db: Db, now: Date) {
  const first = franceDay(new Date(now.getTime() - daysStored * 86_400_000));
  await db.delete(cspReports).where(lt(cspReports.day, first));
}
