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

const noBreak = "\u00a0";
const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
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

/** An hour in France as people write it: 18 h 30 and 14 h, 18:30 and 14:00. */
export function hourText(locale: Locale, at: Date): string {
  const time = clock.format(at);
  if (locale === "en") return time;
  const [hour, minutes] = time.split(":").map(Number);
  return [hour, "h", minutes ? String(minutes).padStart(2, "0") : ""].filter((part) => part !== "").join(noBreak);
}

export function LocalDate({ value, style = "day" }: { value: string; style?: DateStyle }) {
  const { locale } = usePage();
  return (
    <time dateTime={value} className={unbroken.includes(style) ? "whitespace-nowrap" : undefined}>
      {formatDate(locale, value, style)}
    </time>
  );
}
