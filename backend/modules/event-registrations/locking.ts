import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { events } from "#backend/modules/events/tables";
import type { PersonalData, Whom } from "#backend/privacy/personal-data";
import { Refusal } from "#backend/refusal";
import type { RegistrationStatus } from "#contract/charity/event-registrations";
import { eventQuotas, eventRegistrations, registrationRules } from "./tables.ts";

export type EventRow = typeof events.$inferSelect;
export type RulesRow = typeof registrationRules.$inferSelect;
export type QuotaRow = typeof eventQuotas.$inferSelect;

export type LockedEvent = { event: EventRow; rules: RulesRow; quotas: QuotaRow[] };

/** When somebody's place in an event begins: with the hours of its group, where this has some of its own. */
export const beginsAt = (quota: Pick<QuotaRow, "startsAt"> | null | undefined, event: Pick<EventRow, "startsAt">): Date =>
  quota?.startsAt ?? event.startsAt;

/** From when until when a place is. */
export const placeHours = (
  quota: Pick<QuotaRow, "startsAt" | "endsAt"> | undefined,
  event: Pick<EventRow, "startsAt" | "endsAt">,
): { startsAt: Date; endsAt: Date } => ({ startsAt: beginsAt(quota, event), endsAt: quota?.endsAt ?? event.endsAt });

/** When the place of a registration begins. */
export const beginningOf = ({ event, quotas }: Pick<LockedEvent, "event" | "quotas">, { quotaId }: { quotaId: string }): Date =>
  beginsAt(
    quotas.find(({ id }) => id === quotaId),
    event,
  );

/** The same in SQL, in a query that joins both tables. */
export const placeBegins = sql`coalesce(${eventQuotas.startsAt}, ${events.startsAt})`;

export const placeEnds = sql`coalesce(${eventQuotas.endsAt}, ${events.endsAt})`;

/** Whether a kit is brought to the person of a registration, who does not wait for it at the place of the event; in a query of these. */
export const isBrought = sql`exists (select from kit_orders
  where kit_orders.registration_id = ${eventRegistrations.id} and kit_orders.kind = 'delivery')`;

/** When the last of the places of an event begins: until then somebody may register. */
export const lastBeginning = (event: Pick<EventRow, "startsAt">, quotas: Pick<QuotaRow, "startsAt">[]): Date =>
  new Date(Math.max(event.startsAt.getTime(), ...quotas.map((quota) => beginsAt(quota, event).getTime())));

/** The same in SQL, in a query of events. */
export const lastPlaceBegins = sql`greatest(${events.startsAt}, (select max(quota.starts_at) from event_quotas quota where quota.event_id = ${events.id}))`;

/** Free places of some groups that have not begun. */
export const freeToCome = ({ event, rules, quotas }: LockedEvent, now: Date): number =>
  quotas.filter((quota) => beginsAt(quota, event) > now).reduce((sum, quota) => sum + freeIn(quota, rules), 0);

type Lock = "share" | "update";

/**
 * Locks an event's places until the end of the transaction: whoever changes a registration does this first. The event is locked before its rules, as
 * those do who cancel it or take it off the site. A shared lock is enough for who takes no place: many may join the waiting list at once.
 */
export async function lockEvent(tx: Db, eventId: string, strength: Lock = "update"): Promise<LockedEvent> {
  const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for("share");
  const [rules] = await tx.select().from(registrationRules).where(eq(registrationRules.eventId, eventId)).for(strength);
  if (!event || !rules) throw new Refusal("not_found");
  return { event, rules, quotas: await quotasOf(tx, eventId) };
}

/**
 * Locks the places of all events for which some registrations are, before these are erased: the database then counts their places as free. `about` is
 * the condition on registrations, which the query names `it`.
 */
export const eventsLockedFor = (about: PersonalData["about"]) => (tx: Db, whom: Whom) =>
  tx.execute(sql`select from event_registration_rules where event_id in (select it.event_id from event_registrations it where ${about(whom)})
    order by event_id for update`);

/** An event's places without a lock: they may be others at the next moment. */
export async function readEvent(db: Db, eventId: string): Promise<LockedEvent> {
  const [found] = await db
    .select({ event: events, rules: registrationRules })
    .from(events)
    .innerJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .where(eq(events.id, eventId));
  if (!found) throw new Refusal("not_found");
  return { ...found, quotas: await quotasOf(db, eventId) };
}

export async function quotasOf(db: Db, eventId: string): Promise<QuotaRow[]> {
  return db.select().from(eventQuotas).where(eq(eventQuotas.eventId, eventId)).orderBy(asc(eventQuotas.position), asc(eventQuotas.id));
}

/** Free places of a quota: its own, and no more than all quotas together have. */
export function freeIn(
  { capacity, taken }: Pick<QuotaRow, "capacity" | "taken">,
  rules: Pick<RulesRow, "totalCapacity" | "taken">,
): number {
  const all = rules.totalCapacity === null ? capacity : rules.totalCapacity - rules.taken;
  return Math.max(0, Math.min(capacity - taken, all));
}

/** The same in SQL, in a query that joins both tables. */
export const freePlaces = sql<number>`greatest(0, least(${eventQuotas.capacity} - ${eventQuotas.taken},
  coalesce(${registrationRules.totalCapacity} - ${registrationRules.taken}, ${eventQuotas.capacity})))::int`;

/** How many places are free for a party that waits since it needs more of them; null for others. */
export const tooFewFor = ({ status, partySize }: { status: RegistrationStatus; partySize: number }, free: number): number | null =>
  status === "waiting" && free > 0 && partySize > free ? free : null;
