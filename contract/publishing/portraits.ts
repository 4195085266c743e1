import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { Localized, localizedText } from "../formats/localized.ts";
import { filled } from "../formats/validation.ts";
import { contentApi } from "./content.ts";

/** A member of a team on the public pages: name, role and photograph. */
export const portraitsApi = {
  admin: contentApi("/api/admin/portraits", {
    draft: z.object({
      role: localizedText("content:error.role", 120),
      name: filled("content:error.name", 80),
      /** The local team; none for the national one. */
      sectorId: z.uuid().nullish(),
      photoId: z.uuid().nullish(),
      /** When they agreed to be shown: without it nothing is published. */
      consentedOn: calendarDay().nullish(),
      /** The signed agreement, for staff only. */
      consentFileId: z.uuid().nullish(),
    }),
    row: ["name", "role", "sectorId", "consentedOn"],
    filters: { sectorId: z.uuid().optional().catch(undefined) },
    ordered: true,
  }),

  /** Of a local team, or of the national one. */
  list: endpoint({
    method: "GET",
    path: "/api/portraits",
    access: "public",
    query: z.object({ sectorId: z.uuid().optional() }),
    response: z.object({
      items: z.array(z.object({ id: z.uuid(), name: z.string(), role: Localized, photoId: z.uuid().nullable() })),
    }),
    shows: ["portrait"],
  }),
};
export type Portrait = z.infer<typeof portraitsApi.list.response>["items"][number];
