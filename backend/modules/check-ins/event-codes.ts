import { and, asc, count, eq, gt, inArray, sql } from "drizzle-orm";
import { recordChange, recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { ofTeam } from "#backend/identity/event-scope";
import { notifyAtDoor, notifyOffDoor } from "#backend/modules/event-registrations/door-notices";
import type { EventRow } from "#backend/modules/event-registrations/locking";
import { notifyPeople } from "#backend/modules/event-registrations/notifying";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { sheetSizes } from "#contract/charity/check-ins";
import { admittedStatuses } from "#contract/charity/event-registrations";
import { franceDay } from "#contract/formats/france-time";
import { type IssuedCode, issueCodes, replaceCodes, shownOf } from "./issuing.ts";
import { doorEvent } from "./queries.ts";
import { eventDoorPeople } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "settings">;
type Telling = Deps & Pick<Services, "translate" | "wakeMail">;

/** Codes of one event that are shown at once, and replaced in one statement. */
const mostCodes = sheetSizes.labels;

type Part = { quotaId?: string; page?: number; size?: number };

/** An event and the people who would be let in with their code, by name: as many as `size` on a page. */
export async function codesOf(services: Deps, eventId: string, { quotaId, page = 1, size = mostCodes }: Part = {}) {
  const { db } = services;
  const event = await eventWith(db, eventId);
  const { name } = eventRegistrations;
  const rows = await db
    .select({
      registrationId: eventRegistrations.id,
      status: eventRegistrations.status,
      partySize: eventRegistrations.partySize,
      quota: eventQuotas.label,
      name,
      answers: eventRegistrations.answers,
    })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .where(and(withCode(eventId), quotaId ? eq(eventRegistrations.quotaId, quotaId) : undefined))
    .orderBy(asc(name), asc(eventRegistrations.position))
    .limit(size)
    .offset((page - 1) * size);
  const issued = new Map<string, IssuedCode>();
  for (let at = 0; at < rows.length; at += mostCodes) {
    const ids = rows.slice(at, at + mostCodes).map(({ registrationId }) => registrationId);
    for (const [id, code] of await issueCodes(services, "ticket", ids)) issued.set(id, code);
  }
  const items = rows.map((row) => {
    const { code = "", letters = "" } = issued.get(row.registrationId) ?? {};
    return { ...row, code, letters };
  });
  return { event, items };
}

const withCode = (eventId: string) =>
  and(eq(eventRegistrations.eventId, eventId), inArray(eventRegistrations.status, [...admittedStatuses]));

/** The same with who stands at the door, as its page shows it. */
export async function codesPage(services: Deps, eventId: string, { quotaId, page }: { quotaId?: string; page: number }) {
  const { event, items } = await codesOf(services, eventId, { quotaId, page });
  const { db } = services;
  const quotas = await db
    .select({ id: eventQuotas.id, label: eventQuotas.label })
    .from(eventQuotas)
    .where(eq(eventQuotas.eventId, eventId))
    .orderBy(asc(eventQuotas.position));
  const doorPeople = await db
    .select({ userId: users.id, name: fullName(users) })
    .from(eventDoorPeople)
    .innerJoin(users, eq(users.id, eventDoorPeople.userId))
    .where(eq(eventDoorPeople.eventId, eventId))
    .orderBy(asc(users.lastName), asc(users.id));
  const { registrations } = await expectedAt(db, eventId, quotaId);
  return { event: doorEvent(event), items, total: registrations, totalIsExact: true, page, perPage: mostCodes, quotas, doorPeople };
}

/** How many registrations would be let in, and people with them. */
export async function expectedAt(db: Db, eventId: string, quotaId?: string) {
  const [row] = await db
    .select({ registrations: count(), people: sql`coalesce(sum(${eventRegistrations.partySize}), 0)`.mapWith(Number) })
    .from(eventRegistrations)
    .where(and(withCode(eventId), quotaId ? eq(eventRegistrations.quotaId, quotaId) : undefined));
  return { registrations: row?.registrations ?? 0, people: row?.people ?? 0 };
}

async function eventWith(db: Db, eventId: string): Promise<EventRow> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId));
  if (!event) throw new Refusal("not_found");
  return event;
}

/**
 * Gives new codes to some registrations of an event, or to all: what was printed or sent before is refused at the door. Before the end of the
 * event, those whose code had been shown are notified.
 */
export async function rotateCodes(services: Telling, actor: Actor, eventId: string, registrationIds: string[] | null): Promise<number> {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const event = await eventWith(tx, eventId);
    const [rules] = await tx.select().from(registrationRules).where(eq(registrationRules.eventId, eventId));
    const isToCome = event.status === "published" && !event.cancelledAt && event.endsAt > services.clock();
    const chosen = registrationIds ? inArray(eventRegistrations.id, registrationIds) : undefined;
    const ids: string[] = [];
    const keyOf = (id: string) => `${id}:${services.clock().toISOString()}`;
    let after: number | undefined = 0;
    while (after !== undefined) {
      const some: { id: string; position: number }[] = await tx
        .select({ id: eventRegistrations.id, position: eventRegistrations.position })
        .from(eventRegistrations)
        .where(and(withCode(eventId), chosen, gt(eventRegistrations.position, after)))
        .orderBy(eventRegistrations.position)
        .limit(mostCodes);
      const part = some.map(({ id }) => id);
      after = some.at(-1)?.position;
      const shown = await shownOf(tx, "ticket", part);
      await replaceCodes(inside, "ticket", part);
      if (rules && isToCome) await notifyPeople(inside, event, rules, "event_code_replaced", shown, { keyOf, until: event.endsAt });
      ids.push(...part);
    }
    const change = { action: "event_registration.replace_code", entityType: "event_registration" } as const;
    await recordChanges(
      tx,
      actor,
      ids.map((entityId) => ({ ...change, entityId })),
    );
    return ids.length;
  });
}

/** Names a volunteer for the door of one event. They scan there, find nobody by name without that right, and are notified. */
export async function addDoorPerson(services: Telling, actor: Actor, eventId: string, email: string): Promise<void> {
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    const event = await eventWith(tx, eventId);
    const within = ofTeam(actor, event, franceDay(clock()));
    const [person] = await tx
      .select({ id: users.id, role: users.role, state: users.accountState })
      .from(users)
      .where(and(eq(users.email, email), within))
      .for("key share");
    if (person?.state !== "validated" || person.role !== "VOLUNTEER")
      throw fieldRefusal("email", within ? "door:error.noVolunteerInTeam" : "door:error.noVolunteer");
    const added = await tx
      .insert(eventDoorPeople)
      .values({ eventId, userId: person.id, addedBy: actor.id, createdAt: clock() })
      .onConflictDoNothing()
      .returning();
    if (added.length === 0) return;
    const change = { action: "event.add_door_person", entityType: "event", entityId: eventId } as const;
    await recordChange(tx, actor, { ...change, after: { person: person.id } });
    await notifyAtDoor({ ...services, db: tx }, event, person.id);
  });
}

export async function removeDoorPerson(services: Telling, actor: Actor, eventId: string, userId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const removed = await tx
      .delete(eventDoorPeople)
      .where(and(eq(eventDoorPeople.eventId, eventId), eq(eventDoorPeople.userId, userId)))
      .returning();
    if (removed.length === 0) throw new Refusal("not_found");
    const change = { action: "event.remove_door_person", entityType: "event", entityId: eventId } as const;
    await recordChange(tx, actor, { ...change, before: { person: userId } });
    await notifyOffDoor({ ...services, db: tx }, await eventWith(tx, eventId), userId);
  });
}
