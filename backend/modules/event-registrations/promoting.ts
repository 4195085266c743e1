import { and, asc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { comingStatuses } from "#contract/charity/event-registrations";
import { notifyOfPlacesLeft } from "./drop-outs.ts";
import { busyIn } from "./eligibility.ts";
import { notifyOfKits } from "./kit-notices.ts";
import { beginsAt, type EventRow, freePlaces, type LockedEvent, lockEvent, placeBegins } from "./locking.ts";
import { hasNeededDocuments } from "./needed-documents.ts";
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
/** For how many hours a place is offered to who has another one at its time, where places are given at once. */
const hoursToChoose = 12;

/**
 * Gives free places of a locked event to its waiting list: the one way by which anybody leaves it with a place. First come, first served; a party gets
 * all its places or none, and one that is too large for what is free, or lacks a document that the event needs, lets the next pass. A place is offered until a deadline, or given at once to
 * guests without an address, who could not answer, and where the rules have no deadline: but nobody gets one at the time of another place of theirs. Where staff confirm each registration, they choose `which` are promoted. Returns
 * the ids of those that were.
 */
export async function promote(services: Deps, { event, rules, quotas }: LockedEvent, which?: string[]): Promise<string[]> {
  const { db, clock } = services;
  const now = clock();
  if (event.status !== "published" || event.cancelledAt) return [];
  if (rules.manual && !which) return [];
  const toCome = quotas.filter((quota) => beginsAt(quota, event) > now).map(({ id }) => id);
  if (toCome.length === 0) return [];
  const candidates = await db
    .select({
      id: eventRegistrations.id,
      quotaId: eventRegistrations.quotaId,
      isReachable: sql<boolean>`num_nonnulls(${eventRegistrations.userId}, ${eventRegistrations.guestEmail}) > 0`,
      partySize: eventRegistrations.partySize,
      free: freePlaces,
      begins: eventQuotas.startsAt,
      totalFree: sql<number | null>`(${registrationRules.totalCapacity} - ${registrationRules.taken})::int`,
    })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .innerJoin(registrationRules, eq(registrationRules.eventId, eventRegistrations.eventId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(
      and(
        maySit,
        hasNeededDocuments,
        inArray(eventRegistrations.quotaId, toCome),
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
  const busy =
    rules.offerHours === 0
      ? await busyAmong(
          db,
          event,
          chosen.map(({ id }) => id),
        )
      : null;
  const atOnce = chosen.filter(({ id, isReachable }) => busy?.has(id) === false || !isReachable).map(({ id }) => id);
  const later = chosen.filter(({ id }) => !atOnce.includes(id));
  const offered = later.map(({ id }) => id);
  if (atOnce.length > 0) await db.update(eventRegistrations).set(movedTo("confirmed", now)).where(inArray(eventRegistrations.id, atOnce));
  // An offer ends when its place begins, at the latest.
  for (const [begins, some] of Map.groupBy(later, (one) => beginsAt({ startsAt: one.begins }, event).getTime()))
    await db
      .update(eventRegistrations)
      .set({
        ...movedTo("offered", now),
        offeredAt: now,
        offerExpiresAt: new Date(Math.min(now.getTime() + (rules.offerHours || hoursToChoose) * hour, begins)),
      })
      .where(
        inArray(
          eventRegistrations.id,
          some.map(({ id }) => id),
        ),
      );
  await notifyPeople(services, event, rules, "event_confirmed", atOnce);
  await notifyPeople(services, event, rules, "event_offer", offered);
  return chosen.map(({ id }) => id);
}

/** Those of some registrations whose people have a place in another event at its hours. They are locked, so that no two events give them one at once. */
async function busyAmong(tx: Db, event: EventRow, ids: string[]): Promise<Set<string>> {
  const some = inArray(eventRegistrations.id, ids);
  const theirs = tx.select({ id: eventRegistrations.userId }).from(eventRegistrations).where(some);
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, theirs)).orderBy(asc(users.id)).for("no key update");
  const rows = await tx
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(some, sql`${eventRegistrations.quotaId}::text = any(${busyIn(tx, event)})`));
  return new Set(rows.map(({ id }) => id));
}

type Candidate = {
  id: string;
  quotaId: string;
  begins: Date | null;
  isReachable: boolean;
  partySize: number;
  free: number;
  totalFree: number | null;
};

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

type Left = { id: string; quotaId: string };

/** Ends the offers of one event whose deadline has passed: who did not answer leaves the list, and the next one is offered the place. Returns those. */
async function expireOffers(services: Deps, { event, rules, quotas }: LockedEvent): Promise<Left[]> {
  const now = services.clock();
  const late = await services.db
    .update(eventRegistrations)
    .set(movedTo("offer_expired", now))
    .where(
      and(eq(eventRegistrations.eventId, event.id), eq(eventRegistrations.status, "offered"), lte(eventRegistrations.offerExpiresAt, now)),
    )
    .returning({ id: eventRegistrations.id, quotaId: eventRegistrations.quotaId });
  // Once their places have begun, there is nothing that they could do.
  const begun = quotas.filter((quota) => beginsAt(quota, event) <= now).map(({ id }) => id);
  await notifyPeople(
    services,
    event,
    rules,
    "event_offer_expired",
    late.filter(({ quotaId }) => !begun.includes(quotaId)).map(({ id }) => id),
  );
  return late;
}

const isGone = inArray(users.accountState, ["suspended", "left"]);

/** Ends the registrations of closed and suspended accounts for an event to come: their places are somebody else's. Returns those that had one. */
async function endThoseOfClosedAccounts(services: Deps, eventId: string): Promise<Left[]> {
  const { db, clock } = services;
  const now = clock();
  const closed = db.select({ id: users.id }).from(users).where(isGone);
  // Under the lock of the event, which those need who change them.
  const ending = await db
    .select({ id: eventRegistrations.id, quotaId: eventRegistrations.quotaId, status: eventRegistrations.status })
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        inArray(eventRegistrations.status, [...comingStatuses]),
        inArray(eventRegistrations.userId, closed),
      ),
    );
  const ids = ending.map(({ id }) => id);
  if (ids.length === 0) return [];
  await db.update(eventRegistrations).set(movedTo("cancelled_by_staff", now)).where(inArray(eventRegistrations.id, ids));
  await withdrawMails(services, { registrationIds: ids });
  await notifyOfKits(db, ids, null, now);
  return ending.filter(({ status }) => status === "confirmed" || status === "offered");
}

/** The most events that one run of the job looks at; it runs each minute. */
const eventsAtOnce = 100;

/**
 * Ends late offers and fills free places, whatever freed them: an erasure and a change of the database by hand free some, too. The team is notified of
 * those that nobody waits for. Each event has a transaction of its own.
 */
export async function promoteEverywhere(services: Deps & Pick<Services, "organisation">): Promise<void> {
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
        sql`${placeBegins} > ${now.toISOString()}::timestamptz`,
        lte(eventRegistrations.partySize, freePlaces),
        maySit,
        hasNeededDocuments,
      ),
    )
    .limit(eventsAtOnce);
  const withClosed = db
    .selectDistinct({ id: eventRegistrations.eventId })
    .from(users)
    .innerJoin(eventRegistrations, eq(eventRegistrations.userId, users.id))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .where(and(isGone, inArray(eventRegistrations.status, [...comingStatuses]), sql`${placeBegins} > ${now.toISOString()}::timestamptz`))
    .limit(eventsAtOnce);
  const found = new Set([...(await late), ...(await withClosed), ...(await withPlaces)].map(({ id }) => id));
  const faults: unknown[] = [];
  for (const id of found) {
    const once = db.transaction(async (tx) => {
      const inside = { ...services, db: tx };
      await lockEvent(tx, id);
      const ended = await endThoseOfClosedAccounts(inside, id);
      const expired = await expireOffers(inside, await lockEvent(tx, id));
      await promote(inside, await lockEvent(tx, id));
      await notifyOfPlacesLeft(inside, id, [...ended, ...expired]);
    });
    // One event that fails does not keep the others waiting.
    await once.catch((error) => faults.push(error));
  }
  if (faults.length > 0) throw new AggregateError(faults, "waiting lists");
}
