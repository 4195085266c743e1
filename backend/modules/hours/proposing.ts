import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { activityLevels, type HoursActivity, hoursLimits } from "#contract/charity/volunteer-hours";
import { hourPeriods, volunteerHours } from "./tables.ts";

type Proposal = {
  userIds: readonly string[];
  eventId: string;
  sectorId: string | null;
  /** The day in France on which it began. */
  date: string;
  minutes: number;
  startsAt?: number | null;
  projectId?: string | null;
  activity?: HoursActivity;
  now: Date;
};

/**
 * Proposes hours to those who took part in an event; they count once the person confirms them. Called again for the same person and event, it changes
 * a proposal that still is one and nothing else. Nothing is proposed for less than the shortest entry, or in a year that is closed. Returns the number of proposals.
 */
export async function proposeHours(tx: Db, { userIds, eventId, date, now, ...about }: Proposal): Promise<number> {
  const { sectorId, projectId = null, startsAt = null, activity = "other" } = about;
  const minutes = Math.min(about.minutes, hoursLimits.most);
  if (minutes < hoursLimits.least || userIds.length === 0) return 0;
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('hour_periods'), ${Number(date.slice(0, 4))}::int)`);
  if ((await tx.$count(hourPeriods, eq(hourPeriods.year, Number(date.slice(0, 4))))) > 0) return 0;
  const proposed = { date, minutes, sectorId, projectId, startsAt, activity, level: activityLevels[activity] };
  const stored = { ...proposed, eventId, source: "event", status: "proposed", createdAt: now, updatedAt: now, submittedAt: now } as const;
  const rows = await tx
    .insert(volunteerHours)
    .values(userIds.map((userId) => ({ ...stored, userId })))
    .onConflictDoUpdate({
      target: [volunteerHours.userId, volunteerHours.eventId],
      set: { ...proposed, updatedAt: now, version: sql`${volunteerHours.version} + 1` },
      setWhere: eq(volunteerHours.status, "proposed"),
    })
    .returning({ id: volunteerHours.id });
  return rows.length;
}

/** Takes proposals back that nobody has confirmed: the people did not take part after all. */
export async function withdrawProposals(tx: Db, { userIds, eventId }: Pick<Proposal, "userIds" | "eventId">): Promise<void> {
  if (userIds.length === 0) return;
  const theirs = and(eq(volunteerHours.eventId, eventId), inArray(volunteerHours.userId, [...userIds]));
  await tx.delete(volunteerHours).where(and(theirs, eq(volunteerHours.status, "proposed")));
}
