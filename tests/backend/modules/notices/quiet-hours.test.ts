import { expect, test } from "vitest";
import { isQuiet, outsideQuietHours, quietHoursAfter } from "#backend/modules/notices/quiet-hours";

test.each([
  ["in winter", "2026-01-15T06:59:59Z", true],
  ["in winter", "2026-01-15T07:00:00Z", false],
  ["in winter", "2026-01-15T19:59:59Z", false],
  ["in winter", "2026-01-15T20:00:00Z", true],
  ["in summer", "2026-07-15T05:59:59Z", true],
  ["in summer", "2026-07-15T06:00:00Z", false],
  ["in summer", "2026-07-15T18:59:59Z", false],
  ["in summer", "2026-07-15T19:00:00Z", true],
  ["the evening before summer time begins", "2026-03-28T20:00:00Z", true],
  ["the morning on which it has begun", "2026-03-29T05:59:59Z", true],
  ["the morning on which it has begun", "2026-03-29T06:00:00Z", false],
  ["the evening before it ends", "2026-10-24T19:00:00Z", true],
  ["the hour that clocks show twice", "2026-10-25T01:30:00Z", true],
  ["the morning on which it has ended", "2026-10-25T06:59:59Z", true],
  ["the morning on which it has ended", "2026-10-25T07:00:00Z", false],
])("quiet hours are from 21:00 to 8:00 in France: %s, %s is quiet: %s", (_, instant, quiet) => {
  expect(isQuiet(new Date(instant))).toBe(quiet);
});

test.each([
  ["2026-03-28T10:00:00Z", "2026-03-28T20:00:00.000Z"],
  ["2026-03-29T10:00:00Z", "2026-03-29T19:00:00.000Z"],
  ["2026-10-24T10:00:00Z", "2026-10-24T19:00:00.000Z"],
  ["2026-10-25T10:00:00Z", "2026-10-25T20:00:00.000Z"],
])("after %s they begin at %s", (instant, beginning) => {
  expect(quietHoursAfter(new Date(instant)).toISOString()).toBe(beginning);
});

test.each([
  ["2026-03-28T19:59:00Z", "2026-03-28T19:59:00.000Z"],
  ["2026-03-28T20:00:00Z", "2026-03-29T06:00:00.000Z"],
  ["2026-03-29T05:59:59Z", "2026-03-29T06:00:00.000Z"],
  ["2026-10-24T19:00:00Z", "2026-10-25T07:00:00.000Z"],
  ["2026-10-25T06:30:00Z", "2026-10-25T07:00:00.000Z"],
  ["2026-10-25T07:00:00Z", "2026-10-25T07:00:00.000Z"],
])("what is written at %s leaves at %s", (instant, leaves) => {
  expect(outsideQuietHours(new Date(instant)).toISOString()).toBe(leaves);
});
