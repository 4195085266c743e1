import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { declarationsOf } from "#backend/declarations";
import { modules } from "#backend/modules";
import { summaryTopics } from "#contract/accounts/notifications";
import { FoundRecords } from "#contract/charity/office-search";
import { queueNames } from "#contract/charity/queue-lists";

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

test("one module declares each work queue and each kind of the office search, and some module the records of each summary", () => {
  const { workQueues, officeSearch, summaries } = declarationsOf(modules);
  expect(workQueues.map(({ name }) => name).sort()).toEqual([...queueNames].sort());
  expect(officeSearch.map(({ kind }) => kind).sort()).toEqual(Object.keys(FoundRecords.shape).sort());
  expect([...new Set(summaries.map(({ topic }) => topic))].sort()).toEqual([...summaryTopics].sort());
});

test("the file that composes the backend stays small", () => {
  const lines = readFileSync("backend/app.ts", "utf8").trimEnd().split("\n");
  expect(lines.length).toBeLessThan(120);
  expect(lines.filter((line) => line.startsWith("import ")).length).toBeLessThan(20);
});
