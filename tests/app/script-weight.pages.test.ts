import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

/** Bytes that these scripts weigh on the way to the browser. */
function weightOf(paths: Iterable<string>): number {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return [...new Set(paths)].reduce((sum, path) => sum + brotliCompressSync(readFileSync(`build/client${path}`), quality).byteLength, 0);
}

it("the script of every page weighs at most 3 KB", () => {
  const enhance = readdirSync("build/client/assets").filter((name) => /^enhance-.*\.js$/.test(name));
  expect(enhance).toHaveLength(1);
  expect(weightOf(enhance.map((name) => `/assets/${name}`))).toBeLessThanOrEqual(3_072);
});

it("the entry of hydrated pages weighs at most 100 KB", () => {
  const { module, imports } = site.build.assets.entry;
  expect(weightOf([module, ...imports])).toBeLessThanOrEqual(100 * 1024);
});
