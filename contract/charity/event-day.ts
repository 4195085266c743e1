import * as z from "zod";
import { eventManagers } from "../accounts/permissions.ts";
import { Done, endpoint } from "../api/endpoint.ts";
import { franceDay } from "../formats/france-time.ts";
import { Localized } from "../formats/localized.ts";
import { validEmail } from "../formats/validation.ts";
import { addDays } from "../formats/weeks.ts";
import type { ContentStatus } from "../publishing/content.ts";
import { entersBefore } from "./check-ins.ts";
import { Quota } from "./event-participants.ts";
import { registrationPhases } from "./registration-phase.ts";

/** Where an event is in its life: what it needs follows from this. */
export const eventStages = ["draft", "cancelled", "sign_up", "eve", "running", "to_close", "closed"] as const;
export type EventStage = (typeof eventStages)[number];

/** What staff have to do for an event: each is done on a page of its own. */
export const dayTasks = ["pending", "waiting", "door", "codes", "attendance", "hours", "proposed"] as const;
export type DayTask = (typeof dayTasks)[number];

/** Tasks of an event that is over. Whoever closes it before they are done confirms how many are left. */
export const closingTasks: readonly DayTask[] = ["attendance", "hours", "proposed"];

/** The most people who are named as missing. */
export const mostMissing = 12;

/** The most volunteers who are notified at once that an event needs people. */
export const mostHelpers = 50;

type StageFacts = { status: ContentStatus; cancelled: boolean; closed: boolean; startsAt: Date; endsAt: Date };

/** Where an event is at an instant; one that is over is `to_close` until staff close it. The eve is the day before in France, as clocks there show it. */
export function eventStage({ status, cancelled, closed, startsAt, endsAt }: StageFacts, now: Date): EventStage {
  if (status === "draft") return "draft";
  if (cancelled) return "cancelled";
  if (endsAt <= now) return closed ? "closed" : "to_close";
  if (startsAt.getTime() - now.getTime() <= entersBefore.event * 60_000) return "running";
  return franceDay(now) >= addDays(franceDay(startsAt), -1) ? "eve" : "sign_up";
}

const MissingPerson = z.object({
  registrationId: z.uuid(),
  /** Null for a guest without account. */
  userId: z.uuid().nullable(),
  name: z.string(),
  phone: z.string().nullable(),
  quota: Localized,
  partySize: z.int(),
  /** When they noted that they cannot come, after the limit for giving the place back. */
  awayAt: z.iso.datetime().nullable(),
});
export type MissingPerson = z.infer<typeof MissingPerson>;

/** Who has a place and looks for somebody to take it over, until the event begins. */
const SeekingPerson = MissingPerson.extend({ since: z.iso.datetime() });
export type SeekingPerson = z.infer<typeof SeekingPerson>;

/** Volunteers of the sector of an event who could take one of its free places, and have not been notified that it needs people. */
const Helpers = z.object({ people: z.int(), names: z.array(z.string()), notified: z.int() });
export type Helpers = z.infer<typeof Helpers>;

const EventDay = z.object({
  stage: z.enum(eventStages),
  phase: z.enum(registrationPhases),
  sector: z.string().nullable(),
  project: z.object({ id: z.uuid(), name: Localized }).nullable(),
  /** How many dates its series has; null where it is not repeated. */
  seriesDates: z.int().nullable(),
  /**
   * People: who has a place, and who came. `refused` are those who were refused at the door and have not come in since. Registrations, as many as the
   * list of participants shows: whose places have begun without them, who waits, and for places that have not begun, who looks for a replacement and who
   * cannot come.
   */
  counts: z.object({
    expected: z.int(),
    arrived: z.int(),
    missing: z.int(),
    waiting: z.int(),
    seeking: z.int(),
    away: z.int(),
    refused: z.int(),
  }),
  /** Places of all groups; null where nobody registers. */
  places: z.int().nullable(),
  quotas: z.array(Quota),
  missing: z.array(MissingPerson),
  seeking: z.array(SeekingPerson),
  /** Who has a place that has not begun, and noted that they cannot come. */
  away: z.array(MissingPerson),
  tasks: z.array(z.object({ name: z.enum(dayTasks), count: z.int() })),
  /** Whether the reader decides on the hours among them. */
  decidesHours: z.boolean(),
  /** Who is in charge of the event, where somebody is named whose account is open. */
  contact: z.object({ userId: z.uuid(), name: z.string(), email: z.string(), phone: z.string().nullable() }).nullable(),
  /** When staff closed the event, and who did, where that account still exists. */
  closed: z.object({ at: z.iso.datetime(), by: z.string().nullable() }).nullable(),
  /** Null where no places are free that could be taken now, or where the event has no sector. */
  helpers: Helpers.nullable(),
});
export type EventDay = z.infer<typeof EventDay>;

/** Closes an event; `left` is what the page named as left to do, 0 for nothing. Refused with the number when more is left meanwhile. */
export const Closing = z.object({ left: z.int().min(0).default(0) });

/** Why a closed event is opened again, for the log. */
export const Reopening = z.object({ reason: z.string("events:error.reopen").trim().min(1, "events:error.reopen").max(300) });

/** Who is in charge of an event, by their address; nobody when it is empty. */
export const ContactDraft = z.object({
  contactEmail: z.union([z.literal(""), validEmail("common:validation.email", "common:validation.email")]).nullish(),
});

const byId = z.object({ id: z.uuid() });
const staff = { roles: ["ADMIN", "VOLUNTEER"] } as const;

export const eventDayApi = {
  /** What an event needs now. */
  get: endpoint({ method: "GET", path: "/api/admin/events/:id/day", access: eventManagers, params: byId, response: EventDay }),
  /** Closes an event that is over: what was noted of its registrations and at its door stays as it is from then on. */
  close: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/close",
    access: eventManagers,
    params: byId,
    body: Closing,
    response: Done,
  }),
  /** Opens a closed event again. */
  reopen: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/reopen",
    access: { roles: ["ADMIN"], permission: "EVENTS_REOPEN" },
    params: byId,
    body: Reopening,
    response: Done,
  }),
  /** Names a volunteer or a member of staff who is in charge of the event, or nobody. */
  setContact: endpoint({
    method: "PUT",
    path: "/api/admin/events/:id/contact",
    access: eventManagers,
    params: byId,
    body: ContactDraft,
    response: Done,
  }),
  /** Whom the reader may notify that an event needs people; null where they may not, or nobody is needed. */
  helpers: endpoint({
    method: "GET",
    path: "/api/admin/events/:id/helpers",
    access: staff,
    params: byId,
    response: z.object({ helpers: Helpers.nullable() }),
  }),
  /**
   * Notifies those volunteers, each once for an event: no more than the page named, and {@link mostHelpers} at once. Administrators do, and volunteers who
   * manage the sector of the event or hold NOTIFICATIONS_SEND in it.
   */
  notifyHelpers: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/helpers",
    access: staff,
    params: byId,
    body: z.object({ people: z.int().min(1).max(mostHelpers) }),
    response: z.object({ notified: z.int() }),
  }),
};
