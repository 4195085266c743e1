import * as z from "zod";
import { calendarDay } from "../formats/calendar-day.ts";
import { dayMonthsLater } from "../formats/france-time.ts";
import { wholeNumber } from "../formats/validation.ts";
import { addDays, mondayOf, weekdayOf } from "../formats/weeks.ts";

/** The days of the week as an RRULE (RFC 5545) writes them, from Monday. */
export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

export const seriesFrequencies = ["weekly", "monthly"] as const;
/** By what a monthly series repeats its first day: the 15th, the second Tuesday, or the last Tuesday. */
export const monthlyDays = ["day", "nth", "last"] as const;

/** The most dates of a series with its first one, and the most months that they go on. */
export const mostDates = 60;
export const mostMonths = 18;

/** How an event is repeated: until a day, which is included, or for a number of dates, the event itself included. */
export const SeriesRule = z.object({
  frequency: z.enum(seriesFrequencies, "event-series:error.frequency"),
  interval: wholeNumber("event-series:error.interval", 1, 12),
  /** Of a weekly series; empty for the weekday of the event alone. */
  weekdays: z.array(z.enum(weekdays)).max(7).default([]),
  monthly: z.enum(monthlyDays).default("day"),
  until: calendarDay("event-series:error.until").nullish(),
  count: wholeNumber("event-series:error.count", 2, mostDates).nullish(),
});
export type SeriesRule = z.output<typeof SeriesRule>;

const weekdayName = (day: string) => weekdays[weekdayOf(day) - 1] ?? "MO";
const dayOfMonth = (day: string) => Number(day.slice(8));
const monthLength = (day: string) => dayOfMonth(dayMonthsLater(`${day.slice(0, 7)}-31`, 0));

/** Which Tuesday of its month a day is, from 1. */
export const ordinalOf = (day: string) => Math.ceil(dayOfMonth(day) / 7);
export const isLastOfMonth = (day: string) => dayOfMonth(day) + 7 > monthLength(day);

/** The weekdays of a weekly series that begins on a day. */
const weekdaysOf = (rule: SeriesRule, first: string) => (rule.weekdays.length > 0 ? rule.weekdays : [weekdayName(first)]);

/** The days (YYYY-MM-DD) of a rule that begins on `first`, which is one of them, up to one more than a series may have. */
function expand(rule: SeriesRule, first: string): string[] {
  const limit = dayMonthsLater(first, mostMonths);
  const end = rule.until && rule.until < limit ? rule.until : limit;
  const most = Math.min(rule.count ?? mostDates + 1, mostDates + 1);
  const days = [first];
  const next = rule.frequency === "weekly" ? weeklyDays(rule, first) : monthlyDaysFrom(rule, first);
  for (const day of next) {
    if (day > end || days.length >= most) break;
    if (day > first) days.push(day);
  }
  return days;
}

function* weeklyDays(rule: SeriesRule, first: string): Generator<string> {
  const chosen = weekdays.flatMap((name, at) => (weekdaysOf(rule, first).includes(name) ? [at] : []));
  for (let monday = mondayOf(first); ; monday = addDays(monday, 7 * rule.interval)) for (const at of chosen) yield addDays(monday, at);
}

/** A month without such a day, a 31st, is left out. */
function* monthlyDaysFrom(rule: SeriesRule, first: string): Generator<string> {
  for (let months = rule.interval; ; months += rule.interval) {
    const month = dayMonthsLater(`${first.slice(0, 7)}-01`, months);
    const day = dayInMonth(rule.monthly, first, month);
    if (day) yield day;
  }
}

/** @param month its first day */
function dayInMonth(by: SeriesRule["monthly"], first: string, month: string): string | null {
  if (by === "day") return dayOfMonth(first) > monthLength(month) ? null : month.slice(0, 8) + first.slice(8);
  const firstSuch = addDays(month, (weekdayOf(first) - weekdayOf(month) + 7) % 7);
  if (by === "nth") return addDays(firstSuch, 7 * (ordinalOf(first) - 1));
  const fifth = addDays(firstSuch, 28);
  return fifth.startsWith(month.slice(0, 7)) ? fifth : addDays(firstSuch, 21);
}

type Fault = { field: keyof SeriesRule; message: string };

/** Why an event on a day cannot be repeated by a rule: the field, and the key of its message. */
export function ruleFault(rule: SeriesRule, first: string): Fault | null {
  const fault = (field: Fault["field"], message: string): Fault => ({ field, message: `event-series:error.${message}` });
  if (!rule.until === !rule.count) return fault("count", "oneEnd");
  if (rule.frequency === "weekly" && !weekdaysOf(rule, first).includes(weekdayName(first))) return fault("weekdays", "ownWeekday");
  if (rule.frequency === "monthly" && rule.monthly === "nth" && ordinalOf(first) > 4) return fault("monthly", "fifth");
  if (rule.frequency === "monthly" && rule.monthly === "last" && !isLastOfMonth(first)) return fault("monthly", "notLast");
  if (rule.until && rule.until > dayMonthsLater(first, mostMonths)) return fault("until", "tooLate");
  const days = expand(rule, first);
  if (rule.until && days.length > mostDates) return fault("until", "tooMany");
  if (rule.count && days.length < rule.count) return fault("count", `tooFar?count=${days.length}`);
  if (days.length < 2) return fault(rule.until ? "until" : "count", "none");
  return null;
}

/** The days of a rule without a fault, the first one included. */
export const seriesDays = (rule: SeriesRule, first: string): string[] => expand(rule, first).slice(0, mostDates);

/** The rule as an RRULE (RFC 5545, 3.3.10), for a start in local time: its end has no time zone either. */
export function rruleOf(rule: SeriesRule, first: string): string {
  const day = weekdayName(first);
  const by = {
    day: `BYMONTHDAY=${dayOfMonth(first)}`,
    nth: `BYDAY=${ordinalOf(first)}${day}`,
    last: `BYDAY=-1${day}`,
  }[rule.monthly];
  const chosen = weekdaysOf(rule, first);
  return [
    `FREQ=${rule.frequency === "weekly" ? "WEEKLY" : "MONTHLY"}`,
    ...(rule.interval > 1 ? [`INTERVAL=${rule.interval}`] : []),
    rule.frequency === "weekly" ? `BYDAY=${weekdays.filter((name) => chosen.includes(name)).join(",")}` : by,
    rule.until ? `UNTIL=${rule.until.replaceAll("-", "")}T235959` : `COUNT=${rule.count}`,
  ].join(";");
}

/** What `rruleOf` wrote. */
export function readRrule(rrule: string): SeriesRule {
  const parts = Object.fromEntries(rrule.split(";").map((part) => part.split("=") as [string, string]));
  const { FREQ, INTERVAL, BYDAY = "", UNTIL, COUNT } = parts;
  const weekly = FREQ === "WEEKLY";
  const until = UNTIL && `${UNTIL.slice(0, 4)}-${UNTIL.slice(4, 6)}-${UNTIL.slice(6, 8)}`;
  return {
    frequency: weekly ? "weekly" : "monthly",
    interval: Number(INTERVAL ?? 1),
    weekdays: weekly ? weekdays.filter((name) => BYDAY.includes(name)) : [],
    monthly: !BYDAY || weekly ? "day" : BYDAY.startsWith("-1") ? "last" : "nth",
    until: until ?? null,
    count: COUNT ? Number(COUNT) : null,
  };
}
