import { datesOfSector, eventTypes, eventVisibilities } from "#contract/charity/events";
import { contentSubject } from "../subject";

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
    const among = async (query: { sectorId?: string; limit?: number }) =>
      (await api.call(eventsApi.coming, { query })).items.find((one) => one.id === id);
    const { team } = (sectorId && (await among({ sectorId: String(sectorId), limit: datesOfSector }))) || {};
    if (team) return `/team/${team.slug}#dates`;
    return (await among({})) ? "/#dates" : null;
  },
  overview: "",
  drawing: "door",
});
