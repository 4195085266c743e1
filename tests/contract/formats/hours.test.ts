import { expect, test } from "vitest";
import { decimalHours, hoursText, minutesOfText, timeOfMinutes } from "#contract/formats/hours";

test.each([
  ["1,5", 90],
  ["1.5", 90],
  ["2", 120],
  ["2h", 120],
  ["1 h 30", 90],
  ["1h05", 65],
  ["1:30", 90],
  ["45 min", 45],
  ["0", 0],
  ["", null],
  ["beaucoup", null],
  ["1 h 75", null],
  ["-2", null],
])("%s is %s minutes", (text, minutes) => {
  expect(minutesOfText(text)).toBe(minutes);
});

test.each([
  ["fr", 0, "0 h"],
  ["fr", 45, "45 min"],
  ["fr", 60, "1 h"],
  ["fr", 90, "1 h 30"],
  ["fr", 65, "1 h 05"],
  ["fr", -30, "−30 min"],
  ["en", 45, "45 min"],
  ["en", 60, "1 h"],
  ["en", 65, "1 h 05 min"],
  ["en", -90, "−1 h 30 min"],
] as const)("in %s, %s minutes are written %s, and read again", (locale, minutes, text) => {
  const written = hoursText(locale, minutes);
  expect(written.replaceAll("\u00a0", " ")).toBe(text);
  if (minutes > 0) expect(minutesOfText(written)).toBe(minutes);
});

test("minutes since midnight are a time", () => {
  expect([timeOfMinutes(0), timeOfMinutes(1_110)]).toEqual(["00:00", "18:30"]);
});

test("a duration in a file has two decimals", () => {
  expect([100, 90, 5, 0].map(decimalHours)).toEqual([1.67, 1.5, 0.08, 0]);
});
