import type { Locale } from "./locale.ts";

/** Where the charity is; addresses are there unless they say otherwise. */
export const homeCountry = "FR";

const names = {
  fr: new Intl.DisplayNames("fr", { type: "region", fallback: "none" }),
  en: new Intl.DisplayNames("en-GB", { type: "region", fallback: "none" }),
};

/** The name of a country, by its ISO 3166 code; undefined for an unknown code. */
export function countryName(locale: Locale, letters: string): string | undefined {
  return /^[A-Z]{2}$/.test(letters) && letters !== "ZZ" ? names[locale].of(letters) : undefined;
}
