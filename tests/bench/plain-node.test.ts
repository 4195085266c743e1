import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const imported = /^(?:import|export)\s(?!type\s)[^;]*?\sfrom\s"([#.][^"]*)";|^import\s"([#.][^"]*)";/gm;

/** The file that Node itself resolves an import to: no extension is guessed but that of the package's own paths. */
const resolved = (from: string, name: string) => (name.startsWith("#") ? `${name.slice(1)}.ts` : join(dirname(from), name));

test("each script of the bench runs in Node without a bundler: every import that it reaches is a file", () => {
  const faults: string[] = [];
  const reached = new Set(globSync("bench/*.ts"));
  expect(reached.size).toBeGreaterThan(20);
  for (const file of reached) {
    for (const [, first, second] of readFileSync(file, "utf8").matchAll(imported)) {
      const target = resolved(file, first ?? second ?? "");
      if (!existsSync(target)) faults.push(`${file} imports ${target}`);
      else if (target.endsWith(".ts")) reached.add(target);
    }
  }
  expect(faults).toEqual([]);
});
