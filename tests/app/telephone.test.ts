import { expect, test } from "vitest";
import { telephone } from "~/ui/telephone";

test.each([
  ["114", "sms:114"],
  ["3114", "tel:3114"],
  ["112", "tel:112"],
  ["0 800 840 800", "tel:0800840800"],
])("%s is reached by %s: the 114 answers in writing only", (number, link) => {
  expect(telephone(number)).toBe(link);
});
