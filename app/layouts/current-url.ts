import { useLocation } from "@remix-run/react";
import { isLocalPath } from "#contract/formats/urls";
import { pathIn } from "~/i18n/locale-of-path";
import { usePage } from "~/ui/page-context";

/** The path and query of the page, with its language: for a link that reloads the page. For a refused form, those of its page. */
export function useCurrentUrl(): string {
  const { pathname, search } = useLocation();
  const { locale } = usePage();
  const form = pathname === "/refused" ? new URLSearchParams(search).get("page") : null;
  return form && isLocalPath(form) ? form : pathIn(locale, pathname) + search;
}
