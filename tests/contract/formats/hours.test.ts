import { expect, test } from "vitest";
import { hoursText, minutesOfText, timeOfMinutes } from "#contract/formats/hours";

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
  [0, "0 h"],
  [45, "45 min"],
  [60, "1 h"],
  [90, "1 h 30"],
  [65, "1 h 05"],
  [-30, "−30 min"],
])("%s minutes are written %s, and read again", (minutes, text) => {
  const written = hoursText(minutes);
  expect(written.replaceAll("\u00a0", " ")).toBe(text);
  if (minutes > 0) expect(minutesOfText(written)).toBe(minutes);
});

test("minutes since midnight are a time", () => {
  expect([timeOfMinutes(0), timeOfMinutes(1_110)]).toEqual(["00:00", "18:30"]);
});
