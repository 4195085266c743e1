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

/** Codes of three letters (ISO 3166-1) of the countries that French files name most. */
const longCodes: Readonly<Record<string, string>> = {
  FRA: "FR",
  BEL: "BE",
  CHE: "CH",
  LUX: "LU",
  DEU: "DE",
  ESP: "ES",
  ITA: "IT",
  GBR: "GB",
  MCO: "MC",
  NLD: "NL",
  PRT: "PT",
  CAN: "CA",
  USA: "US",
};

const plain = (name: string) =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();

let codes: Map<string, string> | undefined;

/** The code of a country that is written as its name in French or English, or as a code; undefined for an unknown one. */
export function countryCode(written: string): string | undefined {
  const letters = written.trim().toUpperCase();
  if (countryName("fr", letters)) return letters;
  codes ??= new Map(
    [...Array(26 * 26).keys()].flatMap((at) => {
      const code = String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26));
      const [fr, en] = [countryName("fr", code), countryName("en", code)];
      // A code that another has replaced has the name of that one.
      const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
      return fr && en && isCurrent ? [[plain(fr), code] as const, [plain(en), code] as const] : [];
    }),
  );
  return longCodes[letters] ?? codes.get(plain(written));
}
