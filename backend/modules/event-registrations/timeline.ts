import { sql } from "drizzle-orm";
import { events } from "#backend/modules/events/tables";
import type { TimelineSource } from "#backend/timeline/source";
import { isBrought, placeBegins } from "./locking.ts";
import { eventQuotas, eventRegistrations } from "./tables.ts";

/** The events that a person has a place in, or had, at the time when that place begins. */
export const ownEvents: TimelineSource = {
  kind: "event",
  restricted: true,
  from: sql`${eventRegistrations} join ${events} on ${events.id} = ${eventRegistrations.eventId}
    join ${eventQuotas} on ${eventQuotas.id} = ${eventRegistrations.quotaId}`,
  where: (userId) =>
    sql`${eventRegistrations.userId} = ${userId} and ${eventRegistrations.status} in ('confirmed', 'attended', 'no_show') and ${events.cancelledAt} is null`,
  id: eventRegistrations.id,
  at: placeBegins,
  values: sql`jsonb_build_object('fr', ${events.title}->>'fr', 'en', ${events.title}->>'en',
    'place', case when not ${isBrought} then nullif(${events.placeName}, '') end, 'status', ${eventRegistrations.status})`,
  texts: ({ fr, en, place, status }, { locale, translate }) => ({
    title: translate(`tracking:fact.event.${status}`, { title: (locale === "en" && en) || fr }),
    text: place === null ? null : String(place),
  }),
  figure: "tracking:figure.events",
};
