/** By when we promise an answer, counted from the day a text came. */
export type AnswerPromise = { days: number } | { workingDays: number };

/** By when we promise to answer who registers. */
export const accountPromise = { workingDays: 5 } as const;

const aDay = 86_400_000;
/** A day some days later. */
export const later = (day: string, days: number) => new Date(Date.parse(`${day}T12:00:00Z`) + days * aDay).toISOString().slice(0, 10);
const isWorkingDay = (day: string) => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());

/** The last day on which a promise is kept (YYYY-MM-DD). Saturdays and Sundays are no working days; holidays count as such, so that nobody waits longer. */
export function answerDay(receivedOn: string, promise: AnswerPromise): string {
  if ("days" in promise) return later(receivedOn, promise.days);
  let day = receivedOn;
  for (let left = promise.workingDays; left > 0; left -= isWorkingDay(day) ? 1 : 0) day = later(day, 1);
  return day;
}

/** The last day of which what came is overdue today. */
export function overdueSince(today: string, promise: AnswerPromise): string {
  let day = later(today, -1);
  while (answerDay(day, promise) >= today) day = later(day, -1);
  return day;
}
