import * as z from "zod";
import { calendarDay } from "./calendar-day.ts";
import { contentApi } from "./content.ts";
import { endpoint, listQuery, pageOf } from "./endpoint.ts";
import { Localized, localizedField } from "./localized.ts";
import { outsideAddress } from "./outside-address.ts";

export const pressKinds = ["article", "tv", "radio", "release"] as const;

export const PressListQuery = listQuery(["day"], { kind: z.enum(pressKinds).optional().catch(undefined) }, { perPage: 50 });

export const pressApi = {
  admin: contentApi("/api/admin/press", {
    draft: z.object({
      title: localizedField(z.string().trim().min(1).max(200), z.string().trim().max(200)),
      outlet: z.string().trim().min(1).max(120),
      kind: z.enum(pressKinds),
      day: calendarDay(),
      url: outsideAddress().max(500).nullish(),
      quote: localizedField(z.string().trim().max(500).default(""), z.string().trim().max(500)),
    }),
    row: ["title", "outlet", "kind", "day"],
    filters: { kind: z.enum(pressKinds).optional().catch(undefined) },
  }),

  /** Newest first. */
  list: endpoint({
    method: "GET",
    path: "/api/press",
    access: "public",
    query: PressListQuery,
    response: pageOf(
      z.object({
        id: z.uuid(),
        title: Localized,
        outlet: z.string(),
        kind: z.enum(pressKinds),
        day: z.iso.date(),
        url: z.string().nullable(),
        quote: Localized,
      }),
    ),
  }),
};
export type PressItem = z.infer<typeof pressApi.list.response>["items"][number];
