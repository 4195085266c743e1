import type { Locale } from "#contract/formats/locale";

/** The language of a page is the prefix of its path: none means French. */
export function localeOfPath(pathname: string): Locale {
  return pathname === "/en" || pathname.startsWith("/en/") ? "en" : "fr";
}

/** The same page in another language. It begins with one slash: browsers read two as another host. */
export function pathIn(locale: Locale, pathname: string): string {
  const bare = `/${(localeOfPath(pathname) === "en" ? pathname.slice(3) : pathname).replace(/^[/\\]+/, "")}`;
  if (locale === "fr") return bare;
  return bare === "/" ? "/en" : `/en${bare}`;
}
