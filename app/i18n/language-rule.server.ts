import { isbot } from "isbot";
import { browserLocale, isLocale, type Locale } from "#contract/formats/locale";
import { languageChoice } from "./language-choice";
import { localeOfPath, pathIn } from "./locale-of-path";

/** The cookie with a person's choice of language, equal to `language-store` in local storage. Scripts read it. */
export const languageCookie = "i18n_redirected";
const languageCookieLifetime = 3600 * 24 * 365;

export function languageCookieLine(locale: Locale): string {
  return `${languageCookie}=${locale}; Path=/; Max-Age=${languageCookieLifetime}; SameSite=Lax`;
}

type Visit = { method: string; url: URL; cookie: string | undefined; acceptLanguage: string | null; userAgent: string | null };

/**
 * Where a request for a page is redirected (S4-025 to S4-028, decided on the server):
 * to the language just chosen, which is stored; else to the stored language; else to English when the browser prefers it
 * and the path has no language. Null when the page is served as requested.
 */
export function languageRedirect({ method, url, cookie, acceptLanguage, userAgent }: Visit): { location: string; choice?: Locale } | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const here = localeOfPath(url.pathname);
  const choice = url.searchParams.get(languageChoice);
  if (isLocale(choice)) {
    const search = new URLSearchParams(url.searchParams);
    search.delete(languageChoice);
    return { location: pathIn(choice, url.pathname) + (search.size > 0 ? `?${search}` : ""), choice };
  }
  const wanted = isLocale(cookie) ? cookie : here === "fr" ? browserLocale(acceptLanguage) : here;
  if (wanted === here || isbot(userAgent)) return null;
  return { location: pathIn(wanted, url.pathname) + url.search };
}
