import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { activityLevels, type HoursActivity, hoursLimits } from "#contract/charity/volunteer-hours";
import { hourPeriods, volunteerHours } from "./tables.ts";

/** `date` is the day in France on which it began, `startsAt` the minutes since its midnight. */
type Credit = { userId: string; date: string; minutes: number; startsAt?: number | null };

type Proposal = {
  credits: readonly Credit[];
  eventId: string;
  sectorId: string | null;
  projectId?: string | null;
  activity?: HoursActivity;
  now: Date;
};

const yearOf = ({ date }: Credit) => Number(date.slice(0, 4));

/**
 * Proposes hours to those who took part in an event; they count once the person confirms them. Called again for the same person and event, it changes
 * a proposal that still is one and nothing else. Nothing is proposed for less than the shortest entry, or in a year that is closed. Returns the number of proposals.
 */
export async function proposeHours(tx: Db, { credits, eventId, now, ...about }: Proposal): Promise<number> {
  const { sectorId, projectId = null, activity = "other" } = about;
  const same = { sectorId, projectId, activity, level: activityLevels[activity] };
  const stored = { ...same, eventId, source: "event", status: "proposed", createdAt: now, updatedAt: now, submittedAt: now } as const;
  const worth = credits.filter(({ minutes }) => minutes >= hoursLimits.least);
  const years = [...Map.groupBy(worth, yearOf)].sort(([one], [other]) => one - other);
  let proposed = 0;
  for (const [year, ofYear] of years) {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('hour_periods'), ${year}::int)`);
    if ((await tx.$count(hourPeriods, eq(hourPeriods.year, year))) > 0) continue;
    const rows = await tx
      .insert(volunteerHours)
      .values(ofYear.map(({ minutes, ...credit }) => ({ ...stored, ...credit, minutes: Math.min(minutes, hoursLimits.most) })))
      .onConflictDoUpdate({
        target: [volunteerHours.userId, volunteerHours.eventId],
        set: {
          ...same,
          date: sql`excluded.date`,
          minutes: sql`excluded.minutes`,
          startsAt: sql`excluded.starts_at`,
          updatedAt: now,
          version: sql`${volunteerHours.version} + 1`,
        },
        setWhere: eq(volunteerHours.status, "proposed"),
      })
      .returning({ id: volunteerHours.id });
    proposed += rows.length;
  }
  return proposed;
}

/** The people with a proposal of an event that nobody has confirmed or declined. */
export const proposedTo = (db: Db, eventId: string) =>
  db
    .select({ id: volunteerHours.userId })
    .from(volunteerHours)
    .where(and(eq(volunteerHours.eventId, eventId), eq(volunteerHours.status, "proposed")));

/** Takes proposals back that nobody has confirmed: the people did not take part after all. */
export async function withdrawProposals(tx: Db, { userIds, eventId }: { userIds: readonly string[]; eventId: string }): Promise<void> {
  if (userIds.length === 0) return;
  const theirs = and(eq(volunteerHours.eventId, eventId), inArray(volunteerHours.userId, [...userIds]));
  await tx.delete(volunteerHours).where(and(theirs, eq(volunteerHours.status, "proposed")));
}
