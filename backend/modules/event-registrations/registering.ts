import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { EventAnswer } from "#contract/charity/event-questions";
import {
  comingStatuses,
  type IneligibleReason,
  mostRegistrations,
  type RegistrationDraft,
  type RegistrationStatus,
} from "#contract/charity/event-registrations";
import { isKitKind } from "#contract/charity/kit-states";
import type { Locale } from "#contract/formats/locale";
import { notifyOfPlacesLeft } from "./drop-outs.ts";
import { isBusy, mayKnow, refusalFor, standingOf } from "./eligibility.ts";
import { notifyOfKits } from "./kit-notices.ts";
import { beginningOf, beginsAt, freeIn, type LockedEvent, lockEvent, placeHours, type QuotaRow, readEvent } from "./locking.ts";
import { hasNeededDocuments } from "./needed-documents.ts";
import { type EventMail, notifyPeople } from "./notifying.ts";
import { isOpen } from "./open-places.ts";
import { type Deps, maySit, promote } from "./promoting.ts";
import { answersTo } from "./questions.ts";
import { movedTo } from "./status.ts";
import { eventRegistrations, registrationRules } from "./tables.ts";
import { withdrawMails } from "./withdrawing.ts";

const mailOf: Partial<Record<RegistrationStatus, EventMail>> = {
  confirmed: "event_confirmed",
  pending: "event_pending",
  waiting: "event_waiting",
};

/** A person with an account; a guest whom staff add by name, or one who confirmed an address. */
type Newcomer = { userId: string } | { guestName: string } | Guest;
export type Guest = { guestName: string; guestEmail: string; guestLocale: Locale; guestTextVersion: number };

/**
 * Adds a registration to a locked event: a place, where there are enough, and else the end of the waiting list. Nobody passes those who wait for the same
 * places and would fit. Refused where there is no waiting list.
 */
export async function addRegistration(
  services: Deps,
  locked: LockedEvent,
  quota: QuotaRow,
  who: Newcomer,
  { partySize, source, manual, answers = [] }: { partySize: number; source: "self" | "staff"; manual: boolean; answers?: EventAnswer[] },
): Promise<{ id: string; status: RegistrationStatus }> {
  const { event, rules } = locked;
  const { db, clock } = services;
  const free = freeIn(quota, rules);
  const fits = free > 0 && partySize <= free && !(await somebodyWaits(db, quota, free));
  if (!fits && (!rules.waitingList || beginsAt(quota, event) <= clock())) throw fieldRefusal("quotaId", "events:error.noPlace");
  const status = !fits ? "waiting" : manual ? "pending" : "confirmed";
  const now = clock();
  // A person who asks twice at the same moment is registered once.
  const [added] = await db
    .insert(eventRegistrations)
    .values({
      eventId: event.id,
      quotaId: quota.id,
      ...who,
      partySize,
      source,
      answers,
      status,
      statusAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: eventRegistrations.id });
  if (!added) throw ineligible("already");
  const mail = mailOf[status];
  if (mail) await notifyPeople(services, event, rules, mail, [added.id]);
  return { ...added, status };
}

/** Whether anybody waits who would get a place of those that are free. */
export async function somebodyWaits(db: Db, quota: QuotaRow, free: number): Promise<boolean> {
  const [found] = await db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .innerJoin(registrationRules, eq(registrationRules.eventId, eventRegistrations.eventId))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(
      and(
        maySit,
        hasNeededDocuments,
        eq(eventRegistrations.quotaId, quota.id),
        eq(eventRegistrations.status, "waiting"),
        sql`${eventRegistrations.partySize} <= ${free}`,
      ),
    )
    .limit(1);
  return !!found;
}

export const ineligible = (reason: IneligibleReason) => fieldRefusal("quotaId", `events:refused.${reason}`);

/** Ends the attempt under a shared lock, so that its rollback releases the lock: two that kept it would wait for each other. */
class PlaceIsFree extends Error {}

/** What is ordered with a place: checked under the lock of the event before it is taken, and stored with it. */
type Order<Values> = {
  prepare: (tx: Db, locked: LockedEvent, quota: QuotaRow) => Promise<Values>;
  store: (tx: Db, registrationId: string, values: Values) => Promise<void>;
};

/**
 * Registers the person who asks, by themselves. When hundreds do so at once for the last place, all but the first ones join the waiting list under a shared
 * lock, without waiting for each other; one that then finds a free place starts again.
 */
export async function register<Values>(
  services: Deps & Pick<Services, "organisation">,
  actor: Actor,
  eventId: string,
  { quotaId, partySize, answers: given }: RegistrationDraft,
  order?: Order<Values>,
) {
  const before = await readEvent(services.db, eventId);
  const standing = await standingOf(services, actor, before.event);
  if (!mayKnow(actor, before, standing.registered)) throw new Refusal("not_found");
  // A student says where it is brought, or which sizes are wanted.
  if (actor.role === "BENEFICIARY" && isKitKind(before.event.type) && !order) throw new Refusal("kit_details");
  if (standing.times >= mostRegistrations) throw fieldRefusal("quotaId", "events:error.tooOften");
  const isFull = (here: LockedEvent) => partySize > freeIn(quotaIn(here, quotaId), here.rules);
  const attempt = (strength: "share" | "update") =>
    services.db.transaction(async (tx) => {
      const locked = await lockEvent(tx, eventId, strength);
      const quota = quotaIn(locked, quotaId);
      if (strength === "share" && !isFull(locked)) throw new PlaceIsFree();
      const answers = await answersTo(tx, eventId, given);
      refuseUnlessOpen(locked, quota, services.clock());
      const reason = refusalFor(standing, locked.rules, quota);
      if (reason) throw ineligible(reason);
      if (strength === "update" && (await isBusyThen(tx, locked, { userId: actor.id, quotaId }))) throw ineligible("overlap");
      if (partySize > locked.rules.maxParty) throw fieldRefusal("partySize", "events:error.party");
      const how = { partySize, source: "self" as const, manual: locked.rules.manual, answers };
      const values = await order?.prepare(tx, locked, quota);
      const added = await addRegistration({ ...services, db: tx }, locked, quota, { userId: actor.id }, how);
      if (order) await order.store(tx, added.id, values as Values);
      return added;
    });
  if (!isFull(before)) return attempt("update");
  return attempt("share").catch((error) => {
    if (error instanceof PlaceIsFree) return attempt("update");
    throw error;
  });
}

export function quotaIn({ quotas }: LockedEvent, quotaId: string): QuotaRow {
  const quota = quotas.find(({ id }) => id === quotaId);
  if (!quota) throw fieldRefusal("quotaId", "events:error.chooseQuota");
  return quota;
}

function refuseUnlessOpen(locked: LockedEvent, quota: QuotaRow, now: Date) {
  if (!isOpen(locked, now) || beginsAt(quota, locked.event) <= now) throw new Refusal("registration_closed");
}

/** Whose registration it is: a person's for an event, or the one that a guest's link opens. */
export type Whose = { id: string } | { registrationId: string };

/**
 * A person accepts the place that they were offered, or declines it. After its deadline an offer is none, whether or not the job has ended it. Nobody
 * accepts one at the time of another place of theirs.
 */
export function answerOffer(
  services: Deps & Pick<Services, "organisation">,
  whose: Whose,
  eventId: string,
  accepted: boolean,
): Promise<void> {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const locked = await lockEvent(tx, eventId);
    const { event, rules } = locked;
    const own = await ownComing(tx, whose, eventId);
    const now = services.clock();
    const isOffered = own.status === "offered" && own.offerExpiresAt && own.offerExpiresAt > now && beginningOf(locked, own) > now;
    if (!isOffered || event.cancelledAt) throw new Refusal("wrong_state");
    if (accepted && (await isBusyThen(tx, locked, own))) throw ineligible("overlap");
    await setStatus(inside, [own.id], accepted ? "confirmed" : "declined");
    if (accepted) await notifyPeople(inside, event, rules, "event_confirmed", [own.id]);
    if (accepted) return;
    await promote(inside, await lockEvent(tx, eventId));
    await notifyOfPlacesLeft(inside, eventId, [own]);
  });
}

type Seat = Pick<typeof eventRegistrations.$inferSelect, "userId" | "quotaId">;

/** Whether the person of a registration, who is locked, has a place in another event at the hours of this one. */
async function isBusyThen(tx: Db, { event, quotas }: LockedEvent, { userId, quotaId }: Seat) {
  if (!userId) return false;
  // Of two places that are taken at the same moment, the second one finds the first.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  const hours = placeHours(
    quotas.find(({ id }) => id === quotaId),
    event,
  );
  return (await tx.$count(users, and(eq(users.id, userId), isBusy(tx, event, hours)))) > 0;
}

export async function ownComing(tx: Db, whose: Whose, eventId: string) {
  const [own] = await tx
    .select()
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        "registrationId" in whose ? eq(eventRegistrations.id, whose.registrationId) : eq(eventRegistrations.userId, whose.id),
        inArray(eventRegistrations.status, [...comingStatuses]),
      ),
    );
  if (!own) throw new Refusal("wrong_state");
  return own;
}

const ended: readonly RegistrationStatus[] = ["cancelled_by_user", "cancelled_by_staff", "refused", "declined"];

const kitEnds: Partial<Record<RegistrationStatus, "delivered" | "absent">> = { attended: "delivered", no_show: "absent" };

/**
 * Moves registrations of a locked event to a state. What waits to be sent to those who do not take part any more is taken back, and students read that their
 * order ended with the attendance.
 */
export async function setStatus({ db, clock }: Pick<Deps, "db" | "clock">, ids: string[], status: RegistrationStatus): Promise<void> {
  if (ids.length === 0) return;
  await db.update(eventRegistrations).set(movedTo(status, clock())).where(inArray(eventRegistrations.id, ids));
  if (ended.includes(status)) await withdrawMails({ db, clock }, { registrationIds: ids });
  await notifyOfKits(db, ids, kitEnds[status] ?? null, clock());
}

/** How many registrations for an event are not over: what a cancellation would tell, and what keeps an event on the site. */
export async function countComing(db: Db, eventId: string): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.eventId, eventId), inArray(eventRegistrations.status, [...comingStatuses])));
  return found?.count ?? 0;
}
