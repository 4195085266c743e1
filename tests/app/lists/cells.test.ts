import { expect, test } from "vitest";
import { cellOf, emptyCell } from "~/lists/column";

test.each([
  ["fr", "1\u202f005"],
  ["en", "1,005"],
] as const)("a figure of a list is written as elsewhere on the page, in %s", (locale, written) => {
  expect(cellOf(1005, locale)).toBe(written);
});

test("nothing is not a figure", () => {
  expect([cellOf(null, "fr"), cellOf(0, "fr")]).toEqual([emptyCell, "0"]);
});
