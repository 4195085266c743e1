import { expect, test } from "vitest";
import { answerDay, overdueSince } from "#contract/accounts/answer-days";

const working = { workingDays: 3 };

test.each([
  ["2026-11-16", "2026-11-19", "a Monday"],
  ["2026-11-18", "2026-11-23", "a Wednesday, over the weekend"],
  ["2026-11-20", "2026-11-25", "a Friday"],
  ["2026-11-21", "2026-11-25", "a Saturday, as if it were Friday"],
  ["2026-12-30", "2027-01-04", "over the year, whose holidays do not make anyone wait longer"],
])("three working days from %s end on %s: %s", (received, due) => {
  expect(answerDay(received, working)).toBe(due);
});

test("fifteen days are calendar days", () => {
  expect(answerDay("2026-02-20", { days: 15 })).toBe("2026-03-07");
});

test.each([working, { workingDays: 1 }, { days: 15 }, { days: 1 }])("an item is overdue from the day after its due day: %j", (promise) => {
  for (let at = 0; at < 21; at += 1) {
    const today = new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10);
    const since = overdueSince(today, promise);
    const next = new Date(Date.parse(`${since}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    expect([answerDay(since, promise) < today, answerDay(next, promise) >= today]).toEqual([true, true]);
  }
});
