import { eventTypes, eventVisibilities } from "#contract/charity/events";
import { instantInFrance, writtenDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { NotifiedOfChange } from "~/subjects/event-registrations/notified-of-change";
import { EventViews } from "~/subjects/events/event-views";
import { SeriesScopeField } from "~/subjects/events/series-scope-field";
import { eventPlaces, eventSeries } from "./event-places";
import { contentPanel, contentSubject } from "./subject";

export const events = contentSubject({
  api: () => import("#contract/charity/events").then(({ eventsApi }) => eventsApi.admin),
  fields: [
    { name: "title", kind: "line", localized: true },
    { name: "summary", kind: "text", localized: true, hint: true },
    { name: "accessNotes", kind: "text", localized: true, hint: true },
    { name: "type", kind: "choice", values: eventTypes },
    { name: "visibility", kind: "choice", values: eventVisibilities, hint: true },
    { name: "sectorId", kind: "reference", of: "sectors", hint: true },
    { name: "projectId", kind: "reference", of: "projects", hint: true },
    { name: "startsAt", kind: "moment" },
    { name: "endsAt", kind: "moment", hint: true },
    { name: "placeName", kind: "line", hint: true },
    { name: "placeAddress", kind: "line", hint: true },
    { name: "onlineUrl", kind: "url", hint: true },
    { name: "latitude", kind: "decimal" },
    { name: "longitude", kind: "decimal", hint: true },
  ],
  groups: [
    { name: "what", fields: ["title", "summary", "type", "visibility", "sectorId", "projectId"] },
    { name: "whenAndWhere", fields: ["startsAt", "endsAt", "placeName", "placeAddress", "onlineUrl", "accessNotes"] },
    { name: "point", fields: ["latitude", "longitude"], folded: true },
  ],
  columns: ["title", "type", "sectorId", "startsAt", "placeName"],
  // Beside the rest it would leave the title too little of the table.
  hiddenColumns: ["placeName"],
  facts: [eventPlaces, eventSeries],
  filters: ["type", "sectorId", "startsAt"],
  ownFilters: [
    {
      name: "pending",
      key: "requests",
      choices: async ({ t }) => [{ value: "yes", label: t("content:events.own.toAnswer") }],
    },
    {
      name: "seriesId",
      key: "series",
      async choices({ api, locale, t }) {
        const { eventSeriesApi } = await import("#contract/charity/event-series");
        const { items } = await api.call(eventSeriesApi.choices);
        return items.map(({ id, title, firstDay }) => {
          const values = { title: readIn(locale, title).text, day: writtenDay(locale, firstDay) };
          return { value: id, label: t("content:events.own.seriesFrom", values) };
        });
      },
    },
  ],
  publicPage: ({ id, visibility }) => (visibility === "public" ? `/events/${id}` : null),
  panels: [
    contentPanel("overList", {
      load: async ({ request }) => ({ type: new URL(request.url).searchParams.get("type") || undefined, month: false }),
      Panel: EventViews,
    }),
    contentPanel("overForm", {
      async load({ context: { api } }, record) {
        const ends = record && instantInFrance(String(record.endsAt));
        if (record?.status !== "published" || !ends || ends <= new Date()) return null;
        const { participantsApi } = await import("#contract/charity/event-participants");
        return api.call(participantsApi.notified, { params: { id: record.id } });
      },
      Panel: NotifiedOfChange,
    }),
    contentPanel("overForm", {
      async load({ context: { api } }, record) {
        if (!record) return null;
        const { eventSeriesApi } = await import("#contract/charity/event-series");
        const { series, dates } = await api.call(eventSeriesApi.get, { params: { id: record.id } });
        return series && dates.length > 1 ? { id: record.id, dates } : null;
      },
      Panel: SeriesScopeField,
    }),
  ],
  overview: "",
  drawing: "door",
});
