import { expect, test } from "vitest";
import { monthPoints } from "~/ui/chart/months";

const kits = ({ kits }: { kits: number }) => [kits];

test("a month without a record has a point without a value", () => {
  const points = monthPoints(
    "fr",
    [
      { month: "2026-09-01", kits: 7 },
      { month: "2026-11-01", kits: 0 },
    ],
    kits,
  );
  expect(points.map(({ short, values }) => [short, values])).toEqual([
    ["sept.", [7]],
    ["oct.", [null]],
    ["nov.", [0]],
  ]);
});

test("the newest 24 months at most are shown, however far apart the records are", () => {
  const points = monthPoints(
    "en",
    [
      { month: "2016-01", kits: 7 },
      { month: "2026-11", kits: 8 },
    ],
    kits,
  );
  expect([points.length, points[0]?.name, points.at(-1)?.short]).toEqual([24, "December 2024", "Nov 2026"]);
});

test("without records there are no points", () => {
  expect(monthPoints("fr", [], kits)).toEqual([]);
});
