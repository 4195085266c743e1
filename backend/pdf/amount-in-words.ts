import { toCardinal as inEnglish } from "n2words/en-GB";
import { toCardinal as inFrench } from "n2words/fr-FR";
import type { Locale } from "#contract/formats/locale";

/** The largest amount that a form of the tax office has room for, in cents. */
export const mostInWords = 99_999_999_999;

/**
 * An amount in words, as cheques and receipts write it: "douze euros et cinquante centimes", "un million d'euros".
 * `cents` is an integer from 0 to {@link mostInWords}; any other throws a RangeError.
 */
export function amountInWords(locale: Locale, cents: number): string {
  if (!Number.isInteger(cents) || cents < 0 || cents > mostInWords) throw new RangeError("no amount that can be written in words");
  const [euros, rest] = [Math.floor(cents / 100), cents % 100];
  const parts = [...(euros || !rest ? [eurosInWords[locale](euros)] : []), ...(rest ? [centsInWords[locale](rest)] : [])];
  return parts.join(locale === "fr" ? " et " : " and ");
}

type InWords = Record<Locale, (count: number) => string>;

const eurosInWords: InWords = {
  // A noun follows a whole number of millions with "de": "million" is a noun itself.
  fr: (count) => `${inFrench(count)} ${count > 0 && count % 1_000_000 === 0 ? "d’euros" : count < 2 ? "euro" : "euros"}`,
  en: (count) => `${inEnglish(count)} ${count === 1 ? "euro" : "euros"}`,
};

const centsInWords: InWords = {
  fr: (count) => `${inFrench(count)} ${count === 1 ? "centime" : "centimes"}`,
  en: (count) => `${inEnglish(count)} ${count === 1 ? "cent" : "cents"}`,
};
