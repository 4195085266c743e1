import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { calendarFeedApi, type FeedEvent } from "#contract/charity/calendar-feed";
import { typeset } from "#contract/formats/french-spaces";
import type { Locale } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { ApiError } from "~/api/api-error";
import { orNotFound } from "~/errors/not-found.server";
import { pathIn } from "~/i18n/locale-of-path";
import { type CalendarEntry, calendarText } from "~/subjects/events/calendar-text";
import { linkToken } from "~/subjects/events/link-token.server";
import { placeText } from "~/subjects/events/place-text";

/** How many hours before an event its reminder is. */
const reminder = 24;

/** A person's own events for their calendar program, which has no session: the secret token in the query says whose they are. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, locale, settings, t } = context;
  const token = linkToken(request);
  if (!token) throw data(null, { status: 404 });
  const { items } = await api.call(calendarFeedApi.events, { body: { token } }).catch((error) => {
    if (error instanceof ApiError && error.status === 429) throw data(null, { status: 429 });
    return orNotFound(error);
  });
  const entries = items.map((event) => entryOf(event));
  const name = t("event-page:feed.name", { organisation: settings.organisation });
  return new Response(calendarText({ product: settings.productName, language: locale, name, entries }), {
    headers: { "content-type": "text/calendar; charset=utf-8", "cache-control": "no-store" },
  });

  function entryOf(event: FeedEvent): CalendarEntry {
    const { id, eventId, sequence, changedAt, startsAt, endsAt, state, title, accessNotes, onlineUrl, delivered } = event;
    const cancelled = state === "cancelled";
    const summary = cancelled ? t("events:cancelled") : words(locale, title);
    return {
      uid: `${id}@${new URL(settings.publicUrl).hostname}`,
      ...{ sequence, summary, cancelled },
      changedAt: new Date(changedAt),
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      tentative: state === "tentative",
      description: [words(locale, accessNotes), onlineUrl && t("events:online.join", { url: onlineUrl })].filter(Boolean).join("\n"),
      location: delivered ? t("event-page:feed.delivered") : placeText(t, event),
      url: settings.publicUrl + pathIn(locale, `/dashboard/events/${eventId}`),
      alarm: state === "confirmed" ? { hours: reminder, text: t("event-page:feed.alarm", { title: summary }) } : undefined,
    };
  }
}

function words(locale: Locale, text: Localized): string {
  const read = readIn(locale, text);
  return typeset(read.text, read.locale);
}
