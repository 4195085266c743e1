import * as z from "zod";
import { endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { Localized, localizedField, localizedText } from "../formats/localized.ts";
import { markdownText } from "../formats/markdown-pictures.ts";
import { wholeNumber } from "../formats/validation.ts";
import { contentApi } from "../publishing/content.ts";

export const jobKinds = ["job", "internship", "civic_service", "volunteer_mission"] as const;
const kind = z.enum(jobKinds, "content:error.kind");

/** Working time: a few hours, part time, full time. */
export const jobTimes = { few: { from: 0, to: 9 }, part: { from: 10, to: 31 }, full: { from: 32, to: 168 } } as const;
export type JobTime = keyof typeof jobTimes;
const times = Object.keys(jobTimes) as [JobTime, ...JobTime[]];

const optionalText = (length: number) => localizedField(z.string().trim().max(length).default(""), z.string().trim().max(length));

const Card = z.object({
  id: z.uuid(),
  title: Localized,
  summary: Localized,
  kind,
  place: Localized,
  contract: Localized,
  closesOn: z.string().nullable(),
});
export type JobCard = z.infer<typeof Card>;

export const JobListQuery = listQuery(
  ["opensOn"],
  {
    kind: kind.optional().catch(undefined),
    /** In French, whatever the language of the page. */
    place: z.string().trim().max(120).optional().catch(undefined),
    time: z.enum(times).optional().catch(undefined),
  },
  { perPage: 30 },
);
export type JobListQuery = z.infer<typeof JobListQuery>;

export const jobsApi = {
  admin: contentApi("/api/admin/jobs", {
    draft: z.object({
      title: localizedText("content:error.title", 120),
      summary: localizedText("content:error.summary", 300),
      body: localizedField(markdownText(10_000).default(""), markdownText(10_000)),
      kind,
      place: localizedText("content:error.place", 120),
      contract: localizedText("content:error.contract", 120),
      hours: wholeNumber("content:error.hours", 1, 48),
      salary: optionalText(200),
      opensOn: calendarDay("content:error.opensOn"),
      closesOn: calendarDay().nullish(),
    }),
    row: ["title", "kind", "place", "opensOn", "closesOn"],
    filters: { kind: kind.optional().catch(undefined), ...daysBetween("closesOn") },
  }),

  /** The offers that are open today. */
  list: endpoint({
    method: "GET",
    path: "/api/jobs",
    access: "public",
    query: JobListQuery,
    response: pageOf(Card).extend({ places: z.array(Localized) }),
  }),

  get: endpoint({
    method: "GET",
    path: "/api/jobs/:id",
    access: "public",
    params: z.object({ id: z.uuid() }),
    response: Card.extend({ body: Localized, hours: z.int(), salary: Localized, opensOn: z.string() }),
  }),
};
export type JobPage = z.infer<typeof jobsApi.get.response>;
