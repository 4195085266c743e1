import { sql } from "drizzle-orm";
import { events } from "#backend/modules/events/tables";
import type { TimelineSource } from "#backend/timeline/source";
import { eventRegistrations } from "./tables.ts";

/** The events that a person has a place in, or had, at the time when each begins. */
export const ownEvents: TimelineSource = {
  kind: "event",
  restricted: true,
  from: sql`${eventRegistrations} join ${events} on ${events.id} = ${eventRegistrations.eventId}`,
  where: (userId) =>
    sql`${eventRegistrations.userId} = ${userId} and ${eventRegistrations.status} in ('confirmed', 'attended', 'no_show') and ${events.cancelledAt} is null`,
  id: eventRegistrations.id,
  at: sql`${events.startsAt}`,
  values: sql`jsonb_build_object('fr', ${events.title}->>'fr', 'en', ${events.title}->>'en', 'place', ${events.placeName}, 'status', ${eventRegistrations.status})`,
  texts: ({ fr, en, place, status }, { locale, translate }) => ({
    title: translate(`tracking:fact.event.${status}`, { title: (locale === "en" && en) || fr }),
    text: place === null ? null : String(place),
  }),
  figure: "tracking:figure.events",
};
