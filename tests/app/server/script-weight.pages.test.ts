import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { everywherePermissions } from "#contract/accounts/permissions";
import { signIn } from "#tests/support/people";
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

/** The scripts that a page asks for before it works. */
function scriptsIn(html: string): string[] {
  return [...html.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, path = ""]) => path);
}

it("the pages name the script of every page as it is called on disk", async () => {
  const [named = ""] = scriptsIn(await (await site.visit("/")).text());
  expect((await site.visit(named)).status).toBe(200);
});

it("the dashboard, the first screen of the back-office, loads at most 120 KB of script", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const html = await (await site.visit("/dashboard", { cookie })).text();
  // The manifest of all routes is only referenced, and fetched in parts for visible links: a page does not load the file.
  const scripts = scriptsIn(html).filter((path) => !path.startsWith("/assets/manifest-"));
  expect(scripts.length).toBeGreaterThan(10);
  expect(weightOf(scripts)).toBeLessThanOrEqual(120 * 1024);
});

/** The validation library of forms, by a name that survives minification. */
const isSchemaLibrary = (path: string) => readFileSync(`build/client${path}`, "utf8").includes("invalid_format");

it.each(["news", "jobs", "partners", "oauth-clients", "registration-links", "documents/texts"])(
  "the first form, after the list of %s, loads at most 20 KB of script more, and not the library of its checks",
  async (list) => {
    const { cookie } = await signIn(site.backend, { role: "ADMIN", permissions: everywherePermissions });
    const walk = ["/dashboard", `/dashboard/admin/${list}`, `/dashboard/admin/${list}/create`];
    const pages = await Promise.all(walk.map((path) => site.visit(path, { cookie })));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [first = [], second = [], form = []] = await Promise.all(pages.map(async (page) => scriptsIn(await page.text())));
    const fresh = form.filter((path) => ![...first, ...second].includes(path) && !path.startsWith("/assets/manifest-"));
    expect(fresh.filter(isSchemaLibrary)).toEqual([]);
    expect(weightOf(fresh)).toBeLessThanOrEqual(20 * 1024);
  },
);

it("the library of the forms' checks is among the scripts, for who begins to fill one in", () => {
  const scripts = readdirSync("build/client/assets").filter((name) => name.endsWith(".js"));
  expect(scripts.filter((name) => isSchemaLibrary(`/assets/${name}`))).not.toEqual([]);
});

it("S2-063: a crawler gets no script of the framework", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const headers = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
  const html = await (await site.visit("/dashboard", { cookie, headers })).text();
  expect(html).toContain("office-main");
  expect(scriptsIn(html)).toEqual([expect.stringContaining("enhance")]);
});
