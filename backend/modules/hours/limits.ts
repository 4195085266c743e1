import { type HoursRemark, hoursLimits, minorsDay } from "#contract/charity/volunteer-hours";
import { dayMonthsLater } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";

/** What an entry is checked against: the day it is in France, and what is known of the person. */
export type HoursContext = { today: string; birthDate: string | null; mayBeOld: boolean };
type Entry = { date: string; minutes: number; startsAt?: number | null };
/** Other entries of the same day. */
type Other = { minutes: number; startsAt: number | null };

/** Which field of an entry is against a limit, and the text that says so; null when none is. */
export function brokenLimit(entry: Entry, others: Other[], { today, birthDate, mayBeOld }: HoursContext): [string, string] | null {
  const ofDay = entry.minutes + others.reduce((sum, { minutes }) => sum + minutes, 0);
  if (entry.date > today) return ["date", "hours:error.future"];
  if (!mayBeOld && entry.date < addDays(today, -hoursLimits.daysBack)) return ["date", "hours:error.old"];
  if (ofDay > hoursLimits.ofDay) return ["minutes", "hours:error.day"];
  if (!isMinor(birthDate, entry.date)) return null;
  if (ofDay > hoursLimits.ofMinorsDay) return ["minutes", "hours:error.minorsDay"];
  return isAtNight(entry) ? ["startsAt", "hours:error.minorsNight"] : null;
}

/** What whoever validates should look at, the most important first. */
export function remarkOn(entry: Entry, others: Other[], { today }: Pick<HoursContext, "today">): HoursRemark | null {
  if (others.some((other) => overlaps(entry, other))) return "overlap";
  if (entry.minutes + others.reduce((sum, { minutes }) => sum + minutes, 0) > hoursLimits.long) return "long";
  return entry.date < addDays(today, -hoursLimits.daysBack) ? "old" : null;
}

const isMinor = (birthDate: string | null, date: string) => birthDate !== null && dayMonthsLater(birthDate, 18 * 12) > date;

const isAtNight = ({ startsAt, minutes }: Entry) =>
  startsAt !== null && startsAt !== undefined && (startsAt < minorsDay.from || startsAt + minutes > minorsDay.to);

function overlaps(entry: Entry, other: Other): boolean {
  if (entry.startsAt === null || entry.startsAt === undefined || other.startsAt === null) return false;
  return entry.startsAt < other.startsAt + other.minutes && other.startsAt < entry.startsAt + entry.minutes;
}
