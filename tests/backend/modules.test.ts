import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { modules } from "#backend/modules";

test("every module has a line in the list of modules, and names the demo rows beside it", async () => {
  const files = globSync("backend/modules/*/module.ts");
  expect(files.length).toBeGreaterThan(30);
  const faults = files.map(async (file) => {
    const exported: unknown[] = Object.values(await import(/* @vite-ignore */ `../../${file}`));
    const module = modules.find((one) => exported.includes(one));
    if (!module) return [`${file} is not part of the backend: add it to the list in backend/modules.ts`];
    const rows = file.replace("module.ts", "demo.ts");
    return existsSync(rows) && !module.demo ? [`${rows} is never loaded: add demo: () => import("./demo.ts") to ${file}`] : [];
  });
  expect((await Promise.all(faults)).flat()).toEqual([]);
});

test("the file that composes the backend stays small", () => {
  const lines = readFileSync("backend/app.ts", "utf8").trimEnd().split("\n");
  expect(lines.length).toBeLessThan(120);
  expect(lines.filter((line) => line.startsWith("import ")).length).toBeLessThan(20);
});
