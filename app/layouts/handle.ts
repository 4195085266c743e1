import { useMatches } from "@remix-run/react";
import type { Namespace } from "~/i18n/translate";
import type { CacheRules } from "~/layouts/cache-rules";
import type { HeaderVariant } from "./site/header";

/** What a route says of its page beside its data: `export const handle: PageHandle = {…}`. */
export type PageHandle = {
  /** Namespaces of texts the page uses besides the common ones. */
  i18n?: readonly Namespace[];
  /** Look of the public header; light unless said otherwise. */
  header?: HeaderVariant;
  /** Frame and style sheet: public pages, or the back-office. */
  shell?: "site" | "office";
  /** How the page may be kept for other visitors; not at all unless it says so. */
  cache?: CacheRules;
  /** Whether the framework's script runs on the page. */
  hydrate?: boolean;
  /** Whether a form of the page may hold files. Elsewhere what is posted is small. */
  files?: boolean;
};

/** After how many seconds a page without script comes again by itself, when its loader says so with `refresh`: something on it is under way. */
export function usePageRefresh(): number | undefined {
  const intervals = useMatches().map(({ data }) => (data as { refresh?: unknown } | undefined)?.refresh);
  return intervals.find((seconds) => typeof seconds === "number");
}

/** What the current pages say, the innermost first to speak. */
export function usePageHandle(): PageHandle {
  const handles = useMatches().map((match) => (match.handle ?? {}) as PageHandle);
  return mergeHandles(handles);
}

export function mergeHandles(handles: PageHandle[]): PageHandle {
  return {
    ...Object.assign({}, ...handles),
    i18n: [...new Set(["common", ...handles.flatMap((handle) => handle.i18n ?? [])])],
    hydrate: handles.some((handle) => handle.hydrate),
  };
}
