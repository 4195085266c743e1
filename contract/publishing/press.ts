import * as z from "zod";
import { endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { daysBetween, yesOrNo } from "../api/list-filters.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { outsideUrl } from "../formats/external-url.ts";
import { Localized, localizedField, localizedText } from "../formats/localized.ts";
import { markdownText } from "../formats/markdown-pictures.ts";
import { filled } from "../formats/validation.ts";
import { contentApi } from "./content.ts";

export const pressKinds = ["article", "tv", "radio", "release"] as const;

/** Type and size of a file to download, for people who pay for their data. */
const SavedFile = z.object({ mime: z.string(), bytes: z.int() });
export type SavedFile = z.infer<typeof SavedFile>;

export const PressListQuery = listQuery(["day"], { kind: z.enum(pressKinds).optional().catch(undefined) }, { perPage: 50 });

export const pressApi = {
  admin: contentApi("/api/admin/press", {
    draft: z.object({
      title: localizedText("content:error.title", 200),
      outlet: filled("content:error.outlet", 120),
      kind: z.enum(pressKinds, "content:error.kind"),
      day: calendarDay("content:error.day"),
      url: outsideUrl().max(500).nullish(),
      quote: localizedField(z.string().trim().max(500).default(""), z.string().trim().max(500)),
      /** The text of a release: Markdown. */
      body: localizedField(markdownText(20_000).default(""), markdownText(20_000)),
      featured: z.boolean().default(false),
      /** The release or the cutting as a public file. */
      fileId: z.uuid().nullish(),
    }),
    row: ["title", "outlet", "kind", "day", "featured"],
    linked: true,
    filters: { kind: z.enum(pressKinds).optional().catch(undefined), featured: yesOrNo, ...daysBetween("day") },
  }),

  /** Featured ones first, then the newest. */
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
        featured: z.boolean(),
        /** Whether it is a release with its own page. */
        ownPage: z.boolean(),
        file: SavedFile.nullable(),
      }),
    ),
  }),

  /** A published release with its text. */
  get: endpoint({
    method: "GET",
    path: "/api/press/:id",
    access: "public",
    params: z.object({ id: z.uuid() }),
    response: z.object({
      id: z.uuid(),
      title: Localized,
      outlet: z.string(),
      day: z.iso.date(),
      quote: Localized,
      body: Localized,
      file: SavedFile.nullable(),
      updatedAt: z.iso.datetime(),
    }),
  }),
};
export type PressRelease = z.infer<typeof pressApi.get.response>;
export type PressItem = z.infer<typeof pressApi.list.response>["items"][number];
