import { expect, test } from "vitest";
import type { SectorHours } from "#contract/charity/sector-hours";
import { nextOpening } from "~/subjects/sectors/next-opening";

const at = (weekday: number, opensAt: string): SectorHours => ({
  id: `${weekday}${opensAt}`,
  weekday,
  opensAt,
  closesAt: "20:00",
  kind: "distribution",
  note: null,
});
const week = [at(2, "10:00"), at(4, "14:00"), at(4, "18:00")];

test.each([
  ["a day with openings is today", "2026-11-26", [4, true, 2]],
  ["a day without leads to the next that has some", "2026-11-25", [4, false, 2]],
  ["the end of the week leads to the next week", "2026-11-29", [2, false, 1]],
])("%s", (_, today, [weekday, isToday, openings]) => {
  const next = nextOpening(week, today);
  expect([next?.weekday, next?.today, next?.openings.length]).toEqual([weekday, isToday, openings]);
});

test("a team without openings has no next one", () => {
  expect(nextOpening([], "2026-11-26")).toBeNull();
});
