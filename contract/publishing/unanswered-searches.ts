import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { locales } from "../formats/locale.ts";

const admins = { roles: ["ADMIN"] } as const;
const locale = z.enum(locales);

/** Words for which the site or the questions held nothing, in the language in which they were looked for. */
export const UnansweredSearch = z.object({
  id: z.string(),
  words: z.string(),
  locale,
  times: z.int(),
  /** The last day on which someone looked for them. */
  lastOn: z.iso.date(),
});
export type UnansweredSearch = z.infer<typeof UnansweredSearch>;

export const UnansweredQuery = listQuery(["times", "lastOn", "words"], { locale: locale.optional().catch(undefined) });

export const unansweredSearchesApi = {
  /** Counts a search that found nothing. What may say who someone is is not kept, and the answer does not tell. */
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
  /** Takes words off the list, and counts them no more as long as such words are kept. */
  dismiss: endpoint({
    method: "POST",
    path: "/api/admin/unanswered-searches/dismissal",
    access: admins,
    body: z.object({ words: z.string().max(60), locale }),
    response: Done,
  }),
};
