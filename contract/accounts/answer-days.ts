import { addDays, weekdayOf } from "../formats/weeks.ts";

/** The days within which an answer is promised, counted from the day of the message. */
export type ResponseDeadline = { days: number } | { workingDays: number };

/** The days within which a registration is answered. */
export const accountDeadline = { workingDays: 5 } as const;

const isWorkingDay = (day: string) => weekdayOf(day) < 6;

/**
 * The last day of a promised delay (YYYY-MM-DD). Saturdays and Sundays are not working days. Public holidays are counted as working
 * days, so they never delay the answer.
 */
export function answerDay(receivedOn: string, promise: ResponseDeadline): string {
  if ("days" in promise) return addDays(receivedOn, promise.days);
  let day = receivedOn;
  for (let left = promise.workingDays; left > 0; left -= isWorkingDay(day) ? 1 : 0) day = addDays(day, 1);
  return day;
}

/** What arrived on this day or before is overdue today. */
export function overdueSince(today: string, promise: ResponseDeadline): string {
  let day = addDays(today, -1);
  while (answerDay(day, promise) >= today) day = addDays(day, -1);
  return day;
}
