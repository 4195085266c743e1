import type { PublicEvent } from "#contract/charity/events";
import type { EventPage } from "#contract/charity/public-events";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import type { PublicSettings } from "~/api/settings.server";
import { pathIn } from "~/i18n/locale-of-path";
import { eventData, type StructuredData } from "~/search/structured-data";

const factsOf = (
  settings: PublicSettings,
  locale: Locale,
  { id, title, summary, startsAt, endsAt, placeName, placeAddress, online }: PublicEvent,
) => ({
  name: readIn(locale, title).text,
  description: readIn(locale, summary).text || undefined,
  startsAt,
  endsAt,
  place: placeName ? { name: placeName, ...addressParts(placeAddress) } : undefined,
  online,
  url: settings.publicUrl + pathIn(locale, `/events/${id}`),
});

/** The path of the picture of an event for sharing. */
export const sharePicture = (locale: Locale, { id }: Pick<EventPage, "id">) => `${pathIn(locale, `/events/${id}`)}/share.png`;

/** The events of a team's page as structured data. */
export function eventsData(settings: PublicSettings, locale: Locale, events: PublicEvent[]): StructuredData[] {
  return events.map((event) => eventData(settings, factsOf(settings, locale, event)));
}

/** The event of a page. An offer only where somebody can get a place on that page, without an account. */
export function eventPageData(settings: PublicSettings, locale: Locale, event: EventPage): StructuredData {
  const { phase, registration } = event;
  const isOffered = registration?.guests && (phase === "open" || phase === "full");
  return eventData(settings, {
    ...factsOf(settings, locale, event),
    image: settings.publicUrl + sharePicture(locale, event),
    cancelled: phase === "cancelled",
    offer: isOffered ? { soldOut: phase === "full" } : undefined,
  });
}

/** Parses an address in one line: street, postcode and town. Any other format counts as the street. */
function addressParts(line: string): { street: string; postcode?: string; city?: string } {
  const found = /\s(\d{5})\s/.exec(line);
  const street = line.slice(0, found?.index).trim().replace(/,$/, "");
  const city = found ? line.slice(found.index + found[0].length).trim() : "";
  return found && street && city ? { street, postcode: found[1], city } : { street: line };
}
