import type { Locale } from "./locale.ts";

const days = {
  fr: new Intl.DateTimeFormat("fr-FR", { weekday: "long", timeZone: "UTC" }),
  en: new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" }),
};

/** The name of a day of the week (Monday is 1), with a capital, for use on its own. */
export function writtenWeekday(locale: Locale, weekday: number): string {
  // 1 January 2024 was a Monday.
  const name = days[locale].format(new Date(Date.UTC(2024, 0, weekday)));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A time of the day (HH:MM) as each language writes it: 9 h 30, 09:30. */
export function writtenTime(locale: Locale, time: string): string {
  if (locale === "en") return time;
  const [hour, minutes] = time.split(":");
  return [Number(hour), "h", ...(minutes === "00" ? [] : [minutes])].join("\u00a0");
}
