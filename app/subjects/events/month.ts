import { dayAfter, dayMonthsLater } from "#contract/formats/france-time";

/** A month (YYYY-MM) with its first and last days, and the Mondays to Sundays that it touches; days are YYYY-MM-DD. */
export type Month = { name: string; first: string; last: string; weeks: string[][] };

/**
 * The month of a query, or none: nothing before this month, of which people are listed no event any more, or so many months before it, nor later than two
 * years.
 */
export function monthOf(text: string | null, today: string, monthsBefore = 0): string | null {
  if (text === null || !/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return null;
  const [least, most] = [dayMonthsLater(today, -monthsBefore).slice(0, 7), dayMonthsLater(today, 24).slice(0, 7)];
  return text < least ? least : text > most ? most : text;
}

export const monthAfter = (month: string, by: number) => dayMonthsLater(`${month}-01`, by).slice(0, 7);

const aDay = 86_400_000;
const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const dayBefore = (day: string, days: number) => new Date(noon(day).getTime() - days * aDay).toISOString().slice(0, 10);

export function daysOf(name: string): Month {
  const first = `${name}-01`;
  const last = dayBefore(dayMonthsLater(first, 1), 1);
  const weeks: string[][] = [];
  let day = dayBefore(first, (noon(first).getUTCDay() + 6) % 7);
  while (day <= last) {
    const week: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      week.push(day);
      day = dayAfter(day);
    }
    weeks.push(week);
  }
  return { name, first, last, weeks };
}
