import { eventsApi, eventTypes } from "#contract/events";
import { contentSubject } from "../subject";

export const events = contentSubject({
  api: eventsApi.admin,
  fields: [
    { name: "title", kind: "line", localized: true },
    { name: "summary", kind: "text", localized: true, hint: true },
    { name: "accessNotes", kind: "text", localized: true, hint: true },
    { name: "type", kind: "choice", values: eventTypes },
    { name: "sectorId", kind: "reference", of: "sectors", hint: true },
    { name: "startsAt", kind: "moment" },
    { name: "endsAt", kind: "moment", hint: true },
    { name: "placeName", kind: "line" },
    { name: "placeAddress", kind: "line", hint: true },
  ],
  columns: ["title", "type", "sectorId", "startsAt", "placeName"],
  filters: ["type", "sectorId"],
  publicPage: "/",
  sheet: "",
  drawing: "door",
});
