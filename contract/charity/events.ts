import * as z from "zod";
import { eventManagers } from "../accounts/permissions.ts";
import { endpoint } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { latitude, longitude } from "../formats/coordinates.ts";
import { httpsUrl } from "../formats/external-url.ts";
import { wallTime } from "../formats/local-time.ts";
import { EnglishState, Localized, localizedField, localizedText } from "../formats/localized.ts";
import { shortText } from "../formats/validation.ts";
import { ContentStatus, contentApi } from "../publishing/content.ts";
import { seriesScopes } from "./series-scopes.ts";

export const eventTypes = ["distribution", "collection", "delivery", "dressed", "training", "meeting", "maraude", "other"] as const;
const type = z.enum(eventTypes, "content:error.kind");

/** Who may know of an event: everybody, who is logged in and may take part, or only who is registered for it. */
export const eventVisibilities = ["public", "members", "invitation"] as const;

const optionalText = (length: number) => localizedField(z.string().trim().max(length).default(""), z.string().trim().max(length));

/** A public event. Times are UTC. */
export const PublicEvent = z.object({
  id: z.uuid(),
  title: Localized,
  summary: Localized,
  type,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** Empty for an event that is only online, as its address. */
  placeName: z.string(),
  placeAddress: z.string(),
  /** Whether people join online. The URL is for who has a place. */
  online: z.boolean(),
  accessNotes: Localized,
  /** The local team that holds it, where it has a page. */
  team: z.object({ slug: z.string(), name: z.string() }).nullable(),
});
export type PublicEvent = z.infer<typeof PublicEvent>;

/**
 * The same for calendar programs. For one that was published and no longer is, only the time is given: so people who
 * have it in their calendar see that it is cancelled.
 */
export const CalendarEvent = PublicEvent.extend({ version: z.int(), updatedAt: z.iso.datetime(), cancelled: z.boolean() });
export type CalendarEvent = z.infer<typeof CalendarEvent>;

const EventDraft = z.object({
  title: localizedText("content:error.title", 120),
  summary: optionalText(300),
  accessNotes: optionalText(300),
  type,
  visibility: z.enum(eventVisibilities).default("public"),
  sectorId: z.uuid().nullish(),
  projectId: z.uuid().nullish(),
  startsAt: wallTime("content:error.startsAt"),
  endsAt: wallTime("content:error.endsAt"),
  placeName: shortText(120).default(""),
  placeAddress: shortText(200).default(""),
  /** Where one joins online. An event has a place, this, or both; only who has a place there, and staff, read it. */
  onlineUrl: httpsUrl("content:error.onlineUrl").nullish(),
  /** Where it is, for its distance: staff and those who may take part read that, and nobody the point. */
  latitude: latitude.nullish(),
  longitude: longitude.nullish(),
});

/** An event as staff see it; times are local to France. */
export const EventRecord = EventDraft.extend({ id: z.uuid(), status: ContentStatus, english: EnglishState });
export type EventRecord = z.infer<typeof EventRecord>;

/** How far ahead an event is copied, in years. */
export const yearsOfCopies = 3;

export const EventCopy = z.object({ day: calendarDay("events:error.copyDay") });

/** How full an event is, as the list of staff says it; null where nobody registers, or where places are not limited. */
const EventPlaces = { taken: z.int().nullable(), capacity: z.int().nullable(), waiting: z.int(), pending: z.int(), cancelled: z.boolean() };

/** The name of an event's series, which is the title of its first date, and how many dates it has; null where it is not repeated. */
const seriesFact = { seriesTitle: Localized.nullable(), seriesDates: z.int().nullable() };

/** How many of its next dates a team's page shows. */
export const datesOfSector = 5;

export const eventsApi = {
  admin: contentApi("/api/admin/events", {
    editors: eventManagers,
    draft: EventDraft,
    row: ["title", "type", "visibility", "sectorId", "startsAt", "placeName"],
    filters: {
      type: type.optional().catch(undefined),
      sectorId: z.uuid().optional().catch(undefined),
      seriesId: z.uuid().optional().catch(undefined),
      /** Events to come with requests for a place that nobody has answered. */
      pending: z.literal("yes").optional().catch(undefined),
      ...daysBetween("startsAt"),
    },
    facts: { ...EventPlaces, ...seriesFact },
    // What changes of an event of a series is changed on these dates of it.
    alongside: { scope: z.enum(seriesScopes).default("this") },
    sortedBy: "startsAt",
    order: "asc",
  }),

  /** Copies an event with its places to another day, as a draft without people. */
  copy: endpoint({
    method: "POST",
    path: "/api/admin/events/:id/copy",
    access: eventManagers,
    params: z.object({ id: z.uuid() }),
    body: EventCopy,
    response: z.object({ id: z.uuid() }),
  }),

  /** Published events that are not over, the next one first. */
  coming: endpoint({
    method: "GET",
    path: "/api/events",
    access: "public",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(20).catch(3).default(3),
      sectorId: z.uuid().optional().catch(undefined),
    }),
    response: z.object({ items: z.array(PublicEvent) }),
  }),

  /** One event that is, or was, published. */
  get: endpoint({ method: "GET", path: "/api/events/:id", access: "public", params: z.object({ id: z.uuid() }), response: CalendarEvent }),
};
