import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { OwnTimeline, TimelineQuery } from "./own-timeline.ts";
import { drivingDocuments } from "./person-edit.ts";

const access = { roles: ["ADMIN"] } as const;
const params = z.object({ id: z.uuid() });

/** What is read first about a person: of those who help or are helped, or of donors. */
const PersonFacts = z.object({
  /** Null for donors. */
  helping: z
    .object({
      /** The next event that they have a place in. */
      next: z
        .object({ id: z.uuid(), title: z.object({ fr: z.string(), en: z.string().nullish() }), startsAt: z.iso.datetime() })
        .nullable(),
      /** The document of a driver that ends first. */
      document: z.object({ kind: z.enum(drivingDocuments), until: z.string() }).nullable(),
      /** Validated this year, in minutes. */
      minutes: z.int(),
      /** Claims of expenses that they have not withdrawn. */
      claims: z.int(),
    })
    .nullable(),
  /** Of all others only where they gave, too. */
  giving: z.object({ centsThisYear: z.int(), lastOn: z.string().nullable(), receipts: z.int() }).nullable(),
  memberUntil: z.string().nullable(),
  /** The chat about their account. */
  chatId: z.uuid().nullable(),
  /** Whether the next event is left out: where somebody is helped is restricted. */
  withheld: z.boolean(),
});
export type PersonFacts = z.infer<typeof PersonFacts>;

export const personFactsApi = {
  facts: endpoint({ method: "GET", path: "/api/admin/people/:id/facts", access, params, response: PersonFacts }),
  /** The time line that the person reads themselves; `withheld` says that restricted kinds are left out for this reader. */
  timeline: endpoint({
    method: "GET",
    path: "/api/admin/people/:id/timeline",
    access,
    params,
    query: TimelineQuery,
    response: OwnTimeline.extend({ withheld: z.boolean() }),
  }),
};
