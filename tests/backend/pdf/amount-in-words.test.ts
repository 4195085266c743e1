import { expect, test } from "vitest";
import { amountInWords, mostInWords } from "#backend/pdf/amount-in-words";

test.each([
  [0, "zéro euro", "zero euros"],
  [1, "un centime", "one cent"],
  [80, "quatre-vingts centimes", "eighty cents"],
  [100, "un euro", "one euro"],
  [2_101, "vingt et un euros et un centime", "twenty-one euros and one cent"],
  [7_181, "soixante et onze euros et quatre-vingt-un centimes", "seventy-one euros and eighty-one cents"],
  [20_000, "deux cents euros", "two hundred euros"],
  [8_000_000, "quatre-vingt mille euros", "eighty thousand euros"],
  [100_000_000, "un million d’euros", "one million euros"],
  [100_000_100, "un million un euros", "one million and one euros"],
  [300_000_050, "trois millions d’euros et cinquante centimes", "three million euros and fifty cents"],
  [20_000_000_000, "deux cents millions d’euros", "two hundred million euros"],
])("%i cents: %s, %s", (cents, french, english) => {
  expect([amountInWords("fr", cents), amountInWords("en", cents)]).toEqual([french, english]);
});

test("the largest amount is written, and what is none is refused", () => {
  expect(amountInWords("fr", mostInWords)).toMatch(
    /^neuf cent quatre-vingt-dix-neuf millions .*-neuf euros et quatre-vingt-dix-neuf centimes$/,
  );
  for (const cents of [-1, 0.5, Number.NaN, mostInWords + 1]) expect(() => amountInWords("fr", cents)).toThrow(RangeError);
});
