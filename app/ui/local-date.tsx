import type { Locale } from "#contract/locale";
import { usePage } from "./page-context";

export type DateStyle = "day" | "full" | "time" | "short" | "weekday" | "whole" | "month" | "moment";

const timeZone = "Europe/Paris";
const options: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { day: "numeric", month: "long" },
  full: { day: "numeric", month: "long", year: "numeric" },
  short: { day: "numeric", month: "short", year: "numeric" },
  weekday: { weekday: "long", day: "numeric", month: "long" },
  whole: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  month: { month: "long", year: "numeric" },
  moment: { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" },
  time: { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant as people in France read it. English dates are British, so that no month is a number. */
export function formatDate(locale: Locale, value: string | Date, style: DateStyle): string {
  const key = `${locale} ${style}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale === "en" ? "en-GB" : "fr-FR", { timeZone, ...options[style] });
  formats.set(key, format);
  return format.format(typeof value === "string" ? new Date(value) : value);
}

export function LocalDate({ value, style = "day" }: { value: string; style?: DateStyle }) {
  const { locale } = usePage();
  return <time dateTime={value}>{formatDate(locale, value, style)}</time>;
}
