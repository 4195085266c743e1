import { expect, test } from "vitest";
import { titlesOf } from "../../scripts/test-titles.ts";

const rulesIn = (text: string) => titlesOf("a.test.ts", text).map(({ ids }) => ids);

test("rules are read from titles of tests and groups: single ones, ranges, and rows of a table", () => {
  expect(rulesIn(`describe("S1-001 S1-002 a group", () => { test("no rule", () => {}); });`)).toEqual([["S1-001", "S1-002"], []]);
  expect(rulesIn(`it("S2-009..S2-011: a range", () => {})`)).toEqual([["S2-009", "S2-010", "S2-011"]]);
  expect(rulesIn(`test.each([["S9-001", 3], ["S9-002", 4]])("%s is %i", () => {})`)).toEqual([["S9-001", "S9-002"]]);
  expect(rulesIn(`test.each([["S9-001 S9-002 three", "see S9-003"]])("%s", () => {})`)).toEqual([["S9-001", "S9-002"]]);
  expect(rulesIn(["test(`S3-001 of $", "{role} and S3-002`, () => {})"].join(""))).toEqual([["S3-001", "S3-002"]]);
});

test("what does not run proves nothing: skipped tests, whole skipped groups, comments and other texts", () => {
  expect(rulesIn(`describe.skip("S1-001", () => { test("S1-002", () => {}); })`)).toEqual([]);
  expect(rulesIn(`test.each([["S1-001", 2]])("rows that no title shows", () => {})`)).toEqual([[]]);
  expect(rulesIn(`test.fixme("S1-001", () => {}); // S1-002\nexpect("S1-003").toBe(1)`)).toEqual([]);
});

test("a range that ends before it starts is a mistake", () => {
  expect(() => rulesIn(`test("S2-011..S2-009", () => {})`)).toThrow("ends before it starts");
});
