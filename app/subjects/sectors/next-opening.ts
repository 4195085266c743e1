import { type SectorHours, weekOf } from "#contract/charity/sector-hours";
import { weekdayOf } from "#contract/formats/weeks";

/** The next day of the week with openings, from this calendar day on, which counts; null without any. */
export function nextOpening(hours: SectorHours[], today: string): { weekday: number; today: boolean; openings: SectorHours[] } | null {
  const now = weekdayOf(today);
  const week = weekOf(hours);
  const next = week.find(({ weekday }) => weekday >= now) ?? week[0];
  return next ? { ...next, today: next.weekday === now } : null;
}
