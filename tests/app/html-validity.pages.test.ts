import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicAddresses } from "#tests/support/public-pages";
import { type Site, startSite } from "#tests/support/site";
import { localeOfPath } from "~/i18n/locale-of-path";

/** The HTML standard's own rules. Taste, and what browsers read alike, is not asked. */
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard"],
  rules: { "long-title": "off", "void-style": "off", "no-trailing-whitespace": "off" },
});

let site: Site;
let addresses: string[] = [];
beforeAll(async () => {
  site = await startSite();
  addresses = await publicAddresses(site);
});
afterAll(() => site.backend.close());

async function faultsOf(path: string) {
  const answer = await site.visit(path, { language: localeOfPath(path) });
  if (answer.status === 302) return [];
  const html = await answer.text();
  const { results } = await validator.validateString(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path} ${ruleId}: ${message} ${selector ?? ""}`),
  );
  // A rule of the standard that the validator lacks: what is required must be able to be missing.
  const required = html.match(/<select\b[^>]*\brequired[^>]*><option value="[^"]+".*?<\/option>/g) ?? [];
  return [...faults, ...required.map((select) => `${path} begins with a value: ${select}`)];
}

test("every public page is valid HTML in both languages", async () => {
  expect(addresses.length).toBeGreaterThan(8);
  expect(addresses.filter((path) => path.includes("inconnu"))).toEqual([]);
  expect((await Promise.all(addresses.map(faultsOf))).flat()).toEqual([]);
});

test.each(["/rien", "/en/rien", "/search?q=article", "/en/search?q=nothing", "/news?tag=x", "/login?problem=expired"])(
  "%s is valid HTML",
  async (path) => expect(await faultsOf(path)).toEqual([]),
);
