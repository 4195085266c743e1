const dayLength = 86_400_000;

/** A calendar day (YYYY-MM-DD) some days later. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * dayLength).toISOString().slice(0, 10);

/** The day of the week (Monday is 1) of a calendar day. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay() || 7;
}

/** The Monday of a day's week. */
export const mondayOf = (day: string) => addDays(day, 1 - weekdayOf(day));

/** The Sunday of a day's week. */
export const sundayOf = (day: string) => addDays(day, 7 - weekdayOf(day));

/** So many days from one on. */
export const daysFrom = (first: string, count: number) => Array.from({ length: count }, (_, at) => addDays(first, at));
