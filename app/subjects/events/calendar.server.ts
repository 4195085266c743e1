import type { AppLoadContext } from "@remix-run/node";
import type { CalendarEvent } from "#contract/charity/events";
import { typeset } from "#contract/formats/french-spaces";
import { readIn } from "#contract/formats/localized-text";
import { pathIn } from "~/i18n/locale-of-path";
import { cacheableResponse } from "~/server/cache/cacheable-response.server";
import { type CalendarEntry, calendarText } from "./calendar-text";
import { placeText } from "./place-text";

/** Events as a calendar file, in the language of the path, cached until one of them changes. */
export function calendarAnswer(context: AppLoadContext, name: string, events: CalendarEvent[]): Response {
  const { settings, locale } = context;
  const entries = events.map((event) => entryOf(context, event));
  const text = calendarText({ product: settings.productName, language: locale, name, entries });
  return cacheableResponse(text, "text/calendar; charset=utf-8", { on: ["event", "team", "day"] });
}

function entryOf({ settings, locale, t }: AppLoadContext, event: CalendarEvent): CalendarEntry {
  const { id, version, updatedAt, startsAt, endsAt, cancelled } = event;
  const read = (text: CalendarEvent["title"]) => {
    const { text: words, locale: language } = readIn(locale, text);
    return typeset(words, language);
  };
  return {
    uid: `${id}@${new URL(settings.publicUrl).hostname}`,
    sequence: version,
    changedAt: new Date(updatedAt),
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    summary: cancelled ? t("events:cancelled") : read(event.title),
    description: [read(event.summary), read(event.accessNotes)].filter(Boolean).join("\n"),
    location: placeText(t, event),
    // The page of one that is no longer published is gone.
    url: cancelled ? undefined : settings.publicUrl + pathIn(locale, `/events/${id}`),
    cancelled,
  };
}
