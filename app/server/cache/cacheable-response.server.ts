import type { CacheRules } from "~/layouts/cache-rules";
import { rulesHeader } from "./page-cache.server";

/** An answer without a page around it, kept for other visitors as a page is. */
export function cacheableResponse(body: string, type: string, rules: CacheRules): Response {
  return new Response(body, { headers: { "content-type": type, [rulesHeader]: JSON.stringify(rules) } });
}
