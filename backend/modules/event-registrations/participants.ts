import { eq } from "drizzle-orm";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion, pageOfRows } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { done } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { isHelped } from "#backend/identity/restricted";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { PageOf } from "#contract/api/endpoint";
import type { NoteDraft, Participant, ParticipantDraft, ParticipantsQuery } from "#contract/charity/event-participants";
import { comingStatuses, type IneligibleReason, type RegistrationStatus } from "#contract/charity/event-registrations";
import { participantsMatching } from "./chosen.ts";
import { refusalFor, standingOf } from "./eligibility.ts";
import { freePlaces, type LockedEvent, lockEvent } from "./locking.ts";
import { lackingDocuments } from "./needed-documents.ts";
import { positionInLine } from "./notifying.ts";
import type { Deps } from "./promoting.ts";
import { answersTo } from "./questions.ts";
import { recordSteps } from "./recording.ts";
import { addRegistration, ineligible } from "./registering.ts";
import { eventQuotas, eventRegistrations, registrationRules } from "./tables.ts";

/** Who is registered for an event, in the order of arrival; searched by name, or by the address of an account. */
export async function listParticipants(
  db: Db,
  reader: Actor,
  eventId: string,
  query: ParticipantsQuery,
  now: Date,
): Promise<PageOf<Participant>> {
  const where = await participantsMatching(db, reader, eventId, query, now);
  const sorts = {
    createdAt: eventRegistrations.position,
    name: eventRegistrations.name,
    status: [eventRegistrations.status, eventRegistrations.position],
  };
  return pageOfRows(db, eventRegistrations, query, { where, sorts }, async (found, order) => {
    const rows = await db
      .select({
        registration: eventRegistrations,
        quota: eventQuotas.label,
        position: positionInLine,
        free: freePlaces,
        manual: registrationRules.manual,
        lacking: lackingDocuments,
        helped: isHelped,
        sectorId: users.sectorId,
      })
      .from(eventRegistrations)
      .innerJoin(found, eq(found.id, eventRegistrations.id))
      .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
      .innerJoin(registrationRules, eq(registrationRules.eventId, eventRegistrations.eventId))
      .innerJoin(events, eq(events.id, eventRegistrations.eventId))
      .leftJoin(users, eq(users.id, eventRegistrations.userId))
      .orderBy(...order);
    return rows.map(({ registration, free, manual, lacking, helped, sectorId, ...row }) => ({
      ...registration,
      ...row,
      note: registration.noteStaff,
      lacksDocuments: isComing(registration.status) && lacking.length > 0,
      // Of a student, kinds would say whose studies or income are not proved.
      lackingDocuments: isComing(registration.status) && (!helped || mayReadRestricted(reader, sectorId)) ? lacking : [],
      held: lacking.length > 0 ? null : heldBy(registration, { free, manual }),
      offerEndsAt: registration.offerExpiresAt?.toISOString() ?? null,
      awayAt: registration.awayAt?.toISOString() ?? null,
      createdAt: registration.createdAt.toISOString(),
    }));
  });
}

const isComing = (status: RegistrationStatus) => comingStatuses.some((one) => one === status);

/** Where staff choose who gets a place, nobody is held by those before them. */
function heldBy({ status, partySize }: typeof eventRegistrations.$inferSelect, { free, manual }: { free: number; manual: boolean }) {
  if (status !== "waiting" || free === 0) return null;
  if (partySize > free) return "party";
  return manual ? null : "earlier";
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
    if (!email && quota.leadOnly) throw fieldRefusal("quotaId", "events:error.guestLead");
    const who = email ? { userId: await personWith(inside, actor, email, locked, quota) } : { guestName: guestName ?? "" };
    const answers = await answersTo(tx, eventId, given, { later: true });
    const { id, status } = await addRegistration(inside, locked, quota, who, { partySize, source: "staff", manual: false, answers });
    await recordSteps(tx, actor, "add", [{ id, before: undefined, after: status }]);
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
  if (reason === "already" || reason === "guest") throw ineligible("already");
  if (reason && !isPassedOver.includes(reason)) throw fieldRefusal("email", "events:error.notEligible");
  return person.id;
}

function refuseOver({ event }: LockedEvent, now: Date) {
  if (event.status !== "published" || event.cancelledAt || event.endsAt <= now) throw new Refusal("wrong_state");
}

/** A note of staff about a registration; the person does not see it before they ask for a copy of their data. */
export function setNote(
  { db, clock }: Pick<Deps, "db" | "clock">,
  actor: Actor,
  { id: eventId, registrationId: id }: { id: string; registrationId: string },
  { note, version }: NoteDraft,
) {
  return db.transaction(async (tx) => {
    const allowed = eq(eventRegistrations.eventId, eventId);
    await lockVersion(tx, eventRegistrations, { id, version, allowed }, async () => ({}));
    await tx
      .update(eventRegistrations)
      .set({ noteStaff: note ?? "", version: version + 1, updatedAt: clock() })
      .where(eq(eventRegistrations.id, id));
    await recordChange(tx, actor, { action: "event_registration.note", entityType: "event_registration", entityId: id });
    return done;
  });
}
