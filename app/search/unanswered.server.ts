import type { LoaderFunctionArgs } from "@remix-run/node";
import { isbot } from "isbot";
import { unansweredSearchesApi } from "#contract/publishing/unanswered-searches";

/**
 * Counts words for which a page found nothing, when someone looks at that page: browsers ask for a page as a page, while what the search box
 * offers as someone types asks for anything, and what they fetch ahead says so. The page does not depend on it.
 */
export async function countUnanswered({ request: { headers }, context }: LoaderFunctionArgs, words: string) {
  const asPage = headers.get("accept")?.includes("text/html") && !headers.has("sec-purpose") && !isbot(headers.get("user-agent"));
  if (asPage) await context.api.call(unansweredSearchesApi.count, { body: { words } }).catch(() => undefined);
}
