import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { EventRow } from "#backend/modules/event-registrations/locking";
import { times } from "#backend/modules/event-registrations/open-places";
import { listParticipants } from "#backend/modules/event-registrations/participants";
import { eventQuotas, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { type Door, type DoorEvent, type PersonAtDoor, type Scan, shortestName } from "#contract/charity/check-ins";
import { ParticipantsQuery } from "#contract/charity/event-participants";
import { admittedStatuses } from "#contract/charity/event-registrations";
import { requireDoor, requireManual } from "./access.ts";
import { isRefused } from "./refused.ts";
import { checkIns, scanAttempts } from "./tables.ts";

export const doorEvent = (event: EventRow): DoorEvent => ({ ...event, ...times(event), cancelled: event.cancelledAt !== null });

type Wanted = { shown?: string; scans?: "refused" };

/** What the screen at a door shows. */
export async function doorOf(db: Db, actor: Actor, eventId: string, { shown: shownId, scans: which }: Wanted): Promise<Door> {
  const { event, manual, managed } = await requireDoor(db, actor, eventId);
  const [counts, scans] = [await countsOf(db, eventId), await (which ? refusedScans : lastScans)(db, actor, event, manual)];
  const known = scans.find(({ id }) => id === shownId);
  // Others may have scanned since then.
  const shown = known ?? (shownId ? (await lastScans(db, actor, event, manual, eq(scanAttempts.id, shownId)))[0] : undefined) ?? null;
  return { event: doorEvent(event), manual, managed, deviceId: actor.sessionId, ...counts, shown, scans };
}

/** People at the event, by the size of their parties. */
async function countsOf(db: Db, eventId: string) {
  const { partySize, status } = eventRegistrations;
  const isInside = sql`exists (select from check_ins step where step.registration_id = event_registrations.id and step.kind = 'entry' and step.undone_at is null and step.closed_by is null)`;
  const sum = (which: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${partySize}) filter (where ${which}), 0)`.mapWith(Number);
  const [counts] = await db
    .select({ expected: sum(sql`true`), entered: sum(sql`${status} = 'attended'`), inside: sum(isInside) })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.eventId, eventId), inArray(status, [...admittedStatuses])));
  return counts ?? { expected: 0, entered: 0, inside: 0 };
}

const shownScans = 12;

/** More than any event has of them, as a rule. */
const shownRefused = 100;

const refusedScans = (db: Db, actor: Actor, event: EventRow, manual: boolean) =>
  lastScans(db, actor, event, manual, isRefused, shownRefused);

async function lastScans(db: Db, actor: Actor, event: EventRow, manual: boolean, which?: SQL, most = shownScans): Promise<Scan[]> {
  const staff = alias(users, "staff");
  const rows = await db
    .select({
      attempt: scanAttempts,
      registration: eventRegistrations,
      firstName: users.firstName,
      lastName: users.lastName,
      quota: eventQuotas,
      other: { title: events.title, startsAt: events.startsAt, visibility: events.visibility },
      checkIn: checkIns,
      staffFirst: staff.firstName,
      staffLast: staff.lastName,
    })
    .from(scanAttempts)
    .leftJoin(eventRegistrations, eq(eventRegistrations.id, scanAttempts.registrationId))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .leftJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .leftJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(checkIns, eq(checkIns.id, scanAttempts.checkInId))
    .leftJoin(staff, eq(staff.id, checkIns.byUserId))
    .where(and(eq(scanAttempts.eventId, event.id), which))
    .orderBy(desc(scanAttempts.createdAt), desc(scanAttempts.id))
    .limit(most);
  return rows.map((row) => shape(row, event, { staff: actor.role === "ADMIN", undoes: (by) => manual || by === actor.id }));
}

type Row = {
  attempt: typeof scanAttempts.$inferSelect;
  registration: typeof eventRegistrations.$inferSelect | null;
  firstName: string | null;
  lastName: string | null;
  quota: typeof eventQuotas.$inferSelect | null;
  other: Pick<EventRow, "title" | "startsAt" | "visibility"> | null;
  checkIn: typeof checkIns.$inferSelect | null;
  staffFirst: string | null;
  staffLast: string | null;
};
type Reader = { staff: boolean; undoes: (by: string) => boolean };

/** A scan with the name of whom it is about, if they belong to the event. */
function shape(row: Row, event: EventRow, reader: Reader): Scan {
  const { attempt, registration, firstName, lastName, quota } = row;
  const { id, answer, kind, mode, at } = attempt;
  const here = registration?.eventId === event.id ? registration : null;
  return {
    ...{ id, answer, kind, mode, at: at.toISOString() },
    name: here && (here.guestName ?? `${firstName} ${lastName}`),
    partySize: here?.partySize ?? null,
    quota: here && (quota?.label ?? null),
    slot: here && (quota?.startsAt?.toISOString() ?? null),
    status: here?.status ?? null,
    elsewhere: registration && !here ? elsewhereOf(row, reader) : null,
    ...stepOf(row, reader),
  };
}

/** The other event of a ticket. Who is registered for one by invitation is no matter of this door. */
function elsewhereOf({ other }: Row, { staff }: Reader): Scan["elsewhere"] {
  if (!other || (!staff && other.visibility === "invitation")) return null;
  return { title: other.title, startsAt: other.startsAt.toISOString() };
}

/** What a scan changed, and whether that can be taken back; of who is already inside, since when. */
function stepOf({ attempt: { answer }, checkIn, staffFirst, staffLast }: Row, { undoes }: Reader) {
  const changed = (answer === "ok" || answer === "left") && checkIn;
  if (!changed) {
    const first = answer === "already" && checkIn ? { at: checkIn.at.toISOString(), by: staffFirst && `${staffFirst} ${staffLast}` } : null;
    return { first, checkInId: null, undone: false, mayUndo: false };
  }
  const undone = checkIn.undoneAt !== null;
  return { first: null, checkInId: checkIn.id, undone, mayUndo: !undone && !checkIn.closedBy && undoes(checkIn.byUserId) };
}

/** People of the event by name, for who may check them in without a code. */
export async function peopleAtDoor(db: Db, actor: Actor, eventId: string, name: string, now: Date): Promise<PersonAtDoor[]> {
  await requireManual(db, actor, eventId);
  if (name.length < shortestName) return [];
  const query = { ...ParticipantsQuery.parse({ sort: "name" }), q: name.replaceAll("@", " "), perPage: 12 };
  const { items } = await listParticipants(db, actor, eventId, query, now);
  const ids = items.map(({ id }) => id);
  const open = ids.length === 0 ? [] : await db.select({ id: checkIns.registrationId }).from(checkIns).where(openOf(ids));
  const inside = new Set(open.map(({ id }) => id));
  return items.map((row) => ({ ...row, registrationId: row.id, inside: inside.has(row.id) }));
}

const openOf = (ids: string[]) =>
  and(inArray(checkIns.registrationId, ids), eq(checkIns.kind, "entry"), isNull(checkIns.undoneAt), isNull(checkIns.closedBy));
