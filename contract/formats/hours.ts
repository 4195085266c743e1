import type { Locale } from "./locale.ts";

const space = "\u00a0";

/** A duration as people write it: `1 h 30` in French, `1 h 30 min` in English, `45 min`. */
export function hoursText(locale: Locale, minutes: number): string {
  const sign = minutes < 0 ? "−" : "";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (hours === 0 && rest > 0) return `${sign}${rest}${space}min`;
  if (rest === 0) return `${sign}${hours}${space}h`;
  const written = `${sign}${hours}${space}h${space}${String(rest).padStart(2, "0")}`;
  return locale === "fr" ? written : `${written}${space}min`;
}

/** A duration in hours, as files have it: 1.67 for 100 minutes. */
export const decimalHours = (minutes: number) => Math.round((minutes / 60) * 100) / 100;

/** The minutes of a duration in hours as people type it: `1,5`, `1 h 30`, `1:30`, `45 min`; null when it is none. */
export function minutesOfText(text: string): number | null {
  const typed = text.trim().toLowerCase().replace(/\s+/g, " ").slice(0, 20);
  const [, decimal] = /^(\d{1,2}(?:[.,]\d{1,2})?)(?: ?h)?$/.exec(typed) ?? [];
  if (decimal) return Math.round(Number(decimal.replace(",", ".")) * 60);
  const [, hours, rest] = /^(\d{1,2}) ?(?:h|:) ?([0-5]\d)(?: ?min)?$/.exec(typed) ?? [];
  if (hours && rest) return Number(hours) * 60 + Number(rest);
  const [, alone] = /^(\d{1,3}) ?min$/.exec(typed) ?? [];
  return alone ? Number(alone) : null;
}

/** The minutes since midnight of a time (`18:30`), and the time of such minutes. */
export const minutesOfTime = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const timeOfMinutes = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
