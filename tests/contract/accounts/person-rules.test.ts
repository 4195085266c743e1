import { describe, expect, test } from "vitest";
import { criteriaForm, previewOf } from "#contract/accounts/criteria";
import { ageOn, isSiret } from "#contract/accounts/person-rules";

describe("a SIRET", () => {
  test.each([
    ["73282932000074", true],
    ["35600000000048", true], // La Poste, by Luhn too
    ["35600000049837", true], // a post office: the sum of its digits is a multiple of five
    ["35600000049838", false],
    ["73282932000075", false],
    ["73282932100074", false], // the company's nine digits are wrong
    ["7328293200007", false],
    ["732829320000741", false],
    ["7328293200007A", false],
    ["", false],
  ])("%s: %s", (digits, known) => {
    expect(isSiret(digits)).toBe(known);
  });
});

test.each([
  ["2008-11-21", "2026-11-21", 18],
  ["2008-11-22", "2026-11-21", 17],
  ["2008-02-29", "2026-02-28", 17],
  ["2008-02-29", "2026-03-01", 18],
  ["2010-11-21", "2026-11-21", 16],
  ["2010-11-22", "2026-11-21", 15],
  ["2027-01-01", "2026-11-21", -1],
])("born on %s, on %s one is %i", (birthDate, today, age) => {
  expect(ageOn(birthDate, today)).toBe(age);
});

test.each([
  [{ income: 900, charges: 800, household: 1 }, "yes"],
  [{ income: 1000, charges: 800, household: 1 }, "yes"],
  [{ income: 1001, charges: 800, household: 1 }, "maybe"],
  [{ income: 1500, charges: 800, household: 2 }, "maybe"],
  [{ income: 1502, charges: 800, household: 2 }, "no"],
  [{ income: 300, charges: 800, household: 1 }, "yes"],
  [{}, "maybe"],
])("what is left to live on of %o: %s", (answers, preview) => {
  expect(previewOf({ likelyUpTo: 20_000, doubtUpTo: 35_000 }, answers as never)).toBe(preview);
});

test.each([undefined, "a lot", 1.5, -1])("an amount of %j is answered with an example of one", (income) => {
  const form = criteriaForm([{ key: "income", kind: "amount", label: { fr: "Combien ?" } }]);
  expect(form.safeParse({ income }).error?.issues.map(({ message }) => message)).toEqual(["register:error.amount"]);
});
