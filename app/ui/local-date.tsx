import { hourText } from "#contract/formats/france-time";
import { firstOfMonth } from "#contract/formats/french-spaces";
import { type Locale, languageTags } from "#contract/formats/locale";
import { usePage } from "./page-context";

export type DateStyle = "day" | "full" | "time" | "short" | "weekday" | "whole" | "month" | "moment" | "dayNumber" | "shortMonth";

const timeZone = "Europe/Paris";
const options: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { day: "numeric", month: "long" },
  full: { day: "numeric", month: "long", year: "numeric" },
  short: { day: "numeric", month: "short", year: "numeric" },
  weekday: { weekday: "long", day: "numeric", month: "long" },
  whole: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  month: { month: "long", year: "numeric" },
  dayNumber: { day: "numeric" },
  shortMonth: { month: "short" },
  moment: { day: "numeric", month: "short", year: "numeric" },
  time: { day: "numeric", month: "short" },
};
const withHour: readonly DateStyle[] = ["moment", "time"];
/** Formats short enough not to break. */
const unbroken: readonly DateStyle[] = ["full", "short", "month"];

const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant as people in France read it. English dates are British, so that no month is a number; French ones begin on the 1er. */
export function formatDate(locale: Locale, value: string | Date, style: DateStyle): string {
  const key = `${locale} ${style}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(languageTags[locale], { timeZone, ...options[style] });
  formats.set(key, format);
  const at = typeof value === "string" ? new Date(value) : value;
  const written = format.format(at);
  const day = locale === "fr" ? firstOfMonth(written) : written;
  return withHour.includes(style) ? `${day}, ${hourText(locale, at)}` : day;
}

export function LocalDate({ value, style = "day" }: { value: string; style?: DateStyle }) {
  const { locale } = usePage();
  return (
    <time dateTime={value} className={unbroken.includes(style) ? "whitespace-nowrap" : undefined}>
      {formatDate(locale, value, style)}
    </time>
  );
}
