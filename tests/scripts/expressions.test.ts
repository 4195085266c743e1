import { expect, test } from "vitest";
import { expressionsIn, faultOf } from "../../scripts/expressions.mjs";

const faultsOf = async (text: string) => (await Promise.all(expressionsIn("a.ts", text).map((one) => faultOf(one)))).filter(Boolean);

test("an expression that takes quadratic time is named with its place and the text that shows it", { timeout: 60_000 }, async () => {
  expect(await faultsOf("const amount = 1;\nconst typed = /^\\s*\\d*\\s*\\d*\\s*€$/;")).toEqual([
    expect.stringMatching(/^a\.ts:2: .*as for '/),
  ]);
});

test("one that is given to RegExp as a text is checked as well, one made of parts is named", { timeout: 60_000 }, async () => {
  expect(await faultsOf('new RegExp("^(a+)+$", "u");')).toEqual([expect.stringContaining("exponential")]);
  expect(await faultsOf(`new RegExp("^" + begin);`)).toEqual(["a.ts:1: put together while the program runs"]);
});

test("one that reads a text once is fine, and so is one with a reason above it", { timeout: 60_000 }, async () => {
  expect(await faultsOf("const word = /^[a-z]+$/u;\n// expression-cost: read once, at the start\nconst all = /(a|a)*b/;")).toEqual([]);
  expect(await faultsOf("// expression-cost:\nconst all = /(a|a)*b/;")).toHaveLength(1);
});

test("a finding of the random search counts only where its text is slow in the engine", { timeout: 60_000 }, async () => {
  const findingOf = (pattern: string, text: string) =>
    faultOf({ place: "a.ts:1", pattern, flags: "" }, async () => ({
      status: "vulnerable",
      checker: "fuzz",
      complexity: { summary: "2nd degree polynomial" },
      attack: { string: text, pattern: "'a'.repeat(50000)" },
    }));
  expect(await findingOf("^[a-z]+$", "a".repeat(50_000))).toBeNull();
  expect(await findingOf("a*b", "a".repeat(50_000))).toBe("a.ts:1: /a*b/ 2nd degree polynomial, as for 'a'.repeat(50000)");
});
