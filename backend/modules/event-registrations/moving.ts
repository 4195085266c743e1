import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { isForTask, startTask } from "#backend/modules/tasks/starting";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { ItemResult, TaskWork } from "#backend/worker/task-kind";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { participantsApi } from "#contract/charity/event-participants";
import { type MoveDraft, type MoveOutcome, type MoveRefusal, movableStatuses } from "#contract/charity/participant-acts";
import { franceDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { heldUntil } from "./changes.ts";
import { chosenOf, participantNames } from "./chosen.ts";
import { absencesAmong, notifyOfMovedAbsences } from "./drop-outs.ts";
import { drivesOn, leadsSector } from "./eligibility.ts";
import { type LockedEvent, lockEvent, type QuotaRow, readEvent } from "./locking.ts";
import { notifyPeople } from "./notifying.ts";
import { promote } from "./promoting.ts";
import { eventQuotas, eventRegistrations } from "./tables.ts";
import { notifyOfEndedSearch, withdrawMails } from "./withdrawing.ts";

type Row = Awaited<ReturnType<typeof rowsOf>>[number];
type Left = MoveOutcome["left"][number];
type Moved = { moved: Row[]; left: Left[]; promoted: number };

/** A task has the event beside the request, whose path named it. */
type Body = MoveDraft & { eventId: string };

/**
 * Moves the chosen registrations, or all that match, to other places of their event, in one transaction; very many in a task. A dry run counts and
 * names.
 */
export async function moveTo(services: Services, actor: Actor, eventId: string, body: MoveDraft): Promise<MoveOutcome> {
  const { db, clock } = services;
  const chosen = await chosenOf(db, actor, eventId, body.selection, clock());
  const isLarge = await isForTask(db, eventRegistrations, chosen);
  if (body.dryRun || isLarge) {
    const found = await readEvent(db, eventId);
    const target = targetOf(found, body, clock());
    if (body.dryRun) return outcomeOf({ ...sortOut(await rowsOf(db, found, chosen), target), promoted: 0 });
    const { id: key, position } = eventRegistrations;
    const items = { table: eventRegistrations, key, where: chosen, order: [position] };
    const task = await startTask(services, actor, { endpoint: participantsApi.move, body: { ...body, eventId } }, items);
    return { ...outcomeOf({ moved: [], left: [], promoted: 0 }), task };
  }
  return outcomeOf(await db.transaction((tx) => move({ ...services, db: tx }, actor, { ...body, eventId }, chosen)));
}

/** The same for the registrations of a task. */
export const movingTask: TaskWork<Body> = {
  nameOf: () => "participant.move",
  listOf: ({ eventId }) => `/dashboard/admin/events/${eventId}/participants`,
  async act({ actor, body, ...services }, ids) {
    const { moved, left } = await move(services, actor, body, inArray(eventRegistrations.id, ids));
    return new Map<string, ItemResult>([
      ...moved.map(({ id }): [string, ItemResult] => [id, null]),
      ...left.map(({ id, obstacle }): [string, ItemResult] => [id, `events:move.obstacle.${obstacle}`]),
    ]);
  },
  describe: ({ db, body: { eventId } }, ids) => participantNames(db, eventId, ids),
};

function outcomeOf({ moved, left, promoted }: Moved): MoveOutcome {
  const names = moved.slice(0, maxPreviewedNames).map(({ name }) => name);
  const counts = { count: moved.length + left.length, changed: moved.length, leftCount: left.length };
  return { ...counts, names, left: left.slice(0, maxPreviewedNames), promoted, task: null };
}

/** The places that registrations of an event which is not over are moved to. */
function targetOf({ event, quotas }: LockedEvent, { quotaId }: Pick<MoveDraft, "quotaId">, now: Date): QuotaRow {
  if (event.cancelledAt || event.endsAt <= now) throw new Refusal("wrong_state");
  const target = quotas.find(({ id }) => id === quotaId);
  if (!target) throw fieldRefusal("quotaId", "events:error.chooseQuota");
  return target;
}

/**
 * In the order of arrival. Who has a place has one there at once, or stays; who waits, waits there with the same rank. What they leave is given to the
 * waiting list in the same transaction. Nobody looks for a replacement for places that they did not choose. Each is notified once, those who are offered a
 * place of that alone; who searched is notified of that end as well.
 */
async function move(inside: Services, actor: Actor, { eventId, quotaId }: Body, chosen: SQL | undefined): Promise<Moved> {
  const { db: tx } = inside;
  const now = inside.clock();
  const locked = await lockEvent(tx, eventId);
  const { event, rules } = locked;
  const target = targetOf(locked, { quotaId }, now);
  const { moved, left } = sortOut(await rowsOf(tx, locked, chosen), target);
  const movedIds = moved.map(({ id }) => id);
  if (movedIds.length === 0) return { moved, left, promoted: 0 };
  const absences = await absencesAmong(tx, inArray(eventRegistrations.id, movedIds));
  await tx
    .update(eventRegistrations)
    .set({ quotaId: target.id, replacementSince: null, awayAt: null, updatedAt: now, version: sql`${eventRegistrations.version} + 1` })
    .where(inArray(eventRegistrations.id, movedIds));
  // What waits to be sent to them has the hours of the places that they leave.
  await withdrawMails(inside, { registrationIds: movedIds });
  const searched = moved.filter(({ searches }) => searches).map(({ id }) => id);
  await notifyOfEndedSearch(inside, event, rules, searched);
  await notifyOfMovedAbsences(
    inside,
    eventId,
    absences.map((absence) => ({ ...absence, quotaId: target.id })),
  );
  const promoted = await promote(inside, await lockEvent(tx, eventId));
  const others = movedIds.filter((id) => !promoted.includes(id));
  await notifyPeople(inside, event, rules, "event_moved", others, {
    valuesFor: ({ locale }) => ({ quota: readIn(locale, target.label).text }),
    notBefore: heldUntil(event, now),
    until: event.endsAt,
  });
  await recordChanges(
    tx,
    actor,
    moved.map(({ id, quota }) => ({
      action: "event_registration.move_places",
      entityType: "event_registration" as const,
      entityId: id,
      before: { quota: quota.fr },
      after: { quota: target.label.fr },
    })),
  );
  return { moved, left, promoted: promoted.length };
}

/** The chosen registrations of an event, however many a preview has, with what decides whether their people may have other places. */
function rowsOf(tx: Db, { event }: LockedEvent, chosen: SQL | undefined) {
  return tx
    .select({
      id: eventRegistrations.id,
      name: eventRegistrations.name,
      quotaId: eventRegistrations.quotaId,
      quota: eventQuotas.label,
      status: eventRegistrations.status,
      partySize: eventRegistrations.partySize,
      searches: sql<boolean>`${eventRegistrations.replacementSince} is not null`,
      role: users.role,
      drives: sql<boolean>`${drivesOn(tx, franceDay(event.startsAt))}`,
      leads: sql<boolean>`${leadsSector(tx, event)}`,
    })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(eq(eventRegistrations.eventId, event.id), chosen))
    .orderBy(asc(eventRegistrations.position));
}

const isSeated = ({ status }: Row) => status === "confirmed" || status === "offered";

/** Those who can be moved, one after the other, and the reason of each of the others. Places of the whole event are no matter: all of them stay in it. */
function sortOut(rows: Row[], target: QuotaRow): { moved: Row[]; left: Left[] } {
  let free = target.capacity - target.taken;
  const moved: Row[] = [];
  const left: Left[] = [];
  for (const row of rows) {
    const reason = refusalOf(row, target) ?? (isSeated(row) && row.partySize > free ? "place" : null);
    if (reason) left.push({ id: row.id, name: row.name, obstacle: reason });
    else {
      moved.push(row);
      if (isSeated(row)) free -= row.partySize;
    }
  }
  return { moved, left };
}

/** Age, membership and training are those of the event, which admitted them. Guests have no role: staff decide about them, as when they add one, except where places are for managers. */
function refusalOf({ quotaId, status, role, drives, leads }: Row, target: QuotaRow): MoveRefusal | null {
  if (quotaId === target.id) return "same";
  if (!movableStatuses.some((one) => one === status)) return "state";
  if (target.leadOnly && !leads) return "eligible";
  if (role === null) return null;
  const fits = target.roles.length === 0 || target.roles.some((one) => one === role);
  return fits && (!target.needsDriver || drives) ? null : "eligible";
}
