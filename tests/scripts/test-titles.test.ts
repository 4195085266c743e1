import { expect, test } from "vitest";
import { titlesOf } from "../../scripts/test-titles.ts";

const rulesIn = (text: string) => titlesOf("a.test.ts", text).map(({ ids }) => ids);

test("rules are read from titles of tests: single ones, ranges, and rows of a table", () => {
  expect(rulesIn(`describe("a group", () => { test("S1-001 S1-002 two rules", () => {}); });`)).toEqual([["S1-001", "S1-002"]]);
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

test("neither the title of a group nor a test that only runs under a condition proves anything", () => {
  expect(rulesIn(`describe("S1-001 a group", () => { test("no rule", () => {}); });`)).toEqual([[]]);
  expect(rulesIn(`test.describe("S1-001 a group", () => {});`)).toEqual([]);
  expect(rulesIn(`test.runIf(serverUrl)("S1-001", () => {}); test.skipIf(!serverUrl).each([1])("S1-002 %i", () => {});`)).toEqual([]);
  expect(rulesIn(`describe.runIf(serverUrl)("a group", () => { test("S1-001", () => {}); });`)).toEqual([]);
});

test("a title says that every row of the routes' table is asked, or every row of a layout", () => {
  const rowsIn = (title: string) => titlesOf("a.test.ts", `test("${title}", () => {})`)[0]?.everyRow;
  expect(rowsIn("S4-001 every row of routes.csv opens")).toBe("all");
  expect(rowsIn("S2-023 every back-office row of routes.csv has the navigation")).toBe("back-office");
  expect(rowsIn("S2-023 every row of the table")).toBeNull();
});

test("a range that ends before it starts is a mistake", () => {
  expect(() => rulesIn(`test("S2-011..S2-009", () => {})`)).toThrow("ends before it starts");
});
