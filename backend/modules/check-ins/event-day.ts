import { and, asc, count, eq, inArray, isNotNull, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { contacts, isContact } from "#backend/modules/event-registrations/contacts";
import { helpersOf, mayNotify } from "#backend/modules/event-registrations/helpers";
import {
  type EventRow,
  freeToCome,
  type LockedEvent,
  lastBeginning,
  type QuotaRow,
  type RulesRow,
} from "#backend/modules/event-registrations/locking";
import { moments, times } from "#backend/modules/event-registrations/open-places";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { datesOfSeries } from "#backend/modules/events/series-facts";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { projects } from "#backend/modules/projects/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName, fullNameIfAny } from "#backend/modules/users/named";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { sectorsWith } from "#contract/accounts/permissions";
import { closingTasks, type DayTask, type EventDay, type EventStage, eventStage, mostMissing } from "#contract/charity/event-day";
import { registrationPhase } from "#contract/charity/registration-phase";
import { franceDay } from "#contract/formats/france-time";
import type { Localized } from "#contract/formats/localized";
import { refusedAt } from "./refused.ts";
import { doorCodes, eventDoorPeople } from "./tables.ts";

/** What an event needs now, in five statements at most. */
export async function eventDay(
  services: Pick<Services, "db" | "clock" | "organisation">,
  actor: Actor,
  eventId: string,
): Promise<EventDay> {
  const { db } = services;
  const now = services.clock();
  const { event, rules, sector, project, seriesDates, atDoor, hours, proposed, refused, closedBy, contact } = await readFacts(
    db,
    eventId,
    now,
  );
  const cancelled = event.cancelledAt !== null;
  const stage = eventStage({ ...event, cancelled, closed: event.closedAt !== null }, now);
  const quotas = rules ? await countedQuotas(db, eventId, stage) : [];
  const begun = quotas.filter(({ quota }) => (quota.startsAt ?? event.startsAt) <= now);
  const sum = (of: (one: Counted) => number, some = quotas) => some.reduce((total, one) => total + of(one), 0);
  const missing = sum(({ confirmed }) => confirmed, begun);
  const amounts: Record<DayTask, number> = {
    pending: sum(({ pending }) => pending),
    waiting: sum(({ waiting }) => waiting),
    door: rules && !atDoor ? 1 : 0,
    codes: sum(({ withoutCode }) => withoutCode),
    attendance: sum(({ confirmed }) => confirmed),
    hours,
    proposed,
  };
  const locked = rules && { event, rules, quotas: quotas.map(({ quota }) => quota) };
  const free = locked && freeToCome(locked, now);
  const toCome = quotas.filter((one) => !begun.includes(one));
  const seeking = cancelled ? 0 : sum((one) => one.seeking, toCome);
  const away = cancelled ? 0 : sum((one) => one.away, toCome);
  const decidesHours = actor.role === "ADMIN" || (!!event.sectorId && sectorsWith(actor, ["HOURS_VALIDATE"]).includes(event.sectorId));
  const lastStartsAt = lastBeginning(
    event,
    quotas.map(({ quota }) => quota),
  ).toISOString();
  return {
    stage,
    phase: registrationPhase({ ...times(event), lastStartsAt, cancelled, rules: rules && moments(rules), free }, now.toISOString()),
    sector,
    project,
    seriesDates,
    counts: {
      expected: sum((one) => one.admittedPeople),
      arrived: sum((one) => one.arrivedPeople),
      missing: stage === "running" || stage === "to_close" ? missing : 0,
      waiting: amounts.waiting,
      seeking,
      away,
      refused,
    },
    places:
      rules &&
      Math.min(
        sum(({ quota }) => quota.capacity),
        rules.totalCapacity ?? Number.POSITIVE_INFINITY,
      ),
    quotas: quotas.map(({ quota, waiting }) => ({
      ...quota,
      waiting,
      startsAt: quota.startsAt?.toISOString() ?? null,
      endsAt: quota.endsAt?.toISOString() ?? null,
    })),
    missing:
      missing > 0 && (stage === "running" || stage === "to_close")
        ? await missingPeople(
            db,
            eventId,
            begun.map(({ quota }) => quota.id),
          )
        : [],
    ...(await peopleToReplace(db, eventId, { seeking, away }, toCome)),
    contact,
    closed: event.closedAt && { at: event.closedAt.toISOString(), by: closedBy },
    tasks: tasksOf[stage].filter((name) => amounts[name] > 0).map((name) => ({ name, count: amounts[name] })),
    decidesHours,
    helpers: locked && (await invited(services, actor, locked, stage)),
  };
}

/** Whom the reader may notify that the event needs people, while there is time for it. */
async function invited(services: Parameters<typeof helpersOf>[0], actor: Actor, locked: LockedEvent, stage: EventStage) {
  const inTime = stage === "sign_up" || stage === "eve" || stage === "running";
  return inTime && (await mayNotify(services.db, actor, locked.event.sectorId)) ? helpersOf(services, actor, locked) : null;
}

const beforeIt: readonly DayTask[] = ["pending", "waiting"];
const atIt: readonly DayTask[] = [...beforeIt, "door", "codes"];
/** What is to be done in each stage, the most urgent first. */
const tasksOf: Record<EventStage, readonly DayTask[]> = {
  ...{ draft: [], cancelled: [], closed: [] },
  ...{ sign_up: beforeIt, eve: atIt, running: atIt, to_close: closingTasks },
};

const closers = alias(users, "closers");

type Facts = {
  event: EventRow;
  rules: RulesRow | null;
  sector: string | null;
  project: { id: string; name: Localized } | null;
  seriesDates: number | null;
  atDoor: boolean;
  hours: number;
  proposed: number;
  refused: number;
  closedBy: string | null;
  contact: EventDay["contact"];
};

/** The event with its rules, whether anybody is there for its door, how many hours wait for a decision, how many for their person, and who was refused at the door. */
async function readFacts(db: Db, eventId: string, now: Date): Promise<Facts> {
  const named = db.select({ one: sql`1` }).from(eventDoorPeople).where(eq(eventDoorPeople.eventId, events.id));
  const { permission, sectorId, userId } = permissionGrants;
  const holders = db
    .select({ one: sql`1` })
    .from(permissionGrants)
    .innerJoin(users, and(eq(users.id, userId), eq(users.accountState, "validated")))
    .where(and(inArray(permission, ["EVENTS_SCAN", "EVENTS_MANAGE"]), eq(sectorId, events.sectorId), isRightInForce(franceDay(now))));
  const hoursThat = (status: "submitted" | "proposed") => {
    const counted = db
      .select({ count: count() })
      .from(volunteerHours)
      .where(and(eq(volunteerHours.eventId, events.id), eq(volunteerHours.status, status)));
    return sql<number>`(${counted})::int`;
  };
  const [found] = await db
    .select({
      event: events,
      rules: registrationRules,
      sector: sectors.name,
      project: { id: projects.id, name: projects.name },
      seriesDates: datesOfSeries,
      atDoor: sql<boolean>`exists (${named}) or exists (${holders})`,
      hours: hoursThat("submitted"),
      proposed: hoursThat("proposed"),
      refused: refusedAt(db),
      closedBy: fullNameIfAny(closers),
      contact: { userId: contacts.id, name: fullName(contacts), email: contacts.email, phone: contacts.phone },
    })
    .from(events)
    .leftJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .leftJoin(sectors, eq(sectors.id, events.sectorId))
    .leftJoin(projects, eq(projects.id, events.projectId))
    .leftJoin(closers, eq(closers.id, events.closedBy))
    .leftJoin(contacts, isContact(contacts))
    .where(eq(events.id, eventId));
  if (!found) throw new Refusal("not_found");
  return found;
}

type Counted = Awaited<ReturnType<typeof countedQuotas>>[number] & { quota: QuotaRow };

/** The groups of places with their registrations and people, by state. Codes are counted when the event is near: nobody needs one before. */
function countedQuotas(db: Db, eventId: string, stage: EventStage) {
  const { status, partySize, quotaId, replacementSince, awayAt } = eventRegistrations;
  const near = stage === "eve" || stage === "running";
  const shown = db.select({ one: sql`1` }).from(doorCodes).where(eq(doorCodes.registrationId, eventRegistrations.id));
  const rows = (which: ReturnType<typeof sql>, name: string) => sql<number>`(count(*) filter (where ${which}))::int`.as(name);
  const people = (which: ReturnType<typeof sql>, name: string) =>
    sql<number>`coalesce(sum(${partySize}) filter (where ${which}), 0)::int`.as(name);
  const counted = db
    .select({
      quotaId,
      pending: rows(sql`${status} = 'pending'`, "pending"),
      waiting: rows(sql`${status} = 'waiting'`, "waiting"),
      confirmed: rows(sql`${status} = 'confirmed'`, "confirmed"),
      withoutCode: rows(near ? sql`${status} = 'confirmed' and ${notExists(shown)}` : sql`false`, "without_code"),
      admittedPeople: people(sql`${status} in ('confirmed', 'attended', 'no_show')`, "admitted_people"),
      arrivedPeople: people(sql`${status} = 'attended'`, "arrived_people"),
      seeking: rows(sql`${replacementSince} is not null`, "seeking"),
      away: rows(sql`${awayAt} is not null`, "away"),
    })
    .from(eventRegistrations)
    .where(eq(eventRegistrations.eventId, eventId))
    .groupBy(quotaId)
    .as("counted");
  const or0 = (column: ReturnType<typeof rows> | (typeof counted)["pending"]) => sql<number>`coalesce(${column}, 0)`.mapWith(Number);
  return db
    .select({
      quota: eventQuotas,
      pending: or0(counted.pending),
      waiting: or0(counted.waiting),
      confirmed: or0(counted.confirmed),
      withoutCode: or0(counted.withoutCode),
      admittedPeople: or0(counted.admittedPeople),
      arrivedPeople: or0(counted.arrivedPeople),
      seeking: or0(counted.seeking),
      away: or0(counted.away),
    })
    .from(eventQuotas)
    .leftJoin(counted, eq(counted.quotaId, eventQuotas.id))
    .where(eq(eventQuotas.eventId, eventId))
    .orderBy(asc(eventQuotas.position), asc(eventQuotas.id));
}

/** Registrations of people with a place, with the number of those who have an account, in an order and then by name. */
function peopleWithPlace(db: Db, eventId: string, which: SQL | undefined, ...order: SQL[]) {
  return db
    .select({
      registrationId: eventRegistrations.id,
      userId: eventRegistrations.userId,
      name: eventRegistrations.name,
      phone: users.phone,
      quota: eventQuotas.label,
      partySize: eventRegistrations.partySize,
      since: eventRegistrations.replacementSince,
      awayAt: eventRegistrations.awayAt,
    })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(eq(eventRegistrations.eventId, eventId), eq(eventRegistrations.status, "confirmed"), which))
    .orderBy(...order, asc(eventRegistrations.name), asc(eventRegistrations.id))
    .limit(mostMissing);
}

/** Who has a place that has begun, and is not there. */
async function missingPeople(db: Db, eventId: string, quotaIds: string[]) {
  const rows = await peopleWithPlace(db, eventId, inArray(eventRegistrations.quotaId, quotaIds));
  return rows.map(shownPerson);
}

const shownPerson = <Row extends { awayAt: Date | null }>(row: Row) => ({ ...row, awayAt: row.awayAt?.toISOString() ?? null });

/** Who looks for a replacement, and who cannot come, for places that have not begun; the longest first. In one statement, where there are any. */
async function peopleToReplace(
  db: Db,
  eventId: string,
  counts: { seeking: number; away: number },
  toCome: Counted[],
): Promise<Pick<EventDay, "seeking" | "away">> {
  if (counts.seeking + counts.away === 0) return { seeking: [], away: [] };
  const { replacementSince, awayAt, quotaId } = eventRegistrations;
  const quotaIds = toCome.map(({ quota }) => quota.id);
  const which = and(inArray(quotaId, quotaIds), or(isNotNull(replacementSince), isNotNull(awayAt)));
  const rows = await peopleWithPlace(db, eventId, which, sql`coalesce(${replacementSince}, ${awayAt})`);
  return {
    seeking: rows.flatMap(({ since, ...person }) => (since ? { ...shownPerson(person), since: since.toISOString() } : [])),
    away: rows.filter((row) => row.awayAt).map(shownPerson),
  };
}
