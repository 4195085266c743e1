import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the type check reads the handle of every page", () => {
  const declared = globSync("app/**/*.tsx").flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const from = text.indexOf("export const handle = ");
    return from < 0 ? [] : [{ file, ends: text.slice(from, text.indexOf(";\n", from)).endsWith("} as const satisfies PageHandle") }];
  });
  expect(declared.length).toBeGreaterThan(150);
  expect(declared.filter(({ ends }) => !ends).map(({ file }) => file)).toEqual([]);
});
