import type { Locale } from "#contract/formats/locale";

/** A number as people read it, with two decimals at most. */
export function formatNumber(locale: Locale, value: number): string {
  return new Intl.NumberFormat(locale === "en" ? "en-GB" : "fr-FR", { maximumFractionDigits: 2 }).format(value);
}
