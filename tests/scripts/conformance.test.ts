import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test.each([["--chek"], ["check"]])("the conformance page is not written with an argument that the command does not have: %s", (word) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/conformance.mjs", word], { encoding: "utf8" });
  expect([status, stdout, stderr]).toEqual([2, "", "Usage: npm run conformance [-- --check]\n"]);
});
