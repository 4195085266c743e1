import { afterAll, beforeAll, expect, test } from "vitest";
import { unansweredSearches } from "#backend/modules/search/tables";
import { readNewWords } from "#backend/modules/search/vocabulary";
import { sitePages } from "#contract/publishing/site-pages";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";
import { policies } from "~/access/policies";

let site: Site;
let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend();
  site = await startSite({}, backend);
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  await publishContent(backend, "further-support", cookie, {
    name: "Nightline",
    description: {
      fr: "Une écoute par des étudiants.\n\n| Nuit | Heures |\n| --- | :---: |\n| Samedi | 21 h |",
      en: "Listening by students.",
    },
    emergency: true,
  });
  const { db, declarations } = backend.services;
  await readNewWords(db, declarations.searchSources, new Date());
});
afterAll(() => backend.close());

const open = async (path: string) => {
  const html = await (await site.visit(path, { cookie })).text();
  return html
    .replace(/<!-- -->/g, "")
    .replaceAll("\u00a0", " ")
    .replaceAll("\u202f", " ");
};

test("a search whose word is mistyped says what it found and for what", async () => {
  const html = await open("/search?q=etudiqnts&kind=support");
  expect(html).toContain("1 résultat pour « étudiants »");
  expect(html).toContain("Rien ne correspond à « etudiqnts »");
  expect(html).toMatch(/<a[^>]*href="\/further-support#urgent-[^"]*"/);
  expect(await open("/en/search?q=lisetning&kind=support")).toContain("1 result for “listening”");
});

test("a search is cut beside a sign of two units, not within it", async () => {
  const { status } = await site.visit(`/search?q=${encodeURIComponent(`${"x".repeat(199)}😀`)}`);
  expect(status).toBe(200);
  expect(await open(`/search?q=${encodeURIComponent(`${"x".repeat(59)}😀x`)}`)).not.toContain("\ufffd");
});

test("a table of an article is plain text in its excerpt", async () => {
  const html = await open("/search?q=samedi&kind=support");
  expect(html).toContain("Nuit, Heures");
  expect(html.slice(html.indexOf("<main"))).not.toMatch(/\||---/);
});

test.each([
  ["/search", "Pages souvent cherchées"],
  ["/search?q=zzzzzz", "Pages souvent cherchées"],
  ["/en/search?q=zzzzzz", "Popular searches"],
])("%s leads on", async (path, title) => {
  const html = await open(path);
  expect(html).toContain(title);
  for (const next of ["/further-support", "/contact", "/register/beneficiary"]) expect(html).toContain(`${next}"`);
});

test("what was typed is in the page as text, also in a correction", async () => {
  const html = await open(`/search?q=${encodeURIComponent("etudiqnts <script>alert(1)</script>")}`);
  expect(html).not.toContain("<script>alert");
});

test("an unanswered search becomes a synonym, which answers it", async () => {
  await backend.services.db.insert(unansweredSearches).values({ words: "confident", locale: "fr", day: "2026-11-01" });
  expect(await open("/search?q=confident")).toContain("Rien ne correspond");
  const link = /href="(\/dashboard\/admin\/faq\/synonyms\/create\?words\.fr=confident)"/.exec(await open("/dashboard/admin/faq/searches"));
  expect(await open(link?.[1] ?? "")).toMatch(/<textarea[^>]*name="words\.fr"[^>]*>confident<\/textarea>/);
  await publishContent(backend, "faq/synonyms", cookie, { words: { fr: "confident" }, also: { fr: "écoute" } });
  expect(await open("/search?q=confident")).toContain("Nightline");
});

test("the fixed pages that are found have the access that they are served with", () => {
  expect(
    sitePages.filter(({ path, access }) => JSON.stringify(policies[path as keyof typeof policies]) !== JSON.stringify(access)),
  ).toEqual([]);
});

test.each([
  ["", "Votre recherche était trop longue"],
  ["/en", "Your search was too long"],
])("%s/search for 300 characters says that it was shortened, and searches for the beginning", async (prefix, message) => {
  const words = `Nightline ${"toujours ".repeat(40)}`.slice(0, 300);
  const html = await open(`${prefix}/search?q=${encodeURIComponent(words)}`);
  const value = /<input[^>]*id="q"[^>]*value="([^"]*)"/.exec(html)?.[1] ?? "";
  expect([html.includes(message), value.startsWith("Nightline toujours"), value.endsWith("toujours"), value.length <= 200]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const [, label = ""] = /<p role="status"[^>]*>(.*?)<\/p>/s.exec(html) ?? [];
  expect([label.includes("Nightline toujours"), label.includes("…"), label.length < 130]).toEqual([true, true, true]);
  expect(await open(`${prefix}/search?q=${"x".repeat(300)}`)).toContain(message);
  expect(await open(`${prefix}/search?q=${"x".repeat(200)}`)).not.toContain(message);
});
