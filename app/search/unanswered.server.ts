import type { LoaderFunctionArgs } from "@remix-run/node";
import { isbot } from "isbot";
import { unansweredSearchesApi } from "#contract/publishing/unanswered-searches";

/**
 * Counts a search without a result when its page is opened: browsers request a page as a document, while the requests of the search box
 * do not, and prefetches are marked. The page does not depend on it.
 */
export async function countUnanswered({ request: { headers }, context }: LoaderFunctionArgs, words: string) {
  const asPage = headers.get("accept")?.includes("text/html") && !headers.has("sec-purpose") && !isbot(headers.get("user-agent"));
  if (asPage) await context.api.call(unansweredSearchesApi.count, { body: { words } }).catch(() => undefined);
}
