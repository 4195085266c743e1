import type { Locale } from "./locale.ts";
import type { Localized } from "./localized.ts";

export type Read = { text: string; locale: Locale };

/** The text in the wanted language, or in French when there is none: `locale` says which one it is. */
export function readIn(locale: Locale, value: Localized): Read {
  const wanted = value[locale];
  return wanted ? { text: wanted, locale } : { text: value.fr, locale: "fr" };
}
