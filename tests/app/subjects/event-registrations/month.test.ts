import { expect, test } from "vitest";
import { daysOf, monthAfter, monthOf } from "~/subjects/events/month";

test("a month has whole weeks from Monday to Sunday, with its first and last day", () => {
  const { first, last, weeks } = daysOf("2026-11");
  expect([first, last, weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([
    "2026-11-01",
    "2026-11-30",
    6,
    "2026-10-26",
    "2026-12-06",
  ]);
  // A month of four whole weeks, a leap year, and the day when clocks go back.
  expect(daysOf("2027-02").weeks.map((week) => week[0])).toEqual(["2027-02-01", "2027-02-08", "2027-02-15", "2027-02-22"]);
  expect(daysOf("2028-02").last).toBe("2028-02-29");
  expect(daysOf("2026-10").weeks.flat()).toHaveLength(new Set(daysOf("2026-10").weeks.flat()).size);
});

test("a month of a query is this one or a later one, two years ahead at most", () => {
  expect(["2026-12", "2026-01", "9999-12", "2026-13", "x", null].map((text) => monthOf(text, "2026-11-26"))).toEqual([
    "2026-12",
    "2026-11",
    "2028-11",
    null,
    null,
    null,
  ]);
  expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});
