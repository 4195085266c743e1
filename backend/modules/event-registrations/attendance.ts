import { and, eq, inArray, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { checkIns } from "#backend/modules/check-ins/tables";
import { proposeHours, withdrawProposals } from "#backend/modules/hours/proposing";
import { users } from "#backend/modules/users/tables";
import type { HoursActivity } from "#contract/charity/volunteer-hours";
import { franceDay, franceWallTime } from "#contract/formats/france-time";
import { minutesOfTime } from "#contract/formats/hours";
import type { EventRow } from "./locking.ts";
import { eventQuotas, eventRegistrations } from "./tables.ts";

type Attendance = { event: EventRow; ids: string[]; now: Date };
type Span = { from: Date; to: Date };
type Credit = { date: string; startsAt: number | null; minutes: number };

/**
 * Volunteers and staff who attended an event find their hours proposed: from entry to exit within the hours of their places, or all of these where
 * an exit is missing. Called again after each entry, exit and change of state; for those who did not attend, a proposal is taken back.
 */
export async function proposeFor(tx: Db, { event, ids, now }: Attendance): Promise<void> {
  const rows = await tx
    .select({
      userId: users.id,
      registrationId: eventRegistrations.id,
      status: eventRegistrations.status,
      from: eventQuotas.startsAt,
      to: eventQuotas.endsAt,
    })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .where(and(inArray(eventRegistrations.id, ids), inArray(users.role, ["VOLUNTEER", "ADMIN"])));
  const stays = await staysOf(tx, ids);
  const groups = new Map<string, Credit & { userIds: string[] }>();
  const without: string[] = [];
  for (const { userId, registrationId, status, from, to } of rows) {
    const slot = { from: from ?? event.startsAt, to: to ?? event.endsAt };
    const credit = status === "attended" ? creditOf(slot, stays.get(registrationId) ?? [], now) : null;
    if (!credit) without.push(userId);
    else {
      const key = JSON.stringify(credit);
      groups.set(key, { ...credit, userIds: [...(groups.get(key)?.userIds ?? []), userId] });
    }
  }
  const { id: eventId, sectorId, projectId } = event;
  const activity = event.type satisfies HoursActivity;
  // In the order of days: each takes the lock of its year.
  const inOrder = [...groups.values()].sort((one, other) => one.date.localeCompare(other.date));
  for (const group of inOrder) await proposeHours(tx, { ...group, eventId, sectorId, projectId, activity, now });
  await withdrawProposals(tx, { userIds: without, eventId });
}

type Stay = { from: Date; to: Date | null };

/** When people were inside, in order. `to` is null while an entry has no exit. */
async function staysOf(tx: Db, ids: string[]): Promise<Map<string, Stay[]>> {
  const exits = alias(checkIns, "exits");
  const rows = await tx
    .select({ registrationId: checkIns.registrationId, from: checkIns.at, to: exits.at })
    .from(checkIns)
    .leftJoin(exits, eq(exits.id, checkIns.closedBy))
    .where(and(inArray(checkIns.registrationId, ids), eq(checkIns.kind, "entry"), isNull(checkIns.undoneAt)))
    .orderBy(checkIns.at, checkIns.createdAt);
  return Map.groupBy(rows, ({ registrationId }) => registrationId);
}

const minute = 60_000;
const rounding = 5;

/** What is proposed for a place: its whole time unless every entry has an exit; null for a moment only. */
function creditOf(slot: Span, stays: Stay[], now: Date): Credit | null {
  const within = stays.flatMap(({ from, to }) => (to ? [partIn(slot, { from, to })] : []));
  const isMeasured = stays.length > 0 && within.length === stays.length;
  const parts = isMeasured ? within.filter(({ from, to }) => from < to) : [slot];
  const [first] = parts;
  if (!first) return null;
  const spent = parts.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0) / minute;
  const minutes = isMeasured ? Math.round(spent / rounding) * rounding : Math.round(spent);
  // Somebody may come in before the midnight at which the event begins: no hours are of a day to come.
  const today = franceDay(now);
  if (minutes === 0) return null;
  if (franceDay(first.from) > today) return { date: today, startsAt: null, minutes };
  return { date: franceDay(first.from), startsAt: minutesOfTime(franceWallTime(first.from).slice(11)), minutes };
}

const partIn = (slot: Span, { from, to }: Span): Span => ({
  from: from < slot.from ? slot.from : from,
  to: to > slot.to ? slot.to : to,
});
