import fc from "fast-check";
import { expect, test } from "vitest";
import { partOf, smallestGroup, withoutSmallGroups } from "#contract/charity/aid-report";

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
const peopleShown = (counts: number[]) =>
  withoutSmallGroups(counts.map((people) => ({ people, aids: people * 2 }))).map(({ people }) => people);

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

test("no group of too few people is shown, and what is hidden is in two groups and of enough people, where there are some", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 }), (counts) => {
      const shown = peopleShown(counts);
      const hidden = counts.filter((_, at) => shown[at] === null);
      expect(shown.every((people) => people === null || people === 0 || people >= smallestGroup)).toBe(true);
      expect(hidden.includes(0)).toBe(false);
      const some = counts.filter((count) => count > 0);
      const all = hidden.length === some.length;
      expect(hidden.length === 0 || all || (hidden.length > 1 && sum(hidden) >= smallestGroup)).toBe(true);
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
