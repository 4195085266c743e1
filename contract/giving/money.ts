import { type Locale, languageTags } from "../formats/locale.ts";

/** Cents as people read euros: without cents when there are none. */
export function formatEuros(locale: Locale, cents: number): string {
  return new Intl.NumberFormat(languageTags[locale], {
    style: "currency",
    currency: "EUR",
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
}

/** Cents as people type euros in a field. */
export function typedEuros(locale: Locale, cents: number): string {
  const euros = (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
  return locale === "fr" ? euros.replace(".", ",") : euros;
}

/** An amount as people type it, `15`, `15,5`, `1 234,50` or `15.50 €`, in cents; null when it is none, or of more digits than so many before the cents. */
export function centsOf(typed: string, maxDigits = 7): number | null {
  const amount = typed
    .trim()
    .replace(/€$/, "")
    .trimEnd()
    .replaceAll(/(?<=\d)\s(?=\d{3}(?!\d))/g, "");
  const [, euros, decimals = ""] = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(amount) ?? [];
  return euros === undefined || euros.length > maxDigits ? null : Number(euros) * 100 + Number(decimals.padEnd(2, "0"));
}
