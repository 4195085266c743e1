import { afterAll, beforeAll, expect, test } from "vitest";
import type { Excerpt, Found } from "#contract/search";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

async function write(draft: { title: object; lead?: object; body?: object }, publish = true): Promise<string> {
  const json = { lead: { fr: "" }, body: { fr: "Texte." }, englishIsCurrent: true, ...draft };
  const { id } = (await (await backend.request("/api/admin/articles", { method: "POST", cookie, json })).json()) as { id: string };
  if (publish) await backend.request(`/api/admin/articles/${id}/publication`, { method: "POST", cookie, json: {} });
  return id;
}

async function find(words: string, { language = "fr", more = "" } = {}) {
  const headers = { "accept-language": language };
  const answer = await backend.request(`/api/search?q=${encodeURIComponent(words)}${more}`, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { items: Found[]; total: number };
}

const said = (excerpt: Excerpt) => excerpt.map(({ text }) => text).join("");
const hits = (excerpt: Excerpt) => excerpt.filter(({ hit }) => hit).map(({ text }) => text);

test("finds words in either language, with or without accents, and says where they are", async () => {
  await write({
    title: { fr: "La récolte d’été", en: "The summer harvest" },
    body: { fr: "Des **pommes** [cueillies](https://x.example) à la main, l’été.", en: "Apples picked by hand." },
  });
  for (const words of ["récolte", "RECOLTE", "ete"])
    expect((await find(words)).items.map(({ path }) => path)).toEqual(["/news/la-recolte-d-ete"]);
  const [found] = (await find("pomme")).items;
  expect(found && { kind: found.kind, locale: found.locale, hits: hits(found.excerpt) }).toEqual({
    kind: "article",
    locale: "fr",
    hits: ["pommes"],
  });
  expect(said(found?.excerpt ?? [])).not.toMatch(/\*|\]\(/);
  const [english] = (await find("harvests", { language: "en" })).items;
  expect([english?.locale, english?.path, hits(english?.title ?? [])]).toEqual(["en", "/news/the-summer-harvest", ["harvest"]]);
  expect((await find("récolte", { language: "en" })).items[0]?.locale).toBe("en");
});

test("a title counts more than a text, and pages follow each other", async () => {
  await write({ title: { fr: "Ailleurs" }, body: { fr: "Le compost, le compost, le compost, et encore le compost." } });
  await write({ title: { fr: "Le compost" } });
  const { items, total } = await find("compost");
  expect([items.map(({ title }) => said(title)), total]).toEqual([["Le compost", "Ailleurs"], 2]);
  const second = await find("compost", { more: "&perPage=1&page=2" });
  expect([second.items.map(({ title }) => said(title)), second.total]).toEqual([["Ailleurs"], 2]);
});

test("neither finds nor names what is not on line", async () => {
  await write({ title: { fr: "Brouillon secret" } }, false);
  expect((await find("secret")).total).toBe(0);
  const { items } = (await (await backend.request("/api/addresses")).json()) as { items: { fr: string; en: string | null }[] };
  expect(items).toContainEqual(expect.objectContaining({ kind: "article", fr: "/news/le-compost", en: null }));
  expect(JSON.stringify(items)).not.toContain("secret");
});

test.each(["", "   ", "le", '" -', "&|!()", "\uE000", "%", "a".repeat(300)])("%j finds nothing and breaks nothing", async (words) => {
  expect((await find(words)).items).toEqual([]);
});
