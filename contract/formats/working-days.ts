import { addDays, weekdayOf } from "./weeks.ts";

const isWorkingDay = (day: string) => weekdayOf(day) < 6;

/**
 * The day (YYYY-MM-DD) that is this many working days after another. Saturdays and Sundays are not working days; public holidays are counted as working
 * days, so that they never make a day later.
 */
export function workingDaysAfter(start: string, count: number): string {
  let day = start;
  for (let left = count; left > 0; left -= isWorkingDay(day) ? 1 : 0) day = addDays(day, 1);
  return day;
}
