import { expect, test } from "vitest";
import { addDays, daysFrom, mondayOf, sundayOf, weekdayOf } from "#contract/formats/weeks";

test.each([
  ["a Monday", "2026-11-23", 1, "2026-11-23", "2026-11-29"],
  ["a day between", "2026-11-26", 4, "2026-11-23", "2026-11-29"],
  ["a Sunday", "2026-11-29", 7, "2026-11-23", "2026-11-29"],
  ["a day of the week in which the year ends", "2027-01-01", 5, "2026-12-28", "2027-01-03"],
  ["the day on which clocks in France go forward", "2027-03-28", 7, "2027-03-22", "2027-03-28"],
])("%s is in its week", (_, day, weekday, monday, sunday) => {
  expect([weekdayOf(day), mondayOf(day), sundayOf(day)]).toEqual([weekday, monday, sunday]);
});

test("days are counted over months and leap days", () => {
  expect([addDays("2028-02-28", 2), addDays("2027-01-01", -1)]).toEqual(["2028-03-01", "2026-12-31"]);
  expect(daysFrom("2027-02-27", 3)).toEqual(["2027-02-27", "2027-02-28", "2027-03-01"]);
});
