import { afterAll, beforeAll, expect, test } from "vitest";
import { publicPaths } from "#tests/support/public-pages";
import { type Site, startSite } from "#tests/support/site";
import { htmlFaults } from "#tests/support/valid-html";
import { localeOfPath } from "~/i18n/locale-of-path";

let site: Site;
let paths: string[] = [];
beforeAll(async () => {
  site = await startSite();
  paths = await publicPaths(site);
});
afterAll(() => site.backend.close());

async function faultsOf(path: string) {
  const answer = await site.visit(path, { language: localeOfPath(path) });
  if (answer.status === 302) return [];
  return htmlFaults(path, await answer.text());
}

test("every public page is valid HTML in both languages", async () => {
  expect(paths.length).toBeGreaterThan(8);
  expect(paths.filter((path) => path.includes("inconnu"))).toEqual([]);
  expect((await Promise.all(paths.map(faultsOf))).flat()).toEqual([]);
});

test.each(["/rien", "/en/rien", "/search?q=article", "/en/search?q=nothing", "/news?tag=x", "/login?problem=expired"])(
  "%s is valid HTML",
  async (path) => expect(await faultsOf(path)).toEqual([]),
);
