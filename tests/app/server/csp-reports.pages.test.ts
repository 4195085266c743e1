import { afterAll, beforeAll, expect, test } from "vitest";
import { roles } from "#contract/accounts/roles";
import { cspReportsApi } from "#contract/api/csp-reports";
import { startBackend } from "#tests/support/backend";
import { noLimits } from "#tests/support/no-limits";
import { signIn } from "#tests/support/people";
import { publicPaths } from "#tests/support/public-pages";
import { type Site, startSite } from "#tests/support/site";

const { path } = cspReportsApi.report;
const timeout = 120_000;

let site: Site;
beforeAll(async () => {
  site = await startSite({}, await startBackend({ limits: noLimits }));
});
afterAll(() => site.backend.close());

test("the policy of every page tells browsers where to report, that of pages with framework script in both ways", { timeout }, async () => {
  const visits: [string, string][] = (await publicPaths(site)).map((address) => [address, ""]);
  for (const role of roles) {
    const { cookie } = await signIn(site.backend, { role });
    for (const address of ["/", "/dashboard", "/account/settings", "/en/dashboard"]) visits.push([address, cookie]);
  }
  visits.push(["/nothing-here", ""], ["/news?_data=x", ""]);
  let pages = 0;
  const ways = new Set<boolean>();
  for (const [address, cookie] of visits) {
    const { headers } = await site.visit(address, { cookie });
    if (!headers.get("content-type")?.startsWith("text/html")) continue;
    pages += 1;
    const directives = headers.get("content-security-policy")?.split("; ");
    expect([address, directives]).toEqual([address, expect.arrayContaining([`report-uri ${path}`])]);
    const inBothWays = directives?.some((one) => one.includes("'nonce-")) ?? false;
    expect([address, directives?.includes("report-to csp")]).toEqual([address, inBothWays]);
    expect([address, headers.get("reporting-endpoints")]).toEqual([address, inBothWays ? `csp="${path}"` : null]);
    ways.add(inBothWays);
  }
  expect([pages > 60, ways.size]).toEqual([true, 2]);
  expect((await site.visit("/site.webmanifest")).headers.get("reporting-endpoints")).toBeNull();
});

test("a browser's report passes the web tier, and is shown on the page of the cache in both languages", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const metrics = async (prefix = "") => (await site.visit(`${prefix}/dashboard/admin/cache-metrics`, { cookie })).text();
  expect(await metrics()).toContain("Aucun refus signalé");
  const send = (type: string, json: unknown) =>
    site.visit(path, {
      method: "POST",
      body: JSON.stringify(json),
      headers: { "content-type": type, origin: "https://elsewhere.example" },
    });
  const report = { "csp-report": { "effective-directive": "img-src", "blocked-uri": "https://evil.example/pixel?who=Zinzolin" } };
  for (let many = 0; many < 3; many += 1) expect((await send("application/csp-report", report)).status).toBe(204);
  expect((await send("application/reports+json", [{ type: "csp-violation", body: {} }])).status).toBe(204);
  expect((await send("application/json", report)).status).toBe(415);
  for (const [prefix, other] of [
    ["", "Autre"],
    ["/en", "Other"],
  ]) {
    const html = await metrics(prefix);
    const cells = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell.replace(/<[^>]*>/g, "")),
    );
    expect(cells).toContainEqual(["img-src", "https://evil.example", "3", expect.stringMatching(/\d/)]);
    expect(cells).toContainEqual([other, other, "1", expect.stringMatching(/\d/)]);
    expect(html).not.toContain("Zinzolin");
  }
});
