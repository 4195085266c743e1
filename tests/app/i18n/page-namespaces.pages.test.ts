import { readdirSync, readFileSync } from "node:fs";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { everywherePermissions } from "#contract/accounts/permissions";
import { locales } from "#contract/formats/locale";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";
import { mergeHandles, type PageHandle } from "~/layouts/handle";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

const namespaces = new Set(readdirSync("locales/fr").map((file) => file.replace(".json", "")));

/** A route and those around it, the page itself first. */
function chainOf(build: ServerBuild, id: string | undefined): string[] {
  return id === undefined ? [] : [id, ...chainOf(build, build.routes[id]?.parentId)];
}

/** The namespaces that a script of the browser names, in a key (`"people:state"`) or as those of its own keys (`useTranslation("people")`). */
function namedIn(script: string): string[] {
  const text = readFileSync(`build/client${script}`, "utf8");
  const inKeys = [...text.matchAll(/["'`]([a-z-]+):[A-Za-z$]/g)];
  const asOwn = [...text.matchAll(/\{t:?[\w$]*\}=[\w$]+\("([a-z-]+)"\)|=[\w$]+\("([a-z-]+)"\)\.t\b/g)];
  return [...inKeys, ...asOwn].map(([, key, own]) => key ?? own ?? "").filter((name) => namespaces.has(name));
}

it("every page with the framework's script declares all namespaces that its scripts name", () => {
  const { routes, assets } = site.build;
  const handleOf = (id: string) => (routes[id]?.module.handle ?? {}) as PageHandle;
  const hydrated = Object.keys(routes).filter((id) => mergeHandles(chainOf(site.build, id).map(handleOf)).hydrate);
  const lacking = hydrated.flatMap((id) => {
    const chain = chainOf(site.build, id);
    const declared: readonly string[] = mergeHandles(chain.map(handleOf)).i18n ?? [];
    const scripts = chain.flatMap((route) => {
      const { module, imports = [] } = assets.routes[route] ?? {};
      return module && route !== "root" ? [module, ...imports] : [];
    });
    const named = new Set(scripts.flatMap(namedIn));
    return [...named].filter((name) => !declared.includes(name)).map((name) => `${id}: ${name}`);
  });
  expect(hydrated.length).toBeGreaterThan(100);
  expect(lacking).toEqual([]);
});

it.each(locales)("%s: an office page requests files of the texts it declares, and names those of its area", async (locale) => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN", permissions: everywherePermissions });
  const prefix = locale === "fr" ? "" : `/${locale}`;
  const html = await (await site.visit(`${prefix}/dashboard/admin/partners`, { cookie })).text();
  const [, nearby = ""] = /data-nearby="([^"]+)"/.exec(html) ?? [];
  const [, urls = ""] = /globalThis\.pageTexts=(\[.*?\])\.map/.exec(html) ?? [];
  const files = await Promise.all((JSON.parse(urls) as string[]).map((url) => site.visit(url)));
  const cached = "public, max-age=31536000, immutable";
  expect(files.map(({ status, headers }) => [status, headers.get("cache-control")])).toEqual([
    [200, cached],
    [200, cached],
  ]);
  const [frame, own] = await Promise.all(files.map((file) => file.json()));
  expect([Object.keys(frame).sort(), Object.keys(own).sort()]).toEqual([
    ["common", "dashboard"],
    ["audit", "content", "lists"],
  ]);
  expect(nearby.split(",")).toEqual(expect.arrayContaining(["applications", "content", "people"]));
});
