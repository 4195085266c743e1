import { existsSync, globSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";

test("each folder of tests is named as the folder that they are about", () => {
  const tests = globSync("tests/{app,backend,bench,contract,scripts}/**/*.test.ts");
  expect(tests.length).toBeGreaterThan(300);
  const folders = new Set(tests.map((file) => dirname(file).replace(/^tests\//, "")));
  expect([...folders].filter((folder) => !existsSync(folder))).toEqual([]);
});
