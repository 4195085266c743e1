import type { MonthlyRecord } from "#contract/charity/monthly-records";
import { franceDay } from "#contract/formats/france-time";

type Figures = Pick<MonthlyRecord, "kits" | "volunteerMinutes" | "foodGrams">;

/** Forms use hours and kilograms; stored values are in minutes and grams. */
export const hoursOf = ({ volunteerMinutes }: Pick<Figures, "volunteerMinutes">) => Math.round((volunteerMinutes / 60) * 100) / 100;
export const kilogramsOf = ({ foodGrams }: Pick<Figures, "foodGrams">) => foodGrams / 1000;

export function figuresOf({ kits, hours, kilograms }: { kits: number; hours: number; kilograms: number }): Figures {
  return { kits, volunteerMinutes: Math.round(hours * 60), foodGrams: Math.round(kilograms * 1000) };
}

/** A day in the middle of the month, in any time zone. */
export const middleOf = (month: string) => `${month}-15`;

/** The month to suggest: the last whole one, or else the current one, if it has no figures. */
export function monthToFill(now: Date, known: { month: string }[]): string | undefined {
  const running = franceDay(now).slice(0, 7);
  const before = new Date(`${middleOf(running)}T12:00:00Z`);
  before.setUTCMonth(before.getUTCMonth() - 1);
  return [before.toISOString().slice(0, 7), running].find((month) => !known.some((record) => record.month === month));
}
