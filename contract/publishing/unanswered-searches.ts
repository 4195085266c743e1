import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { locales } from "../formats/locale.ts";

const admins = { roles: ["ADMIN"] } as const;
const locale = z.enum(locales);

/** A search of the site or of the questions without a result, in the language of the search. */
export const UnansweredSearch = z.object({
  id: z.string(),
  words: z.string(),
  locale,
  times: z.int(),
  /** The last day of such a search. */
  lastOn: z.iso.date(),
});
export type UnansweredSearch = z.infer<typeof UnansweredSearch>;

export const UnansweredQuery = listQuery(["times", "lastOn", "words"], { locale: locale.optional().catch(undefined) });

export const unansweredSearchesApi = {
  /** Counts a search without a result. Terms that may identify a person are not stored; the response is the same. */
  count: endpoint({
    method: "POST",
    path: "/api/unanswered-searches",
    access: "public",
    body: z.object({ words: z.string().trim().min(1).max(200) }),
    response: Done,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/admin/unanswered-searches",
    access: admins,
    query: UnansweredQuery,
    response: pageOf(UnansweredSearch),
  }),
  /** Removes a search from the list and ignores it for as long as such searches are stored. */
  dismiss: endpoint({
    method: "POST",
    path: "/api/admin/unanswered-searches/dismissal",
    access: admins,
    body: z.object({ words: z.string().max(60), locale }),
    response: Done,
  }),
};
