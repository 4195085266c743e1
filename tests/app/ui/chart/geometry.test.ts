import { describe, expect, test } from "vitest";
import { barsOf, gridOf, highestOf, linesOf, sharesOf, strideOf, totalOf, trendOf } from "~/ui/chart/geometry";

/** Numbers that repeat from one run to the next. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const cases = Array.from({ length: 300 }, (_, seed) => {
  const next = sequence(seed + 1);
  const series = 1 + Math.floor(next() * 2);
  const size = 10 ** Math.floor(next() * 7);
  const value = () => (next() < 0.15 ? 0 : next() < 0.1 ? null : Math.round(next() * size * 100) / 100);
  return { seed, points: Array.from({ length: Math.floor(next() * 25) }, () => Array.from({ length: series }, value)) };
});
const height = 130;
const near = 0.1;

describe("of any values", () => {
  test("bars are inside of the plot, and those of two points apart", () => {
    for (const { seed, points } of cases) {
      const bars = barsOf(points, height);
      const outside = bars
        .flat()
        .filter(({ x, width, y, height: tall }) => x < 0 || x + width > 100 + near || y < 0 || tall < 0 || y + tall > height + near);
      expect(outside, `case ${seed}`).toEqual([]);
      const places = bars.flatMap(([bar]) => (bar ? [bar] : []));
      expect(
        places.slice(1).every(({ x }, at) => x > (places[at]?.x ?? 0) + (places[at]?.width ?? 0)),
        `case ${seed}`,
      ).toBe(true);
    }
  });

  test("the bars of a point are together as tall as its share of the highest one, and no less than three pixels", () => {
    for (const { seed, points } of cases) {
      const most = Math.max(0, ...points.map(totalOf));
      barsOf(points, height).forEach((bars, at) => {
        const total = totalOf(points[at] ?? []);
        const tall = bars.reduce((sum, bar) => sum + bar.height, 0);
        const expected = total === 0 ? 0 : Math.max(3, (total / most) * height);
        expect(Math.abs(tall - expected), `case ${seed}, point ${at}`).toBeLessThan(near);
      });
    }
  });

  test("zeros and what was not recorded have no bar", () => {
    for (const { points } of cases)
      barsOf(points, height).forEach((bars, at) => {
        expect(bars).toHaveLength((points[at] ?? []).filter((value) => value).length);
      });
  });

  test("a line stays inside of the plot and is broken where nothing was recorded", () => {
    for (const { seed, points } of cases) {
      const values = points.map(([value = null]) => value);
      const lines = linesOf(values, height);
      expect(lines.flat(), `case ${seed}`).toHaveLength(values.filter((value) => value !== null).length);
      expect(
        lines.flat().every(({ x, y }) => x >= 0 && x <= 100 && y >= 0 && y <= height),
        `case ${seed}`,
      ).toBe(true);
    }
  });

  test("the grid has one to three lines, none above the highest value", () => {
    for (const { seed, points } of cases) {
      const totals = points.map(totalOf);
      const most = Math.max(0, ...totals);
      const grid = gridOf(totals);
      if (most === 0) expect(grid).toEqual([]);
      else expect([grid.length >= 1 && grid.length <= 3, (grid.at(-1) ?? 0) <= most + 1e-6], `case ${seed}: ${grid}`).toEqual([true, true]);
    }
  });

  test("the parts of a whole follow each other inside of it, and none that is more than zero is lost", () => {
    for (const { seed, points } of cases) {
      const parts = points.slice(0, 4).map(totalOf);
      const whole = totalOf(parts) * (seed % 3);
      const pieces = sharesOf(parts, whole);
      let end = 0;
      pieces.forEach(({ x, width }, at) => {
        expect(Math.abs(x - end), `case ${seed}`).toBeLessThan(near);
        expect(width > 0, `case ${seed}`).toBe((parts[at] ?? 0) > 0);
        end = x + width;
      });
      expect(end, `case ${seed}`).toBeLessThanOrEqual(100 + near);
      const sum = pieces.reduce((all, { width }) => all + width, 0);
      if (parts.every((part) => part === 0 || part / Math.max(whole, totalOf(parts)) > 0.015) && totalOf(parts) > 0)
        expect(Math.abs(sum - (100 * totalOf(parts)) / Math.max(whole, totalOf(parts))), `case ${seed}`).toBeLessThan(near);
    }
  });
});

test("a single bar is no wider than a sixth of the plot", () => {
  expect(barsOf([[7]], height)).toEqual([[{ series: 0, x: 3.17, width: 10.33, y: 0, height }]]);
});

test.each([
  [
    [6_900, 150],
    [2_000, 4_000, 6_000],
  ],
  [
    [3, 0],
    [1, 2, 3],
  ],
  [[1], [1]],
  [[0.5], [0.2, 0.4]],
  [[0, 0], []],
])("the grid of %j is at %j", (values, grid) => {
  expect(gridOf(values)).toEqual(grid);
});

test.each([
  [[], "none"],
  [[0, 0], "zero"],
  [[12], "single"],
  [[null, 12, null], "single"],
  [[10, 20, 30, 40], "up"],
  [[40, 30, 20, 10], "down"],
  [[20, 21, 20, 21], "level"],
  [[1, 99, 1], "level"],
] as const)("%j is %s", (values, trend) => {
  expect(trendOf(values)).toBe(trend);
});

test("of several highest points the newest is labelled, of zeros none", () => {
  expect([highestOf([3, 9, 9, 2]), highestOf([0, 0]), highestOf([])]).toEqual([2, undefined, undefined]);
});

test("more names than fit under an axis are thinned out", () => {
  const names = Array.from({ length: 24 }, () => "sept. 2026");
  expect([strideOf(names, 250), strideOf(names, 580), strideOf(["9 h", "10 h"], 250)]).toEqual([7, 3, 1]);
});
