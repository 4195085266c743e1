import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { EventAnswer } from "#contract/charity/event-questions";
import {
  comingStatuses,
  type IneligibleReason,
  mostRegistrations,
  type RegistrationDraft,
  type RegistrationStatus,
  registrationPhase,
} from "#contract/charity/event-registrations";
import { isKitKind } from "#contract/charity/kit-states";
import type { Locale } from "#contract/formats/locale";
import { mayKnow, refusalFor, standingOf } from "./eligibility.ts";
import { notifyOfKits } from "./kit-notices.ts";
import { freeIn, type LockedEvent, lockEvent, type QuotaRow, readEvent } from "./locking.ts";
import { cancelUntil, type EventMail, notifyPeople } from "./notifying.ts";
import { type Deps, maySit, promote } from "./promoting.ts";
import { answersTo } from "./questions.ts";
import { movedTo } from "./status.ts";
import { eventRegistrations } from "./tables.ts";
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
  if (!fits && (!rules.waitingList || event.startsAt <= clock())) throw fieldRefusal("quotaId", "events:error.noPlace");
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
async function somebodyWaits(db: Db, quota: QuotaRow, free: number): Promise<boolean> {
  const [found] = await db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(
      and(
        maySit,
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
      refuseUnlessOpen(locked, services.clock());
      const reason = refusalFor(standing, locked.rules, quota);
      if (reason) throw ineligible(reason);
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

function refuseUnlessOpen(locked: LockedEvent, now: Date) {
  if (!isOpen(locked, now)) throw new Refusal("registration_closed");
}

/** Whether people may register now; it may be full. */
export function isOpen({ event, rules }: LockedEvent, now: Date): boolean {
  const facts = { ...times(event), cancelled: event.cancelledAt !== null, rules: moments(rules), free: null };
  return event.status === "published" && registrationPhase(facts, now.toISOString()) === "open";
}

/** Whose registration it is: a person's for an event, or the one that a guest's link opens. */
export type Whose = { id: string } | { registrationId: string };

/** A person gives their place back, or leaves the list; until the limit of the rules, which does not hold for who only waits. */
export function cancelOwn(services: Deps, whose: Whose, eventId: string): Promise<void> {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const locked = await lockEvent(tx, eventId);
    const own = await ownComing(tx, whose, eventId);
    const late = own.status === "confirmed" && cancelUntil(locked.event, locked.rules) <= services.clock();
    if (late || locked.event.startsAt <= services.clock()) throw new Refusal("wrong_state");
    await setStatus(inside, [own.id], "cancelled_by_user");
    await notifyPeople(inside, locked.event, locked.rules, "event_left", [own.id]);
    await promote(inside, await lockEvent(tx, eventId));
  });
}

/** A person accepts the place that they were offered, or declines it. After its deadline an offer is none, whether or not the job has ended it. */
export function answerOffer(services: Deps, whose: Whose, eventId: string, accepted: boolean): Promise<void> {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const { event, rules } = await lockEvent(tx, eventId);
    const own = await ownComing(tx, whose, eventId);
    const now = services.clock();
    const isOffered = own.status === "offered" && own.offerExpiresAt && own.offerExpiresAt > now && event.startsAt > now;
    if (!isOffered || event.cancelledAt) throw new Refusal("wrong_state");
    await setStatus(inside, [own.id], accepted ? "confirmed" : "declined");
    if (accepted) await notifyPeople(inside, event, rules, "event_confirmed", [own.id]);
    if (!accepted) await promote(inside, await lockEvent(tx, eventId));
  });
}

async function ownComing(tx: Db, whose: Whose, eventId: string) {
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

export const times = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
});

export const moments = ({ opensAt, closesAt }: { opensAt: Date | null; closesAt: Date | null }) => ({
  opensAt: opensAt?.toISOString() ?? null,
  closesAt: closesAt?.toISOString() ?? null,
});
