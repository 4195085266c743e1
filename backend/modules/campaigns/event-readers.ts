import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { quotasOf } from "#backend/modules/event-registrations/locking";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { CampaignDraft } from "#contract/accounts/campaign-drafts";
import { writesToParticipants } from "./guests.ts";

const ofNoEvent = { eventId: null, eventStatuses: [], quotaIds: [] };

/** What a message about an event says of its readers: those who are registered, and nobody else. Its button leads to their registration. */
export async function columnsOfEvent(db: Db, actor: Actor, { eventId, eventStatuses, quotaIds, path }: CampaignDraft) {
  if (!eventId) return ofNoEvent;
  if (!writesToParticipants(actor)) throw new Refusal("forbidden");
  const known = (await quotasOf(db, eventId)).map(({ id }) => id);
  if (known.length === 0) throw fieldRefusal("eventStatuses", "campaigns:error.noRegistrations");
  if (quotaIds.some((id) => !known.includes(id))) throw fieldRefusal("quotaIds", "campaigns:error.group");
  const nobodyElse = { roles: [], sectorIds: [], subscribers: false, chosen: false };
  return { eventId, eventStatuses, quotaIds, ...nobodyElse, path: path ?? `/dashboard/events/${eventId}` };
}
