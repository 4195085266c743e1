import { expect, test } from "vitest";
import { folderCycles, folderOf } from "../../scripts/boundaries.mjs";

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
