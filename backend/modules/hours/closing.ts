import { and, eq, inArray, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import { lockPeopleOf, withdrawAttesting } from "./certificates.ts";
import { mailCorrection } from "./mailing.ts";
import { heldByDatabase } from "./refusals.ts";
import { rejectedOf } from "./rejected.ts";
import { proposalsOf } from "./reminding.ts";
import { hourPeriods, volunteerHours } from "./tables.ts";
import { thankFor } from "./thanking.ts";
import { ofYear } from "./year.ts";

type Deps = Pick<Services, "db" | "clock">;
type Period = typeof hourPeriods.$inferSelect;
const entityType = "volunteer_hours";

/** The most rows that one statement locks: about a second of work. */
const lockedAtOnce = 5_000;

/**
 * Closes a year that is over: what was validated is locked, and proposals that nobody confirmed are deleted, a while after their people were written to for
 * the last time. Nothing of the year may still wait, and whoever has rejected entries has had time to correct them; these stay as they are. From then on the
 * database refuses other changes. A job locks what is left of a year with very many hours.
 */
export async function closeYear({ db, clock }: Deps, actor: Actor, year: number) {
  const now = clock();
  if (year < 2000 || year >= Number(franceDay(now).slice(0, 4))) throw fieldRefusal("year", "hours:error.year");
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('hour_periods'), ${year}::int)`);
    if ((await tx.$count(hourPeriods, eq(hourPeriods.year, year))) > 0) throw fieldRefusal("year", "hours:error.alreadyClosed");
    const waiting = and(ofYear(year), eq(volunteerHours.status, "submitted"));
    if ((await tx.$count(volunteerHours, waiting)) > 0) throw fieldRefusal("year", "hours:error.stillWaiting");
    const proposed = await proposalsOf(tx, year);
    const mayDelete = proposed.deletableFrom !== null && proposed.deletableFrom <= franceDay(now);
    if (proposed.entries > 0 && !mayDelete) throw fieldRefusal("year", "hours:error.stillProposed");
    const rejected = await rejectedOf(tx, year);
    if (rejected.correctUntil !== null && rejected.correctUntil >= franceDay(now)) throw fieldRefusal("year", "hours:error.stillRejected");
    await tx.delete(volunteerHours).where(and(ofYear(year), eq(volunteerHours.status, "proposed")));
    const [period] = await tx.insert(hourPeriods).values({ year, closedAt: now, closedBy: actor.id }).returning();
    if (!period) throw new Refusal("unexpected");
    await lockHours(tx, now, period);
    await recordChange(tx, actor, { action: "volunteer_hours.close_year", entityType, entityId: period.id, after: { year } });
  });
}

/** Locks some of the validated hours of a closed year, and returns how many. */
async function lockHours(tx: Db, now: Date, { id, year }: Period): Promise<number> {
  const some = tx
    .select({ id: volunteerHours.id })
    .from(volunteerHours)
    .where(and(ofYear(year), eq(volunteerHours.status, "validated")))
    .orderBy(volunteerHours.date, volunteerHours.id)
    .limit(lockedAtOnce);
  const locked = await tx
    .update(volunteerHours)
    .set({ status: "locked", lockedPeriodId: id, updatedAt: now })
    .where(inArray(volunteerHours.id, some))
    .returning({ id: volunteerHours.id });
  return locked.length;
}

/** Locks what is left of closed years. */
export async function lockClosedYears({ db, clock }: Deps): Promise<void> {
  const periods = await db.select().from(hourPeriods).orderBy(hourPeriods.year).limit(300);
  for (const period of periods) while ((await lockHours(db, clock(), period)) === lockedAtOnce);
}

/**
 * Corrects hours of a closed year by a line of today, which adds to them or takes from them. Certificates that attest more than that are withdrawn, and
 * their person is written to. Nobody corrects their own.
 */
export function correctHours(services: Services, actor: Actor, id: string, minutes: number) {
  const { db, clock } = services;
  const now = clock();
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      await lockPeopleOf(tx, eq(volunteerHours.id, id));
      const [row] = await tx.select().from(volunteerHours).where(eq(volunteerHours.id, id)).for("update");
      if (!row) throw new Refusal("not_found");
      if (row.userId === actor.id) throw new Refusal("forbidden");
      if (row.status !== "locked" || row.correctsId !== null) throw new Refusal("wrong_state");
      if (row.minutes === minutes) throw fieldRefusal("minutes", "hours:error.correction");
      const { userId, activity, level, sectorId, projectId, rateLevelId, rateCents } = row;
      const times = { date: franceDay(now), createdAt: now, updatedAt: now, submittedAt: now };
      const decided = { status: "validated", validatorId: actor.id, validatedAt: now } as const;
      await tx.insert(volunteerHours).values({
        ...{ userId, activity, level, sectorId, projectId, rateLevelId, rateCents, ...times, ...decided },
        minutes: minutes - row.minutes,
        source: "staff",
        correctsId: id,
      });
      const change = { action: "volunteer_hours.correct", entityType, entityId: id } as const;
      await recordChange(tx, actor, { ...change, before: { minutes: row.minutes }, after: { minutes } });
      const isLess = minutes < row.minutes;
      if (!isLess) await thankFor({ ...services, db: tx }, [{ userId, minutes: minutes - row.minutes }]);
      const withdrawn = isLess ? await withdrawAttesting(tx, now, actor, row, "corrected") : [];
      await mailCorrection({ ...services, db: tx }, row, { minutes, withdrawn: withdrawn.map(({ number }) => number) });
    }),
  );
}
