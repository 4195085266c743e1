import { expect, test } from "vitest";
import { shownNumber, telephone } from "~/ui/telephone";

test.each([
  ["114", "sms:114"],
  ["3114", "tel:3114"],
  ["112", "tel:112"],
  ["0 800 840 800", "tel:0800840800"],
])("%s is reached by %s: the 114 answers in writing only", (number, link) => {
  expect(telephone(number)).toBe(link);
});

test.each([
  ["3114", "31\u00a014"],
  ["112", "112"],
  ["15", "15"],
  ["01 40 05 48 48", "01 40 05 48 48"],
])("%s is written %s", (number, shown) => {
  expect(shownNumber(number)).toBe(shown);
});
