import { eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { cancelOwn } from "#backend/modules/event-registrations/cancelling";
import { contactFacts, contactFor, contacts, isContact } from "#backend/modules/event-registrations/contacts";
import { registrationOf } from "#backend/modules/event-registrations/guest-links";
import {
  beginsAt,
  type EventRow,
  freeIn,
  isBrought,
  placeHours,
  type QuotaRow,
  type RulesRow,
  tooFewFor,
} from "#backend/modules/event-registrations/locking";
import { cancelUntil, positionInLine } from "#backend/modules/event-registrations/notifying";
import { times } from "#backend/modules/event-registrations/open-places";
import type { Deps } from "#backend/modules/event-registrations/promoting";
import { answerOffer } from "#backend/modules/event-registrations/registering";
import { hasPlace } from "#backend/modules/event-registrations/status";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { Refusal } from "#backend/refusal";
import type { GuestLink } from "#contract/charity/event-guests";
import { type EventContact, liveStatuses } from "#contract/charity/event-registrations";
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
  const link = await registrationOf(db, token, now);
  const [own] = link
    ? await db
        .select({ row: eventRegistrations, position: positionInLine, brought: sql<boolean>`${isBrought}` })
        .from(eventRegistrations)
        .where(eq(eventRegistrations.id, link.id))
    : [];
  const [found] = own ? await factsOf(db, own.row.eventId, own.row.quotaId) : [];
  if (!own || !found) return { state: "expired" };
  if (own.row.userId) return offerOf(own, found);
  const { id, status, partySize, offerExpiresAt, guestName, answers } = own.row;
  // Of an event that is not for everybody any more, for who has left it.
  const isHidden = found.event.visibility !== "public" && !liveStatuses.some((one) => one === status);
  const isAdmitted = !found.event.cancelledAt && hasPlace(own.row);
  const issued = isAdmitted ? (await issueCodes({ db, clock, settings }, "ticket", [id])).get(id) : undefined;
  return {
    state: "registration",
    code: issued?.code ?? null,
    letters: issued?.letters ?? null,
    event: { ...shown(found), ...(isHidden && nowhere) },
    onlineUrl: isAdmitted ? found.event.onlineUrl : null,
    contact: contactFor(found.contact, found.event, own.row, now),
    name: guestName ?? "",
    mine: {
      ...{ id, status, partySize, answers, position: own.position, quotaId: found.quota.id, quota: found.quota.label },
      startsAt: found.quota.startsAt?.toISOString() ?? null,
      endsAt: found.quota.endsAt?.toISOString() ?? null,
      offerEndsAt: status === "offered" ? (offerExpiresAt?.toISOString() ?? null) : null,
      tooFew: tooFewFor(own.row, freeIn(found.quota, found.rules)),
      away: false,
      replacement: null,
      hours: null,
      kit: null,
      cancelUntil: cancelUntil(beginsAt(found.quota, found.event), found.rules).toISOString(),
    },
  };
}

/** What an account was offered, until the offer ends: its other pages need a login. Nobody reads the place of a kit that is brought, or once they have left. */
function offerOf({ row, brought }: { row: typeof eventRegistrations.$inferSelect; brought: boolean }, found: Found): GuestLink {
  const { status, partySize, offerExpiresAt } = row;
  const { startsAt, endsAt } = placeHours(found.quota, found.event);
  const isHidden = brought || !liveStatuses.some((one) => one === status);
  return {
    state: "offer",
    event: { ...shown(found), ...times({ startsAt, endsAt }), ...(isHidden && nowhere) },
    quota: found.quota.label,
    partySize,
    status,
    endsAt: (offerExpiresAt ?? startsAt).toISOString(),
  };
}

const nowhere = { placeName: "", placeAddress: "", online: false, accessNotes: { fr: "" } };

type Found = { event: EventRow; rules: RulesRow; quota: QuotaRow; sector: string | null; contact: EventContact | null };

function factsOf(db: Db, eventId: string, quotaId: string): Promise<Found[]> {
  return db
    .select({ event: events, rules: registrationRules, quota: eventQuotas, sector: sectors.name, contact: contactFacts })
    .from(events)
    .innerJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .innerJoin(eventQuotas, eq(eventQuotas.id, quotaId))
    .leftJoin(sectors, eq(sectors.id, events.sectorId))
    .leftJoin(contacts, isContact(contacts))
    .where(eq(events.id, eventId));
}

const shown = ({ event, sector }: Found) => ({ ...event, ...times(event), sector, cancelled: event.cancelledAt !== null });

/** Gives the place back, or leaves the list, until the limit of the rules. */
export async function cancelByLink(services: Deps & Pick<Services, "organisation">, token: string): Promise<void> {
  const { id, eventId, userId } = await linked(services, token);
  if (userId) throw new Refusal("not_found");
  await cancelOwn(services, { registrationId: id }, eventId);
}

export async function answerByLink(services: Deps & Pick<Services, "organisation">, token: string, accepted: boolean): Promise<void> {
  const { id, eventId } = await linked(services, token);
  await answerOffer(services, { registrationId: id }, eventId, accepted);
}

async function linked({ db, clock }: Pick<Deps, "db" | "clock">, token: string) {
  const link = await registrationOf(db, token, clock());
  if (!link) throw new Refusal("not_found");
  return link;
}
