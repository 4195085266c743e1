import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchQuery, searchVector } from "#backend/db/full-text";
import { faqQuestions, searchedInQuestions } from "#backend/modules/faq/tables";
import { furtherSupport, searchedInServices } from "#backend/modules/further-support/tables";
import { jobs, searchedInJobs } from "#backend/modules/jobs/tables";
import { searchedInSectors, sectors } from "#backend/modules/sectors/tables";
import { locales } from "#contract/formats/locale";
import type { ContentName } from "#contract/publishing/content-names";
import type { Excerpt, Found } from "#contract/publishing/search";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { contentSubjects } from "~/content/subjects";

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

const textOf = (excerpt: Excerpt) => excerpt.map(({ text }) => text).join("");
const hits = (excerpt: Excerpt) => excerpt.filter(({ hit }) => hit).map(({ text }) => text);

test("finds words in either language, with or without accents, and marks them", async () => {
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
  expect(textOf(found?.excerpt ?? [])).not.toMatch(/\*|\]\(/);
  const [english] = (await find("harvests", { language: "en" })).items;
  expect([english?.locale, english?.path, hits(english?.title ?? [])]).toEqual(["en", "/news/the-summer-harvest", ["harvest"]]);
  expect((await find("récolte", { language: "en" })).items[0]?.locale).toBe("en");
});

test("a title ranks above a text, and results are paged", async () => {
  await write({ title: { fr: "Ailleurs" }, body: { fr: "Le compost, le compost, le compost, et encore le compost." } });
  await write({ title: { fr: "Le compost" } });
  const { items, total } = await find("compost");
  expect([items.map(({ title }) => textOf(title)), total]).toEqual([["Le compost", "Ailleurs"], 2]);
  const second = await find("compost", { more: "&perPage=1&page=2" });
  expect([second.items.map(({ title }) => textOf(title)), second.total]).toEqual([["Ailleurs"], 2]);
  const beyond = await find("compost", { more: "&perPage=1&page=9" });
  expect([beyond.items, beyond.total]).toEqual([[], 2]);
});

test("an excerpt has no list markers, and keeps its dashes and numbers", async () => {
  const lists = [
    "- Lundi : 14 kits de noisettes.\n- Mardi : 9 kits.",
    "1. Dix minutes de noisettes.\n2. Trente minutes.",
    "Avant :\n\n* noisettes - décortiquées\n  + 14 kits",
  ];
  for (const fr of lists) {
    const id = await write({ title: { fr: "Le marché" }, body: { fr } });
    const [found] = (await find("noisettes")).items;
    await backend.request(`/api/admin/articles/${id}`, { method: "DELETE", cookie });
    expect(textOf(found?.excerpt ?? [])).not.toMatch(/(^|\n|[.:] )(- |\* |\+ |\d+\. )/);
  }
});

test("neither finds nor lists unpublished content", async () => {
  await write({ title: { fr: "Brouillon secret" } }, false);
  expect((await find("secret")).total).toBe(0);
  const { items } = (await (await backend.request("/api/public-addresses")).json()) as { items: { fr: string; en: string | null }[] };
  expect(items).toContainEqual(expect.objectContaining({ kind: "article", fr: "/news/le-compost", en: null }));
  expect(JSON.stringify(items)).not.toContain("secret");
});

test.each(["", "   ", "le", '" -', "&|!()", "\uE000", "%", "a".repeat(300)])("%j finds nothing and breaks nothing", async (words) => {
  expect((await find(words)).items).toEqual([]);
});

const both = (fr: string, en: string) => ({ fr, en });
const service = { description: both("Une écoute à toute heure.", "Someone listens at any hour."), free: true };

/** A record of each kind besides articles, with words no other record has, and where it is found. */
const kinds = [
  {
    kind: "job",
    name: "jobs",
    record: { title: both("Mécanicienne vélo émérite", "Seasoned bicycle mechanic"), summary: both("À l’atelier.", "In the workshop.") },
    words: { fr: ["émérites", "emerite"], en: ["mechanics", "MECHANIC"] },
    path: ({ id }: Written) => `/jobs/${id}`,
  },
  {
    kind: "team",
    name: "sectors",
    record: { name: "Béziers", city: "Béziers", presentation: both("Des tournées en péniche.", "Rounds by narrowboat, café included.") },
    words: { fr: ["péniches", "peniche", "beziers"], en: ["narrowboats", "cafe", "Béziers"] },
    path: () => "/team/beziers",
  },
  {
    kind: "support",
    name: "further-support",
    record: { ...service, name: "Écoute Océane" },
    words: { fr: ["océane", "oceane"], en: ["Océane", "oceane listening"] },
    path: ({ id }: Written) => `/further-support#service-${id.slice(0, 8)}`,
  },
  {
    kind: "support",
    name: "further-support",
    record: { ...service, name: "Numéro Lumière", emergency: true },
    words: { fr: ["lumière", "lumieres"], en: ["Lumière", "lumiere"] },
    path: ({ id }: Written) => `/further-support#urgent-${id.slice(0, 8)}`,
  },
  {
    kind: "question",
    name: "faq/questions",
    record: {
      question: both("Le kit est-il végétarien ?", "Is the kit vegetarian?"),
      answer: both("Il l’est à votre goût.", "It is, à la carte."),
    },
    words: { fr: ["végétariens", "vegetarien"], en: ["vegetarian", "la carte"] },
    path: ({ id }: Written) => `/contact?question=${id}#question-${id}`,
  },
] as const;
type Written = { id: string };

describe.each(kinds)("what is found of $kind, $name", ({ kind, name, record, words, path }) => {
  let written: Written;
  beforeAll(async () => {
    written = await publishContent(backend, name, cookie, record);
    for (const of of ["further-support/categories", "faq/categories"] as const) await publishAll(of);
  });

  test.each([...words.fr.map((one) => ["fr", one] as const), ...words.en.map((one) => ["en", one] as const)])(
    "in %s by “%s”, where it stands",
    async (language, typed) => {
      const { items } = await find(typed, { language, more: `&kind=${kind}` });
      expect(items.map((item) => [item.kind, item.locale, item.path])).toEqual([[kind, language, path(written)]]);
      const [found] = items;
      expect([...hits(found?.title ?? []), ...hits(found?.excerpt ?? [])].length).toBeGreaterThan(0);
    },
  );

  test("no longer once it is unpublished", async () => {
    const setStatus = (await contentSubjects[name].api()).setStatus.path.replace(":id", written.id);
    await backend.request(setStatus, { method: "POST", cookie, json: { status: "archived" } });
    for (const typed of words.fr) expect((await find(typed, { more: `&kind=${kind}` })).items).toEqual([]);
  });
});

async function publishAll(name: ContentName) {
  const api = await contentSubjects[name].api();
  const { items } = (await (await backend.request(api.list.path, { cookie })).json()) as { items: Written[] };
  for (const { id } of items)
    await backend.request(api.setStatus.path.replace(":id", id), { method: "POST", cookie, json: { status: "published" } });
}

test("a question for volunteers is found by them only, and a closed opening by nobody", async () => {
  await publishContent(backend, "faq/questions", cookie, { question: { fr: "Où est la sacoche ?" }, audience: "VOLUNTEER" });
  await publishAll("faq/categories");
  expect((await find("sacoche")).total).toBe(0);
  const { cookie: theirs } = await signIn(backend, { role: "VOLUNTEER" });
  const answer = await backend.request("/api/search?q=sacoche", { cookie: theirs });
  expect(((await answer.json()) as { total: number }).total).toBe(1);
  await publishContent(backend, "jobs", cookie, { title: { fr: "Offre périmée" }, closesOn: "2026-01-02" });
  expect((await find("périmée")).total).toBe(0);
});

test("pages of openings and teams have their last change; questions and help have no pages, but change those that show them", async () => {
  await publishContent(backend, "sectors", cookie, { name: "Sète" });
  await publishContent(backend, "faq/questions", cookie);
  await publishAll("faq/categories");
  const { items, changed, types } = (await (await backend.request("/api/public-addresses")).json()) as {
    items: { kind: string; fr: string; en: string }[];
    changed: { type: string; path: string | null; at: string }[];
    types: string[];
  };
  expect(items).toContainEqual(expect.objectContaining({ kind: "team", fr: "/team/sete", en: "/team/sete" }));
  expect(items.some(({ fr }) => /contact|further/.test(fr))).toBe(false);
  expect(changed.map(({ type }) => type)).toEqual(expect.arrayContaining(["article", "team", "faq_question"]));
  expect(types).toEqual(expect.arrayContaining(["faq_category", "portrait", "page_texts"]));
});

test.each([
  ["jobs", searchedInJobs(jobs)],
  ["sectors", searchedInSectors(sectors)],
  ["faq_questions", searchedInQuestions(faqQuestions)],
  ["further_support", searchedInServices(furtherSupport)],
] as const)("the search of %s reads an index, in both languages", async (name, columns) => {
  const plan = await backend.services.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const where = sql.join(
      locales.map((locale) => sql`${searchVector(locale, columns)} @@ ${searchQuery(locale, "pain")}`),
      sql` or `,
    );
    return (await tx.execute(sql`explain select id from ${sql.identifier(name)} where ${where}`)).rows;
  });
  for (const locale of locales) expect(JSON.stringify(plan)).toContain(`${name}_search_${locale}`);
});
