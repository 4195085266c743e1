import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { Localized } from "../formats/localized.ts";
import { ArticleStatus } from "../publishing/articles.ts";

/** The most records of each kind that the search of the back-office shows. */
export const foundOfKind = 5;

/** Records that match a search, among those that the reader may open. */
export const FoundRecords = z.object({
  /** `managed`: whether the reader looks after it, so that its page of the back-office opens to them. */
  events: z.array(z.object({ id: z.uuid(), title: Localized, startsAt: z.iso.datetime(), managed: z.boolean() })),
  articles: z.array(z.object({ id: z.uuid(), title: Localized, status: ArticleStatus })),
  /** By reference. */
  pledges: z.array(z.object({ id: z.uuid(), reference: z.string(), amountCents: z.int(), at: z.iso.datetime() })),
  /** By the reference of the pledge. Below zero where money was given back. */
  payments: z.array(z.object({ id: z.uuid(), reference: z.string(), signedCents: z.int(), receivedOn: z.iso.date() })),
});
export type FoundRecords = z.infer<typeof FoundRecords>;

export const officeSearchApi = {
  find: endpoint({
    method: "GET",
    path: "/api/office-search",
    access: { roles: ["ADMIN", "VOLUNTEER"] },
    query: z.object({ q: z.string().trim().max(200).catch("") }),
    readsMany: true,
    response: FoundRecords,
  }),
};
