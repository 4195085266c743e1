import { type SummaryFrequency, summaryFrequencies } from "#contract/accounts/notifications";

/** The day for which a summary is due: a working day, or the Monday of a week. */
export type DueSummary = { frequency: SummaryFrequency; due: string };

/**
 * The day in France (YYYY-MM-DD) whose summary is due on a day: from Monday to Friday that day for a daily one, and for a weekly one the Monday of
 * the week, since it is written later when nothing ran on Monday. Null where none is due.
 */
export function summaryDayOf(frequency: SummaryFrequency, day: string): string | null {
  const noon = new Date(`${day}T12:00:00Z`);
  const daysSinceMonday = (noon.getUTCDay() + 6) % 7;
  if (frequency === "daily") return daysSinceMonday < 5 ? day : null;
  return new Date(noon.getTime() - daysSinceMonday * 86_400_000).toISOString().slice(0, 10);
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
