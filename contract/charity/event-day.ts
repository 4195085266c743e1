import * as z from "zod";
import { campaignSenders } from "../accounts/permissions.ts";
import { endpoint } from "../api/endpoint.ts";
import { franceDay } from "../formats/france-time.ts";
import { Localized } from "../formats/localized.ts";
import { addDays } from "../formats/weeks.ts";
import type { ContentStatus } from "../publishing/content.ts";
import { entersBefore } from "./check-ins.ts";
import { Quota } from "./event-participants.ts";
import { registrationPhases } from "./event-registrations.ts";

/** Where an event is in its life: what it needs follows from this. */
export const eventStages = ["draft", "cancelled", "sign_up", "eve", "running", "to_close", "closed"] as const;
export type EventStage = (typeof eventStages)[number];

/** What staff have to do for an event: each is done on a page of its own. */
export const dayTasks = ["pending", "waiting", "door", "codes", "attendance", "hours"] as const;
export type DayTask = (typeof dayTasks)[number];

/** Tasks that must be done before an event that is over is closed. */
export const closingTasks: readonly DayTask[] = ["attendance", "hours"];

/** The most people who are named as missing. */
export const mostMissing = 12;

/** The most volunteers who are notified at once that an event needs people. */
export const mostHelpers = 50;

type StageFacts = { status: ContentStatus; cancelled: boolean; startsAt: Date; endsAt: Date };

/** Where an event is at an instant; one that is over is `to_close` while anything `remains`. The eve is the day before in France, as clocks there show it. */
export function eventStage({ status, cancelled, startsAt, endsAt }: StageFacts, now: Date, remains: boolean): EventStage {
  if (status === "draft") return "draft";
  if (cancelled) return "cancelled";
  if (endsAt <= now) return remains ? "to_close" : "closed";
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
  /** People, not registrations: who has a place, who came, who did not though their places have begun, who waits, who looks for a replacement. */
  counts: z.object({ expected: z.int(), arrived: z.int(), missing: z.int(), waiting: z.int(), seeking: z.int() }),
  /** Places of all groups; null where nobody registers. */
  places: z.int().nullable(),
  quotas: z.array(Quota),
  missing: z.array(MissingPerson),
  seeking: z.array(SeekingPerson),
  tasks: z.array(z.object({ name: z.enum(dayTasks), count: z.int() })),
  /** Null where no places are free that could be taken now, or where the event has no sector. */
  helpers: Helpers.nullable(),
});
export type EventDay = z.infer<typeof EventDay>;

const byId = z.object({ id: z.uuid() });

export const eventDayApi = {
  /** What an event needs now. */
  get: endpoint({ method: "GET", path: "/api/admin/events/:id/day", access: { roles: ["ADMIN"] }, params: byId, response: EventDay }),
  /** Notifies those volunteers, each once for an event: no more than the page named, and {@link mostHelpers} at once. */
  notifyHelpers: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/helpers",
    access: campaignSenders,
    params: byId,
    body: z.object({ people: z.int().min(1).max(mostHelpers) }),
    response: z.object({ notified: z.int() }),
  }),
};
