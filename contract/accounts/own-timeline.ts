import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { shortText } from "../formats/validation.ts";

/** Something that happened to the reader, or will, in their language. Its kind is that of a source of the backend. */
export const TimelineFact = z.object({
  id: z.string(),
  kind: z.string(),
  at: z.iso.datetime(),
  title: z.string(),
  text: z.string().nullable(),
});
export type TimelineFact = z.infer<typeof TimelineFact>;

export const OwnTimeline = z.object({
  /** Since when they have an account. */
  since: z.iso.datetime(),
  /** How much of a kind has happened; `label` says what of. */
  figures: z.array(z.object({ kind: z.string(), count: z.int(), label: z.string() })),
  /** What is to come, the next first; empty on later pages. */
  coming: z.array(TimelineFact),
  /** What has happened, the latest first. */
  items: z.array(TimelineFact),
  more: z.boolean(),
});
export type OwnTimeline = z.infer<typeof OwnTimeline>;

/** Facts on a page. */
export const timelinePage = 30;

/** After which fact a page begins: its instant and id. */
const position = shortText(80)
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[0-9a-f-]{36}$/)
  .refine((text) => isInstant(text.slice(0, 24)));

/** Whether it is a time of this or the last century as it is written: no 30 February, which a program would take for another day. */
const isInstant = (text: string) => /^(19|20)/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

export const TimelineQuery = z.object({ before: position.optional().catch(undefined) });

export const positionOf = ({ at, id }: Pick<TimelineFact, "at" | "id">) => `${at}_${id}`;

/** The instant and the id of a written position. */
export function positionFrom(before: string | undefined) {
  const [at = "", id = ""] = before?.split("_") ?? [];
  return before ? { at, id } : undefined;
}

const access = { roles: ["ADMIN", "VOLUNTEER", "BENEFICIARY"] } as const;

export const ownTimelineApi = {
  get: endpoint({ method: "GET", path: "/api/account/timeline", access, query: TimelineQuery, response: OwnTimeline }),
};
