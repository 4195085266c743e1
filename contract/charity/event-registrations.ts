import * as z from "zod";
import type { Role } from "../accounts/roles.ts";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { Localized } from "../formats/localized.ts";
import { wholeNumber } from "../formats/validation.ts";
import { eventDocumentKinds } from "./event-documents.ts";
import { EventAnswer, EventQuestion, GivenAnswers } from "./event-questions.ts";
import { eventTypes, eventVisibilities } from "./events.ts";
import { kitKinds, kitStatuses } from "./kit-states.ts";
import { PauseAnswer } from "./registration-pauses.ts";
import { registrationPhases } from "./registration-phase.ts";
import { hoursStates } from "./volunteer-hours.ts";

/** Who may take part in events: staff, volunteers and students. */
export const participantRoles = ["ADMIN", "VOLUNTEER", "BENEFICIARY"] as const satisfies Role[];

export const registrationStatuses = [
  "pending",
  "confirmed",
  "waiting",
  "offered",
  "refused",
  "declined",
  "offer_expired",
  "cancelled_by_user",
  "cancelled_by_staff",
  "attended",
  "no_show",
] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

/** The states in which somebody is, or may still become, a participant: one registration of a person for an event is in one of them. */
export const liveStatuses = ["pending", "confirmed", "waiting", "offered", "attended", "no_show"] as const satisfies RegistrationStatus[];
/** The states in which somebody is let in at the door, and has a code for it. */
export const admittedStatuses = ["confirmed", "attended", "no_show"] as const satisfies RegistrationStatus[];
/** The states before the event that its end, a cancellation or a withdrawal still changes. */
export const comingStatuses = ["pending", "confirmed", "waiting", "offered"] as const satisfies RegistrationStatus[];

/** The states in which somebody got no place, and may register again. */
export const withoutPlaceStatuses = ["refused", "declined", "offer_expired"] as const satisfies RegistrationStatus[];

/** Why somebody cannot register for a quota. A `guest` registered with the address of their account, which has none of it: the links of mails open that. */
export const ineligibleReasons = [
  "guest",
  "role",
  "age",
  "membership",
  "lead",
  "training",
  "documents",
  "driver",
  "already",
  "paused",
  "overlap",
] as const;
export type IneligibleReason = (typeof ineligibleReasons)[number];

/** When people with a place are reminded of an event: days before it at the same time of day, or hours before it. */
export const reminderTimes = { three_days: { days: 3 }, day: { days: 1 }, two_hours: { hours: 2 } } as const;
export type Reminder = keyof typeof reminderTimes;
export const reminders = Object.keys(reminderTimes) as [Reminder, ...Reminder[]];

/** How often somebody registers for one event: each time is a row, a mail and a notice, also after a cancellation. */
export const mostRegistrations = 10;
/** The most minutes that an event proposes as hours of a person: sixteen hours. */
export const maxCredit = 960;
export const maxParty = 20;
export const maxCapacity = 100_000;

const byId = z.object({ id: z.uuid() });
const participants = { roles: participantRoles } as const;
/** Who may hand their place on to somebody else. */
const helping = { roles: ["VOLUNTEER", "ADMIN"] } as const;

const instant = z.iso.datetime();

/** What an event is, in whatever answer. */
export const EventFacts = z.object({
  id: z.uuid(),
  title: Localized,
  summary: Localized,
  type: z.enum(eventTypes),
  visibility: z.enum(eventVisibilities),
  startsAt: instant,
  endsAt: instant,
  placeName: z.string(),
  placeAddress: z.string(),
  online: z.boolean(),
  accessNotes: Localized,
  sector: z.string().nullable(),
  cancelled: z.boolean(),
  cancelReason: Localized.nullable(),
});

/** What a student ordered with a place: how far it is, and what they said for it. */
const OwnKit = z.object({
  kind: z.enum(kitKinds),
  status: z.enum(kitStatuses),
  /** Where it is brought instead of the address of the account. */
  address: z.string().nullable(),
  door: z.string(),
  phone: z.string().nullable(),
  sizes: z.string(),
  companion: z.boolean(),
  /** Whether those who pack read the diets and allergies. */
  needsShared: z.boolean(),
});
export type OwnKit = z.infer<typeof OwnKit>;

export const OwnRegistration = z.object({
  id: z.uuid(),
  status: z.enum(registrationStatuses),
  quotaId: z.uuid(),
  quota: Localized,
  /** The hours of its places, where they have some of their own. */
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  partySize: z.int(),
  /** On the waiting list, from 1. */
  position: z.int().nullable(),
  /** How many places are free for a party that waits since it needs more; null for others. */
  tooFew: z.int().nullable(),
  /** Until when an offered place is reserved. */
  offerEndsAt: instant.nullable(),
  /** The last moment at which the person cancels by themselves. */
  cancelUntil: instant,
  /** Whether they noted, later than that, that they cannot come. */
  away: z.boolean(),
  /** Whether somebody is looked for who takes the place over, or took it over. */
  replacement: z.enum(["wanted", "found"]).nullable(),
  /** What the event counts among the reader's hours; null where it counts none. */
  hours: z.object({ minutes: z.int(), status: z.enum(hoursStates) }).nullable(),
  kit: OwnKit.nullable(),
  answers: z.array(EventAnswer),
});
export type OwnRegistration = z.infer<typeof OwnRegistration>;

/** An event in the lists of who may take part. `free` is null where nobody registers. */
const ComingEvent = EventFacts.extend({
  phase: z.enum(registrationPhases),
  free: z.int().nullable(),
  /** How far it is from the reader's own address as the crow flies; null where either place is unknown, or the list says no distance. */
  km: z.int().nullable(),
  /** Where one joins online, for who has a place, and for staff; null for everybody else. */
  onlineUrl: z.string().nullable(),
  mine: OwnRegistration.nullable(),
});
export type ComingEvent = z.infer<typeof ComingEvent>;

const OpenQuota = z.object({
  id: z.uuid(),
  label: Localized,
  free: z.int(),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  needsDriver: z.boolean(),
  /** Why the reader cannot take a place in it; null when they can. */
  refused: z.enum(ineligibleReasons).nullable(),
});

/** Who is in charge of an event, for those with a place in it. */
export const EventContact = z.object({ name: z.string(), phone: z.string().nullable() });
export type EventContact = z.infer<typeof EventContact>;

/** A place whose person looks for somebody to take it. */
const OfferedPlace = z.object({
  registrationId: z.uuid(),
  quota: Localized,
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  /** Why the reader cannot take it; null when they can. */
  refused: z.enum(ineligibleReasons).nullable(),
});
export type OfferedPlace = z.infer<typeof OfferedPlace>;

/** The most places of an event that are shown to those who could take them. */
export const mostOfferedPlaces = 20;

const EventForPerson = ComingEvent.extend({
  /** The telephone number of the team that looks after it. */
  teamPhone: z.string().nullable(),
  /** Who is in charge of it, for a reader with a place, until it is over. */
  contact: EventContact.nullable(),
  /** Whether others can take the reader's own place over, and whether they are already asked to; null where nobody can. */
  replacement: z.object({ wanted: z.boolean() }).nullable(),
  offeredPlaces: z.array(OfferedPlace),
  /** Other volunteers with a place who share their telephone number, for a volunteer with one; by first name. */
  colleagues: z.array(z.object({ id: z.uuid(), firstName: z.string(), phone: z.string() })),
  maxParty: z.int(),
  waitingList: z.boolean(),
  manual: z.boolean(),
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  minAge: z.int().nullable(),
  /** Documents that the event needs and of which the reader has no accepted one that counts on its day. */
  lackingDocuments: z.array(z.enum(eventDocumentKinds)),
  questions: z.array(EventQuestion),
  quotas: z.array(OpenQuota),
});
export type EventForPerson = z.infer<typeof EventForPerson>;

export const ComingEventsQuery = listQuery(
  ["startsAt", "distance"],
  {
    type: z.enum(eventTypes).optional().catch(undefined),
    /** Of the reader's own team. */
    near: z.enum(["yes"]).optional().catch(undefined),
    /** With a place left. */
    free: z.enum(["yes"]).optional().catch(undefined),
    ...daysBetween("startsAt"),
  },
  { order: "asc" },
);
export type ComingEventsQuery = z.infer<typeof ComingEventsQuery>;

export const ownEventLists = ["coming", "past"] as const;

export const RegistrationDraft = z.object({
  quotaId: z.uuid("events:error.chooseQuota"),
  partySize: wholeNumber("events:error.party", 1, maxParty).default(1),
  /** To the questions of the event. */
  answers: GivenAnswers,
});
export type RegistrationDraft = z.infer<typeof RegistrationDraft>;

/** The place of somebody who looks for a replacement. Who waits for the event answers only what they have not yet. */
export const TakeOverDraft = z.object({ registrationId: z.uuid("events:error.chooseQuota"), answers: GivenAnswers });
export type TakeOverDraft = z.infer<typeof TakeOverDraft>;

/** For those who take part. */
export const eventRegistrationsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/my-events/coming",
    access: participants,
    query: ComingEventsQuery,
    /** `measured` says whether the reader's own place is known, from which distances are told. */
    response: pageOf(ComingEvent).extend({ measured: z.boolean() }),
  }),
  mine: endpoint({
    method: "GET",
    path: "/api/my-events",
    access: participants,
    query: listQuery(["startsAt"], { which: z.enum(ownEventLists).catch("coming").default("coming") }).omit({ q: true }),
    response: pageOf(ComingEvent),
  }),
  pause: endpoint({ method: "GET", path: "/api/my-events/pause", access: participants, response: PauseAnswer }),
  get: endpoint({ method: "GET", path: "/api/my-events/:id", access: participants, params: byId, response: EventForPerson }),
  register: endpoint({
    method: "POST",
    path: "/api/my-events/:id/registration",
    access: participants,
    params: byId,
    body: RegistrationDraft,
    response: z.object({ status: z.enum(registrationStatuses) }),
  }),
  cancel: endpoint({ method: "POST", path: "/api/my-events/:id/cancel", access: participants, params: byId, response: Done }),
  /** Notes that the reader cannot come although it is too late to give the place back, or that they come after all. */
  noteAway: endpoint({
    method: "POST",
    path: "/api/my-events/:id/away",
    access: participants,
    params: byId,
    body: z.object({ away: z.boolean() }),
    response: Done,
  }),
  /** Looks for somebody who takes the reader's place over, or stops to; `notified` are those who were notified now. */
  seekReplacement: endpoint({
    method: "POST",
    path: "/api/my-events/:id/replacement",
    access: helping,
    params: byId,
    body: z.object({ wanted: z.boolean() }),
    response: z.object({ notified: z.int() }),
  }),
  takeOver: endpoint({
    method: "POST",
    path: "/api/my-events/:id/take-over",
    access: helping,
    params: byId,
    body: TakeOverDraft,
    response: Done,
  }),
  answer: endpoint({
    method: "POST",
    path: "/api/my-events/:id/offer",
    access: participants,
    params: byId,
    body: z.object({ accepted: z.boolean() }),
    response: Done,
  }),
};
