import type { ServerBuild } from "@remix-run/node";
import { routeChainsOf } from "~/framework/build-routes";
import type { CacheRules } from "~/layouts/cache-rules";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "./public-meta";

export type IndexedPage = { path: string; dated: CacheRules["on"] };

/** The pages that search engines should find, and the types whose last change is theirs: those with a fixed path that export `publicMeta` itself. */
export function indexedPages(build: ServerBuild): IndexedPage[] {
  return routeChainsOf(build).flatMap((chain) => {
    const route = chain.at(-1);
    const path = `/${route?.path ?? ""}`;
    if (route?.module.meta !== publicMeta || path.includes(":")) return [];
    const { cache, dated = cache?.on ?? [] } = (route.module.handle ?? {}) as PageHandle;
    return [{ path, dated }];
  });
}
