import { expect, test } from "vitest";
import { brokenLimit, remarkOn } from "#backend/modules/hours/limits";

const today = "2026-11-25";
const adult = { today, birthDate: "1990-01-01", mayBeOld: false };
const minor = { ...adult, birthDate: "2009-11-26" };
const entry = { date: today, minutes: 120, startsAt: 18 * 60 };

test.each([
  ["today", entry, [], adult, null],
  ["tomorrow", { ...entry, date: "2026-11-26" }, [], adult, "hours:error.future"],
  ["ninety days ago", { ...entry, date: "2026-08-27" }, [], adult, null],
  ["ninety-one days ago", { ...entry, date: "2026-08-26" }, [], adult, "hours:error.old"],
  ["the same by staff", { ...entry, date: "2026-08-26" }, [], { ...adult, mayBeOld: true }, null],
  ["sixteen hours in all", entry, [{ minutes: 840, startsAt: null }], adult, null],
  ["a minute more", { ...entry, minutes: 121 }, [{ minutes: 840, startsAt: null }], adult, "hours:error.day"],
  ["a minor's eight hours", entry, [{ minutes: 360, startsAt: null }], minor, null],
  ["a minor's ninth", entry, [{ minutes: 420, startsAt: null }], minor, "hours:error.minorsDay"],
  ["a minor until 22 h", { ...entry, startsAt: 20 * 60 }, [], minor, null],
  ["a minor after 22 h", { ...entry, startsAt: 20 * 60 + 1 }, [], minor, "hours:error.minorsNight"],
  ["a minor before 6 h", { ...entry, startsAt: 359 }, [], minor, "hours:error.minorsNight"],
  ["on the eighteenth birthday", { ...entry, startsAt: 22 * 60 }, [], { ...minor, birthDate: "2008-11-25" }, null],
] as const)("limits: %s", (_, given, others, context, expected) => {
  expect(brokenLimit(given, [...others], context)?.[1] ?? null).toBe(expected);
});

test.each([
  ["apart", [{ minutes: 60, startsAt: 20 * 60 }], null],
  ["at the same time", [{ minutes: 61, startsAt: 17 * 60 }], "overlap"],
  ["at an unknown time", [{ minutes: 60, startsAt: null }], null],
  ["more than ten hours", [{ minutes: 481, startsAt: null }], "long"],
] as const)("remarks: %s", (_, others, expected) => {
  expect(remarkOn(entry, [...others], { today })).toBe(expected);
});
