import { addDays } from "../formats/weeks.ts";
import { workingDaysAfter } from "../formats/working-days.ts";

/** The days within which an answer is promised, counted from the day of the message. */
export type ResponseDeadline = { days: number } | { workingDays: number };

/** The days within which a registration is answered. */
export const accountDeadline = { workingDays: 5 } as const;

/** The last day of a promised delay (YYYY-MM-DD). */
export const answerDay = (receivedOn: string, promise: ResponseDeadline): string =>
  "days" in promise ? addDays(receivedOn, promise.days) : workingDaysAfter(receivedOn, promise.workingDays);

/** What arrived on this day or before is overdue today. */
export function overdueSince(today: string, promise: ResponseDeadline): string {
  let day = addDays(today, -1);
  while (answerDay(day, promise) >= today) day = addDays(day, -1);
  return day;
}
