import { and, eq, inArray, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { checkIns } from "#backend/modules/check-ins/tables";
import { proposedTo, proposeHours, withdrawProposals } from "#backend/modules/hours/proposing";
import { users } from "#backend/modules/users/tables";
import type { HoursActivity } from "#contract/charity/volunteer-hours";
import { franceDay, franceWallTime } from "#contract/formats/france-time";
import { minutesOfTime } from "#contract/formats/hours";
import type { EventRow, QuotaRow, RulesRow } from "./locking.ts";
import { eventQuotas, eventRegistrations, registrationRules } from "./tables.ts";

type Attendance = { event: EventRow; ids: string[]; now: Date };
type Span = { from: Date; to: Date };
type Credit = { date: string; startsAt: number | null; minutes: number };

/**
 * Volunteers and staff who attended an event find their hours proposed: from entry to exit within the hours of their places, or all of these where
 * an exit is missing, or what the rules of the event say for that. Called again after each entry, exit and change of state, and by {@link followChange}; for those who did not attend, a proposal is
 * taken back.
 */
export async function proposeFor(tx: Db, { event, ids, now }: Attendance): Promise<void> {
  const rows = await tx
    .select({
      userId: users.id,
      registrationId: eventRegistrations.id,
      status: eventRegistrations.status,
      from: eventQuotas.startsAt,
      to: eventQuotas.endsAt,
      fixed: registrationRules.hoursCredit,
    })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .innerJoin(registrationRules, eq(registrationRules.eventId, eventRegistrations.eventId))
    .where(and(inArray(eventRegistrations.id, ids), inArray(users.role, ["VOLUNTEER", "ADMIN"])));
  const stays = await staysOf(tx, ids);
  const credits: (Credit & { userId: string })[] = [];
  const without: string[] = [];
  for (const { userId, registrationId, status, from, to, fixed } of rows) {
    const slot = { from: from ?? event.startsAt, to: to ?? event.endsAt };
    const credit = status === "attended" ? creditOf({ ...slot, fixed }, stays.get(registrationId) ?? [], now) : null;
    if (credit) credits.push({ ...credit, userId });
    else without.push(userId);
  }
  const { id: eventId, sectorId, projectId } = event;
  await proposeHours(tx, { credits, eventId, sectorId, projectId, activity: event.type satisfies HoursActivity, now });
  await withdrawProposals(tx, { userIds: without, eventId });
}

/** What a proposal has of its event. */
const proposedOf = ({ startsAt, endsAt, sectorId, projectId, type }: EventRow) =>
  JSON.stringify([startsAt, endsAt, sectorId, projectId, type]);
const hoursOf = (quotas: QuotaRow[]) => JSON.stringify(quotas.map(({ id, startsAt, endsAt }) => [id, startsAt, endsAt]).sort());

type Planned = { event: EventRow; quotas?: QuotaRow[]; rules?: Pick<RulesRow, "hoursCredit"> };

/** How many registrations one statement proposes hours for. */
const atOnce = 500;

/**
 * Lets the proposals of those who attended follow a change of their event or of its place groups, in its transaction, which has locked the event. Who
 * confirmed or declined theirs gets none again.
 */
export async function followChange(tx: Db, before: Planned, after: Planned, now: Date): Promise<void> {
  const { event } = after;
  const isSame = proposedOf(before.event) === proposedOf(event) && hoursOf(before.quotas ?? []) === hoursOf(after.quotas ?? []);
  if (isSame && before.rules?.hoursCredit === after.rules?.hoursCredit) return;
  const attended = await tx
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.eventId, event.id),
        eq(eventRegistrations.status, "attended"),
        inArray(eventRegistrations.userId, proposedTo(tx, event.id)),
      ),
    );
  const ids = attended.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += atOnce) await proposeFor(tx, { event, ids: ids.slice(at, at + atOnce), now });
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

/**
 * What is proposed for a place: where not every entry has an exit its whole time, or the `fixed` minutes of the event, which are of no hour, as they may
 * begin before the place; null for a moment only.
 */
function creditOf(slot: Span & { fixed: number | null }, stays: Stay[], now: Date): Credit | null {
  const within = stays.flatMap(({ from, to }) => (to ? [partIn(slot, { from, to })] : []));
  const isMeasured = stays.length > 0 && within.length === stays.length;
  const parts = isMeasured ? within.filter(({ from, to }) => from < to) : [slot];
  const [first] = parts;
  if (!first) return null;
  const spent = parts.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0) / minute;
  const minutes = isMeasured ? Math.round(spent / rounding) * rounding : (slot.fixed ?? Math.round(spent));
  // Somebody may come in before the midnight at which the event begins: no hours are of a day to come.
  const today = franceDay(now);
  if (minutes === 0) return null;
  if (franceDay(first.from) > today) return { date: today, startsAt: null, minutes };
  if (!isMeasured && slot.fixed !== null) return { date: franceDay(first.from), startsAt: null, minutes };
  return { date: franceDay(first.from), startsAt: minutesOfTime(franceWallTime(first.from).slice(11)), minutes };
}

const partIn = (slot: Span, { from, to }: Span): Span => ({
  from: from < slot.from ? slot.from : from,
  to: to > slot.to ? slot.to : to,
});
