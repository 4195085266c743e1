import { type BirthdayTime, greetingDays } from "#contract/accounts/birthdays";
import { addDays, daysFrom, mondayOf } from "#contract/formats/weeks";

/** A day of the year as a number: 1231 for 31 December. It is indexed for the days of birth. */
const numberOf = (day: string) => Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));

const leapDay = 229;
const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/** Days of birth that are celebrated on these days, each with its day. Who was born on 29 February celebrates on the 28th in other years. */
export function celebratedOn(days: string[]): Map<number, string> {
  return new Map(
    days.flatMap((day) => {
      const number = numberOf(day);
      const own = [number, day] as const;
      return number === leapDay - 1 && !isLeap(Number(day.slice(0, 4))) ? [own, [leapDay, day] as const] : [own];
    }),
  );
}

/** The days of a time around a day in France. */
export function daysOf(when: BirthdayTime, today: string): string[] {
  if (when === "today") return [today];
  if (when === "week") return daysFrom(mondayOf(today), 7);
  const [year = 0, month = 1] = today.split("-").map(Number);
  return daysFrom(`${today.slice(0, 7)}-01`, new Date(Date.UTC(year, month, 0)).getUTCDate());
}

/** The days whose birthdays are greeted today. */
export const daysGreeted = (today: string) => daysFrom(addDays(today, -greetingDays), greetingDays + 1);
