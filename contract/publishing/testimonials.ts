import * as z from "zod";
import { endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { Localized, localizedField, localizedText } from "../formats/localized.ts";
import { filled } from "../formats/validation.ts";
import { contentApi } from "./content.ts";

const draft = z.object({
  initials: filled("content:error.initials", 40),
  speaker: localizedText("content:error.speaker", 120),
  quote: localizedText("content:error.quote", 600),
  consentedOn: calendarDay().nullish(),
  /** The sheet on which they agreed, for staff alone. */
  consentFileId: z.uuid().nullish(),
  withdrawnOn: calendarDay().nullish(),
});

const either = localizedField(z.string(), z.string());

const Published = z.object({ id: z.uuid(), initials: z.string(), speaker: Localized, quote: Localized });

export const TestimonialQuery = listQuery(["position"], {}, { order: "asc", perPage: 24 }).omit({ q: true });

export const testimonialsApi = {
  admin: contentApi("/api/admin/testimonials", {
    draft,
    // What was sent in English has no French before staff write it.
    begun: draft.extend({ speaker: either, quote: either }),
    row: ["initials", "speaker", "consentedOn", "withdrawnOn"],
    ordered: true,
  }),

  list: endpoint({
    method: "GET",
    path: "/api/testimonials",
    access: "public",
    query: z.object({ limit: z.coerce.number().int().min(1).max(30).catch(30).default(30) }),
    response: z.object({ items: z.array(Published) }),
    shows: ["testimonial"],
  }),
  /** All of them, page by page, in the order that staff gave them. */
  all: endpoint({
    method: "GET",
    path: "/api/testimonials/pages",
    access: "public",
    query: TestimonialQuery,
    response: pageOf(Published),
    shows: ["testimonial"],
  }),
};
export type Testimonial = z.infer<typeof testimonialsApi.list.response>["items"][number];
