import { and, eq, exists, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { withdrawNotices, writeInInbox } from "#backend/modules/mails/notice-writing";
import { notices } from "#backend/modules/notices/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { franceDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { alertVolunteers } from "./helpers.ts";
import { beginningOf, freeIn, type LockedEvent, lockEvent } from "./locking.ts";
import { momentText } from "./notifying.ts";
import { needsHelpers } from "./open-places.ts";
import type { Deps } from "./promoting.ts";
import { eventRegistrations } from "./tables.ts";

/** How long before a place begins its team is notified that it became free, in milliseconds; before that, there is time for others to take it. */
const soon = 48 * 3_600_000;

/** How an absence ends: its person comes after all, somebody else takes the place over, or its hours change, so that they may come now. */
type End = "back" | "replaced" | "moved";

/** A place was left and nobody waits for it; its person cannot come and it is too late to give it back; or that has ended. */
type DropOut = "left" | "away" | End;

type Registration = { id: string; quotaId: string };

/**
 * Notifies those who look after an event, in their inbox, that places were left shortly before they begin, where nobody was promoted to them: once for each
 * group of places. Volunteers who could take such a place are notified as well. Call it after the promotion, with the lock of the event.
 */
export async function notifyOfPlacesLeft(
  services: Deps & Pick<Services, "organisation">,
  eventId: string,
  left: Registration[],
): Promise<void> {
  if (left.length === 0) return;
  const now = services.clock();
  const locked = await lockEvent(services.db, eventId);
  const { event, rules, quotas } = locked;
  if (event.status !== "published" || event.cancelledAt) return;
  for (const quota of quotas) {
    const own = left.find(({ quotaId }) => quotaId === quota.id);
    if (!own || freeIn(quota, rules) === 0) continue;
    const wait = beginningOf(locked, own).getTime() - now.getTime();
    if (wait <= 0 || wait > soon) continue;
    await write(services, locked, own, "left", `${own.id}:left`, await readersOf(services, locked));
    await alertVolunteers(services, locked, quota);
  }
}

/** Notifies the same people that somebody cannot come, although it is too late to give the place back; each time that they say so. */
export async function notifyOfAbsence(services: Deps, locked: LockedEvent, own: Registration, awayAt: Date): Promise<void> {
  await write(services, locked, own, "away", awayKey(own, awayAt), await readersOf(services, locked));
}

type Absence = Registration & { awayAt: Date };

/** Takes the notices of an absence back that has ended; who has read one, or had it on a device, is notified of that. */
export async function notifyOfEndedAbsence(services: Deps, locked: LockedEvent, { awayAt, ...own }: Absence, end: End): Promise<void> {
  const { db } = services;
  const { dedupeKey, subjectId } = notices;
  const ofAbsence = and(eq(subjectId, locked.event.id), sql`starts_with(${dedupeKey}, ${keyOf(awayKey(own, awayAt), "")})`);
  const written = await db.selectDistinct({ key: dedupeKey }).from(notices).where(ofAbsence);
  await withdrawNotices(
    db,
    written.map(({ key }) => key),
  );
  const readers = await db
    .selectDistinct(readerOf(locked, services.clock()))
    .from(notices)
    .innerJoin(users, eq(users.id, notices.userId))
    .where(and(ofAbsence, isOpen));
  await write(services, locked, own, end, `${own.id}:${end}:${awayAt.toISOString()}`, readers);
}

/** The absences among some registrations of an event, before a change ends them. */
export async function absencesAmong(db: Db, which: SQL): Promise<Absence[]> {
  const { id, quotaId, awayAt } = eventRegistrations;
  const rows = await db
    .select({ id, quotaId, awayAt })
    .from(eventRegistrations)
    .where(and(which, isNotNull(awayAt)));
  return rows.flatMap((row) => (row.awayAt ? { ...row, awayAt: row.awayAt } : []));
}

/** Ends the notices of absences whose hours have changed. Call it after the change, with the lock of the event. */
export async function notifyOfMovedAbsences(services: Deps, eventId: string, absences: Absence[]): Promise<void> {
  if (absences.length === 0) return;
  const locked = await lockEvent(services.db, eventId);
  for (const absence of absences) await notifyOfEndedAbsence(services, locked, absence, "moved");
}

const awayKey = ({ id }: Registration, awayAt: Date) => `${id}:away:${awayAt.toISOString()}`;
const keyOf = (key: string, userId: string) => `place_left:${key}:${userId}`;

type Readers = Awaited<ReturnType<typeof readersOf>>;

/** The notice does not say whose place it is. */
async function write(services: Deps, locked: LockedEvent, own: Registration, kind: DropOut, key: string, readers: Readers): Promise<void> {
  const { event } = locked;
  const moment = beginningOf(locked, own);
  await writeInInbox(
    services.db,
    "place_left",
    ...readers.map(({ id: userId, manages, locale }) => ({
      userId,
      path: manages ? `/dashboard/admin/events/${event.id}` : `/dashboard/events/${event.id}`,
      values: { kind, eventTitle: readIn(locale, event.title).text, moment: momentText(services, locale, moment) },
      dedupeKey: keyOf(key, userId),
      createdAt: services.clock(),
      about: { subject: "event" as const, subjectId: event.id },
    })),
  );
}

const isOpen = eq(users.accountState, "validated");

/** Whether an account holds the right to look after the events of a sector. */
function isCoordinator(sectorId: string, now: Date) {
  const { userId, permission, sectorId: ofSector } = permissionGrants;
  return sql<boolean>`exists (select from ${permissionGrants} where ${userId} = ${users.id} and ${permission} = 'EVENTS_MANAGE'
    and ${ofSector} = ${sectorId} and ${isRightInForce(franceDay(now))})`;
}

/** Whom a notice is for, and whether they open the page of those who look after the event. */
function readerOf({ event: { sectorId } }: LockedEvent, now: Date) {
  const coordinates = sectorId ? isCoordinator(sectorId, now) : sql`false`;
  const manages = sql<boolean>`(${users.role} = 'ADMIN' or ${users.role} = 'VOLUNTEER' and ${coordinates})`;
  return { id: users.id, manages, locale: users.locale };
}

/**
 * The administrators of the sector of an event, who looks after its events, and its managers, or all administrators where it has none. Managers are notified
 * where they can do something, which is to notify volunteers that a place is free.
 */
async function readersOf({ db, clock }: Deps, locked: LockedEvent) {
  const { sectorId } = locked.event;
  const reader = readerOf(locked, clock());
  const all = () =>
    db
      .select(reader)
      .from(users)
      .where(and(isOpen, eq(users.role, "ADMIN")));
  if (!sectorId) return all();
  const manages = db
    .select({ one: sql`1` })
    .from(sectorManagers)
    .where(and(eq(sectorManagers.sectorId, sectorId), eq(sectorManagers.userId, users.id)));
  const isManager = needsHelpers(locked, clock()) ? exists(manages) : undefined;
  const mayAct = and(eq(users.role, "VOLUNTEER"), or(isCoordinator(sectorId, clock()), isManager));
  const ofSector = await db
    .select(reader)
    .from(users)
    .where(and(isOpen, or(and(eq(users.role, "ADMIN"), or(eq(users.sectorId, sectorId), exists(manages))), mayAct)));
  return ofSector.length > 0 ? ofSector : all();
}
