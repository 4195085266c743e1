import { franceDay } from "#contract/formats/france-time";

/** A day in the middle of the month, in any time zone. */
export const middleOf = (month: string) => `${month}-15`;

/** The month to suggest: the last whole one, or else the current one, if it has no figures. */
export function monthToFill(now: Date, known: { month: string }[]): string | undefined {
  const running = franceDay(now).slice(0, 7);
  const before = new Date(`${middleOf(running)}T12:00:00Z`);
  before.setUTCMonth(before.getUTCMonth() - 1);
  return [before.toISOString().slice(0, 7), running].find((month) => !known.some((record) => record.month === month));
}
