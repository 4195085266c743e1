import { and, asc, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { isForTask, startTask } from "#backend/modules/tasks/starting";
import { Refusal } from "#backend/refusal";
import type { TaskWork } from "#backend/worker/task-kind";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { participantsApi } from "#contract/charity/event-participants";
import { liveStatuses, type RegistrationStatus } from "#contract/charity/event-registrations";
import {
  type ActObstacle,
  type ParticipantAct,
  type ParticipantAction,
  type ParticipantsOutcome,
  participantSteps,
} from "#contract/charity/participant-acts";
import { franceDay } from "#contract/formats/france-time";
import { notifyOfPauses } from "./absence-pauses.ts";
import { proposeFor } from "./attendance.ts";
import { chosenOf, participantNames } from "./chosen.ts";
import { beginsAt, freeIn, type LockedEvent, lastBeginning, lockEvent, readEvent } from "./locking.ts";
import { hasDocuments } from "./needed-documents.ts";
import { type EventMail, notifyPeople } from "./notifying.ts";
import { promote } from "./promoting.ts";
import { recordSteps } from "./recording.ts";
import { setStatus } from "./registering.ts";
import { eventRegistrations } from "./tables.ts";

const afterwards: Partial<Record<ParticipantAction, RegistrationStatus>> = {
  confirm: "confirmed",
  refuse: "refused",
  cancel: "cancelled_by_staff",
  attended: "attended",
  no_show: "no_show",
};

const mails: Partial<Record<ParticipantAction, EventMail>> = {
  confirm: "event_confirmed",
  refuse: "event_refused",
  cancel: "event_removed",
};

/** A task has the event beside the request, whose path named it. */
type Body = ParticipantAct & { eventId: string };

/** Those without a place first: a place that the same task takes from others is not offered to them. */
const withoutPlaceFirst = sql`${eventRegistrations.status} not in ('pending', 'waiting')`;

const nothing: ParticipantsOutcome = { count: 0, changed: 0, names: [], left: [], leftCount: 0, promoted: 0, task: null };

/**
 * One act on the chosen registrations, or on all that match, in one transaction; of very many, a task. Those in another state, and those for whom there is
 * no place, stay as they are, each with why. A dry run counts and names.
 */
export async function actOn(services: Services, actor: Actor, eventId: string, body: ParticipantAct): Promise<ParticipantsOutcome> {
  const { db, clock } = services;
  const { action, dryRun } = body;
  const chosen = await chosenOf(db, actor, eventId, body.selection, clock());
  const isLarge = await isForTask(db, eventRegistrations, chosen);
  if (dryRun || isLarge) {
    const found = await readEvent(db, eventId);
    refuseAtThisTime(found, action, clock());
    const obstacle = obstacleOf(found, action, clock());
    if (!isLarge) return outcomeOf(sortOut(found, action, await rowsOf(db, chosen, obstacle, maxRowsInRequest)));
    if (dryRun) return outcomeOf(sortOut(found, action, await narrowRowsOf(db, chosen, obstacle)));
    const { id: key, position } = eventRegistrations;
    const items = { table: eventRegistrations, key, where: chosen, order: [withoutPlaceFirst, position] };
    return { ...nothing, task: await startTask(services, actor, { endpoint: participantsApi.act, body: { ...body, eventId } }, items) };
  }
  return db.transaction(async (tx) => {
    const { rows, promoted } = await act({ ...services, db: tx }, actor, { action, eventId }, chosen);
    return { ...outcomeOf(rows), promoted };
  });
}

/** The same for the registrations of a task. */
export const actingTask: TaskWork<Body> = {
  nameOf: ({ action }) => `participant.${action}`,
  listOf: ({ eventId }) => `/dashboard/admin/events/${eventId}/participants`,
  async act({ actor, body, ...services }, ids) {
    const { rows } = await act(
      services,
      actor,
      body,
      and(eq(eventRegistrations.eventId, body.eventId), inArray(eventRegistrations.id, ids)),
    );
    return new Map(rows.map(({ row, obstacle }) => [row.id, obstacle && `events:act.obstacle.${obstacle}`]));
  },
  describe: ({ db, body: { eventId } }, ids) => participantNames(db, eventId, ids),
};

/** Under the lock of the event. */
async function act(
  inside: Services,
  actor: Actor,
  { action, eventId }: Pick<Body, "action" | "eventId">,
  chosen: SQL | undefined,
): Promise<{ rows: Sorted[]; promoted: number }> {
  const { db: tx, clock } = inside;
  const now = clock();
  const locked = await lockEvent(tx, eventId);
  const { event, rules } = locked;
  refuseAtThisTime(locked, action, now);
  const sorted = sortOut(locked, action, await rowsOf(tx, chosen, obstacleOf(locked, action, now), maxRowsInRequest));
  const fitting = sorted.flatMap(({ row, obstacle }) => (obstacle ? [] : [row.id]));
  const status = afterwards[action];
  let ids = fitting;
  if (status) await setStatus(inside, ids, status);
  else ids = ids.length > 0 ? await promote(inside, locked, ids) : [];
  if (isAfter(action)) {
    await proposeFor(tx, { event, ids, now });
    await notifyOfPauses(inside, ids);
  }
  const mail = mails[action];
  if (mail) await notifyPeople(inside, event, rules, mail, ids);
  const promoted = action === "cancel" ? await promote(inside, await lockEvent(tx, eventId)) : [];
  const { id, status: of } = eventRegistrations;
  const done = new Set(ids);
  const rows = sorted.map(({ row, obstacle }) => ({ row, obstacle: done.has(row.id) ? null : (obstacle ?? "place") }));
  // A promotion offers a place or gives it at once.
  const given = status || ids.length === 0 ? [] : await tx.select({ id, status: of }).from(eventRegistrations).where(inArray(id, ids));
  const after = new Map(given.map((row) => [row.id, row.status]));
  await recordSteps(
    tx,
    actor,
    action,
    rows.flatMap(({ row, obstacle }) => (obstacle ? [] : { id: row.id, before: row.status, after: status ?? after.get(row.id) })),
  );
  return { rows, promoted: promoted.length };
}

const isBefore = (action: ParticipantAction) => action === "confirm" || action === "promote";
const isAfter = (action: ParticipantAction) => action === "attended" || action === "no_show";

/** Places are given until the last one begins, and attendance is noted from the beginning of the event on, until staff close it. */
function refuseAtThisTime({ event, quotas }: LockedEvent, action: ParticipantAction, now: Date): void {
  if (event.closedAt) throw new Refusal("event_closed");
  const tooLate = isBefore(action) && lastBeginning(event, quotas) <= now;
  const tooEarly = isAfter(action) && event.startsAt > now;
  if (event.cancelledAt || tooLate || tooEarly) throw new Refusal("wrong_state");
}

/**
 * Why an act leaves a registration as it is, whatever places there are; null where it does not. Of the refused registrations of people who have registered
 * once more since, the last one counts. Columns are written with the name of their table, which drizzle leaves out.
 */
function obstacleOf({ event, quotas, rules }: LockedEvent, action: ParticipantAction, now: Date): SQL<ActObstacle | null> {
  const begun = isBefore(action) ? quotas.filter((quota) => beginsAt(quota, event) <= now).map(({ id }) => id) : [];
  const isBack = sql`exists (select from event_registrations other where other.event_id = event_registrations.event_id
    and other.id <> event_registrations.id
    and (other.user_id = event_registrations.user_id or other.guest_email = event_registrations.guest_email)
    and (${inArray(sql`other.status`, [...liveStatuses])} or (other.status = 'refused' and other.position > event_registrations.position)))`;
  const isClosed = sql`exists (select from users where users.id = event_registrations.user_id and users.account_state <> 'validated')`;
  const { status, quotaId } = eventRegistrations;
  const has = action === "promote" && hasDocuments(rules.needsDocuments, franceDay(event.startsAt));
  const isLacking = has ? sql`exists (select from users where users.id = event_registrations.user_id and not (${has}))` : sql`false`;
  return sql`case when ${notInArray(status, [...participantSteps[action]])} then 'state'
    when ${begun.length > 0 ? inArray(quotaId, begun) : sql`false`} then 'begun'
    when ${status} = 'refused' and ${isBack} then 'again'
    when ${action === "promote" ? isClosed : sql`false`} then 'closed'
    when ${isLacking} then 'documents' end`;
}

type Sorted<Row = typeof eventRegistrations.$inferSelect> = { row: Row; obstacle: ActObstacle | null };
type NarrowRow = Pick<typeof eventRegistrations.$inferSelect, "id" | "name" | "quotaId" | "partySize" | "status">;

/** Registrations in the order of arrival, each with its obstacle. */
const rowsOf = (db: Db, where: SQL | undefined, obstacle: SQL<ActObstacle | null>, most: number): Promise<Sorted[]> =>
  db
    .select({ row: eventRegistrations, obstacle })
    .from(eventRegistrations)
    .where(where)
    .orderBy(asc(eventRegistrations.position))
    .limit(most);

/** What a preview needs of more registrations than a request changes, however many, in the order in which the task takes them. */
function narrowRowsOf(db: Db, where: SQL | undefined, obstacle: SQL<ActObstacle | null>): Promise<Sorted<NarrowRow>[]> {
  const { id, name, quotaId, partySize, status, position } = eventRegistrations;
  return db
    .select({ row: { id, name, quotaId, partySize, status }, obstacle })
    .from(eventRegistrations)
    .where(where)
    .orderBy(withoutPlaceFirst, asc(position));
}

const isSeated = (status: RegistrationStatus) => ["confirmed", "offered", "attended", "no_show"].includes(status);
const needsPlace = (action: ParticipantAction) => isBefore(action) || action === "attended";

/** Also names those for whom there is no place, one after the other: nobody gets one above the capacity. */
function sortOut<Row extends NarrowRow>({ quotas, rules }: LockedEvent, action: ParticipantAction, rows: Sorted<Row>[]): Sorted<Row>[] {
  if (!needsPlace(action)) return rows;
  let all = rules.totalCapacity === null ? Number.POSITIVE_INFINITY : rules.totalCapacity - rules.taken;
  const left = new Map(quotas.map((quota) => [quota.id, freeIn(quota, rules)]));
  return rows.map(({ row, obstacle }) => {
    const { quotaId, partySize, status } = row;
    if (obstacle || isSeated(status)) return { row, obstacle };
    const here = left.get(quotaId) ?? 0;
    if (partySize > Math.min(here, all)) return { row, obstacle: "place" };
    left.set(quotaId, here - partySize);
    all -= partySize;
    return { row, obstacle };
  });
}

function outcomeOf(rows: Sorted<NarrowRow>[]): ParticipantsOutcome {
  const names = rows.flatMap(({ row, obstacle }) => (obstacle ? [] : [row.name]));
  const left = rows.flatMap(({ row, obstacle }) => (obstacle ? [{ name: row.name, obstacle }] : []));
  const shown = { names: names.slice(0, maxPreviewedNames), left: left.slice(0, maxPreviewedNames) };
  return { ...nothing, ...shown, count: rows.length, changed: names.length, leftCount: left.length };
}
