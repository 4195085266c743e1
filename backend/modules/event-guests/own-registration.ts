import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { registrationOf } from "#backend/modules/event-registrations/guest-links";
import type { EventRow, QuotaRow, RulesRow } from "#backend/modules/event-registrations/locking";
import { cancelUntil, positionInLine } from "#backend/modules/event-registrations/notifying";
import type { Deps } from "#backend/modules/event-registrations/promoting";
import { answerOffer, cancelOwn, times } from "#backend/modules/event-registrations/registering";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { Refusal } from "#backend/refusal";
import type { GuestLink } from "#contract/charity/event-guests";
import { admittedStatuses, liveStatuses } from "#contract/charity/event-registrations";
import { requestOf } from "./requesting.ts";

/** What the link of a mail opens; it changes nothing. */
export async function readLink({ db, clock, settings }: Pick<Deps, "db" | "clock" | "settings">, token: string): Promise<GuestLink> {
  const now = clock();
  const request = await requestOf(db, token, now);
  if (request) {
    const [found] = await factsOf(db, request.eventId, request.quotaId);
    if (found?.event.visibility !== "public") return { state: "expired" };
    const { partySize, expiresAt } = request;
    return { state: "request", event: shown(found), quota: found.quota.label, partySize, endsAt: expiresAt.toISOString() };
  }
  const link = await registrationOf(db, token);
  const [own] = link
    ? await db
        .select({ row: eventRegistrations, position: positionInLine })
        .from(eventRegistrations)
        .where(eq(eventRegistrations.id, link.id))
    : [];
  const [found] = own ? await factsOf(db, own.row.eventId, own.row.quotaId) : [];
  if (!own || !found) return { state: "expired" };
  const { id, status, partySize, offerExpiresAt, guestName, answers } = own.row;
  // Of an event that is not for everybody any more, for who has left it.
  const isHidden = found.event.visibility !== "public" && !liveStatuses.some((one) => one === status);
  const isAdmitted = !found.event.cancelledAt && admittedStatuses.some((one) => one === status);
  const issued = isAdmitted ? (await issueCodes({ db, clock, settings }, "ticket", [id])).get(id) : undefined;
  return {
    state: "registration",
    code: issued?.code ?? null,
    letters: issued?.letters ?? null,
    event: { ...shown(found), ...(isHidden && { placeName: "", placeAddress: "", accessNotes: { fr: "" } }) },
    name: guestName ?? "",
    mine: {
      ...{ id, status, partySize, answers, position: own.position, quota: found.quota.label },
      startsAt: found.quota.startsAt?.toISOString() ?? null,
      endsAt: found.quota.endsAt?.toISOString() ?? null,
      offerEndsAt: status === "offered" ? (offerExpiresAt?.toISOString() ?? null) : null,
      replacement: null,
      hours: null,
      kit: null,
      cancelUntil: cancelUntil(found.event, found.rules).toISOString(),
    },
  };
}

type Found = { event: EventRow; rules: RulesRow; quota: QuotaRow; sector: string | null };

function factsOf(db: Db, eventId: string, quotaId: string): Promise<Found[]> {
  return db
    .select({ event: events, rules: registrationRules, quota: eventQuotas, sector: sectors.name })
    .from(events)
    .innerJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .innerJoin(eventQuotas, eq(eventQuotas.id, quotaId))
    .leftJoin(sectors, eq(sectors.id, events.sectorId))
    .where(eq(events.id, eventId));
}

const shown = ({ event, sector }: Found) => ({ ...event, ...times(event), sector, cancelled: event.cancelledAt !== null });

/** Gives the place back, or leaves the list, until the limit of the rules. */
export async function cancelByLink(services: Deps, token: string): Promise<void> {
  const { id, eventId } = await linked(services.db, token);
  await cancelOwn(services, { registrationId: id }, eventId);
}

export async function answerByLink(services: Deps, token: string, accepted: boolean): Promise<void> {
  const { id, eventId } = await linked(services.db, token);
  await answerOffer(services, { registrationId: id }, eventId, accepted);
}

async function linked(db: Db, token: string) {
  const link = await registrationOf(db, token);
  if (!link) throw new Refusal("not_found");
  return link;
}
