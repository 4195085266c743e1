import { and, asc, count, eq, gte, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { helpersOf } from "#backend/modules/event-registrations/helpers";
import { type EventRow, freeIn, type QuotaRow, type RulesRow } from "#backend/modules/event-registrations/locking";
import { moments, times } from "#backend/modules/event-registrations/registering";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { datesOfSeries } from "#backend/modules/events/series-facts";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { projects } from "#backend/modules/projects/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import {
  closingTasks,
  type DayTask,
  type EventDay,
  type EventStage,
  eventStage,
  mostMissing,
  type SeekingPerson,
} from "#contract/charity/event-day";
import { registrationPhase } from "#contract/charity/event-registrations";
import { franceDay } from "#contract/formats/france-time";
import type { Localized } from "#contract/formats/localized";
import { doorCodes, eventDoorPeople } from "./tables.ts";

/** What an event needs now, in five statements at most. */
export async function eventDay(
  services: Pick<Services, "db" | "clock" | "organisation">,
  actor: Actor,
  eventId: string,
): Promise<EventDay> {
  const { db } = services;
  const now = services.clock();
  const { event, rules, sector, project, seriesDates, atDoor, hours } = await readFacts(db, eventId, now);
  const cancelled = event.cancelledAt !== null;
  const facts = { ...event, cancelled };
  const before = eventStage(facts, now, true);
  const quotas = rules ? await countedQuotas(db, eventId, before) : [];
  const begun = quotas.filter(({ quota }) => (quota.startsAt ?? event.startsAt) <= now);
  const sum = (of: (one: Counted) => number, some = quotas) => some.reduce((total, one) => total + of(one), 0);
  const missing = sum(({ confirmedPeople }) => confirmedPeople, begun);
  const amounts: Record<DayTask, number> = {
    pending: sum(({ pending }) => pending),
    waiting: sum(({ waiting }) => waiting),
    door: rules && !atDoor ? 1 : 0,
    codes: sum(({ withoutCode }) => withoutCode),
    attendance: sum(({ confirmed }) => confirmed),
    hours,
  };
  const stage = eventStage(
    facts,
    now,
    closingTasks.some((name) => amounts[name] > 0),
  );
  const locked = rules && { event, rules, quotas: quotas.map(({ quota }) => quota) };
  const free = rules ? sum(({ quota }) => freeIn(quota, rules)) : null;
  const seeking = event.startsAt > now && !cancelled ? sum((one) => one.seeking) : 0;
  return {
    stage,
    phase: registrationPhase({ ...times(event), cancelled, rules: rules && moments(rules), free }, now.toISOString()),
    sector,
    project,
    seriesDates,
    counts: {
      expected: sum((one) => one.admittedPeople),
      arrived: sum((one) => one.arrivedPeople),
      missing: stage === "running" || stage === "to_close" ? missing : 0,
      waiting: sum((one) => one.waitingPeople),
      seeking,
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
    seeking: seeking > 0 ? await seekingPeople(db, eventId) : [],
    tasks: tasksOf[stage].filter((name) => amounts[name] > 0).map((name) => ({ name, count: amounts[name] })),
    helpers: locked && (stage === "sign_up" || stage === "eve" || stage === "running") ? await helpersOf(services, actor, locked) : null,
  };
}

const beforeIt: readonly DayTask[] = ["pending", "waiting"];
const atIt: readonly DayTask[] = [...beforeIt, "door", "codes"];
/** What is to be done in each stage, the most urgent first. */
const tasksOf: Record<EventStage, readonly DayTask[]> = {
  ...{ draft: [], cancelled: [], closed: [] },
  ...{ sign_up: beforeIt, eve: atIt, running: atIt, to_close: closingTasks },
};

type Facts = {
  event: EventRow;
  rules: RulesRow | null;
  sector: string | null;
  project: { id: string; name: Localized } | null;
  seriesDates: number | null;
  atDoor: boolean;
  hours: number;
};

/** The event with its rules, whether anybody is there for its door, and how many hours wait for a decision. */
async function readFacts(db: Db, eventId: string, now: Date): Promise<Facts> {
  const named = db.select({ one: sql`1` }).from(eventDoorPeople).where(eq(eventDoorPeople.eventId, events.id));
  const { permission, sectorId, expiresOn, userId } = permissionGrants;
  const holders = db
    .select({ one: sql`1` })
    .from(permissionGrants)
    .innerJoin(users, and(eq(users.id, userId), eq(users.accountState, "validated")))
    .where(and(eq(permission, "EVENTS_SCAN"), eq(sectorId, events.sectorId), or(isNull(expiresOn), gte(expiresOn, franceDay(now)))));
  const waiting = db
    .select({ count: count() })
    .from(volunteerHours)
    .where(and(eq(volunteerHours.eventId, events.id), eq(volunteerHours.status, "submitted")));
  const [found] = await db
    .select({
      event: events,
      rules: registrationRules,
      sector: sectors.name,
      project: { id: projects.id, name: projects.name },
      seriesDates: datesOfSeries,
      atDoor: sql<boolean>`exists (${named}) or exists (${holders})`,
      hours: sql<number>`(${waiting})::int`,
    })
    .from(events)
    .leftJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .leftJoin(sectors, eq(sectors.id, events.sectorId))
    .leftJoin(projects, eq(projects.id, events.projectId))
    .where(eq(events.id, eventId));
  if (!found) throw new Refusal("not_found");
  return found;
}

type Counted = Awaited<ReturnType<typeof countedQuotas>>[number] & { quota: QuotaRow };

/** The groups of places with their registrations and people, by state. Codes are counted when the event is near: nobody needs one before. */
function countedQuotas(db: Db, eventId: string, stage: EventStage) {
  const { status, partySize, quotaId, replacementSince } = eventRegistrations;
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
      confirmedPeople: people(sql`${status} = 'confirmed'`, "confirmed_people"),
      seeking: rows(sql`${replacementSince} is not null`, "seeking"),
      waitingPeople: people(sql`${status} = 'waiting'`, "waiting_people"),
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
      confirmedPeople: or0(counted.confirmedPeople),
      seeking: or0(counted.seeking),
      waitingPeople: or0(counted.waitingPeople),
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
    })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(eq(eventRegistrations.eventId, eventId), eq(eventRegistrations.status, "confirmed"), which))
    .orderBy(...order, asc(eventRegistrations.name), asc(eventRegistrations.id))
    .limit(mostMissing);
}

/** Who has a place that has begun, and is not there. */
const missingPeople = (db: Db, eventId: string, quotaIds: string[]) =>
  peopleWithPlace(db, eventId, inArray(eventRegistrations.quotaId, quotaIds));

/** Who looks for a replacement, the longest first. */
async function seekingPeople(db: Db, eventId: string): Promise<SeekingPerson[]> {
  const { replacementSince } = eventRegistrations;
  const rows = await peopleWithPlace(db, eventId, isNotNull(replacementSince), asc(replacementSince));
  return rows.map(({ since, ...person }) => ({ ...person, since: (since ?? new Date(0)).toISOString() }));
}
