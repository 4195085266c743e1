import { afterAll, beforeAll, expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { signIn, standing } from "#tests/support/people";
import { addRecords, servedPages } from "#tests/support/served-pages";
import { keepCookies, type Site, startSite } from "#tests/support/site";
import { listedAsMissing, missingRows, specifiedRoutes } from "#tests/support/specification";

let site: Site;
let urlOf: Awaited<ReturnType<typeof addRecords>>;
let onLine = "";
beforeAll(async () => {
  site = await startSite();
  const { cookie: admin, id: authorId } = await signIn(site.backend, { role: "ADMIN" });
  urlOf = await addRecords(site, { admin, authorId });
  const words = { title: { fr: "Une collecte", en: "A pick-up" }, lead: { fr: "" }, body: { fr: "Texte.", en: "Text." } };
  const [article] = await site.backend.services.db
    .insert(articles)
    .values({ ...words, status: "published", publishedAt: new Date("2026-11-01"), authorId, updatedBy: authorId })
    .returning();
  onLine = article?.id ?? "";
  const text = { key: "charter", documentVersion: 1, title: { fr: "Charte" }, body: { fr: "Texte." } };
  await site.backend.services.db
    .insert(legalDocuments)
    .values({ ...text, appliesTo: ["DONATOR_MERCHANT"], publishedAt: new Date("2026-01-01") });
});
afterAll(() => site.backend.close());

/** The page at the end of the redirects from an address, as a browser without script gets there. */
async function follow(path: string, cookie: string) {
  let response = await site.visit(path, { cookie });
  for (let step = 0; step < 8; step += 1) {
    const location = response.headers.get("location");
    if (!location) break;
    cookie = keepCookies(cookie, response);
    const next = new URL(location, site.backend.services.settings.publicUrl);
    response = await site.visit(next.pathname + next.search, { cookie });
  }
  return { status: response.status, html: await response.text() };
}

/** Someone whose place the page is, or nobody. */
async function visitorOf(path: string, access: string) {
  if (access === "public") return "";
  const role = path.endsWith("/documents") ? "DONATOR_MERCHANT" : access.includes("VOLUNTEER") ? "VOLUNTEER" : "BENEFICIARY";
  const person = { role, ...standing[path] } as const;
  return (await signIn(site.backend, person)).cookie;
}

const inLayout = (layout: string) => {
  const served = new Set(servedPages(site.build).flatMap(({ path, hasPage }) => (hasPage ? [path] : [])));
  return specifiedRoutes.filter((row) => row.layout === layout && served.has(row.path));
};

test.each(["", "/en"])("S2-002 the 22 public routes answer their page or file without cookies (%s)", async (prefix) => {
  const paths = specifiedRoutes.slice(0, 22).map(({ path }) => path);
  expect([paths[0], paths.at(-1), paths.includes("/donations/manage")]).toEqual(["/", "/sitemap.xml", true]);
  for (const path of paths) {
    const { status, html } = await follow(path === "/news/{id}" ? `${prefix}/news/${onLine}` : urlOf(path, prefix) || "/", "");
    expect([path, status, html.length > 100]).toEqual([path, 200, true]);
  }
});

test.each(["", "/en"])("S2-021 every default row of routes.csv has the header above and a footer below (%s)", async (prefix) => {
  const pages = inLayout("default").filter(({ path }) => path !== "/news/{id}");
  expect(pages.length).toBeGreaterThan(15);
  expect(missingRows(site.build, "default")).toEqual(listedAsMissing("default"));
  for (const { path } of pages) {
    const { status, html } = await follow(urlOf(path, prefix), "");
    expect([path, status, /<header.*<main.*<footer/s.test(html)]).toEqual([path, 200, true]);
  }
});

test.each(["", "/en"])("S2-022 every no-footer row of routes.csv has the header, and no footer (%s)", async (prefix) => {
  const pages = inLayout("no-footer");
  expect(pages.length).toBeGreaterThan(12);
  expect(missingRows(site.build, "no-footer")).toEqual(listedAsMissing("no-footer"));
  for (const { path, access } of pages) {
    const { status, html } = await follow(prefix + path, await visitorOf(path, access));
    expect([path, status, /<header.*<main/s.test(html), html.includes("<footer")]).toEqual([path, 200, true, false]);
  }
});
