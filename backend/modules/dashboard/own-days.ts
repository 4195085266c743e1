import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { placesFacts } from "#backend/modules/event-registrations/list-facts";
import { knownTo, registeredBy } from "#backend/modules/event-registrations/own-events";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { sectors } from "#backend/modules/sectors/tables";
import type { Dashboard } from "#contract/charity/dashboard";
import { comingStatuses, liveStatuses } from "#contract/charity/event-registrations";
import { instantInFrance } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";

export type Moment = { now: Date; today: string };

const datesShown = 8;

/**
 * The dates of today and of the week after it: those of the person's team and of nobody's, and those that they registered for; all where they have
 * no team. Without any, the next one.
 */
export async function agendaFor(db: Db, actor: Actor, { now, today }: Moment): Promise<Dashboard["agenda"]> {
  const end = instantInFrance(`${addDays(today, 8)}T00:00`) ?? now;
  const registered = inArray(events.id, registeredBy(db, actor, liveStatuses));
  const theirs = actor.sectorId ? or(eq(events.sectorId, actor.sectorId), isNull(events.sectorId), registered) : undefined;
  const mine = db
    .select({ status: eventRegistrations.status })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.eventId, events.id), isOwnOf(actor), inArray(eventRegistrations.status, [...liveStatuses])))
    .limit(1);
  const rows = await db
    .select({
      id: events.id,
      title: events.title,
      startsAt: events.startsAt,
      placeName: events.placeName,
      online: events.online,
      team: sectors.name,
      mine: sql<Dashboard["agenda"][number]["mine"]>`${mine}`,
      taken: placesFacts.taken,
      capacity: placesFacts.capacity,
    })
    .from(events)
    .leftJoin(sectors, eq(sectors.id, events.sectorId))
    .where(and(takesPlace, knownTo(db, actor), gte(events.endsAt, now), theirs))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(datesShown);
  const soon = rows.filter(({ startsAt }) => startsAt < end);
  const counts = actor.role === "ADMIN" || actor.role === "VOLUNTEER";
  return (soon.length > 0 ? soon : rows.slice(0, 1)).map(({ taken, capacity, ...row }) => ({
    ...row,
    startsAt: row.startsAt.toISOString(),
    places: counts && taken !== null ? { taken, capacity } : null,
  }));
}

const takesPlace = and(eq(events.status, "published"), isNull(events.cancelledAt));
const isOwnOf = ({ id }: Pick<Actor, "id">) => eq(eventRegistrations.userId, id);

type Next = NonNullable<Dashboard["next"]>;

/** Of a volunteer, as columns of one row: the next date that they registered for, the document of a driver that ends first, and an event whose hours are missing. */
export function nextColumns(db: Db, actor: Actor, { now, today }: Moment) {
  const registration = db
    .select({
      id: sql`${events.id}`.as("id"),
      title: sql`${events.title}`.as("title"),
      startsAt: sql`${events.startsAt}`.as("startsAt"),
      placeName: sql`${events.placeName}`.as("placeName"),
      online: sql`${events.online}`.as("online"),
      status: sql`${eventRegistrations.status}`.as("status"),
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(and(isOwnOf(actor), inArray(eventRegistrations.status, [...comingStatuses]), takesPlace, gt(events.endsAt, now)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(1)
    .as("registration");
  const { licenceExpiry, insuranceExpiry, inspectionExpiry } = driverProfiles;
  const first = sql`least(${licenceExpiry}, ${insuranceExpiry}, ${inspectionExpiry})`;
  const document = sql`case ${first} when ${licenceExpiry} then 'licence' when ${insuranceExpiry} then 'insurance' else 'inspection' end`;
  const ending = db
    .select({ document: document.as("document"), day: sql`${first}`.as("day") })
    .from(driverProfiles)
    .where(and(eq(driverProfiles.userId, actor.id), sql`${first} <= ${addDays(today, daysAhead)}`))
    .as("ending");
  const counted = db
    .select({ one: sql`1` })
    .from(volunteerHours)
    .where(and(eq(volunteerHours.userId, actor.id), eq(volunteerHours.eventId, events.id), ne(volunteerHours.status, "proposed")));
  const missing = db
    .select({ title: sql`${events.title}`.as("title"), startsAt: sql`${events.startsAt}`.as("startsAt") })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(
      and(
        ...[isOwnOf(actor), inArray(eventRegistrations.status, ["confirmed", "attended"]), takesPlace],
        ...[lt(events.endsAt, now), gte(events.endsAt, new Date(now.getTime() - hoursMissedFor)), notExists(counted)],
      ),
    )
    .orderBy(desc(events.startsAt), asc(events.id))
    .limit(1)
    .as("missing");
  return {
    registration: sql<Next["registration"]>`(select row_to_json(registration) from ${registration})`,
    ending: sql<Next["ending"]>`(select row_to_json(ending) from ${ending})`,
    hours: sql<Next["hours"]>`(select row_to_json(missing) from ${missing})`,
  };
}

/** Reminders of a driver's documents begin as many days before. */
const daysAhead = 60;
/** How long an event is followed up for its hours. */
const hoursMissedFor = 30 * 86_400_000;

const instant = <T extends { startsAt: string }>(event: T | null) =>
  event && { ...event, startsAt: new Date(event.startsAt).toISOString() };

export const nextOf = ({ registration, ending, hours }: Next): Next => ({
  registration: instant(registration),
  ending,
  hours: instant(hours),
});
