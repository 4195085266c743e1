import * as z from "zod";
import { eventManagers } from "../accounts/permissions.ts";
import { endpoint } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { Localized } from "../formats/localized.ts";
import { ContentStatus } from "../publishing/content.ts";
import { Cancellation } from "./event-participants.ts";
import { eventTypes } from "./events.ts";
import { mostDates, SeriesRule } from "./series-rule.ts";
import { seriesScopes } from "./series-scopes.ts";

/** The days of a rule on which an event is repeated: those of them that were not left out. */
export const SeriesDraft = SeriesRule.extend({
  days: z.array(calendarDay("event-series:error.days")).min(1, "event-series:error.days").max(mostDates),
  /** Whether the new dates are published at once, where the event is; else they are drafts. */
  publish: z.boolean().default(false),
});
export type SeriesDraft = z.output<typeof SeriesDraft>;

/** The cancellation of an event of a series. `people` are the numbers that the page named for each scope. */
export const SeriesCancellation = Cancellation.extend({
  scope: z.enum(seriesScopes).default("this"),
  people: z.object({ this: z.int32(), following: z.int32(), all: z.int32() }),
});
export type SeriesCancellation = z.output<typeof SeriesCancellation>;

/** One date of a series; `people` are the registrations that are not over. */
export const SeriesDate = z.object({
  id: z.uuid(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  status: ContentStatus,
  cancelled: z.boolean(),
  people: z.int(),
  /** Whether a change of the whole series changes it: it is neither cancelled nor archived, and has not begun; the event at hand is not over. */
  open: z.boolean(),
});
export type SeriesDate = z.infer<typeof SeriesDate>;

const EventSeries = z.object({
  event: z.object({ id: z.uuid(), title: Localized, type: z.enum(eventTypes), status: ContentStatus, startsAt: z.iso.datetime() }),
  /** Null for an event that is not repeated, or whose other dates were all deleted. `startsLocal` is its first start as clocks in France show it. */
  series: z.object({ id: z.uuid(), rrule: z.string(), startsLocal: z.string(), excluded: z.array(z.string()) }).nullable(),
  /** The dates of the series that the reader looks after, or the event alone; the first one first. */
  dates: z.array(SeriesDate),
});
export type EventSeries = z.infer<typeof EventSeries>;

/** The most series that the list of events is narrowed to by their names. */
export const mostSeriesChoices = 100;

/** A series by the title of its first date, and the day on which it begins. */
const SeriesChoice = z.object({ id: z.uuid(), title: Localized, firstDay: z.iso.date() });

const params = z.object({ id: z.uuid() });

export const eventSeriesApi = {
  /** The series of events, that which goes on the longest first. */
  choices: endpoint({
    method: "GET",
    path: "/api/admin/event-series",
    access: eventManagers,
    response: z.object({ items: z.array(SeriesChoice) }),
  }),
  get: endpoint({ method: "GET", path: "/api/admin/events/:id/series", access: eventManagers, params, response: EventSeries }),
  /** Repeats an event: makes a date with its places for each of the days, without people. Refused when it is repeated already. */
  create: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/series",
    access: eventManagers,
    params,
    body: SeriesDraft,
    response: z.object({ dates: z.int() }),
  }),
  /** Cancels an event, with those of its series that follow or all of them, and notifies everybody who is registered. */
  cancel: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/series/cancel",
    access: eventManagers,
    params,
    body: SeriesCancellation,
    response: z.object({ dates: z.int(), notified: z.int() }),
  }),
};
