import fc from "fast-check";
import { expect, test } from "vitest";
import { partOf, smallestGroup, withoutSmallGroups } from "#contract/charity/aid-report";

const shownOf = (groups: string[][]) =>
  withoutSmallGroups(groups.map((ids) => ({ people: ids.length, aids: ids.length * 2, few: ids.length < smallestGroup ? ids : null }))).map(
    ({ people }) => people,
  );
/** Of groups without anybody in common. */
const peopleShown = (counts: number[]) => shownOf(counts.map((count, group) => Array.from({ length: count }, (_, at) => `${group} ${at}`)));

test.each([
  { counts: [12, 8, 5], shown: [12, 8, 5] },
  { counts: [0, 9], shown: [0, 9] },
  // One small group alone would be what the others leave of the whole.
  { counts: [12, 8, 3], shown: [12, null, null] },
  { counts: [12, 2, 2], shown: [null, null, null] },
  { counts: [12, 4, 1], shown: [12, null, null] },
  { counts: [3], shown: [null] },
  { counts: [0, 4, 30], shown: [0, null, null] },
])("of groups of $counts people, $shown are shown", ({ counts, shown }) => {
  expect(peopleShown(counts)).toEqual(shown);
});

test("somebody in several small groups counts once", () => {
  const many = Array.from({ length: 12 }, (_, at) => `${at}`);
  expect(shownOf([many, many.slice(0, 6), ["0"], ["0"], ["0"], ["0"], ["0"]])).toEqual([12, null, null, null, null, null, null]);
});

test("no group of too few people is shown, and what is hidden is in two groups and of enough different people, where there are some", () => {
  const person = fc.integer({ min: 0, max: 30 }).map(String);
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(person, { maxLength: 20 }), { maxLength: 12 }), (groups) => {
      const shown = shownOf(groups);
      const hidden = groups.filter((_, at) => shown[at] === null);
      expect(shown.every((people) => people === null || people === 0 || people >= smallestGroup)).toBe(true);
      expect(hidden.some((ids) => ids.length === 0)).toBe(false);
      const all = hidden.length === groups.filter((ids) => ids.length > 0).length;
      expect(hidden.length === 0 || all || (hidden.length > 1 && new Set(hidden.flat()).size >= smallestGroup)).toBe(true);
    }),
  );
});

test.each([
  { part: 0, whole: 30, shown: 0 },
  { part: 4, whole: 40, shown: null },
  { part: 36, whole: 40, shown: null },
  { part: 35, whole: 40, shown: 35 },
  { part: 40, whole: 40, shown: 40 },
])("of $part among $whole, $shown is shown", ({ part, whole, shown }) => {
  expect(partOf(part, whole)).toBe(shown);
});
