import { useMatches } from "@remix-run/react";
import type { Namespace } from "~/i18n/translate";
import type { CacheRules } from "~/layouts/cache-rules";
import type { Crumb } from "./office/breadcrumbs";
import type { HeaderVariant } from "./site/header";

/** What a route declares about its page: `export const handle = {…} as const satisfies PageHandle`. */
export type PageHandle = {
  /** Namespaces of texts that the page uses in addition to the common ones. */
  i18n?: readonly Namespace[];
  /** Variant of the public header; light by default. */
  header?: HeaderVariant;
  /** Layout and style sheet: public pages, or the back-office. */
  shell?: "site" | "office";
  /** How the page may be cached for other visitors; not at all by default. */
  cache?: CacheRules;
  /** The types whose last change is the date of the page for search engines; by default those of `cache.on`. For pages that merely count or link to some of them. */
  dated?: CacheRules["on"];
  /** Its breadcrumb in the back-office, where the loader names none. */
  crumb?: Crumb;
  /** Whether the tabs of its entry are among the page's own, so that there is one row of them. */
  ownTabs?: boolean;
  /** Whether the framework's script runs on the page. */
  hydrate?: boolean;
  /** Whether the page may run WebAssembly, as the reader of QR codes does: a page that says so is opened as a document of its own. */
  webAssembly?: boolean;
  /** Whether a form of the page may upload files, of 20 megabytes where they are large. Other posts have a small limit. */
  files?: boolean | "large";
  /** Whether a post from elsewhere is accepted, as mail programs send it: the token in the URL decides about it, and no cookie. */
  fromAnywhere?: boolean;
};

/** Whether a page without script is refreshed after the seconds in its loader's `refresh`, while something is in progress. */
export function usePageRefresh(): number | undefined {
  const intervals = useMatches().map(({ data }) => (data as { refresh?: unknown } | undefined)?.refresh);
  return intervals.find((seconds) => typeof seconds === "number");
}

/** The id of the form that the header's button saves and closes, from the loader's `leaves`; such a page has a bare header. */
export function useFormToLeave(): string | undefined {
  const forms = useMatches().map(({ data }) => (data as { leaves?: unknown } | undefined)?.leaves);
  return forms.find((form) => typeof form === "string");
}

/** The handles of the current routes; the innermost takes precedence. */
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
