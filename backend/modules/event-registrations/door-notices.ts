import { and, eq, exists, inArray, notExists, or, type SQL, sql } from "drizzle-orm";
import { eventDoorPeople } from "#backend/modules/check-ins/tables";
import { queueMails, takeBack } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { users } from "#backend/modules/users/tables";
import { comingStatuses } from "#contract/charity/event-registrations";
import { readIn } from "#contract/formats/localized-text";
import { announcementOf, changesIn } from "./announcements.ts";
import type { EventRow } from "./locking.ts";
import { momentsOf, whereabouts } from "./notifying.ts";
import type { Deps } from "./promoting.ts";
import { eventRegistrations } from "./tables.ts";

const isToCome = ({ status, cancelledAt, endsAt }: EventRow, now: Date) => status === "published" && !cancelledAt && endsAt > now;

const keyOf = (eventId: string, userId: string) => `event_door:${eventId}:${userId}:`;

/** Notifies a volunteer who is named for the door of an event to come, with its day and place. */
export async function notifyAtDoor(services: Deps, event: EventRow, userId: string): Promise<void> {
  if (isToCome(event, services.clock())) await write(services, event, "event_door", eq(users.id, userId));
}

/** Notifies somebody who is not named any more, where they had read that they were; a mail that waits is taken back. */
export async function notifyOffDoor(services: Deps, event: EventRow, userId: string): Promise<void> {
  const { db } = services;
  const key = keyOf(event.id, userId);
  await takeBack(services, and(eq(outgoingMails.aboutId, event.id), sql`starts_with(${outgoingMails.dedupeKey}, ${key})`));
  const [known] = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.subjectId, event.id), sql`starts_with(${notices.dedupeKey}, ${key})`))
    .limit(1);
  if (known && isToCome(event, services.clock())) await write(services, event, "event_door_ended", eq(users.id, userId));
}

/**
 * Notifies those who are named for the door, and not registered, of what has changed in an event, or that it is on the site now, or not any more. Who is
 * registered has the mail of the change, and this one only where they have no other that they are named.
 */
export async function notifyDoorOfChange(services: Deps, before: EventRow, event: EventRow, notBefore: Date): Promise<void> {
  const now = services.clock();
  if (isToCome(before, now) && event.status !== "published") return notifyDoorOfEnd(services, event);
  if (!isToCome(event, now)) return;
  const isNew = before.status !== "published";
  if (!isNew && changesIn("", announcementOf(before, []), announcementOf(event, [])).length === 0) return;
  await takeBack(services, and(eq(outgoingMails.aboutId, event.id), eq(outgoingMails.topic, "event_door")));
  const which = isNew ? undefined : or(isNotRegistered(services, event), notExists(knownOf(services, event)));
  await write(services, event, "event_door", which, isNew ? undefined : notBefore);
}

/** Notifies volunteers at the door, who had their first notice, that the event is off the site. If it is published again, they get that notice again. */
async function notifyDoorOfEnd(services: Deps, event: EventRow): Promise<void> {
  await takeBack(services, and(eq(outgoingMails.aboutId, event.id), eq(outgoingMails.topic, "event_door")));
  await write(services, event, "event_door_ended", and(inArray(users.id, namedFor(services, event)), exists(knownOf(services, event))));
}

const namedFor = ({ db }: Deps, { id }: EventRow) =>
  db.select({ id: eventDoorPeople.userId }).from(eventDoorPeople).where(eq(eventDoorPeople.eventId, id));

/** The notices that somebody is named for the door of an event. */
function knownOf({ db }: Deps, event: EventRow) {
  const { userId, subjectId, topic } = notices;
  return db
    .select({ one: sql`1` })
    .from(notices)
    .where(and(eq(subjectId, event.id), eq(topic, "event_door"), eq(userId, users.id)));
}

/** Notifies them of the cancellation. */
export async function notifyDoorOfCancellation(services: Deps, event: EventRow): Promise<void> {
  await takeBack(services, and(eq(outgoingMails.aboutId, event.id), eq(outgoingMails.topic, "event_door")));
  await write(services, event, "event_cancelled", isNotRegistered(services, event));
}

/** Notifies them that the event takes place after all: they read its day and place again. */
export async function notifyDoorOfReinstatement(services: Deps, event: EventRow): Promise<void> {
  await write(services, event, "event_door", undefined);
}

/** People who have no mail about the same as somebody who takes part, or did until the event was cancelled. */
function isNotRegistered({ db }: Deps, event: EventRow): SQL {
  const { eventId, userId, status, statusAt } = eventRegistrations;
  const endedNow = event.cancelledAt ? and(eq(status, "cancelled_by_staff"), eq(statusAt, event.cancelledAt)) : undefined;
  return notExists(
    db
      .select({ one: sql`1` })
      .from(eventRegistrations)
      .where(and(eq(eventId, event.id), eq(userId, users.id), or(inArray(status, [...comingStatuses]), endedNow))),
  );
}

type DoorMail = "event_door" | "event_door_ended" | "event_cancelled";

/** To those of the people named for the door of an event, or to one who was, whose account is open. */
async function write(services: Deps, event: EventRow, topic: DoorMail, which: SQL | undefined, notBefore?: Date): Promise<void> {
  const { db, clock } = services;
  const isNamed = topic === "event_door_ended" ? undefined : inArray(users.id, namedFor(services, event));
  const people = await db
    .select({ userId: users.id, email: users.email, locale: users.locale, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.accountState, "validated"), isNamed, which));
  const at = clock().toISOString();
  const mails = people.map((to) => ({
    to,
    values: {
      eventId: event.id,
      eventTitle: readIn(to.locale, event.title).text,
      ...momentsOf(to.locale, event.startsAt, event.endsAt),
      ...whereabouts(services, to.locale, event, { joins: false }),
      ...(event.cancelReason && { reason: readIn(to.locale, event.cancelReason).text }),
    },
    dedupeKey: topic === "event_door" ? keyOf(event.id, to.userId) + at : `${topic}:door:${event.id}:${to.userId}:${at}`,
    aboutId: event.id,
    notBefore,
    until: event.endsAt,
  }));
  await queueMails(services, topic, mails);
}
