import { and, asc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { addMails } from "#backend/modules/mails/outbox";
import { isChosen, isNotPaused } from "#backend/modules/mails/preferences";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { mostHelpers } from "#contract/charity/event-day";
import type { EventAnswer } from "#contract/charity/event-questions";
import {
  liveStatuses,
  mostOfferedPlaces,
  mostRegistrations,
  type OfferedPlace,
  type TakeOverDraft,
} from "#contract/charity/event-registrations";
import { franceDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { ruleFor } from "./absence-pauses.ts";
import { notifyOfEndedAbsence } from "./drop-outs.ts";
import { mayKnow, refusalFor, type Standing, standingOf } from "./eligibility.ts";
import { inTurn, whoCouldCome } from "./helpers.ts";
import { beginsAt, type LockedEvent, lockEvent, placeHours, type QuotaRow, readEvent } from "./locking.ts";
import { momentsOf, notifyPeople, placeText } from "./notifying.ts";
import type { Deps } from "./promoting.ts";
import { answersTo } from "./questions.ts";
import { ineligible, setStatus } from "./registering.ts";
import { movedTo } from "./status.ts";
import { eventRegistrations } from "./tables.ts";
import { withdrawMails } from "./withdrawing.ts";

type Registration = typeof eventRegistrations.$inferSelect;
type Around = Pick<LockedEvent, "event" | "rules">;

const quotaOf = ({ quotas }: Pick<LockedEvent, "quotas">, { quotaId }: Pick<Registration, "quotaId">) =>
  quotas.find(({ id }) => id === quotaId);

/** Whether a place of an event changes hands now: until it begins, and not where staff choose each person. */
const changesHands = ({ event, rules }: Around, quota: QuotaRow | undefined, now: Date) =>
  event.status === "published" && !event.cancelledAt && beginsAt(quota, event) > now && event.visibility !== "invitation" && !rules.manual;

const mayHandOn = ({ role }: Pick<Actor, "role">) => role === "VOLUNTEER" || role === "ADMIN";

/**
 * Whether others can take a person's own place over; also when it is too late to cancel. A party has places for people who are not known. Who looks for
 * somebody already can stop to, whatever has changed since.
 */
export function ownReplacement(actor: Pick<Actor, "role">, own: Registration, around: LockedEvent, now: Date): { wanted: boolean } | null {
  const quota = quotaOf(around, own);
  const can = mayHandOn(actor) && own.status === "confirmed" && own.partySize === 1 && changesHands(around, quota, now);
  const wanted = own.replacementSince !== null;
  return can || (wanted && beginsAt(quota, around.event) > now) ? { wanted } : null;
}

/** Who waits for the event alone may take a place over, too: the registration that waits becomes it. A party would lose its others. */
const reasonFor = (standing: Standing, { rules }: Around, quota: QuotaRow, own: Pick<Registration, "status" | "partySize"> | null) =>
  refusalFor(own?.status === "waiting" && own.partySize === 1 ? { ...standing, registered: false } : standing, rules, quota);

/** Whether a person who takes a place over registers for the event once more, and has done so too often. */
const isTooOften = ({ registered, times }: Standing) => !registered && times >= mostRegistrations;

/** The places of an event that others look for a replacement in, for somebody who could be it. */
export async function offeredPlaces(
  db: Db,
  actor: Pick<Actor, "id" | "role">,
  locked: LockedEvent,
  standing: Standing,
  own: Registration | null,
  now: Date,
): Promise<OfferedPlace[]> {
  if (!mayHandOn(actor) || isTooOften(standing)) return [];
  const rows = await db
    .select({ id: eventRegistrations.id, quotaId: eventRegistrations.quotaId })
    .from(eventRegistrations)
    .where(and(isOffered(locked), ne(eventRegistrations.userId, actor.id)))
    .orderBy(asc(eventRegistrations.replacementSince))
    .limit(mostOfferedPlaces);
  return rows.flatMap(({ id, quotaId }) => {
    const quota = locked.quotas.find((one) => one.id === quotaId);
    if (!quota || !changesHands(locked, quota, now)) return [];
    return {
      registrationId: id,
      quota: quota.label,
      startsAt: quota.startsAt?.toISOString() ?? null,
      endsAt: quota.endsAt?.toISOString() ?? null,
      refused: reasonFor(standing, locked, quota, own),
    };
  });
}

const isOffered = ({ event }: Around) =>
  and(
    eq(eventRegistrations.eventId, event.id),
    eq(eventRegistrations.status, "confirmed"),
    isNotNull(eventRegistrations.userId),
    isNotNull(eventRegistrations.replacementSince),
  );

type Whole = Deps & Pick<Services, "organisation">;

/**
 * Looks for somebody who takes a person's place over, or stops to. The person stays responsible until then. Those who wait for the same places are notified,
 * and volunteers of the sector who have time; each once for a place.
 */
export function seekReplacement(services: Whole, actor: Actor, eventId: string, wanted: boolean): Promise<{ notified: number }> {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const now = services.clock();
    const locked = await lockEvent(tx, eventId);
    const own = await liveOf(tx, actor, eventId);
    // Who looks for nobody any more may always say so.
    if (!own || (wanted && !ownReplacement(actor, own, locked, now))) throw new Refusal("wrong_state");
    if (wanted === (own.replacementSince !== null)) return { notified: 0 };
    await tx
      .update(eventRegistrations)
      .set({ replacementSince: wanted ? now : null, updatedAt: now })
      .where(eq(eventRegistrations.id, own.id));
    if (wanted) return { notified: await notifyOfPlace(inside, actor, locked, own) };
    await withdrawMails(inside, { registrationIds: [own.id], stay: true });
    return { notified: 0 };
  });
}

/** The registration of a person for an event that is not over. */
async function liveOf(tx: Db, { id }: Pick<Actor, "id">, eventId: string): Promise<Registration | null> {
  const [own] = await tx
    .select()
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        eq(eventRegistrations.userId, id),
        inArray(eventRegistrations.status, [...liveStatuses]),
      ),
    );
  return own ?? null;
}

async function notifyOfPlace(services: Whole, actor: Actor, locked: LockedEvent, own: Registration): Promise<number> {
  const { db } = services;
  const { event } = locked;
  const now = services.clock();
  const quota = quotaOf(locked, own);
  if (!quota) return 0;
  const key = `event_replacement:${own.id}:`;
  const person = { id: users.id, email: users.email, locale: users.locale, firstName: users.firstName };
  const waiting = await db
    .select(person)
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(
      and(
        eq(eventRegistrations.quotaId, quota.id),
        eq(eventRegistrations.status, "waiting"),
        eq(eventRegistrations.partySize, 1),
        eq(users.accountState, "validated"),
        inArray(users.role, ["VOLUNTEER", "ADMIN"]),
        isChosen(db, users.id, "association"),
        isNotPaused(db, users.id, "association", franceDay(now)),
      ),
    )
    .orderBy(asc(eventRegistrations.position))
    .limit(mostHelpers);
  const others = await db
    .select(person)
    .from(users)
    .innerJoin(volunteerProfiles, eq(volunteerProfiles.userId, users.id))
    .where(whoCouldCome(db, locked, { actor, now, pause: await ruleFor(services, "VOLUNTEER"), seat: { quota, key } }))
    .orderBy(...inTurn)
    .limit(mostHelpers);
  const { startsAt, endsAt } = placeHours(quota, event);
  const mails = [...waiting, ...others].map(({ id, ...to }) => ({
    to: { ...to, userId: id },
    values: {
      eventId: event.id,
      registrationId: own.id,
      eventTitle: readIn(to.locale, event.title).text,
      ...momentsOf(to.locale, startsAt, endsAt),
      place: placeText(services, to.locale, event),
    },
    dedupeKey: key + id,
    aboutId: event.id,
    until: startsAt,
  }));
  return (await addMails(services, "event_replacement", mails)).added;
}

/**
 * Takes over the place of somebody who looks for a replacement: the first who does gets it, by the same rules as a free one, and both are notified, as
 * is the team where it read that somebody cannot come. One who waits for the event leaves the waiting list with it. The questions of the event that have no
 * answer of theirs are answered now.
 */
export async function takeOver(
  services: Whole,
  actor: Actor,
  eventId: string,
  { registrationId, answers: given }: TakeOverDraft,
): Promise<void> {
  const found = await readEvent(services.db, eventId);
  const standing = await standingOf(services, actor, found.event);
  if (!mayKnow(actor, found, standing.registered)) throw new Refusal("not_found");
  await services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const now = services.clock();
    const locked = await lockEvent(tx, eventId);
    const { event, rules } = locked;
    const [seat] = await tx
      .select()
      .from(eventRegistrations)
      .where(and(isOffered(locked), eq(eventRegistrations.id, registrationId), ne(eventRegistrations.userId, actor.id)));
    const quota = seat && quotaOf(locked, seat);
    if (!quota || !changesHands(locked, quota, now)) throw new Refusal("wrong_state");
    const own = await liveOf(tx, actor, eventId);
    const reason = reasonFor({ ...standing, registered: own !== null || standing.registered }, locked, quota, own);
    if (reason) throw ineligible(reason);
    if (!own && isTooOften({ ...standing, registered: false })) throw new Refusal("wrong_state");
    const before = own?.answers ?? [];
    const answers = [...before, ...(await answersTo(tx, eventId, given, { before }))];
    // Before the place is given, which the database counts.
    await setStatus(inside, [seat.id], "cancelled_by_user");
    await tx.update(eventRegistrations).set({ replacedAt: now }).where(eq(eventRegistrations.id, seat.id));
    const taken = await putInPlace(inside, actor, quota, own, answers);
    await notifyPeople(inside, event, rules, "event_replaced", [seat.id]);
    await notifyPeople(inside, event, rules, "event_confirmed", [taken]);
    if (seat.awayAt) await notifyOfEndedAbsence(inside, locked, { ...seat, awayAt: seat.awayAt }, "replaced");
  });
}

async function putInPlace(
  { db, clock }: Pick<Deps, "db" | "clock">,
  actor: Actor,
  quota: QuotaRow,
  own: Registration | null,
  answers: EventAnswer[],
): Promise<string> {
  const now = clock();
  if (own) {
    await db
      .update(eventRegistrations)
      .set({ ...movedTo("confirmed", now), quotaId: quota.id, answers })
      .where(eq(eventRegistrations.id, own.id));
    return own.id;
  }
  const values = { eventId: quota.eventId, quotaId: quota.id, userId: actor.id, answers, source: "self", status: "confirmed" } as const;
  const [added] = await db
    .insert(eventRegistrations)
    .values({ ...values, statusAt: now, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: eventRegistrations.id });
  if (!added) throw ineligible("already");
  return added.id;
}
