import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { correctedSearch, letterDistance } from "#backend/modules/search/corrections";
import { searchSynonymRules, searchWords } from "#backend/modules/search/tables";
import { readAllWords, readNewWords } from "#backend/modules/search/vocabulary";
import type { Results } from "#contract/publishing/search";
import { sitePages } from "#contract/publishing/site-pages";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  const empty = { fr: "" };
  await publishContent(backend, "faq/synonyms", cookie, {
    words: { fr: "santé mentale, psychologue, mal-être", en: "mental health, counselling" },
    also: { fr: "écoute", en: "listening" },
  });
  await publishContent(backend, "faq/synonyms", cookie, { words: { fr: "nourriture, aliments", en: "groceries" }, also: empty });
  const service = (name: string, fr: string, en: string) =>
    publishContent(backend, "further-support", cookie, { name, description: { fr, en }, emergency: true });
  await service("Nightline", "Une écoute par des étudiants, la nuit.", "Listening by students, at night.");
  await service("Bapu", "Des psychologues reçoivent sans avance de frais.", "Counselling without paying first.");
  await service("Dépannage", "Des aliments le soir même.", "Groceries on the same evening.");
  await publishContent(backend, "jobs", cookie, {
    title: { fr: "Coordination de la distribution alimentaire", en: "Coordinating the food distribution" },
    place: { fr: "Guillotière" },
  });
  await readNewWords(backend.services.db, backend.services.declarations.searchSources, new Date());
});
afterAll(() => backend.close());

async function find(words: string, { language = "fr", more = "", as = "" } = {}) {
  const answer = await backend.request(`/api/search?q=${encodeURIComponent(words)}${more}`, {
    headers: { "accept-language": language },
    ...(as && { cookie: as }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Results;
}
const titles = ({ items }: Results) => items.map(({ title }) => title.map(({ text }) => text).join(""));
const paths = ({ items }: Results) => items.map(({ path }) => path);

describe("synonyms", () => {
  test.each([
    ["fr", "santé mentale", ["Bapu", "Nightline"]],
    ["fr", "psychologues", ["Bapu", "Nightline"]],
    ["fr", "MAL ETRE", ["Bapu", "Nightline"]],
    ["fr", "mal-être", ["Bapu", "Nightline"]],
    ["fr", "mental health", ["Bapu", "Nightline"]],
    ["fr", "santé mentale étudiants", ["Nightline"]],
    ["fr", "nourriture", ["Dépannage"]],
    ["en", "mental health", ["Bapu", "Nightline"]],
    ["en", "counselling", ["Bapu", "Nightline"]],
    ["en", "nourriture", ["Dépannage"]],
  ])("%s: %j finds what has a word of the same meaning", async (language, words, expected) => {
    expect(titles(await find(words, { language, more: "&kind=support" })).sort()).toEqual(expected);
  });

  test("a word that is only found as well leads to nothing else", async () => {
    expect(titles(await find("écoute", { more: "&kind=support" }))).toEqual(["Nightline"]);
  });

  test("what is between quotation marks has no synonyms, and what is excluded excludes them", async () => {
    expect((await find('"santé mentale"', { more: "&kind=support" })).total).toBe(0);
    expect(titles(await find("étudiants -psychologue", { more: "&kind=support" }))).toEqual([]);
  });

  test("a draft, an archived or a deleted record changes no search, and each act is in the log", async () => {
    const { id } = await addContent(backend, "faq/synonyms", cookie, { words: { fr: "pitance, aliments" } });
    const step = (status: string) =>
      backend.request(`/api/admin/search-synonyms/${id}/status`, { method: "POST", cookie, json: { status } });
    const found = async () => (await find("pitance", { more: "&kind=support" })).total;
    expect(await found()).toBe(0);
    await step("published");
    expect(await found()).toBe(1);
    await step("archived");
    expect(await found()).toBe(0);
    expect((await backend.request(`/api/admin/search-synonyms/${id}`, { method: "DELETE", cookie })).status).toBe(200);
    const { db } = backend.services;
    expect(await db.$count(searchSynonymRules, sql`synonym_id = ${id}`)).toBe(0);
    const acts = await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(sql`entity_type = 'search_synonym' and entity_id = ${id}`);
    expect(acts.map(({ action }) => action)).toEqual(expect.arrayContaining(["search_synonym.create"]));
    expect(acts.length).toBe(4);
  });

  test.each([
    [{ words: { fr: "seul" } }, 422],
    [{ words: { fr: " , ; " } }, 422],
    [{ words: { fr: Array.from({ length: 21 }, (_, at) => `mot${at}`).join(",") } }, 422],
    [{ words: { fr: "colis", en: "parcel" } }, 201],
    [{ words: { fr: "le, la" } }, 201],
    [{ words: { fr: "a' | b:*, !c & (d, \\ <-> 'e" } }, 201],
  ])("%j answers %i", async (draft, status) => {
    const json = { also: { fr: "" }, ...draft };
    const answer = await backend.request("/api/admin/search-synonyms", { method: "POST", cookie, json });
    expect(answer.status).toBe(status);
    if (status !== 201) return;
    const { id } = (await answer.json()) as { id: string };
    const published = await backend.request(`/api/admin/search-synonyms/${id}/status`, {
      method: "POST",
      cookie,
      json: { status: "published" },
    });
    expect(published.status).toBe(200);
  });
});

describe("mistyped words", () => {
  test.each([
    ["fr", "distrubution", "distribution"],
    ["fr", "distribtion", "distribution"],
    ["fr", "DISTRUBUTION", "distribution"],
    ["fr", "alimantaire", "alimentaire"],
    ["fr", "distrubution alimantaire", "distribution alimentaire"],
    ["fr", "Guilotière", "guillotière"],
    ["fr", "guilotiere", "guillotière"],
    ["fr", "psycologues", "psychologues"],
    ["en", "grocereis", "groceries"],
    ["en", "distrubution", "distribution"],
    ["en", "cordinating", "coordinating"],
  ])("%s: %j finds %s", async (language, typed, corrected) => {
    const found = await find(typed, { language });
    expect(found.corrected).toBe(corrected);
    expect(found.total).toBeGreaterThan(0);
    expect(found.items).toEqual((await find(corrected, { language })).items);
  });

  test("little that is found comes with a suggestion of more", async () => {
    await publishContent(backend, "jobs", cookie, { title: { fr: "Une distributon, avec sa coquille" } });
    expect(await find("distributon")).toMatchObject({ total: 1, corrected: null, suggestion: "distribution" });
  });

  test.each(["zzzzzz", "lyo", "distribution", '"distrubution"', "gateau -distrubution", "a".repeat(200), "xxxxx ".repeat(30).trim()])(
    "%j is left as it is",
    async (typed) => {
      expect(await find(typed)).toMatchObject({ corrected: null, suggestion: null });
    },
  );

  test("a word of a draft, or of what was taken back, is not suggested", async () => {
    const { id } = await publishContent(backend, "jobs", cookie, { title: { fr: "Hippocampe" } });
    const { db, declarations } = backend.services;
    await readNewWords(db, declarations.searchSources, new Date());
    expect((await find("hipocampe")).corrected).toBe("hippocampe");
    await backend.request(`/api/admin/jobs/${id}/status`, { method: "POST", cookie, json: { status: "draft" } });
    expect(await find("hipocampe")).toMatchObject({ total: 0, corrected: null });
    expect(await db.$count(searchWords, sql`word = 'hippocampe'`)).toBe(1);
    await readAllWords(db, declarations.searchSources, new Date());
    expect(await db.$count(searchWords, sql`word = 'hippocampe'`)).toBe(0);
    expect((await find("guilotiere")).corrected).toBe("guillotière");
  });
});

test.each([
  ["vélo", "vélo", 0],
  ["velo", "veol", 1],
  ["lyom", "lyon", 1],
  ["kitt", "kit", 1],
  ["psycologe", "psychologue", 2],
  ["abcdef", "ghijkl", 3],
  ["ab", "abcdef", 3],
])("%s and %s are %i letters apart, three standing for more than two", (one, other, distance) => {
  expect(letterDistance(one, other, 2)).toBe(distance);
});

describe("of a word, no more letters are corrected than its length allows", () => {
  const longest = "abcdefghijklmnopqrstuvwx";
  beforeAll(async () => {
    const { db } = backend.services;
    await db.insert(searchWords).values(["qvor", "zilbem", "wexlagub", longest].map((word) => ({ word, seenAt: new Date() })));
  });

  test.each([
    ["three letters: none", "qvo", null],
    ["four letters: one", "qvoz", "qvor"],
    ["five letters: one", "zilbe", "zilbem"],
    ["five letters: not two", "zilbu", null],
    ["six letters: two", "wexlag", "wexlagub"],
    ["six letters: not three", "wexlaz", null],
    ["24 letters: two", `${longest.slice(0, 22)}zy`, longest],
    ["25 letters: none", `${longest}y`, null],
  ])("%s", async (_, typed, corrected) => {
    expect(await correctedSearch(backend.services.db, typed)).toBe(corrected);
  });
});

describe("the words that are compared", () => {
  const known = async (words: string[]) => {
    const { db, declarations } = backend.services;
    await readNewWords(db, declarations.searchSources, new Date());
    const rows = await db.select({ word: searchWords.word }).from(searchWords);
    return words.filter((word) => rows.some((row) => row.word === word));
  };

  test("are none of an e-mail address, a link or a path", async () => {
    await publishContent(backend, "jobs", cookie, {
      title: { fr: "Brocante" },
      body: { fr: "Écrivez à zorglub@maillon.example, ou voyez https://krakatoa.example et /dossiers/quetzal. Vaisselle/draperie." },
    });
    const words = ["zorglub", "example", "https", "krakatoa", "quetzal", "vaisselle", "draperie"];
    expect(await known(words)).toEqual(["vaisselle", "draperie"]);
  });

  test("are not those of records that visitors do not find: drafts, and synonyms that are not published", async () => {
    await addContent(backend, "jobs", cookie, { title: { fr: "Mirabelle" } });
    await addContent(backend, "faq/synonyms", cookie, { words: { fr: "quincaillerie, tournevis" } });
    await publishContent(backend, "faq/synonyms", cookie, { words: { fr: "ferronnerie, marteau" }, also: { fr: "enclume" } });
    expect(await known(["mirabelle", "quincaillerie", "tournevis", "ferronnerie", "marteau", "enclume"])).toEqual([
      "ferronnerie",
      "marteau",
      "enclume",
    ]);
  });
});

test("a search uses the synonyms of four of its words, and no more", async () => {
  const groups = ["bagage", "cartable", "dentelle", "escabeau", "fagot"].map((word) => [word, `x${word}`] as const);
  for (const [word, other] of groups) await publishContent(backend, "faq/synonyms", cookie, { words: { fr: `${word}, ${other}` } });
  const description = { fr: groups.map(([, other]) => other).join(" ") };
  await publishContent(backend, "further-support", cookie, { name: "Grenier", description, emergency: true });
  const found = async (count: number) => {
    const typed = groups.slice(0, count).map(([word]) => word);
    return titles(await find(typed.join(" "), { more: "&kind=support" }));
  };
  expect([await found(1), await found(4), await found(5)]).toEqual([["Grenier"], ["Grenier"], []]);
});

describe("fixed pages", () => {
  test.each([
    ["fr", "faire un don", "/donate"],
    ["fr", "virement", "/donate"],
    ["fr", "s’inscrire", "/register"],
    ["fr", "mentions légales", "/cgu"],
    ["fr", "vie privée", "/gdpr"],
    ["fr", "RGPD", "/gdpr"],
    ["fr", "horaires", "/contact"],
    ["fr", "stages", "/jobs"],
    ["fr", "numéro d'urgence", "/further-support"],
    ["fr", "vétements", "/dressed"],
    ["fr", "mot de passe", "/password/request"],
    ["fr", "donate", "/donate"],
    ["fr", "mantions legales", "/cgu"],
    ["en", "donate", "/donate"],
    ["en", "food parcel", "/register/beneficiary"],
    ["en", "privacy policy", "/gdpr"],
    ["en", "volunteer", "/register/volunteer"],
    ["en", "internships", "/jobs"],
    ["en", "forgot password", "/password/request"],
    ["en", "adress", "/team"],
  ])("%s: %j finds %s", async (language, words, path) => {
    expect(paths(await find(words, { language, more: "&kind=page" }))).toContain(path);
  });

  test("what its title says comes before what others mention", async () => {
    expect(paths(await find("don"))[0]).toBe("/donate");
    expect(titles(await find("press", { language: "en" }))[0]).toBe("Press");
  });

  test("pages of one's own space are found by those who may open them", async () => {
    const { cookie: student } = await signIn(backend, { role: "BENEFICIARY" });
    const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
    const found = async (words: string, as = "") => paths(await find(words, { as, more: "&kind=page&perPage=50" }));
    expect(await found("allergies", student)).toContain("/account/settings/needs");
    expect(await found("allergies", volunteer)).toEqual([]);
    expect(await found("allergies")).toEqual([]);
    expect(await found("permis", volunteer)).toContain("/account/settings/driving");
    expect(await found("s’inscrire")).toContain("/register");
    expect(await found("s’inscrire", student)).not.toContain("/register");
  });

  test("each has its texts in both languages", async () => {
    for (const locale of ["fr", "en"]) {
      const texts = (await import(`../../../../locales/${locale}/found-pages.json`)).default as Record<string, object>;
      expect(Object.keys(texts).sort()).toEqual(sitePages.map(({ path }) => path).sort());
    }
  });
});

test.each(["%", "_", "\\", "'", "':*", "a & | !", "<->", "distrubution' | 'x", "%%%%%%", "distr_bution", "(((((", "œuvre:A*"])(
  "%j is text and no operator",
  async (typed) => {
    expect((await find(typed)).total).toBeLessThan(20);
  },
);

test("among ten thousand records and forty thousand words, only indexes are read", async () => {
  const { db } = backend.services;
  await db.execute(sql`insert into articles (title, lead, body, status, published_at, author_id, updated_by)
    select jsonb_build_object('fr', 'Article ' || n, 'en', ''), '{"fr": ""}', jsonb_build_object('fr', 'Texte ' || md5(n::text)), 'published', now() - interval '1 day', u.id, u.id
    from generate_series(1, 10000) n, (select id from users limit 1) u`);
  await db.execute(
    sql`insert into search_words select translate(left(md5(n::text), 9), '0123456789', 'ghijklmnop'), now() from generate_series(1, 40000) n on conflict do nothing`,
  );
  await db.execute(sql`analyze`);
  expect(await db.$count(articles)).toBeGreaterThanOrEqual(10_000);
  const plan = async (statement: ReturnType<typeof sql>) => JSON.stringify((await db.execute(sql`explain ${statement}`)).rows);
  const candidates = await plan(
    sql`select t.word, near.word from (values ('distrubution'::text), ('alimantaire')) t (word) cross join lateral (select word from search_words
      where searched_text(t.word) <% searched_text(word) order by similarity(searched_text(t.word), searched_text(word)) desc limit 40) near`,
  );
  expect(candidates).toContain("search_words_searched");
  expect(candidates).not.toContain("Seq Scan on search_words");
  const began = performance.now();
  expect((await find("distrubution")).corrected).toBe("distribution");
  expect(performance.now() - began).toBeLessThan(3_000);
});
