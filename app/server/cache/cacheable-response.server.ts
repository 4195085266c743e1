import type { CacheRules } from "~/layouts/cache-rules";
import { rulesHeader } from "./page-cache.server";

/** A response other than a page that is cached for other visitors like a page. */
export function cacheableResponse(body: string, type: string, rules: CacheRules): Response {
  return new Response(body, { headers: { "content-type": type, [rulesHeader]: JSON.stringify(rules) } });
}
