import { expect, test } from "vitest";
import { isReported } from "#contract/api/error-reports";

test.each([
  [299, true],
  [300, false],
  [404, false],
  [498, false],
  [499, false],
  [500, true],
  [503, true],
])("a page error with status %i: reported %s", (status, reported) => {
  expect(isReported(status)).toBe(reported);
});
