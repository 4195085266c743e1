import { and, eq, inArray, or } from "drizzle-orm";
import type * as z from "zod";
import { recordChange, recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion, pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { done } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { isHelped } from "#backend/identity/restricted";
import { foundPeople } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { PageOf, Selection } from "#contract/api/endpoint";
import {
  type Participant,
  type ParticipantAction,
  type ParticipantDraft,
  type ParticipantsQuery,
  participantSteps,
} from "#contract/charity/event-participants";
import type { IneligibleReason, RegistrationStatus } from "#contract/charity/event-registrations";
import { notifyOfPauses } from "./absence-pauses.ts";
import { proposeFor } from "./attendance.ts";
import { refusalFor, standingOf } from "./eligibility.ts";
import { freeIn, freePlaces, type LockedEvent, lockEvent } from "./locking.ts";
import { type EventMail, notifyPeople, positionInLine } from "./notifying.ts";
import { type Deps, promote } from "./promoting.ts";
import { answersTo } from "./questions.ts";
import { addRegistration, ineligible, setStatus } from "./registering.ts";
import { eventQuotas, eventRegistrations, registrationRules } from "./tables.ts";

/** Who is registered for an event, in the order of arrival; searched by name, or by the address of an account. */
export async function listParticipants(db: Db, eventId: string, query: ParticipantsQuery): Promise<PageOf<Participant>> {
  const { q, status, quotaId } = query;
  const where = and(
    eq(eventRegistrations.eventId, eventId),
    status && eq(eventRegistrations.status, status),
    quotaId ? eq(eventRegistrations.quotaId, quotaId) : undefined,
  );
  const sorts = {
    createdAt: eventRegistrations.position,
    name: eventRegistrations.name,
    status: [eventRegistrations.status, eventRegistrations.position],
  };
  const people = q.includes("@") ? await foundPeople(db, q) : undefined;
  const byEmail = or(people?.among(eventRegistrations.userId), eq(eventRegistrations.guestEmail, q));
  const searched = q.includes("@") ? byEmail : contains(eventRegistrations, q);
  return pageOfRows(db, eventRegistrations, query, { where: and(where, searched), sorts }, async (found, order) => {
    const rows = await db
      .select({
        registration: eventRegistrations,
        quota: eventQuotas.label,
        position: positionInLine,
        free: freePlaces,
      })
      .from(eventRegistrations)
      .innerJoin(found, eq(found.id, eventRegistrations.id))
      .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
      .innerJoin(registrationRules, eq(registrationRules.eventId, eventRegistrations.eventId))
      .orderBy(...order);
    return rows.map(({ registration, free, ...row }) => ({
      ...registration,
      ...row,
      note: registration.noteStaff,
      held: registration.status !== "waiting" || free === 0 ? null : registration.partySize > free ? "party" : "earlier",
      offerEndsAt: registration.offerExpiresAt?.toISOString() ?? null,
      createdAt: registration.createdAt.toISOString(),
    }));
  });
}

type Newcomer = z.output<typeof ParticipantDraft>;

/** Staff add a person by their address, or a guest by name. They get what is free without waiting for a confirmation, even when registration is closed. */
export function addParticipant(
  services: Deps & Pick<Services, "organisation">,
  actor: Actor,
  eventId: string,
  { email, guestName, quotaId, partySize, answers: given }: Newcomer,
) {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const locked = await lockEvent(tx, eventId);
    refuseOver(locked, services.clock());
    const quota = locked.quotas.find(({ id }) => id === quotaId);
    if (!quota) throw fieldRefusal("quotaId", "events:error.chooseQuota");
    if (!email && !guestName) throw fieldRefusal("email", "events:error.who");
    const who = email ? { userId: await personWith(inside, actor, email, locked, quota) } : { guestName: guestName ?? "" };
    const answers = await answersTo(tx, eventId, given, { later: true });
    const { id, status } = await addRegistration(inside, locked, quota, who, { partySize, source: "staff", manual: false, answers });
    await record(tx, actor, "add", [{ id, before: undefined, after: status }]);
    return { status };
  });
}

/** Staff may pass over an appointment elsewhere, which they may have agreed with the person, and over a pause. */
const isPassedOver: readonly IneligibleReason[] = ["overlap", "paused"];

async function personWith(
  services: Pick<Services, "db" | "clock" | "organisation">,
  actor: Actor,
  email: string,
  { event, rules }: LockedEvent,
  quota: LockedEvent["quotas"][number],
): Promise<string> {
  const [person] = await services.db
    .select({ id: users.id, role: users.role, state: users.accountState, sectorId: users.sectorId, helped: isHelped })
    .from(users)
    .where(eq(users.email, email));
  if (person?.state !== "validated") throw fieldRefusal("email", "events:error.nobody");
  // The answer would tell a birth date to whoever sets the minimum age.
  if (rules.minAge !== null && person.helped && !mayReadRestricted(actor, person.sectorId))
    throw fieldRefusal("email", "events:error.ageWithheld");
  const reason = refusalFor(await standingOf(services, person, event), rules, quota);
  // Why is not said: the birth date and the documents of a person are not for everybody who sets up events.
  if (reason === "already") throw ineligible(reason);
  if (reason && !isPassedOver.includes(reason)) throw fieldRefusal("email", "events:error.notEligible");
  return person.id;
}

function refuseOver({ event }: LockedEvent, now: Date) {
  if (event.status !== "published" || event.cancelledAt || event.endsAt <= now) throw new Refusal("wrong_state");
}

const afterwards: Partial<Record<ParticipantAction, RegistrationStatus>> = {
  confirm: "confirmed",
  refuse: "refused",
  cancel: "cancelled_by_staff",
  attended: "attended",
  no_show: "no_show",
};

const mails: Partial<Record<ParticipantAction, EventMail>> = {
  confirm: "event_confirmed",
  refuse: "event_refused",
  cancel: "event_removed",
};

/** One act on several registrations. Those in another state, and those for whom there is no place, stay as they are and are counted. */
export function actOn(
  services: Deps & Pick<Services, "organisation">,
  actor: Actor,
  eventId: string,
  { action, selection }: { action: ParticipantAction; selection: Selection },
) {
  if (!("ids" in selection)) throw new Refusal("bad_request");
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const locked = await lockEvent(tx, eventId);
    const { event, rules } = locked;
    const begun = event.startsAt <= services.clock();
    const isBefore = action === "confirm" || action === "promote";
    const isAfter = action === "attended" || action === "no_show";
    if (event.cancelledAt || (isBefore && begun) || (isAfter && !begun)) throw new Refusal("wrong_state");
    const rows = await tx
      .select()
      .from(eventRegistrations)
      .where(and(eq(eventRegistrations.eventId, eventId), inArray(eventRegistrations.id, selection.ids)))
      .orderBy(eventRegistrations.position);
    const fitting = rows.filter(({ status }) => participantSteps[action].includes(status));
    const candidates = action === "confirm" || action === "attended" ? thoseWithPlace(locked, fitting) : fitting;
    const status = afterwards[action];
    let ids = candidates.map(({ id }) => id);
    if (status) await setStatus(inside, ids, status);
    else ids = ids.length > 0 ? await promote(inside, locked, ids) : [];
    const chosen = candidates.filter(({ id }) => ids.includes(id));
    if (action === "attended" || action === "no_show") {
      await proposeFor(tx, { event, ids, now: services.clock() });
      await notifyOfPauses(inside, ids);
    }
    const mail = mails[action];
    if (mail) await notifyPeople(inside, event, rules, mail, ids);
    const promoted = action === "cancel" ? await promote(inside, await lockEvent(tx, eventId)) : [];
    await record(
      tx,
      actor,
      action,
      chosen.map(({ id, status: before }) => ({ id, before, after: status ?? ("offered" as const) })),
    );
    return { changed: ids.length, unchanged: selection.ids.length - ids.length, promoted: promoted.length };
  });
}

const isSeated = (status: RegistrationStatus) => ["confirmed", "offered", "attended", "no_show"].includes(status);

type Row = typeof eventRegistrations.$inferSelect;

/** Those who have a place, or for whom there is one, one after the other: nobody gets one above the capacity. */
function thoseWithPlace({ quotas, rules }: LockedEvent, rows: Row[]): Row[] {
  let all = rules.totalCapacity === null ? Number.POSITIVE_INFINITY : rules.totalCapacity - rules.taken;
  const left = new Map(quotas.map((quota) => [quota.id, freeIn(quota, rules)]));
  return rows.filter(({ quotaId, partySize, status }) => {
    const here = left.get(quotaId) ?? 0;
    if (isSeated(status)) return true;
    if (partySize > Math.min(here, all)) return false;
    left.set(quotaId, here - partySize);
    all -= partySize;
    return true;
  });
}

type Step = { id: string; before: RegistrationStatus | undefined; after: RegistrationStatus | undefined };

/** What staff decided; last in its transaction. */
function record(tx: Db, actor: Actor, action: string, steps: Step[]) {
  return recordChanges(
    tx,
    actor,
    steps.map(({ id, before, after }) => ({
      action: `event_registration.${action}`,
      entityType: "event_registration" as const,
      entityId: id,
      before: before && { status: before },
      after: after && { status: after },
    })),
  );
}

/** A note of staff about a registration; the person does not see it before they ask for a copy of their data. */
export function setNote(
  { db, clock }: Pick<Deps, "db" | "clock">,
  actor: Actor,
  { id: eventId, registrationId: id }: { id: string; registrationId: string },
  { note, version }: { note: string; version: number },
) {
  return db.transaction(async (tx) => {
    const allowed = eq(eventRegistrations.eventId, eventId);
    await lockVersion(tx, eventRegistrations, { id, version, allowed }, async () => ({}));
    await tx
      .update(eventRegistrations)
      .set({ noteStaff: note, version: version + 1, updatedAt: clock() })
      .where(eq(eventRegistrations.id, id));
    await recordChange(tx, actor, { action: "event_registration.note", entityType: "event_registration", entityId: id });
    return done;
  });
}
