import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { Localized } from "../formats/localized.ts";
import { eventDocumentKinds } from "./event-documents.ts";
import { EventQuestion } from "./event-questions.ts";
import { participantRoles } from "./event-registrations.ts";
import { PublicEvent } from "./events.ts";
import { registrationPhases } from "./registration-phase.ts";

/** How many places are left, as public pages say it: never a number, so that a sign-up seldom changes the page. */
export const placesWords = ["free", "few", "full"] as const;
export type PlacesWord = (typeof placesWords)[number];

/** One of the last places: a fifth of them, or fewer. The function `places_word` of the database says the same. `capacity` is null without a limit. */
export function placesWord(capacity: number | null, taken: number): PlacesWord {
  if (capacity === null) return "free";
  if (taken >= capacity) return "full";
  return (capacity - taken) * 5 <= capacity ? "few" : "free";
}

const instant = z.iso.datetime();

const PublicQuota = z.object({
  id: z.uuid(),
  label: Localized,
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  places: z.enum(placesWords),
  /** Whether somebody without account may take a place in it. */
  guests: z.boolean(),
});

/** Who may register for an event, and for what; null where people just come. */
const PublicRegistration = z.object({
  roles: z.array(z.enum(participantRoles)),
  guests: z.boolean(),
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  minAge: z.int().nullable(),
  needsMembership: z.boolean(),
  needsTraining: z.boolean(),
  needsDocuments: z.array(z.enum(eventDocumentKinds)),
  manual: z.boolean(),
  maxParty: z.int(),
  waitingList: z.boolean(),
  places: z.enum(placesWords),
  /** What who registers without account is asked. */
  questions: z.array(EventQuestion),
  quotas: z.array(PublicQuota),
});
export type PublicRegistration = z.infer<typeof PublicRegistration>;

/** The page of a public event. It knows nobody who is registered, nor how many. */
export const EventPage = PublicEvent.extend({
  phase: z.enum(registrationPhases),
  cancelReason: Localized.nullable(),
  registration: PublicRegistration.nullable(),
  /** Other dates, of the same team where it has one. */
  others: z.array(PublicEvent),
});
export type EventPage = z.infer<typeof EventPage>;

export const publicEventsApi = {
  /** A published event for everybody: coming, running, over or cancelled. */
  page: endpoint({
    method: "GET",
    path: "/api/events/:id/page",
    access: "public",
    params: z.object({ id: z.uuid() }),
    response: EventPage,
  }),
};
