import { afterAll, beforeAll, expect, test } from "vitest";
import { articles, tags } from "#backend/modules/articles/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
const lyon = "lyon";
let lyonId = "";
let slugs = { fr: "", en: "" };
beforeAll(async () => {
  site = await startSite();
  const { db } = site.backend.services;
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const rows = await db
    .insert(sectors)
    .values(["Lyon", "Lille"].map((name) => ({ slug: name.toLowerCase(), name })))
    .returning();
  lyonId = rows[0]?.id ?? "";
  const [harvest] = await db
    .insert(tags)
    .values({ slug: "recolte", label: { fr: "Récolte", en: "Harvest" }, status: "published" })
    .returning();
  const lead = { fr: "" };
  const body = { fr: "Texte.", en: "Text." };
  const add = async (title: object, more: object = {}) => {
    const json = { title, lead, body, englishIsCurrent: true, ...more };
    const made = await site.backend.request("/api/admin/articles", { method: "POST", cookie, json });
    const { id, slug } = (await made.json()) as { id: string; slug: typeof slugs };
    await site.backend.request(`/api/admin/articles/${id}/publication`, { method: "POST", cookie, json: {} });
    return slug;
  };
  slugs = await add({ fr: "Avec Lyon", en: "With Lyon" }, { teamId: lyonId, tagIds: [harvest?.id] });
  await add({ fr: "Sans équipe", en: "Without a team" });
  await db.update(articles).set({ publishedAt: new Date("2025-12-31T23:30:00Z") });
});
afterAll(() => site.backend.close());

const open = async (path: string) =>
  (await (await site.visit(path, { language: path.startsWith("/en") ? "en" : "fr" })).text()).replaceAll(/[\u00a0\u202f]/g, " ");
const optionsOf = (html: string, name: string) => {
  const [, options = ""] = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, "s").exec(html) ?? [];
  return [...options.matchAll(/<option value="([^"]*)"( selected="")?>([^<]*)/g)].map(([, value, chosen, label]) => [
    value,
    label,
    !!chosen,
  ]);
};
const chosenOn = (html: string) => {
  const [, list = ""] = /<ul[^>]*aria-label="(?:Filtres choisis|Chosen filters)"[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
  return [...list.matchAll(/href="([^"]*)"[^>]*>(?:<span[^>]*>)?([^<]*)/g)].map(([, to = "", label]) => [
    to.replaceAll("&amp;", "&"),
    label,
  ]);
};

test("the articles offer the teams and years that have some, in a form that works without script", async () => {
  for (const [prefix, team, year] of [
    ["", "Équipe", "Année"],
    ["/en", "Team", "Year"],
  ] as const) {
    const html = await open(`${prefix}/news`);
    expect(optionsOf(html, "team")).toEqual([
      ["", team, true],
      [lyon, "Lyon", false],
    ]);
    expect(optionsOf(html, "year")).toEqual([
      ["", year, true],
      ["2026", "2026", false],
    ]);
    expect(chosenOn(html)).toEqual([]);
  }
});

test("active filters are shown with the number of articles, are preserved by the theme links, and can be removed one by one or at once", async () => {
  const html = await open(`/news?q=lyon&team=${lyon}&year=2026&tag=recolte`);
  expect(html).toMatch(/role="status">1 article</);
  expect([html.includes("Avec Lyon"), html.includes("Sans équipe")]).toEqual([true, false]);
  expect([optionsOf(html, "team")[1]?.[2], optionsOf(html, "year")[1]?.[2]]).toEqual([true, true]);
  expect(html).toContain('<input type="hidden" name="tag" value="recolte"/>');
  expect(chosenOn(html)).toEqual([
    [`/news?tag=recolte&team=${lyon}&year=2026`, "« lyon »"],
    [`/news?team=${lyon}&year=2026&q=lyon`, "Récolte"],
    ["/news?tag=recolte&year=2026&q=lyon", "Lyon"],
    [`/news?tag=recolte&team=${lyon}&q=lyon`, "2026"],
    ["/news", "Tout effacer"],
  ]);
  expect(html).toMatch(new RegExp(`<a href="/news\\?team=${lyon}&amp;year=2026&amp;q=lyon" class="[^"]*">Tout<`));
  expect(await open(`/en/news?team=${lyon}`)).toContain(`href="/en/news?tag=recolte&amp;team=${lyon}"`);
});

test("an old link with a team's id shows the same", async () => {
  const html = await open(`/news?team=${lyonId}`);
  expect([html.includes("Avec Lyon"), html.includes("Sans équipe"), optionsOf(html, "team")[1]?.[2]]).toEqual([true, false, true]);
});

test("without results the page says what to do, and so it does before the first article", async () => {
  const nothing = await open(`/news?team=${lyon}&year=2024`);
  expect(nothing).toContain("Aucun article pour cette recherche.");
  expect(nothing).toContain('<a href="/news">Voir tous les articles</a>');
  const fresh = await startSite();
  const first = await (await fresh.visit("/en/news", { language: "en" })).text();
  expect(first).toContain("The first articles are on their way.");
  expect(first).not.toContain("Clear all");
  await fresh.backend.close();
});

test("the canonical URL of a filtered list is the list itself", async () => {
  const { publicUrl } = site.backend.services.settings;
  for (const query of [`?team=${lyon}&year=2026`, "?tag=recolte", "?q=lyon"])
    expect(await open(`/news${query}`)).toContain(`<link rel="canonical" href="${publicUrl}/news"/>`);
});

test.each(["fr", "en"] as const)("an article's address is passed on in the language of its text (%s)", async (locale) => {
  const path = `${locale === "en" ? "/en" : ""}/news/${slugs[locale]}`;
  const address = site.backend.services.settings.publicUrl + path;
  const html = await open(path);
  expect(html).toMatch(new RegExp(`href="mailto:\\?subject=[^"]*&amp;body=${encodeURIComponent(address).replaceAll(".", "\\.")}"`));
  expect(html).toContain(`data-share="${address}"`);
  expect(html).toMatch(/<button[^>]*data-print=""[^>]*hidden=""/);
});
