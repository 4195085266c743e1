import type { Locale } from "#contract/formats/locale";
import { formatDate } from "../local-date";
import type { ChartPoint } from "./chart-data";
import type { Values } from "./geometry";

/** The most months that a chart shows. */
const maxMonths = 24;

/** Each month from the first known one to the last, `YYYY-MM`, the newest 24 at most. */
function everyMonth(known: string[]): string[] {
  const [first, last] = [known.toSorted()[0], known.toSorted().at(-1)];
  if (!first || !last) return [];
  const [start, end] = [placeOf(first), placeOf(last)];
  const from = Math.max(start, end - maxMonths + 1);
  return Array.from({ length: end - from + 1 }, (_, at) => monthAt(from + at));
}

const placeOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
const monthAt = (place: number) => `${Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, "0")}`;

/** The points of a chart over months. A month without a row is there without values: a gap is not a zero. */
export function monthPoints<Row extends { month: string }>(locale: Locale, rows: Row[], valuesOf: (row: Row) => Values): ChartPoint[] {
  const byMonth = new Map(rows.map((row) => [row.month.slice(0, 7), row]));
  const months = everyMonth([...byMonth.keys()]);
  const none = rows[0] ? valuesOf(rows[0]).map(() => null) : [];
  return months.map((month) => {
    const day = `${month}-15`;
    const row = byMonth.get(month);
    const short = formatDate(locale, day, "shortMonth");
    return {
      name: formatDate(locale, day, "month"),
      short: months.length > 12 ? `${short} ${month.slice(0, 4)}` : short,
      values: row ? valuesOf(row) : none,
    };
  });
}
