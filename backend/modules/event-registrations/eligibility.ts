import { and, count, eq, exists, gt, inArray, lt, ne, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { events } from "#backend/modules/events/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { driverDocumentState, isMember } from "#backend/modules/users/conditions";
import { users } from "#backend/modules/users/tables";
import { ageOn } from "#contract/accounts/person-rules";
import { type IneligibleReason, liveStatuses } from "#contract/charity/event-registrations";
import { franceDay } from "#contract/formats/france-time";
import { pausedUntil, ruleFor } from "./absence-pauses.ts";
import type { EventRow, LockedEvent, QuotaRow, RulesRow } from "./locking.ts";
import { eventRegistrations } from "./tables.ts";

type Person = { id: string; role: Actor["role"] };

/** What decides whether a person may take a place in an event. */
export type Standing = {
  role: Actor["role"];
  age: number | null;
  isMember: boolean;
  /** Whether their driver's documents have been approved and count on the day of the event. */
  drives: boolean;
  registered: boolean;
  /** How often they registered for this event before. */
  times: number;
  /** Whether another event, for which they are registered, takes place at the same time. */
  busy: boolean;
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

/** Whether an account of {@link users} has a place in another event at the same time. */
export const isBusy = (db: Db, event: Pick<EventRow, "id" | "startsAt" | "endsAt">) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.eventId))
      .where(
        and(
          eq(eventRegistrations.userId, users.id),
          ne(events.id, event.id),
          inArray(eventRegistrations.status, ["confirmed", "pending"]),
          sql`${events.cancelledAt} is null`,
          lt(events.startsAt, event.endsAt),
          gt(events.endsAt, event.startsAt),
        ),
      ),
  );

/** In one statement; `event` gives the day that age, membership and documents must fit. A pause counts today. */
export async function standingOf(
  services: Pick<Services, "db" | "clock" | "organisation">,
  { id, role }: Person,
  event: Pick<EventRow, "id" | "startsAt" | "endsAt">,
): Promise<Standing> {
  const { db, clock } = services;
  const rule = await ruleFor(services, role);
  const day = franceDay(event.startsAt);
  const live = inArray(eventRegistrations.status, [...liveStatuses]);
  const registered = db
    .select({ one: sql`1` })
    .from(eventRegistrations)
    // As a guest with the address of their account, too: nobody has two places.
    .where(
      and(
        eq(eventRegistrations.eventId, event.id),
        or(eq(eventRegistrations.userId, id), eq(eventRegistrations.guestEmail, users.email)),
        live,
      ),
    );
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
      registered: sql<boolean>`exists (${registered})`,
      times: sql<number>`(${times})::int`,
      busy: sql<boolean>`${isBusy(db, event)}`,
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
  registered: false,
  times: 0,
  busy: false,
  pausedUntil: null,
};

type QuotaNeeds = Pick<QuotaRow, "roles" | "needsDriver">;
type RuleNeeds = Pick<RulesRow, "roles" | "minAge" | "needsMembership">;

const isIn = (roles: readonly string[], role: string) => roles.includes(role);

/** Why somebody cannot take a place in a quota, the most lasting reason first; null when they can. An unknown age does not reach a required one. */
export function refusalFor(standing: Standing, rules: RuleNeeds, quota: QuotaNeeds): IneligibleReason | null {
  const { role, age, drives, registered, busy } = standing;
  if (!isIn(rules.roles, role) || (quota.roles.length > 0 && !isIn(quota.roles, role))) return "role";
  if (rules.minAge !== null && (age === null || age < rules.minAge)) return "age";
  if (rules.needsMembership && !standing.isMember) return "membership";
  if (quota.needsDriver && !drives) return "driver";
  if (registered) return "already";
  if (standing.pausedUntil) return "paused";
  return busy ? "overlap" : null;
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
