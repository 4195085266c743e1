import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { Token } from "../api/mail-links.ts";
import { spamGuardFields } from "../api/spam-guard.ts";
import { Localized } from "../formats/localized.ts";
import { filled, validEmail } from "../formats/validation.ts";
import {
  EventContact,
  EventFacts,
  OwnRegistration,
  participantRoles,
  RegistrationDraft,
  registrationStatuses,
} from "./event-registrations.ts";

/** The page that the links of their mails open: it confirms a request, shows the registration, cancels it and answers an offer. */
export const guestPage = "/events/registration";

/** The version of the text about their data beside the form. Raise it when the text changes. */
export const guestText = 2;

/** For how many hours the link that confirms a request is valid. No place is held meanwhile. */
export const confirmedWithinHours = 2;

/** What somebody without account sends from the page of an event. */
export const GuestDraft = RegistrationDraft.extend({
  name: filled("events:error.name", 120),
  email: validEmail("events:error.emailMissing", "events:error.email", 254),
  ...spamGuardFields,
});
export type GuestDraft = z.output<typeof GuestDraft>;

const byToken = z.object({ token: Token });
const open = { method: "POST", access: "public" } as const;
const shown = EventFacts.omit({ visibility: true, summary: true, type: true });

/** What a link opens: a request that its button confirms, a registration, an offer, or nothing any more. */
const GuestLink = z.discriminatedUnion("state", [
  z.object({ state: z.literal("request"), event: shown, partySize: z.int(), quota: Localized, endsAt: z.iso.datetime() }),
  z.object({
    state: z.literal("registration"),
    event: shown,
    /** Where a guest with a place joins online. */
    onlineUrl: z.string().nullable(),
    /** Who is in charge of the event, for a guest with a place, until it is over. */
    contact: EventContact.nullable(),
    name: z.string(),
    mine: OwnRegistration,
    /** What is shown at the door, scanned or typed, for who is let in with it. */
    code: z.string().nullable(),
    letters: z.string().nullable(),
  }),
  /** An offer to an account, which its link answers without login; `status` says what became of it, the times are those of the place. */
  z.object({
    state: z.literal("offer"),
    event: shown,
    quota: Localized,
    partySize: z.int(),
    status: z.enum(registrationStatuses),
    endsAt: z.iso.datetime(),
  }),
  z.object({ state: z.literal("expired") }),
]);
export type GuestLink = z.infer<typeof GuestLink>;

/** What became of a request that is confirmed: no place and no waiting list, registration that has ended, or an account that was opened with the address. */
export const guestOutcomes = ["done", "full", "closed", "account", "expired"] as const;

export const eventGuestsApi = {
  /** Mails the link to what the reader registered for as a guest, with the address of their account; not sent beyond the limit of a mailbox. */
  mailLink: endpoint({
    method: "POST",
    path: "/api/my-events/:id/guest-link",
    access: { roles: participantRoles },
    params: z.object({ id: z.uuid() }),
    response: z.object({ sent: z.boolean() }),
  }),
  /** Mails a link to the address. The response and its timing never reveal whether it is known. */
  ask: endpoint({ ...open, path: "/api/events/:id/guests", params: z.object({ id: z.uuid() }), body: GuestDraft, response: Done }),
  /** A POST, so that the token is in no URL of the backend. It changes nothing. */
  read: endpoint({ ...open, path: "/api/event-guests/link", body: byToken, response: GuestLink }),
  confirm: endpoint({ ...open, path: "/api/event-guests/confirm", body: byToken, response: z.object({ outcome: z.enum(guestOutcomes) }) }),
  cancel: endpoint({ ...open, path: "/api/event-guests/cancel", body: byToken, response: Done }),
  answer: endpoint({ ...open, path: "/api/event-guests/offer", body: byToken.extend({ accepted: z.boolean() }), response: Done }),
};
