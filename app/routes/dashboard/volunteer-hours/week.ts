import type { HoursActivity } from "#contract/charity/volunteer-hours";
import type { Locale } from "#contract/formats/locale";
import { daysFrom } from "#contract/formats/weeks";

/** The columns of the week: what most volunteers do; the form of one entry has all. */
export const weekActivities = ["delivery", "collection", "distribution", "other"] as const satisfies HoursActivity[];

/** The seven days from a Monday; none when it is no day. */
export function weekDays(monday: string): string[] {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(monday) || Number.isNaN(Date.parse(monday))) return [];
  return daysFrom(monday, 7);
}

const short = {
  fr: new Intl.DateTimeFormat("fr-FR", { weekday: "short", day: "numeric", timeZone: "UTC" }),
  en: new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", timeZone: "UTC" }),
};

/** A day of a week as its table names it: `lun. 23`. */
export const dayOfWeek = (locale: Locale, day: string) => short[locale].format(new Date(`${day}T12:00:00Z`));
