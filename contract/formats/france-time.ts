import { firstOfMonth } from "./french-spaces.ts";
import type { Locale } from "./locale.ts";

const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });
const wall = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short", timeStyle: "medium" });

/** The calendar day in France at an instant, as YYYY-MM-DD. */
export function franceDay(instant: Date): string {
  return day.format(instant);
}

/** The day that follows, both as YYYY-MM-DD. */
export function dayAfter(calendarDay: string): string {
  const [year = 0, month = 1, dayOfMonth = 1] = calendarDay.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, dayOfMonth + 1)).toISOString().slice(0, 10);
}

/** The same day that many months later, or the last one of a month that is shorter. */
export function dayMonthsLater(calendarDay: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = calendarDay.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastDay))).toISOString().slice(0, 10);
}

const written = {
  fr: new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "UTC" }),
  en: new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }),
};

/** A calendar day (YYYY-MM-DD) with its month in letters. */
export function writtenDay(locale: Locale, calendarDay: string): string {
  const text = written[locale].format(new Date(`${calendarDay}T12:00:00Z`));
  return locale === "fr" ? firstOfMonth(text) : text;
}

const noBreak = "\u00a0";
const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Paris", hour: "2-digit", minute: "2-digit" });

/** An hour in France as people write it: 18 h 30 and 14 h, 18:30 and 14:00. */
export function hourText(locale: Locale, instant: Date): string {
  const time = clock.format(instant);
  if (locale === "en") return time;
  const [hour, minutes] = time.split(":").map(Number);
  return [hour, "h", minutes ? String(minutes).padStart(2, "0") : ""].filter((part) => part !== "").join(noBreak);
}

/** The local time in France, as a `datetime-local` input writes it: YYYY-MM-DDTHH:MM. */
export function franceWallTime(instant: Date): string {
  return wall.format(instant).replace(" ", "T").slice(0, 16);
}

/**
 * The instant at which clocks in France show this time (YYYY-MM-DDTHH:MM); null when the text is none.
 * In the hour that clocks show twice it is the first; in the one they skip, the hour after.
 */
export function instantInFrance(wallTime: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wallTime)) return null;
  const asUtc = new Date(`${wallTime}:00Z`).getTime();
  if (Number.isNaN(asUtc)) return null;
  const hour = 3_600_000;
  const found = [2, 1].map((offset) => new Date(asUtc - offset * hour)).find((instant) => franceWallTime(instant) === wallTime);
  return found ?? new Date(asUtc - hour);
}

/** An instant with the hour of clocks in France and how far they are from UTC: 2026-11-21T18:00+01:00. */
export function franceTimestamp(instant: Date): string {
  const time = franceWallTime(instant);
  const hours = Math.round((new Date(`${time}Z`).getTime() - instant.getTime()) / 3_600_000);
  return `${time}+0${hours}:00`;
}
