import { and, count, eq, exists, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { events } from "#backend/modules/events/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { driverDocumentState, isMember } from "#backend/modules/users/conditions";
import { users } from "#backend/modules/users/tables";
import { ageOn } from "#contract/accounts/person-rules";
import type { EventDocumentKind } from "#contract/charity/event-documents";
import { type IneligibleReason, liveStatuses } from "#contract/charity/event-registrations";
import { franceDay } from "#contract/formats/france-time";
import { pausedUntil, ruleFor } from "./absence-pauses.ts";
import { type EventRow, type LockedEvent, placeBegins, placeEnds, type QuotaRow, type RulesRow } from "./locking.ts";
import { documentsOn } from "./needed-documents.ts";
import { eventQuotas, eventRegistrations } from "./tables.ts";

type Person = { id: string; role: Actor["role"] };

/** What decides whether a person may take a place in an event. */
export type Standing = {
  role: Actor["role"];
  age: number | null;
  isMember: boolean;
  /** Whether their driver's documents have been approved and count on the day of the event. */
  drives: boolean;
  /** Whether they were at a training before. */
  trained: boolean;
  /** The documents of which they have an accepted one that counts on the day of the event. */
  documents: readonly EventDocumentKind[];
  /** Whether they manage the sector of the event. */
  leads: boolean;
  registered: boolean;
  /** Whether that is as a guest with the address of their account, whose page is the link of their mails. */
  asGuest: boolean;
  /** How often they registered for this event before. */
  times: number;
  /** Groups of places of this event at whose hours the person has a place in another event. */
  busyIn: string[];
  /** The last day on which they take no new place, after absences. */
  pausedUntil: string | null;
};

/** Whether an account of {@link users} has driver's documents that have been approved and count on a day. */
export const drivesOn = (db: Db, day: string) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(driverProfiles)
      .where(
        and(eq(driverProfiles.userId, users.id), eq(driverProfiles.status, "approved"), sql`${driverDocumentState(day)} in ('ok', 'soon')`),
      ),
  );

/** Whether an account of {@link users} manages the sector of an event. */
export const leadsSector = (db: Db, { sectorId }: Pick<EventRow, "sectorId">) =>
  sectorId === null
    ? sql`false`
    : exists(
        db
          .select({ one: sql`1` })
          .from(sectorManagers)
          .where(and(eq(sectorManagers.sectorId, sectorId), eq(sectorManagers.userId, users.id))),
      );

/** Whether an account of {@link users} was at a training before an event begins, as far as its registration for that is still stored. */
export function wasTrained(db: Db, { startsAt }: Pick<EventRow, "startsAt">) {
  const training = alias(events, "training");
  const there = alias(eventRegistrations, "there");
  return exists(
    db
      .select({ one: sql`1` })
      .from(there)
      .innerJoin(training, eq(training.id, there.eventId))
      .where(and(eq(there.userId, users.id), eq(there.status, "attended"), eq(training.type, "training"), lte(training.endsAt, startsAt))),
  );
}

type Hours<At> = { startsAt: At; endsAt: At };

const inSql = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;

/** Whether an account of {@link users} has a place in another event at some hours: those of the place count, not those of its whole event. */
export const isBusy = (db: Db, { id }: Pick<EventRow, "id">, { startsAt, endsAt }: Hours<Date>) =>
  isBusyAt(db, id, { startsAt: inSql(startsAt), endsAt: inSql(endsAt) });

const isBusyAt = (db: Db, eventId: string, { startsAt, endsAt }: Hours<SQL>) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.eventId))
      .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
      .where(
        and(
          eq(eventRegistrations.userId, users.id),
          ne(events.id, eventId),
          inArray(eventRegistrations.status, ["confirmed", "pending"]),
          sql`${events.cancelledAt} is null`,
          sql`${placeBegins} < ${endsAt}`,
          sql`${placeEnds} > ${startsAt}`,
        ),
      ),
  );

/** The groups of places of an event at whose hours an account of {@link users} has a place elsewhere. */
export function busyIn(db: Db, event: Pick<EventRow, "id" | "startsAt" | "endsAt">): SQL<string[]> {
  const group = alias(eventQuotas, "its_group");
  const hours = {
    startsAt: sql`coalesce(${group.startsAt}, ${inSql(event.startsAt)})`,
    endsAt: sql`coalesce(${group.endsAt}, ${inSql(event.endsAt)})`,
  };
  const groups = db
    .select({ id: group.id })
    .from(group)
    .where(and(eq(group.eventId, event.id), isBusyAt(db, event.id, hours)));
  return sql`array(${groups})::text[]`;
}

/** In one statement; `event` gives the day that age, membership and documents must fit. A pause counts today. */
export async function standingOf(
  services: Pick<Services, "db" | "clock" | "organisation">,
  { id, role }: Person,
  event: Pick<EventRow, "id" | "startsAt" | "endsAt" | "sectorId">,
): Promise<Standing> {
  const { db, clock } = services;
  const rule = await ruleFor(services, role);
  const day = franceDay(event.startsAt);
  const live = inArray(eventRegistrations.status, [...liveStatuses]);
  const registeredBy = (whose: SQL) =>
    db
      .select({ one: sql`1` })
      .from(eventRegistrations)
      .where(and(eq(eventRegistrations.eventId, event.id), whose, live));
  // As a guest with the address of their account, too: nobody has two places.
  const asGuest = sql<boolean>`exists (${registeredBy(eq(eventRegistrations.guestEmail, users.email))})`;
  const times = db
    .select({ count: count() })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.eventId, event.id), eq(eventRegistrations.userId, id)));
  const [found] = await db
    .select({
      role: users.role,
      birthDate: users.birthDate,
      isMember: sql<boolean>`${isMember(db, day)}`,
      drives: sql<boolean>`${drivesOn(db, day)}`,
      trained: sql<boolean>`${wasTrained(db, event)}`,
      documents: documentsOn(day),
      leads: sql<boolean>`${leadsSector(db, event)}`,
      registered: sql<boolean>`exists (${registeredBy(eq(eventRegistrations.userId, id))}) or ${asGuest}`,
      asGuest,
      times: sql<number>`(${times})::int`,
      busyIn: busyIn(db, event),
      pausedUntil: pausedUntil(db, rule, franceDay(clock())),
    })
    .from(users)
    .where(eq(users.id, id));
  if (!found) return nobody;
  const { birthDate, ...standing } = found;
  return { ...standing, age: birthDate ? ageOn(birthDate, day) : null };
}

const nobody: Standing = {
  role: "DONATOR_INDIVIDUAL",
  age: null,
  isMember: false,
  drives: false,
  trained: false,
  documents: [],
  leads: false,
  registered: false,
  asGuest: false,
  times: 0,
  busyIn: [],
  pausedUntil: null,
};

type QuotaNeeds = Pick<QuotaRow, "id" | "roles" | "needsDriver" | "leadOnly">;
type RuleNeeds = Pick<RulesRow, "roles" | "minAge" | "needsMembership" | "needsTraining" | "needsDocuments">;

const isIn = (roles: readonly string[], role: string) => roles.includes(role);

/** The documents that an event needs and that somebody lacks; none where nobody registers. */
export const lacking = (standing: Pick<Standing, "documents"> | null, rules: Pick<RulesRow, "needsDocuments"> | null) =>
  (standing && rules?.needsDocuments.filter((kind) => !standing.documents.includes(kind))) ?? [];

/** Why somebody cannot take a place in a quota, the most lasting reason first; null when they can. An unknown age does not reach a required one. */
export function refusalFor(standing: Standing, rules: RuleNeeds, quota: QuotaNeeds): IneligibleReason | null {
  const { role, age, drives, registered, asGuest, busyIn } = standing;
  if (registered && asGuest) return "guest";
  if (!isIn(rules.roles, role) || (quota.roles.length > 0 && !isIn(quota.roles, role))) return "role";
  if (rules.minAge !== null && (age === null || age < rules.minAge)) return "age";
  if (rules.needsMembership && !standing.isMember) return "membership";
  if (quota.leadOnly && !standing.leads) return "lead";
  if (rules.needsTraining && !standing.trained) return "training";
  if (lacking(standing, rules).length > 0) return "documents";
  if (quota.needsDriver && !drives) return "driver";
  if (registered) return "already";
  if (standing.pausedUntil) return "paused";
  return busyIn.includes(quota.id) ? "overlap" : null;
}

/** Whether a person may know of an event: see `eventVisibilities`. Staff know of all. */
export function mayKnow(
  person: Person,
  { event, rules }: { event: EventRow; rules: Pick<LockedEvent["rules"], "roles"> | null },
  registered: boolean,
) {
  if (event.status !== "published") return registered && event.publishedAt !== null;
  if (person.role === "ADMIN" || registered || event.visibility === "public") return true;
  return event.visibility === "members" && (rules === null || isIn(rules.roles, person.role));
}
