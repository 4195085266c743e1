import { expect, test } from "vitest";
import { franceDay, franceTimestamp, franceWallTime, instantInFrance, writtenDay } from "#contract/formats/france-time";

test.each([
  ["winter", "2026-01-15T12:00", "2026-01-15T11:00:00.000Z"],
  ["summer", "2026-07-15T12:00", "2026-07-15T10:00:00.000Z"],
  ["the last minute before summer time", "2026-03-29T01:59", "2026-03-29T00:59:00.000Z"],
  ["the first minute of summer time", "2026-03-29T03:00", "2026-03-29T01:00:00.000Z"],
  ["the last minute shown once in summer time", "2026-10-25T01:59", "2026-10-24T23:59:00.000Z"],
  ["the hour shown twice, first time", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z"],
  ["the first minute of winter time shown once", "2026-10-25T03:00", "2026-10-25T02:00:00.000Z"],
  ["midnight of a new year", "2027-01-01T00:00", "2026-12-31T23:00:00.000Z"],
])("%s: the wall time is an instant, and back", (_, wallTime, instant) => {
  expect(instantInFrance(wallTime)?.toISOString()).toBe(instant);
  expect(franceWallTime(new Date(instant))).toBe(wallTime);
});

test("in the hour that clocks skip, the instant is the hour after", () => {
  const instant = instantInFrance("2026-03-29T02:30");
  expect(instant && franceWallTime(instant)).toBe("2026-03-29T03:30");
});

test("the hour shown twice shows the same wall time an hour later", () => {
  expect(franceWallTime(new Date("2026-10-25T01:30:00Z"))).toBe("2026-10-25T02:30");
});

test.each(["", "2026-01-15", "2026-13-01T00:00", "2026-01-15T25:00", "2026-01-15T12:00Z", "demain"])("%j is no wall time", (text) => {
  expect(instantInFrance(text)).toBeNull();
});

test.each([
  ["2026-07-14T21:59:59Z", "2026-07-14"],
  ["2026-07-14T22:00:00Z", "2026-07-15"],
  ["2026-12-31T22:59:59Z", "2026-12-31"],
  ["2026-12-31T23:00:00Z", "2027-01-01"],
])("%s is the day %s in France", (instant, day) => {
  expect(franceDay(new Date(instant))).toBe(day);
});

test.each([
  ["2026-01-15T11:00:00Z", "2026-01-15T12:00+01:00"],
  ["2026-07-14T22:30:00Z", "2026-07-15T00:30+02:00"],
  ["2026-10-25T00:30:59Z", "2026-10-25T02:30+02:00"],
  ["2026-10-25T01:30:00Z", "2026-10-25T02:30+01:00"],
])("%s is written %s with how far clocks are from UTC", (instant, stamp) => {
  expect(franceTimestamp(new Date(instant))).toBe(stamp);
});

test.each([
  ["fr", "2026-12-01", "1er décembre 2026"],
  ["fr", "2026-12-11", "11 décembre 2026"],
  ["fr", "2026-12-21", "21 décembre 2026"],
  ["en", "2026-12-01", "1 December 2026"],
] as const)("in %s the day %s is written %s", (locale, day, words) => {
  expect(writtenDay(locale, day)).toBe(words);
});
