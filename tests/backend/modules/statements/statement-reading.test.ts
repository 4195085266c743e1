import { expect, test } from "vitest";
import { dayOf, readLines, signedCentsOf, withoutAccounts } from "#backend/modules/statements/reading";

const columns = ["day", "amount", "text", "name", "reference", "kind"] as const;
const mapping = Object.fromEntries(columns.map((column, at) => [column, at]));
type Line = Partial<Record<(typeof columns)[number], string>>;
const read = (...lines: Line[]) =>
  readLines(
    lines.map((line, at) => ({ line: at + 2, cells: columns.map((column) => line[column] ?? "") })),
    mapping,
    "2026-11-20",
  );
const came = { day: "2026-11-18", amount: "10.00", text: "DON", name: "LOU" };

test("amounts that may have three decimals, or whose thousands are no groups, are none", () => {
  for (const [typed, cents] of [
    ["1 234,56", 123_456],
    ["1.234,56", 123_456],
    ["1,234.56", 123_456],
    ["12.345.678", 1_234_567_800],
    ["0,50", 50],
    ["007", 700],
    ["12,500", 1_250_000],
    ["0,500", null],
    ["00.500", null],
    ["012.500", null],
    ["1.234,567", null],
    ["1.234.56", null],
    ["1.23.456", null],
    ["1234.567", null],
  ] as const)
    expect([typed, signedCentsOf(typed)]).toEqual([typed, cents]);
});

test("a day before the first that is booked is none", () => {
  expect(["01/01/0000", "18/11/0026", "1999-12-31", "2000-01-01", "18/11/26"].map(dayOf)).toEqual([
    null,
    null,
    null,
    "2000-01-01",
    "2026-11-18",
  ]);
  expect(() => read({ ...came, day: "01/01/0000" })).toThrow();
});

test("an entry that is not booked is counted, even without a day or of one that has not come", () => {
  const pending = { amount: "20.00", kind: "pending" };
  const { credits, unbooked } = read(pending, { ...pending, day: "2026-12-01" }, came);
  expect([credits.length, unbooked]).toEqual([1, 2]);
});

test("a credit that the bank takes back is counted apart from money that left; a reversed debit is a line", () => {
  const { credits, debits, reversed } = read(
    { ...came, amount: "-10.00", kind: "reversal" },
    { ...came, amount: "-10.00" },
    { ...came, amount: "15.00", kind: "reversal" },
  );
  expect([credits.map(({ isReversal }) => isReversal), debits, reversed]).toEqual([[true], 1, 1]);
});

test("lines with a word instead of the bank's reference are several, those that say the same are one", () => {
  const fingerprint = (line: Line) => read({ ...came, ...line }).credits[0]?.fingerprint;
  const one = fingerprint({ reference: "NONREF", text: "DON-7K4M-Q2ZP" });
  expect(fingerprint({ reference: "NONREF", text: "don 7k4m q2zp" })).toBe(one);
  const others = [
    fingerprint({ reference: "NONREF", text: "DON-9P2W-X4NB" }),
    fingerprint({ reference: "NONREF", text: "DON-7K4M-Q2ZP", name: "ZOE" }),
    fingerprint({ text: "DON-7K4M-Q2ZP" }),
  ];
  expect(new Set([one, ...others]).size).toBe(4);
});

test("an account number is left out of names of files, whatever stands beside it", () => {
  for (const [name, shown] of [
    ["releve_FR7630006000011234567890189_2026.xml", "releve_FR…0189_2026.xml"],
    ["FR7630006000011234567890189.csv", "FR…0189.csv"],
    ["compte_fr76 3000 6000 0112 3456 7890 189_a.csv", "compte_FR…0189_a.csv"],
    ["releve_2026_11.xml", "releve_2026_11.xml"],
  ])
    expect(withoutAccounts(name ?? "")).toBe(shown);
});
