import {
  and,
  arrayOverlaps,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { isHelped } from "#backend/identity/restricted";
import { addMails } from "#backend/modules/mails/outbox";
import { isChosen, isNotPaused } from "#backend/modules/mails/preferences";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { isMember } from "#backend/modules/users/conditions";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { sectorsWith } from "#contract/accounts/permissions";
import type { moments } from "#contract/accounts/registration-steps";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { AbsenceRule } from "#contract/charity/absence-rule";
import { type Helpers, mostHelpers } from "#contract/charity/event-day";
import { liveStatuses } from "#contract/charity/event-registrations";
import { dayMonthsLater, franceDay, franceWallTime } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { weekdayOf } from "#contract/formats/weeks";
import { pausedUntil, ruleFor } from "./absence-pauses.ts";
import { kilometresTo } from "./distances.ts";
import { drivesOn, isBusy, leadsSector, wasTrained } from "./eligibility.ts";
import { beginsAt, type LockedEvent, lockEvent, placeHours, type QuotaRow, readEvent } from "./locking.ts";
import { hasDocuments } from "./needed-documents.ts";
import { momentsOf, placeText } from "./notifying.ts";
import { isForVolunteers, needsHelpers, openToVolunteers } from "./open-places.ts";
import type { Deps } from "./promoting.ts";
import { eventRegistrations } from "./tables.ts";

type Moment = (typeof moments)[number];

const saturday = 6;

/** The part of the week in which something begins, as volunteers say when they have time. */
export function momentAt(instant: Date): Moment {
  const [day = "", time = ""] = franceWallTime(instant).split("T");
  const weekday = weekdayOf(day);
  if (weekday >= saturday) return weekday === saturday ? "saturday" : "sunday";
  if (time < "12:00") return "weekdayMorning";
  return time < "18:00" ? "weekdayAfternoon" : "weekdayEvening";
}

/** Nobody is notified of more events than this in a week, however many need people. */
const mostInAWeek = 3;
const week = 7 * 86_400_000;

/** Mails to people who could come: no more than some of them in a week. */
const helpTopics = ["event_help", "event_replacement"] as const;

const keyOf = (eventId: string) => `event_help:${eventId}:`;

type Search = {
  /** Whose right to read dates of birth counts. */
  actor: Parameters<typeof mayReadRestricted>[0];
  now: Date;
  pause: AbsenceRule | null;
  /** The place that is to be taken over, instead of the free ones, and how the keys of its notices begin. */
  seat?: { quota: QuotaRow; key: string };
};

/** The places that are looked for, each with what an account of {@link users} needs for it: time then, nothing else then, and documents. */
function placesFor(
  db: Db,
  locked: LockedEvent,
  { now, seat }: Pick<Search, "now" | "seat">,
): { quota: QuotaRow; suits: SQL | undefined }[] {
  const { event } = locked;
  const wanted = seat ? [seat.quota].filter((quota) => isForVolunteers(locked, quota)) : openToVolunteers(locked, now);
  return wanted.map((quota) => ({
    quota,
    suits: and(
      arrayOverlaps(volunteerProfiles.moments, [momentAt(beginsAt(quota, event))]),
      not(isBusy(db, event, placeHours(quota, event))),
      quota.needsDriver ? drivesOn(db, franceDay(event.startsAt)) : undefined,
      quota.leadOnly ? leadsSector(db, event) : undefined,
    ),
  }));
}

/**
 * The volunteers of {@link users}, with their profile, who could take a free place: of the same sector, with time in that part of the week and nothing else
 * then, who fit the rules, have never registered for this event, and want news. Who has been notified of it is not among them. Where there is a minimum age,
 * people whose date of birth the reader may not see are left out, since whoever changes the age would find it out.
 */
export function whoCouldCome(db: Db, locked: LockedEvent, { actor, now, pause, seat }: Search) {
  const { event, rules } = locked;
  const day = franceDay(event.startsAt);
  const key = seat ? seat.key : keyOf(event.id);
  const places = placesFor(db, locked, { now, seat });
  if (!event.sectorId || places.length === 0) return sql`false`;
  const one = { one: sql`1` };
  const registered = db
    .select(one)
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.eventId, event.id),
        or(
          eq(eventRegistrations.userId, users.id),
          and(eq(eventRegistrations.guestEmail, users.email), inArray(eventRegistrations.status, [...liveStatuses])),
        ),
      ),
    );
  const helpNotices = and(eq(notices.userId, users.id), inArray(notices.topic, [...helpTopics]), eq(notices.channel, "inbox"));
  const notified = db
    .select(one)
    .from(notices)
    .where(and(helpNotices, eq(notices.dedupeKey, sql`${key}::text || ${users.id}`)));
  // The key of a mail outlasts its notice: what was written once is not written again.
  const written = db
    .select(one)
    .from(outgoingMails)
    .where(eq(outgoingMails.dedupeKey, sql`${key}::text || ${users.id}`));
  const recent = db
    .select({ count: count() })
    .from(notices)
    .where(and(helpNotices, gt(notices.createdAt, new Date(now.getTime() - week))));
  return and(
    eq(users.sectorId, event.sectorId),
    eq(users.role, "VOLUNTEER"),
    eq(users.accountState, "validated"),
    isNotNull(users.emailVerifiedAt),
    or(...places.map(({ suits }) => suits)),
    rules.minAge === null ? undefined : lte(users.birthDate, dayMonthsLater(day, -12 * rules.minAge)),
    rules.minAge === null || mayReadRestricted(actor, event.sectorId) ? undefined : not(isHelped),
    rules.needsMembership ? isMember(db, day) : undefined,
    rules.needsTraining ? wasTrained(db, event) : undefined,
    hasDocuments(rules.needsDocuments, day),
    pause ? isNull(pausedUntil(db, pause, franceDay(now))) : undefined,
    notExists(registered),
    notExists(notified),
    notExists(written),
    sql`(${recent}) < ${mostInAWeek}`,
    isChosen(db, users.id, "association"),
    isNotPaused(db, users.id, "association", franceDay(now)),
  );
}

/** Who was active last comes first. */
export const inTurn = [sql`${users.lastInteractionAt} desc nulls last`, desc(users.id)];

const shownNames = 6;

/**
 * Whom staff may notify of an event that needs people, how many have been already, and some of their names; in one statement. A notice that was taken back
 * before it was sent, because the time or the place changed, is none.
 */
export async function helpersOf(
  services: Pick<Services, "db" | "clock" | "organisation">,
  actor: Actor,
  locked: LockedEvent,
): Promise<Helpers | null> {
  const { db } = services;
  const now = services.clock();
  if (!needsHelpers(locked, now)) return null;
  const found = db
    .select({
      name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`.as("name"),
      at: sql<number>`row_number() over (order by ${sql.join(inTurn, sql`, `)})`.as("at"),
    })
    .from(users)
    .innerJoin(volunteerProfiles, eq(volunteerProfiles.userId, users.id))
    .where(whoCouldCome(db, locked, { actor, now, pause: await ruleFor(services, "VOLUNTEER") }))
    .orderBy(...inTurn)
    .limit(mostHelpers)
    .as("found");
  const notified = db
    .select({ count: count() })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.aboutId, locked.event.id), eq(outgoingMails.topic, "event_help"), ne(outgoingMails.status, "expired")));
  const [row] = await db
    .select({
      people: sql<number>`count(*)::int`,
      names: sql<string[]>`coalesce(array_agg(${found.name} order by ${found.at}) filter (where ${found.at} <= ${shownNames}), '{}')`,
      notified: sql<number>`(${notified})::int`,
    })
    .from(found);
  return row ?? { people: 0, names: [], notified: 0 };
}

/** The same for whoever may notify them, on their own page of the event; null for all others, and for an event for which nobody registers. */
export async function shownHelpers(services: Pick<Services, "db" | "clock" | "organisation">, actor: Actor, eventId: string) {
  const locked = await readEvent(services.db, eventId).catch((error) => {
    if (error instanceof Refusal && error.code === "not_found") return null;
    throw error;
  });
  if (!locked || !(await mayNotify(services.db, actor, locked.event.sectorId))) return null;
  return helpersOf(services, actor, locked);
}

/** Notifies some of those who could come, with a link to register: each once for an event, and whoever sends it twice at once finds nobody left. */
export function notifyHelpers(services: Deps & Pick<Services, "organisation">, actor: Actor, eventId: string, people: number) {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const now = services.clock();
    const locked = await lockEvent(tx, eventId);
    if (!(await mayNotify(tx, actor, locked.event.sectorId))) throw new Refusal("not_found");
    if (!needsHelpers(locked, now)) throw new Refusal("wrong_state");
    const notified = await invite(inside, locked, { actor, now, pause: await ruleFor(services, "VOLUNTEER") }, inTurn, people);
    if (notified > 0)
      await recordChange(tx, actor, { action: "event.help", entityType: "event", entityId: eventId, after: { people: notified } });
    return { notified };
  });
}

/** Notifies so many of those who could come, in an order, and no more than {@link mostHelpers}; answers how many. */
async function invite(inside: Deps, locked: LockedEvent, search: Search, order: SQL[], people: number): Promise<number> {
  const { db: tx } = inside;
  const { event } = locked;
  // The first place that suits each of them is the one that their mail names.
  const places = placesFor(tx, locked, search);
  if (places.length === 0) return 0;
  const cases = places.map(({ suits }, at) => sql`when ${suits} then ${at}::int`);
  const place = sql<number>`case ${sql.join(cases, sql` `)} end`;
  const chosen = await tx
    .select({ id: users.id, email: users.email, locale: users.locale, firstName: users.firstName, place })
    .from(users)
    .innerJoin(volunteerProfiles, eq(volunteerProfiles.userId, users.id))
    .where(whoCouldCome(tx, locked, search))
    .orderBy(...order)
    .limit(Math.min(people, mostHelpers));
  const mails = chosen.map(({ id, place: at, ...person }) => {
    const { startsAt, endsAt } = placeHours(places[at]?.quota, event);
    const values = {
      eventId: event.id,
      eventTitle: readIn(person.locale, event.title).text,
      ...momentsOf(person.locale, startsAt, endsAt),
      place: placeText(inside, person.locale, event),
    };
    return { to: { ...person, userId: id }, values, dedupeKey: keyOf(event.id) + id, aboutId: event.id, until: startsAt };
  });
  return mails.length === 0 ? 0 : (await addMails(inside, "event_help", mails)).added;
}

/** How many are notified of one place that became free shortly before it begins: the nearest ones first. */
const mostForPlace = 10;

/** Nobody's right to read dates of birth. */
const nobody = { permissions: [] };

/**
 * Notifies volunteers who could come that places of a group became free shortly before they begin, where the event has this and people still register: the
 * nearest ones first where their place and that of the event are known, and then who was active last. Each is notified once of an event, whoever does it.
 */
export async function alertVolunteers(inside: Deps & Pick<Services, "organisation">, locked: LockedEvent, quota: QuotaRow): Promise<void> {
  const { event, rules } = locked;
  const now = inside.clock();
  if (!rules.alertsVolunteers || !event.sectorId || !openToVolunteers(locked, now).some(({ id }) => id === quota.id)) return;
  const search = { actor: nobody, now, pause: await ruleFor(inside, "VOLUNTEER"), seat: { quota, key: keyOf(event.id) } };
  const notified = await invite(inside, locked, search, [sql`${kilometresTo(event)} asc nulls last`, ...inTurn], mostForPlace);
  if (notified === 0) return;
  await recordChange(inside.db, null, { action: "event.help", entityType: "event", entityId: event.id, after: { people: notified } });
}

/** Coordinators write to the people of the sectors in which they may, and a sector's event is for them; whoever manages the sector looks for people, too. */
export async function mayNotify(db: Db, actor: Actor, sectorId: string | null): Promise<boolean> {
  if (actor.role === "ADMIN") return true;
  if (actor.role !== "VOLUNTEER" || !sectorId) return false;
  if (sectorsWith(actor, ["NOTIFICATIONS_SEND"]).includes(sectorId)) return true;
  return (await db.$count(sectorManagers, and(eq(sectorManagers.sectorId, sectorId), eq(sectorManagers.userId, actor.id)))) > 0;
}
