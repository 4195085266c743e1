import { type Locale, languageTags } from "#contract/formats/locale";

/** A number as people read it: with two decimals at most, or with as many as its column has. */
export function formatNumber(locale: Locale, value: number, decimals?: number): string {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals ?? 2 };
  return new Intl.NumberFormat(languageTags[locale], options).format(value);
}
