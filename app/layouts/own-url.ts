import { useLocation } from "@remix-run/react";
import { pathIn } from "~/i18n/locale-of-path";
import { usePage } from "~/ui/page-context";

/** The path and query of the page, with its language: for a link that reloads the page. */
export function useOwnUrl(): string {
  const { pathname, search } = useLocation();
  return pathIn(usePage().locale, pathname) + search;
}
