import { expect, test } from "vitest";
import { summariesDue, summaryDayOf } from "#backend/modules/dashboard/summary-days";

test.each([
  ["2026-11-21", null, "2026-11-16"],
  ["2026-11-22", null, "2026-11-16"],
  ["2026-11-23", "2026-11-23", "2026-11-23"],
  ["2026-11-24", "2026-11-24", "2026-11-23"],
  ["2026-11-27", "2026-11-27", "2026-11-23"],
  ["2026-03-30", "2026-03-30", "2026-03-30"],
  ["2027-01-01", "2027-01-01", "2026-12-28"],
])("on %s the summary of the day %s and that of the week of %s are due", (on, day, monday) => {
  expect([summaryDayOf("daily", on), summaryDayOf("weekly", on)]).toEqual([day, monday]);
});

test.each([
  ["daily", "2026-11-22", []],
  ["daily", "2026-11-23", ["daily", "weekly"]],
  ["daily", "2026-11-24", ["daily"]],
  ["weekly", "2026-11-22", ["weekly"]],
  ["weekly", "2026-11-24", ["daily", "weekly"]],
] as const)("the %s run on %s writes %j: who gets both gets one mail", (run, on, written) => {
  expect(summariesDue(run, on).map(({ frequency }) => frequency)).toEqual(written);
});
