import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { Token } from "../api/mail-links.ts";
import { Localized } from "../formats/localized.ts";
import { participantRoles } from "./event-registrations.ts";

/** The file of a person's own events, for calendar programs; the secret token is in its query. */
export const calendarFeedFile = "/events/my-calendar.ics";

const participants = { roles: participantRoles } as const;
const path = "/api/my-events/calendar-feed";

const FeedEvent = z.object({
  /** Of the registration: a person who registers again has another entry. */
  id: z.uuid(),
  eventId: z.uuid(),
  /** Grows with each change of the event or of the registration. */
  sequence: z.int(),
  changedAt: z.iso.datetime(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  state: z.enum(["confirmed", "tentative", "cancelled"]),
  /** Empty for a registration that does not count any more. */
  title: Localized,
  placeName: z.string(),
  placeAddress: z.string(),
  online: z.boolean(),
  /** Where one joins online, for who has a place. */
  onlineUrl: z.string().nullable(),
  accessNotes: Localized,
  /** Whether a kit is brought to the address of the person's order; the place is not that of the event then, and is empty. */
  delivered: z.boolean(),
});
export type FeedEvent = z.infer<typeof FeedEvent>;

export const calendarFeedApi = {
  /** Since when the person has a secret address; null without one. The address itself is stored nowhere. */
  read: endpoint({ method: "GET", path, access: participants, response: z.object({ createdAt: z.iso.datetime().nullable() }) }),
  /** Makes a new address, the only time that it is shown; an earlier one ends. */
  create: endpoint({ method: "POST", path, access: participants, response: z.object({ token: z.string() }), confidential: true }),
  revoke: endpoint({ method: "DELETE", path, access: participants, response: Done }),
  /** The events of whoever the token belongs to. A POST, so that the token is in no URL of the backend. */
  events: endpoint({
    method: "POST",
    path: "/api/calendar-feed",
    access: "public",
    body: z.object({ token: Token }),
    response: z.object({ items: z.array(FeedEvent) }),
  }),
};
