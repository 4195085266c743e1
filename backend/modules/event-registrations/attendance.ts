import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { proposeHours, withdrawProposals } from "#backend/modules/hours/proposing";
import { users } from "#backend/modules/users/tables";
import type { HoursActivity } from "#contract/charity/volunteer-hours";
import { franceDay, franceWallTime } from "#contract/formats/france-time";
import { minutesOfTime } from "#contract/formats/hours";
import type { EventRow } from "./locking.ts";
import { eventRegistrations } from "./tables.ts";

type Attendance = { event: EventRow; ids: string[]; attended: boolean; now: Date };

/** Volunteers and staff who attended an event find its length proposed among their hours; for those who did not, a proposal is taken back. */
export async function proposeFor(tx: Db, { event, ids, attended, now }: Attendance): Promise<void> {
  const rows = await tx
    .select({ id: users.id })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(inArray(eventRegistrations.id, ids), inArray(users.role, ["VOLUNTEER", "ADMIN"])));
  const userIds = rows.map(({ id }) => id);
  if (!attended) return withdrawProposals(tx, { userIds, eventId: event.id });
  const { id: eventId, startsAt, endsAt, sectorId, projectId } = event;
  await proposeHours(tx, {
    ...{ userIds, eventId, sectorId, projectId, now },
    date: franceDay(startsAt),
    startsAt: minutesOfTime(franceWallTime(startsAt).slice(11)),
    minutes: Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000),
    activity: event.type satisfies HoursActivity,
  });
}
