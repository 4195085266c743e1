import { expect, test } from "vitest";
import { isIban, isSiren, spacedIban } from "#contract/giving/bank-codes";
import { costAfterTax, monthlyCostAfterTax } from "#contract/giving/gift-tax";
import { centsOf, formatEuros, typedEuros } from "#contract/giving/money";

const rates = {
  ...{ rate: 66, raisedRate: 75, raisedUpToEuros: 2000, incomeCap: 20, companyRate: 60, companyCapEuros: 20_000 },
  ...{ companyTurnoverPerThousand: 5, checkedOn: "2026-11-02" },
};

test.each([
  ["person", "75", 10_000, 2000, 2500],
  ["person", "75", 200_000, 2000, 50_000],
  ["person", "75", 210_000, 2000, 53_400],
  ["person", "75", 200_000, 1000, 59_000],
  ["person", "66", 10_000, 2000, 3400],
  ["company", "75", 100_000, 2000, 40_000],
] as const)("a gift by a %s under %s %% of %i cents, raised up to %i euros, costs %i", (donor, regime, cents, raisedUpToEuros, cost) => {
  expect(costAfterTax(cents, { donor, regime, rates: { ...rates, raisedUpToEuros } })).toBe(cost);
});

test("a monthly gift reaches the yearly limit of the raised rate within its year", () => {
  const giver = { donor: "person", regime: "75", rates } as const;
  expect(monthlyCostAfterTax(1000, giver)).toBe(250);
  expect(monthlyCostAfterTax(50_000, giver)).toBe(Math.round((50_000 + 400_000 * 0.34) / 12));
});

test.each([
  ["FR1420041010050500013M02606", true],
  ["FR1520041010050500013M02606", false],
  ["FR14 2004 1010 0505 0001 3M02 606", false],
  ["FR142004101005050001302606", false],
  ["DE89370400440532013000", true],
])("%s is an IBAN: %s", (iban, right) => {
  expect(isIban(iban)).toBe(right);
});

test("an IBAN is read in groups of four, a SIREN has its check digit", () => {
  expect(spacedIban("FR1420041010050500013M02606")).toBe("FR14 2004 1010 0505 0001 3M02 606");
  expect(["732829320", "732829321", "73282932", "abcdefghi"].map(isSiren)).toEqual([true, false, false, false]);
});

test.each([
  ["15", 1500],
  [" 15,5 €", 1550],
  ["15.05", 1505],
  ["1 000", 100_000],
  ["1 234,50", 123_450],
  ["1\u202f234,50\u00a0€", 123_450],
  ["12 345 678", null],
  ["1 23", null],
  ["1 2345", null],
  ["-5", null],
  ["0x10", null],
  ["1e3", null],
])("%s typed is %s cents", (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});

test("cents are proposed as people type them, and read again as the same, also beyond ten million euros where a sum may be larger", () => {
  expect([typedEuros("fr", 123_450), typedEuros("en", 123_450), typedEuros("fr", 30_000)]).toEqual(["1234,50", "1234.50", "300"]);
  const large = 1_234_567_805;
  expect([centsOf(typedEuros("fr", large)), centsOf(typedEuros("fr", large), 9)]).toEqual([null, large]);
});

test("euros without cents when there are none", () => {
  expect([formatEuros("fr", 2000), formatEuros("fr", 1250), formatEuros("en", 1250)].map((text) => text.replace(/\s/g, " "))).toEqual([
    "20 €",
    "12,50 €",
    "€12.50",
  ]);
});
