import { type SummaryFrequency, summaryFrequencies } from "#contract/accounts/notifications";
import { mondayOf, weekdayOf } from "#contract/formats/weeks";

/** The day for which a summary is due: a working day, or the Monday of a week. */
export type DueSummary = { frequency: SummaryFrequency; due: string };

/**
 * The day in France (YYYY-MM-DD) whose summary is due on a day: from Monday to Friday that day for a daily one, and for a weekly one the Monday of
 * the week, since it is written later when nothing ran on Monday. Null where none is due.
 */
export function summaryDayOf(frequency: SummaryFrequency, day: string): string | null {
  if (frequency === "daily") return weekdayOf(day) < 6 ? day : null;
  return mondayOf(day);
}

/**
 * What the run of one frequency writes on a day. On Monday the daily one writes the weekly ones too, and a weekly one that is late writes that
 * day's daily ones: who gets both gets one mail.
 */
export function summariesDue(run: SummaryFrequency, day: string): DueSummary[] {
  const isMonday = summaryDayOf("weekly", day) === day;
  return summaryFrequencies.flatMap((frequency) => {
    const due = summaryDayOf(frequency, day);
    return due && (frequency === run || run === "weekly" || isMonday) ? [{ frequency, due }] : [];
  });
}
