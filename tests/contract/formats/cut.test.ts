import { expect, test } from "vitest";
import { cut } from "#contract/formats/cut";

test.each([
  ["Marseille", 4, "Mars"],
  ["ab😀", 4, "ab😀"],
  ["ab😀c", 4, "ab😀"],
  ["ab😀c", 3, "ab"],
  ["", 3, ""],
])("%s cut to %i units is %s", (text, most, start) => {
  expect(cut(text, most)).toBe(start);
});
