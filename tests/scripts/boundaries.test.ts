import { resolve } from "node:path";
import type { IConfiguration } from "dependency-cruiser";
import { expect, test } from "vitest";
import { folderCycles, folderOf, innermostFolderOf } from "../../scripts/boundaries.mjs";

test.each([
  ["app/forms/form.tsx", "app/forms"],
  ["app/subjects/people/columns.tsx", "app/subjects/people"],
  ["app/root.tsx", "app/root.tsx"],
  ["backend/modules/press/routes.ts", "backend/modules/press"],
  ["backend/modules/press/tables.ts", "backend: tables"],
  ["backend/content/base-columns.ts", "backend: tables"],
  ["backend/db/columns.ts", "backend/db"],
  ["contract/law/privacy.ts", "contract/law"],
])("%s counts for %s", (file, folder) => {
  expect(folderOf(file)).toBe(folder);
});

test("folders that import each other are named, with an import for each arrow; those that do not are not", () => {
  expect(
    folderCycles([
      ["app/a/x.ts", "app/b/x.ts"],
      ["app/b/x.ts", "app/c/x.ts"],
    ]),
  ).toEqual([]);
  expect(
    folderCycles([
      ["app/a/x.ts", "app/b/x.ts"],
      ["app/b/y.ts", "app/c/x.ts"],
      ["app/c/x.ts", "app/a/z.ts"],
    ]),
  ).toEqual(["app/a → app/b → app/c → app/a: app/a/x.ts imports app/b/x.ts, app/b/y.ts imports app/c/x.ts, app/c/x.ts imports app/a/z.ts"]);
});

type Paths = { path: string; pathNot?: string };
const { default: boundaries } = (await import(resolve(".dependency-cruiser.mjs"))) as { default: IConfiguration };

test.each([
  ["backend/http/limits.ts", "backend/modules/mails/outbox.ts", true],
  ["backend/worker/jobs.ts", "backend/modules/tasks/starting.ts", true],
  ["backend/audit/recording.ts", "backend/modules/audit/tables.ts", false],
  ["backend/content/saving.ts", "backend/modules/mails/outbox.ts", false],
  ["backend/modules/press/routes.ts", "backend/modules/mails/outbox.ts", false],
])("what all modules share imports none of them but tables: %s imports %s", (from, to, isRefused) => {
  const rule = boundaries.forbidden?.find(({ name }) => name === "ground-imports-no-module") as { from: Paths; to: Paths };
  const matches = (file: string, { path, pathNot }: Paths) => new RegExp(path).test(file) && !(pathNot && new RegExp(pathNot).test(file));
  expect(matches(from, rule.from) && matches(to, rule.to)).toBe(isRefused);
});

test("folders below the first level are in no cycle either", () => {
  const imports: [string, string][] = [
    ["app/server/web-tier.ts", "app/server/cache/page-cache.ts"],
    ["app/server/cache/page-cache.ts", "app/server/bytes.ts"],
  ];
  expect(folderCycles(imports)).toEqual([]);
  expect(folderCycles(imports, innermostFolderOf)).toEqual([
    expect.stringMatching(/^app\/server → app\/server\/cache → app\/server: app\/server\/web-tier\.ts imports .*page-cache\.ts, /),
  ]);
});
