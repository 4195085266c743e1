import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepAssets } from "../../scripts/keep-assets.mjs";

test("files of the version before are kept beside the new ones for a month, and none is replaced", () => {
  const [before, now] = [mkdtempSync(join(tmpdir(), "assets-")), mkdtempSync(join(tmpdir(), "assets-"))];
  for (const name of ["old.js", "both.js", "older.js"]) writeFileSync(join(before, name), "before");
  for (const name of ["new.js", "both.js"]) writeFileSync(join(now, name), "now");
  const daysAgo = (days: number) => Date.now() / 1_000 - days * 86_400;
  utimesSync(join(before, "older.js"), daysAgo(31), daysAgo(31));
  utimesSync(join(before, "old.js"), daysAgo(20), daysAgo(20));
  expect(keepAssets(before, now)).toBe(1);
  expect(readdirSync(now).toSorted()).toEqual(["both.js", "new.js", "old.js"]);
  expect(readFileSync(join(now, "both.js"), "utf8")).toBe("now");
  // At the next update it is as old as it is, so that it leaves in the end.
  expect(keepAssets(now, mkdtempSync(join(tmpdir(), "assets-")), Date.now() + 15 * 86_400_000)).toBe(2);
});
