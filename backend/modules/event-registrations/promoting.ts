import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { comingStatuses } from "#contract/charity/event-registrations";
import { notifyOfKits } from "./kit-notices.ts";
import { freePlaces, type LockedEvent, lockEvent } from "./locking.ts";
import { notifyPeople } from "./notifying.ts";
import { movedTo } from "./status.ts";
import { eventQuotas, eventRegistrations, registrationRules } from "./tables.ts";
import { withdrawMails } from "./withdrawing.ts";

export type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/** Who may have a place: guests, and people whose account is open. In a query that joins `users`. */
export const maySit = or(isNull(eventRegistrations.userId), eq(users.accountState, "validated"));

/** The most registrations that are promoted in one transaction; the job goes on with the others. */
const mostAtOnce = 200;
const hour = 3_600_000;

/**
 * Gives free places of a locked event to its waiting list: the one way by which anybody leaves it with a place. First come, first served; a party gets
 * all its places or none, and one that is too large for what is free lets the next pass. A place is offered until a deadline, or given at once to
 * guests without an address, who could not answer, and where the rules have no deadline. Where staff confirm each registration, they choose `which` are promoted. Returns
 * the ids of those that were.
 */
export async function promote(services: Deps, { event, rules }: LockedEvent, which?: string[]): Promise<string[]> {
  const { db, clock } = services;
  const now = clock();
  if (event.status !== "published" || event.cancelledAt || event.startsAt <= now) return [];
  if (rules.manual && !which) return [];
  const candidates = await db
    .select({
      id: eventRegistrations.id,
      quotaId: eventRegistrations.quotaId,
      isReachable: sql<boolean>`num_nonnulls(${eventRegistrations.userId}, ${eventRegistrations.guestEmail}) > 0`,
      partySize: eventRegistrations.partySize,
      free: freePlaces,
      capacity: eventQuotas.capacity,
      totalFree: sql<number | null>`(${registrationRules.totalCapacity} - ${registrationRules.taken})::int`,
    })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .innerJoin(registrationRules, eq(registrationRules.eventId, eventRegistrations.eventId))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(
      and(
        maySit,
        eq(eventRegistrations.eventId, event.id),
        eq(eventRegistrations.status, "waiting"),
        lte(eventRegistrations.partySize, freePlaces),
        which && inArray(eventRegistrations.id, which),
      ),
    )
    .orderBy(asc(eventRegistrations.position))
    .limit(mostAtOnce);
  const chosen = takeInTurn(candidates);
  if (chosen.length === 0) return [];
  const atOnce = chosen.filter(({ isReachable }) => rules.offerHours === 0 || !isReachable).map(({ id }) => id);
  const offered = chosen.map(({ id }) => id).filter((id) => !atOnce.includes(id));
  const expiresAt = new Date(Math.min(now.getTime() + rules.offerHours * hour, event.startsAt.getTime()));
  if (atOnce.length > 0) await db.update(eventRegistrations).set(movedTo("confirmed", now)).where(inArray(eventRegistrations.id, atOnce));
  if (offered.length > 0)
    await db
      .update(eventRegistrations)
      .set({ ...movedTo("offered", now), offeredAt: now, offerExpiresAt: expiresAt })
      .where(inArray(eventRegistrations.id, offered));
  await notifyPeople(services, event, rules, "event_confirmed", atOnce);
  await notifyPeople(services, event, rules, "event_offer", offered);
  return chosen.map(({ id }) => id);
}

type Candidate = { id: string; quotaId: string; isReachable: boolean; partySize: number; free: number; totalFree: number | null };

/** Those who fit, one after the other, into what those before them leave. */
function takeInTurn(candidates: Candidate[]): Candidate[] {
  let total = candidates[0]?.totalFree ?? Number.POSITIVE_INFINITY;
  const left = new Map(candidates.map(({ quotaId, free }) => [quotaId, free]));
  return candidates.filter(({ quotaId, partySize }) => {
    const here = left.get(quotaId) ?? 0;
    if (partySize > Math.min(here, total)) return false;
    left.set(quotaId, here - partySize);
    total -= partySize;
    return true;
  });
}

/** Ends the offers of one event whose deadline has passed: who did not answer leaves the list, and the next one is offered the place. */
async function expireOffers(services: Deps, { event, rules }: LockedEvent): Promise<void> {
  const now = services.clock();
  const late = await services.db
    .update(eventRegistrations)
    .set(movedTo("offer_expired", now))
    .where(
      and(eq(eventRegistrations.eventId, event.id), eq(eventRegistrations.status, "offered"), lte(eventRegistrations.offerExpiresAt, now)),
    )
    .returning({ id: eventRegistrations.id });
  // Once the event has begun, there is nothing that they could do.
  if (event.startsAt <= now) return;
  await notifyPeople(
    services,
    event,
    rules,
    "event_offer_expired",
    late.map(({ id }) => id),
  );
}

const isGone = inArray(users.accountState, ["suspended", "left"]);

/** Ends the registrations of closed and suspended accounts for an event to come: their places are somebody else's. */
async function endThoseOfClosedAccounts(services: Deps, eventId: string): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const closed = db.select({ id: users.id }).from(users).where(isGone);
  const ended = await db
    .update(eventRegistrations)
    .set(movedTo("cancelled_by_staff", now))
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        inArray(eventRegistrations.status, [...comingStatuses]),
        inArray(eventRegistrations.userId, closed),
      ),
    )
    .returning({ id: eventRegistrations.id });
  const ids = ended.map(({ id }) => id);
  if (ids.length === 0) return;
  await withdrawMails(services, { registrationIds: ids });
  await notifyOfKits(db, ids, null, now);
}

/** The most events that one run of the job looks at; it runs each minute. */
const eventsAtOnce = 100;

/**
 * Ends late offers and fills free places, whatever freed them: an erasure and a change of the database by hand free some, too. Each event has a
 * transaction of its own.
 */
export async function promoteEverywhere(services: Deps): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const late = db
    .selectDistinct({ id: eventRegistrations.eventId })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.status, "offered"), lte(eventRegistrations.offerExpiresAt, now)))
    .limit(eventsAtOnce);
  const withPlaces = db
    .selectDistinct({ id: eventRegistrations.eventId })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .innerJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(
      and(
        eq(eventRegistrations.status, "waiting"),
        eq(events.status, "published"),
        eq(registrationRules.manual, false),
        isNull(events.cancelledAt),
        gt(events.startsAt, now),
        lte(eventRegistrations.partySize, freePlaces),
        maySit,
      ),
    )
    .limit(eventsAtOnce);
  const withClosed = db
    .selectDistinct({ id: eventRegistrations.eventId })
    .from(users)
    .innerJoin(eventRegistrations, eq(eventRegistrations.userId, users.id))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(and(isGone, inArray(eventRegistrations.status, [...comingStatuses]), gt(events.startsAt, now)))
    .limit(eventsAtOnce);
  const found = new Set([...(await late), ...(await withClosed), ...(await withPlaces)].map(({ id }) => id));
  const faults: unknown[] = [];
  for (const id of found) {
    const once = db.transaction(async (tx) => {
      const inside = { ...services, db: tx };
      await lockEvent(tx, id);
      await endThoseOfClosedAccounts(inside, id);
      await expireOffers(inside, await lockEvent(tx, id));
      await promote(inside, await lockEvent(tx, id));
    });
    // One event that fails does not keep the others waiting.
    await once.catch((error) => faults.push(error));
  }
  if (faults.length > 0) throw new AggregateError(faults, "waiting lists");
}
