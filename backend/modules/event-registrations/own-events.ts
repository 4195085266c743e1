import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, lte, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { betweenDays, pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { Refusal } from "#backend/refusal";
import type { PageOf } from "#contract/api/endpoint";
import {
  type ComingEvent,
  type ComingEventsQuery,
  comingStatuses,
  type EventForPerson,
  liveStatuses,
  type OwnRegistration,
  participantRoles,
  withoutPlaceStatuses,
} from "#contract/charity/event-registrations";
import { registrationPhase } from "#contract/charity/registration-phase";
import { colleaguesOf } from "./colleagues.ts";
import { contactFacts, contactFor, contacts, isContact } from "./contacts.ts";
import { type Here, kilometres, placeOfPerson } from "./distances.ts";
import { lacking, mayKnow, refusalFor, standingOf } from "./eligibility.ts";
import { beginsAt, type EventRow, freeIn, freePlaces, lastPlaceBegins, quotasOf, type RulesRow, tooFewFor } from "./locking.ts";
import { cancelUntil, positionInLine } from "./notifying.ts";
import { moments, times } from "./open-places.ts";
import { currentQuestions } from "./questions.ts";
import { offeredPlaces, ownReplacement } from "./replacing.ts";
import { hasPlace } from "./status.ts";
import { eventQuotas, eventRegistrations, registrationRules } from "./tables.ts";

type Person = Pick<Actor, "id" | "role" | "sectorId">;
type Asking = Parameters<typeof placeOfPerson>[0] & Pick<Services, "clock">;

/** Whether a quota, in a query of `event_quotas quota` and events, is open to a person: to their role, and to managers of the sector where it is for these. */
const isOpenTo = ({ id, role }: Pick<Actor, "id" | "role">) => sql`(quota.roles = '{}' or ${role} = any(quota.roles))
    and ${role} = any(${registrationRules.roles}) and (not quota.lead_only or exists (select from sector_managers manager
      where manager.sector_id = ${events.sectorId} and manager.user_id = ${id}))`;

/** Free places of an event, those of the quotas that a person may take and that have not begun; null where nobody registers. */
export const freeFor = (actor: Pick<Actor, "id" | "role">, now: Date) => sql<
  number | null
>`case when ${registrationRules.eventId} is not null then greatest(0, least((
  select coalesce(sum(quota.capacity - quota.taken), 0) from event_quotas quota
  where quota.event_id = ${events.id} and ${isOpenTo(actor)}
    and coalesce(quota.starts_at, ${events.startsAt}) > ${now.toISOString()}::timestamptz),
  ${registrationRules.totalCapacity} - ${registrationRules.taken}))::int end`;

/** The events that a person may know of, see `eventVisibilities`; staff know of all, and who takes part in none of those that are for everybody. */
export function knownTo(db: Db, actor: Person): SQL | undefined {
  if (actor.role === "ADMIN") return undefined;
  const isForEverybody = eq(events.visibility, "public");
  if (!participantRoles.some((role) => role === actor.role)) return isForEverybody;
  const ofEvent = eq(registrationRules.eventId, events.id);
  const rules = db.select({ one: sql`1` }).from(registrationRules).where(ofEvent);
  const theirs = db
    .select({ one: sql`1` })
    .from(registrationRules)
    .where(and(ofEvent, sql`${actor.role} = any(${registrationRules.roles})`));
  const ofMembers = and(eq(events.visibility, "members"), or(exists(theirs), notExists(rules)));
  return or(isForEverybody, ofMembers, inArray(events.id, registeredBy(db, actor, liveStatuses)));
}

/** Events that a person may take part in and that are not over, the next one first. */
export async function comingFor(
  services: Asking,
  actor: Person,
  query: ComingEventsQuery,
): Promise<PageOf<ComingEvent> & { measured: boolean }> {
  const { db } = services;
  const now = services.clock();
  const here = await placeOfPerson(services, actor.id);
  const { type, near, free, q } = query;
  const withPlace = sql`exists (select from event_quotas quota join ${registrationRules} on ${registrationRules.eventId} = quota.event_id
    where quota.event_id = ${events.id} and quota.taken < quota.capacity and ${isOpenTo(actor)}
    and coalesce(quota.starts_at, ${events.startsAt}) > ${now.toISOString()}::timestamptz
    and (${registrationRules.totalCapacity} is null or ${registrationRules.taken} < ${registrationRules.totalCapacity}))`;
  const where = and(
    eq(events.status, "published"),
    isNull(events.cancelledAt),
    gt(events.endsAt, now),
    knownTo(db, actor),
    type && eq(events.type, type),
    near && actor.sectorId ? eq(events.sectorId, actor.sectorId) : undefined,
    free && withPlace,
    betweenDays(events.startsAt, query.startsAtFrom, query.startsAtTo),
    contains(events, q),
  );
  const page = await listed(db, actor, { ...query, sort: here ? query.sort : "startsAt", here }, where, now);
  return { ...page, measured: here !== null };
}

/** What a person registered for: what is not over, the next one first, also where they got no place; or what was, the last one first. */
export function eventsOf(db: Db, actor: Person, query: Query & { which: "coming" | "past" }, now: Date): Promise<PageOf<ComingEvent>> {
  const where =
    query.which === "coming"
      ? and(
          gt(events.endsAt, now),
          or(
            inArray(
              events.id,
              registeredBy(db, actor, [...comingStatuses, ...withoutPlaceStatuses, "attended", "no_show", "cancelled_by_staff"]),
            ),
            inArray(events.id, replacedIn(db, actor)),
          ),
        )
      : and(lte(events.endsAt, now), inArray(events.id, registeredBy(db, actor)));
  return listed(db, actor, { ...query, order: query.which === "coming" ? "asc" : "desc" }, and(where, ne(events.status, "draft")), now);
}

/** The events that a person registered for, in any state or in some. */
export function registeredBy(db: Db, { id }: Person, statuses?: readonly (typeof eventRegistrations.$inferSelect)["status"][]) {
  return db
    .select({ id: eventRegistrations.eventId })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.userId, id), statuses && inArray(eventRegistrations.status, [...statuses])));
}

/** The events in which somebody took a person's place over. */
const replacedIn = (db: Db, { id }: Person) =>
  db
    .select({ id: eventRegistrations.eventId })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.userId, id), isNotNull(eventRegistrations.replacedAt)));

/** `here` is where the reader is, in lists that say distances. */
type Query = Pick<ComingEventsQuery, "sort" | "order" | "page" | "perPage" | "after" | "before"> & { q?: string; here?: Here };

function listed(db: Db, actor: Person, query: Query, where: SQL | undefined, now: Date): Promise<PageOf<ComingEvent>> {
  const km = kilometres(query.here ?? null);
  // What has no known place comes last.
  const sorts = { startsAt: events.startsAt, distance: [sql`coalesce(${km}, 100000)`, events.startsAt] };
  return pageOfRows(db, events, query, { where, sorts }, async (found, order) => {
    const rows = await db
      .select({ ...factsFor(actor, now), km })
      .from(events)
      .innerJoin(found, eq(found.id, events.id))
      .leftJoin(registrationRules, eq(registrationRules.eventId, events.id))
      .leftJoin(sectors, eq(sectors.id, events.sectorId))
      .orderBy(...order);
    const own = await ownOf(
      db,
      actor,
      rows.map(({ event }) => event.id),
    );
    return rows.map((row) => shown(row, own.get(row.event.id) ?? null, now, actor));
  });
}

/** Of an event that is not for everybody, for who has left it. */
const nowhere = { placeName: "", placeAddress: "", online: false, accessNotes: { fr: "" }, km: null };

/** What is read of an event, in a query that joins its rules and its sector. */
const factsFor = (actor: Person, now: Date) => ({
  event: events,
  rules: registrationRules,
  sector: sectors.name,
  free: freeFor(actor, now),
  lastStartsAt: lastPlaceBegins.mapWith(events.startsAt),
});

type Found = { event: EventRow; rules: RulesRow | null; sector: string | null; free: number | null; lastStartsAt: Date; km: number | null };
type Own = {
  registration: typeof eventRegistrations.$inferSelect;
  quota: typeof eventQuotas.$inferSelect;
  position: number | null;
  free: number;
  kit: typeof kitOrders.$inferSelect | null;
  hours: Pick<typeof volunteerHours.$inferSelect, "minutes" | "status"> | null;
};

/** The person's last registration for each of some events. */
async function ownOf(db: Db, { id }: Person, eventIds: string[]): Promise<Map<string, Own>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([eventRegistrations.eventId], {
      registration: eventRegistrations,
      quota: eventQuotas,
      position: positionInLine,
      free: freePlaces,
      kit: kitOrders,
      hours: { minutes: volunteerHours.minutes, status: volunteerHours.status },
    })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .innerJoin(registrationRules, eq(registrationRules.eventId, eventRegistrations.eventId))
    .leftJoin(kitOrders, and(eq(kitOrders.registrationId, eventRegistrations.id), isNull(kitOrders.cancelledAt)))
    .leftJoin(
      volunteerHours,
      and(eq(volunteerHours.userId, eventRegistrations.userId), eq(volunteerHours.eventId, eventRegistrations.eventId)),
    )
    .where(and(eq(eventRegistrations.userId, id), inArray(eventRegistrations.eventId, eventIds)))
    .orderBy(eventRegistrations.eventId, desc(eventRegistrations.position));
  return new Map(rows.map((row) => [row.registration.eventId, row]));
}

function shown({ event, rules, sector, free, lastStartsAt, km }: Found, own: Own | null, now: Date, { role }: Person): ComingEvent {
  const cancelled = event.cancelledAt !== null;
  const facts = { ...times(event), lastStartsAt: lastStartsAt.toISOString(), cancelled, rules: rules && moments(rules), free };
  const hidden = event.visibility !== "public" && own && !mayRead(own, event) ? nowhere : {};
  return {
    ...event,
    ...times(event),
    ...{ km: km === null ? null : Math.round(km), ...hidden },
    onlineUrl: role === "ADMIN" || (own && hasPlace(own.registration)) ? event.onlineUrl : null,
    sector,
    cancelled,
    free,
    phase: registrationPhase(facts, now.toISOString()),
    mine: own && rules && ownShown(own, event, rules),
  };
}

function ownShown({ registration, quota, position, free, kit, hours }: Own, event: EventRow, rules: RulesRow): OwnRegistration {
  const { id, status, partySize, offerExpiresAt, replacementSince, replacedAt, awayAt, answers } = registration;
  return {
    ...{ id, status, partySize, answers, position, quotaId: quota.id, quota: quota.label },
    startsAt: quota.startsAt?.toISOString() ?? null,
    endsAt: quota.endsAt?.toISOString() ?? null,
    tooFew: tooFewFor(registration, free),
    hours,
    replacement: replacedAt ? "found" : replacementSince ? "wanted" : null,
    away: awayAt !== null,
    offerEndsAt: status === "offered" ? (offerExpiresAt?.toISOString() ?? null) : null,
    cancelUntil: cancelUntil(beginsAt(quota, event), rules).toISOString(),
    kit: kit && { ...kit, needsShared: kit.needsSharedAt !== null },
  };
}

/** Whether a registration opens an event that is not for everybody: one that counts, or that the event's cancellation ended. */
const mayRead = ({ registration }: Own, { cancelledAt }: EventRow) =>
  cancelledAt !== null || liveStatuses.some((status) => status === registration.status);

/** One event with its quotas, as somebody sees it who may take part; with its distance where their place is known. */
export async function eventFor(
  services: Pick<Services, "db" | "clock" | "organisation">,
  actor: Person,
  eventId: string,
  here: Here = null,
): Promise<EventForPerson> {
  const { db, clock } = services;
  const now = clock();
  const [row] = await db
    .select({ ...factsFor(actor, now), km: kilometres(here), teamPhone: sectors.phone, contact: contactFacts })
    .from(events)
    .leftJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .leftJoin(sectors, eq(sectors.id, events.sectorId))
    .leftJoin(contacts, isContact(contacts))
    .where(eq(events.id, eventId));
  if (!row) throw new Refusal("not_found");
  const { event, rules } = row;
  const own = (await ownOf(db, actor, [eventId])).get(eventId) ?? null;
  if (!mayKnow(actor, { event, rules }, own !== null && mayRead(own, event))) throw new Refusal("not_found");
  const standing = rules && (await standingOf(services, actor, event));
  const quotas = rules ? await quotasOf(db, eventId) : [];
  return {
    ...shown(row, own, now, actor),
    teamPhone: row.teamPhone,
    contact: contactFor(row.contact, event, own?.registration, now),
    replacement: own && rules ? ownReplacement(actor, own.registration, { event, rules, quotas }, now) : null,
    offeredPlaces:
      rules && standing ? await offeredPlaces(db, actor, { event, rules, quotas }, standing, own?.registration ?? null, now) : [],
    colleagues: own ? await colleaguesOf(db, actor, event, own.registration, now) : [],
    maxParty: rules?.maxParty ?? 1,
    waitingList: rules?.waitingList ?? false,
    manual: rules?.manual ?? false,
    opensAt: rules?.opensAt?.toISOString() ?? null,
    closesAt: rules?.closesAt?.toISOString() ?? null,
    minAge: rules?.minAge ?? null,
    lackingDocuments: lacking(standing, rules),
    questions: rules ? await currentQuestions(db, eventId) : [],
    quotas: quotas.flatMap((quota) =>
      rules && standing && beginsAt(quota, event) > now
        ? {
            ...quota,
            free: freeIn(quota, rules),
            startsAt: quota.startsAt?.toISOString() ?? null,
            endsAt: quota.endsAt?.toISOString() ?? null,
            refused: refusalFor(standing, rules, quota),
          }
        : [],
    ),
  };
}
