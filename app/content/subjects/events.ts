import { datesOfSector, eventTypes, eventVisibilities } from "#contract/charity/events";
import { instantInFrance } from "#contract/formats/france-time";
import { NotifiedOfChange } from "~/subjects/event-registrations/notified-of-change";
import { contentPanel, contentSubject } from "../subject";

/** The dates that the home page shows, and the most that are read at once. */
const datesOfHome = 3;
const nextOfAll = 20;

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
    { name: "placeName", kind: "line" },
    { name: "placeAddress", kind: "line", hint: true },
  ],
  groups: [
    { name: "what", fields: ["title", "summary", "type", "visibility", "sectorId", "projectId"] },
    { name: "whenAndWhere", fields: ["startsAt", "endsAt", "placeName", "placeAddress", "accessNotes"] },
  ],
  columns: ["title", "type", "sectorId", "startsAt", "placeName"],
  filters: ["type", "sectorId", "startsAt"],
  // In the list of its team's next events, or of all.
  async publicPage({ id, sectorId }, { api }) {
    const { eventsApi } = await import("#contract/charity/events");
    const among = async (query: { sectorId?: string; limit: number }) => (await api.call(eventsApi.coming, { query })).items;
    const next = await among({ limit: nextOfAll });
    const at = next.findIndex((one) => one.id === id);
    // Of many events, those of its team are read by themselves.
    const isFar = sectorId && at === -1 && next.length === nextOfAll;
    const ofSector = isFar ? await among({ sectorId: String(sectorId), limit: datesOfSector }) : next;
    const { team } = ofSector.find((one) => one.id === id) ?? {};
    const own = team ? ofSector.filter((one) => one.team?.slug === team.slug).findIndex((one) => one.id === id) : -1;
    if (team && own < datesOfSector) return `/team/${team.slug}#dates`;
    return at >= 0 && at < datesOfHome ? "/#dates" : null;
  },
  panels: [
    contentPanel("overForm", {
      async load({ context: { api } }, record) {
        const ends = record && instantInFrance(String(record.endsAt));
        if (record?.status !== "published" || !ends || ends <= new Date()) return null;
        const { participantsApi } = await import("#contract/charity/event-participants");
        return api.call(participantsApi.notified, { params: { id: record.id } });
      },
      Panel: NotifiedOfChange,
    }),
  ],
  overview: "",
  drawing: "door",
});
