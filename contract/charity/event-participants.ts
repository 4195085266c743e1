import * as z from "zod";
import { eventManagers } from "../accounts/permissions.ts";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { yesOrNo } from "../api/list-filters.ts";
import { wallTime } from "../formats/local-time.ts";
import { Localized, localizedText } from "../formats/localized.ts";
import { validEmail, wholeNumber } from "../formats/validation.ts";
import { eventDocumentKinds } from "./event-documents.ts";
import { EventAnswer, EventQuestion, GivenAnswers } from "./event-questions.ts";
import { EventFacts, maxCapacity, maxCredit, maxParty, participantRoles, registrationStatuses, reminders } from "./event-registrations.ts";
import { MoveDraft, MoveOutcome, ParticipantAct, ParticipantsOutcome } from "./participant-acts.ts";
import { registrationPhases } from "./registration-phase.ts";

const byId = z.object({ id: z.uuid() });
const instant = z.iso.datetime();
const optionalMoment = wallTime().nullish();

/** A group of places of an event, for some of those who may register: drivers, a fitting at 14:00. */
const QuotaDraft = z.object({
  /** Of an existing quota; a new one has none. */
  id: z.uuid().nullish(),
  label: localizedText("events:error.quota", 80),
  capacity: wholeNumber("events:error.capacity", 0, maxCapacity),
  roles: z.array(z.enum(participantRoles)).default([]),
  /** Only for people whose driver's documents have been approved and are valid on the day of the event. */
  needsDriver: z.boolean().default(false),
  /** Only for managers of the sector of the event. */
  leadOnly: z.boolean().default(false),
  startsAt: optionalMoment,
  endsAt: optionalMoment,
});
export type QuotaDraft = z.output<typeof QuotaDraft>;

/** Who may register for an event, until when, and its quotas; what the form of its places sends. */
export const RulesDraft = z.object({
  /** Of the rules that were edited; none for the first ones. */
  version: z.int32().nullish(),
  roles: z.array(z.enum(participantRoles)).min(1, "events:error.roles"),
  opensAt: optionalMoment,
  closesAt: optionalMoment,
  minAge: wholeNumber("events:error.age", 0, 120).nullish(),
  needsMembership: z.boolean().default(false),
  /** Only for people who were at an event of the type training before. */
  needsTraining: z.boolean().default(false),
  /** Kinds of documents of which each person must have an accepted one that counts on the day of the event. */
  needsDocuments: z.array(z.enum(eventDocumentKinds)).default([]),
  /** Whether people without account register on the site, where the event is for everybody. */
  guests: z.boolean().default(false),
  /** Whether staff confirm each registration. */
  manual: z.boolean().default(false),
  maxParty: wholeNumber("events:error.party", 1, maxParty),
  /** Places of all quotas together; as many as the quotas have when empty. */
  totalCapacity: wholeNumber("events:error.capacity", 0, maxCapacity).nullish(),
  waitingList: z.boolean().default(false),
  /** Whether volunteers who could come are notified of a place that becomes free shortly before it begins. */
  alertsVolunteers: z.boolean().default(false),
  /** Hours in which an offered place is accepted; with 0 it is given at once. */
  offerHours: wholeNumber("events:error.offerHours", 0, 240),
  /** Hours before the event until which a person cancels by themselves. */
  cancelUntilHours: wholeNumber("events:error.cancelHours", 0, 720),
  /** The minutes that are proposed as hours of who was there and whose time was not measured; those of their place when empty. */
  hoursCredit: wholeNumber("events:error.credit", 5, maxCredit).nullish(),
  /** When people with a place are reminded; never without any. */
  reminders: z.array(z.enum(reminders)).default([]),
  quotas: z.array(QuotaDraft).min(1, "events:error.noQuota").max(50),
});
export type RulesDraft = z.output<typeof RulesDraft>;

export const Quota = z.object({
  id: z.uuid(),
  label: Localized,
  capacity: z.int(),
  taken: z.int(),
  waiting: z.int(),
  roles: z.array(z.enum(participantRoles)),
  needsDriver: z.boolean(),
  leadOnly: z.boolean(),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
});
export type Quota = z.infer<typeof Quota>;

const Rules = z.object({
  version: z.int(),
  roles: z.array(z.enum(participantRoles)),
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  minAge: z.int().nullable(),
  needsMembership: z.boolean(),
  needsTraining: z.boolean(),
  needsDocuments: z.array(z.enum(eventDocumentKinds)),
  guests: z.boolean(),
  manual: z.boolean(),
  maxParty: z.int(),
  totalCapacity: z.int().nullable(),
  taken: z.int(),
  waitingList: z.boolean(),
  alertsVolunteers: z.boolean(),
  offerHours: z.int(),
  cancelUntilHours: z.int(),
  hoursCredit: z.int().nullable(),
  reminders: z.array(z.enum(reminders)),
});
export type Rules = z.infer<typeof Rules>;

/** What staff look for among participants: who cannot come, looks for a replacement, has no account, or left a required question without answer. */
export const participantMarks = ["away", "seeking", "guest", "unanswered"] as const;

export const ParticipantsQuery = listQuery(
  ["createdAt", "name", "status"],
  {
    status: z.enum(registrationStatuses).optional().catch(undefined),
    quotaId: z.uuid().optional().catch(undefined),
    mark: z.enum(participantMarks).optional().catch(undefined),
    /** Whether their places have begun. */
    begun: yesOrNo,
  },
  { order: "asc" },
);
export type ParticipantsQuery = z.infer<typeof ParticipantsQuery>;

export const Participant = z.object({
  id: z.uuid(),
  version: z.int(),
  userId: z.uuid().nullable(),
  name: z.string(),
  /** Of somebody without account who registered on the site. */
  guestEmail: z.string().nullable(),
  status: z.enum(registrationStatuses),
  quotaId: z.uuid(),
  quota: Localized,
  partySize: z.int(),
  position: z.int().nullable(),
  /** Why somebody on the waiting list has no place while one is free: fewer are free than the party needs, or others have waited longer. */
  held: z.enum(["party", "earlier"]).nullable(),
  source: z.enum(["self", "staff"]),
  note: z.string(),
  answers: z.array(EventAnswer),
  offerEndsAt: instant.nullable(),
  /** When they noted that they cannot come, after the limit for giving the place back. */
  awayAt: instant.nullable(),
  /** Whether they lack documents that the event needs, while they take part: without an accepted one that counts on its day. */
  lacksDocuments: z.boolean(),
  /** Which ones; none of a student for those who may not read restricted data. */
  lackingDocuments: z.array(z.enum(eventDocumentKinds)),
  createdAt: instant,
});
export type Participant = z.infer<typeof Participant>;

export const ParticipantDraft = z.object({
  /** A person by their e-mail address, or a guest by name. */
  email: z.union([z.literal(""), validEmail("common:validation.email", "common:validation.email")]).nullish(),
  guestName: z.string().trim().max(120).nullish(),
  quotaId: z.uuid("events:error.chooseQuota"),
  partySize: wholeNumber("events:error.party", 1, maxParty).default(1),
  /** What staff know of the person's answers; a required one may be left for later. */
  answers: GivenAnswers,
});

/** What staff answer for somebody who is registered: questions without an answer alone, so that nobody's own words are replaced. */
export const AnswersDraft = z.object({ version: z.int32(), answers: GivenAnswers });
export type AnswersDraft = z.output<typeof AnswersDraft>;

/** What staff note about a registration, for themselves; empty for nothing. */
export const NoteDraft = z.object({ note: z.string().trim().max(500, "events:error.note").nullish(), version: z.int32() });
export type NoteDraft = z.output<typeof NoteDraft>;

export const Cancellation = z.object({
  reason: localizedText("events:error.reason", 300),
  /** How many people the page named: refused when more would be told meanwhile. */
  people: z.int32(),
});

/** Why a cancellation is undone, for the log. */
export const Reinstatement = z.object({
  reason: z
    .string("events:error.reinstateReason")
    .trim()
    .max(300, { error: "events:error.reinstateReason", abort: true })
    .min(1, "events:error.reinstateReason"),
});
export type Reinstatement = z.output<typeof Reinstatement>;

export const participantsApi = {
  /** The event's places, and how many wait; `rules` is null until somebody may register. */
  places: endpoint({
    method: "GET",
    path: "/api/admin/events/:id/places",
    access: eventManagers,
    params: byId,
    response: z.object({
      event: EventFacts.extend({ status: z.enum(["draft", "published", "archived"]) }),
      phase: z.enum(registrationPhases),
      rules: Rules.nullable(),
      quotas: z.array(Quota),
      /** What the event asks who registers. */
      questions: z.array(EventQuestion),
      counts: z.record(z.string(), z.int()),
    }),
  }),
  /** Saves rules and quotas at once; a higher capacity promotes the waiting list in the same answer, one below the places taken is refused. */
  setPlaces: endpoint({
    method: "PUT",
    path: "/api/admin/events/:id/places",
    access: eventManagers,
    params: byId,
    body: RulesDraft,
    response: z.object({ promoted: z.int(), notified: z.int() }),
  }),
  /** How many a change of its time or place would notify, and how many guests without account it would not. */
  notified: endpoint({
    method: "GET",
    path: "/api/admin/events/:id/notified",
    access: eventManagers,
    params: byId,
    response: z.object({ people: z.int(), guests: z.int() }),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/admin/events/:id/participants",
    access: eventManagers,
    params: byId,
    query: ParticipantsQuery,
    response: pageOf(Participant),
  }),
  add: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/participants",
    access: eventManagers,
    params: byId,
    body: ParticipantDraft,
    response: z.object({ status: z.enum(registrationStatuses) }),
  }),
  /** The same act on several registrations, or on all that match: all or, with the reason of each, those that can. */
  act: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/participants/act",
    access: eventManagers,
    params: byId,
    body: ParticipantAct,
    response: ParticipantsOutcome,
  }),
  /** Moves some registrations, or all that match, to other places of the event. Those that cannot be stay, each with the reason; what becomes free is given to the waiting list. */
  move: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/participants/move",
    access: eventManagers,
    params: byId,
    body: MoveDraft,
    response: MoveOutcome,
  }),
  answer: endpoint({
    method: "PUT",
    path: "/api/admin/events/:id/participants/:registrationId/answers",
    access: eventManagers,
    params: z.object({ id: z.uuid(), registrationId: z.uuid() }),
    body: AnswersDraft,
    response: Done,
  }),
  setNote: endpoint({
    method: "PUT",
    path: "/api/admin/events/:id/participants/:registrationId",
    access: eventManagers,
    params: z.object({ id: z.uuid(), registrationId: z.uuid() }),
    body: NoteDraft,
    response: Done,
  }),
  /** Cancels the event and tells everybody who is registered, once. */
  cancelEvent: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/cancel",
    access: eventManagers,
    params: byId,
    body: Cancellation,
    response: z.object({ notified: z.int() }),
  }),
  /**
   * Undoes the cancellation of an event that has not begun. The registrations that ended with it stay ended: their people are notified, once, and register again.
   */
  reinstate: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/reinstatement",
    access: eventManagers,
    params: byId,
    body: Reinstatement,
    response: z.object({ notified: z.int() }),
  }),
};
