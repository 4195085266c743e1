import type { Services } from "#backend/http/services";
import { dayAfter } from "#contract/formats/france-time";

/** The days of an accounting year, both included. */
export type AccountingYear = { from: string; to: string };

/** The last day of the accounting year that ends in a year, from DD/MM: 29/02 is the last day of February, as in `fiscal_year_end` of the database. */
function lastDay(year: number, ends: string): string {
  const [day = 31, month = 12] = ends.split("/").map(Number);
  const longest = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${year}-${String(month).padStart(2, "0")}-${String(Math.min(day, longest)).padStart(2, "0")}`;
}

/** The accounting years of the organisation, each named by the year in which it ends: calendar years, unless it says that they end on another day. */
export async function accountingYears({ organisation }: Pick<Services, "organisation">) {
  const { receipts } = await organisation.stored();
  const ends = receipts?.fiscalYearEnd ?? "31/12";
  return {
    daysOf: (year: number): AccountingYear => ({ from: dayAfter(lastDay(year - 1, ends)), to: lastDay(year, ends) }),
    yearOf(day: string): number {
      const year = Number(day.slice(0, 4));
      return day <= lastDay(year, ends) ? year : year + 1;
    },
  };
}
