import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { rateLimits } from "#backend/http/tables";
import { faqQuestions } from "#backend/modules/faq/tables";
import { searchWords, unansweredSearches } from "#backend/modules/search/tables";
import { readNewWords } from "#backend/modules/search/vocabulary";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let backend: TestBackend;
let cookie = "";
let id = "";
beforeAll(async () => {
  backend = await startBackend();
  const { app } = await startSite({}, backend);
  site = await startSite({ changes: app.changesInProcess(backend.changes.subscribe) }, backend);
  await backend.changes.subscribe(() => {});
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  const draft = { question: { fr: "Est-ce gratuit ?", en: "Is it free?" }, answer: { fr: "Oui.", en: "Yes." } };
  const question = (await publishContent(backend, "faq/questions", cookie, draft)) as unknown as { id: string; categoryId: string };
  id = question.id;
  const status = `/api/admin/faq-categories/${question.categoryId}/status`;
  await backend.request(status, { method: "POST", cookie, json: { status: "published" } });
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.services.db.delete(rateLimits);
  await backend.services.db.delete(unansweredSearches);
});

const page = { headers: { accept: "text/html,application/xhtml+xml" } };
/** The text of a page, without tags and with ordinary spaces. */
const read = async (path: string, as?: string) => {
  const html = await (await site.visit(path, { ...page, cookie: as })).text();
  return html
    .replace(/<(script|style)\b.*?<\/\1>/gs, "")
    .replace(/<[^>]*>/g, "")
    .replace(/[\u00a0\u202f]/g, " ");
};
const searches = async () => (await backend.services.db.select().from(unansweredSearches)).map(({ words, locale }) => [words, locale]);
const votes = async () => {
  const [question] = await backend.services.db.select().from(faqQuestions).where(eq(faqQuestions.id, id));
  return [question?.helpfulYes, question?.helpfulNo];
};

test.each([
  { prefix: "", ask: "Cette réponse vous a\u2011t\u2011elle été utile", thanks: "Merci, votre avis est compté.", before: [0, 0] },
  { prefix: "/en", ask: "Did this answer help you", thanks: "Thank you, your answer counts.", before: [1, 0] },
])("a vote without script leads back to its question with thanks, once ($thanks)", async ({ prefix, ask, thanks, before }) => {
  expect(await (await site.visit(`${prefix}/contact`)).text()).toContain(ask);
  expect(await votes()).toEqual(before);
  const answer = await site.visit(`${prefix}/contact/helpful`, { form: { question: id, helpful: "yes" } });
  const back = `${prefix}/contact?question=${id}#question-${id}`;
  expect([answer.status, answer.headers.get("location")]).toEqual([303, back]);
  expect(answer.headers.getSetCookie().map((line) => line.split("=")[0])).toEqual(["toast"]);
  expect(await votes()).toEqual([(before[0] ?? 0) + 1, 0]);
  const own = keepCookies("", answer);
  const thanked = await site.visit(back, { cookie: own });
  const html = await thanked.text();
  expect([html.includes(thanks), html.includes(`id="question-${id}"`), / open=""/.test(html)]).toEqual([true, true, true]);
  expect(keepCookies(own, thanked)).toBe("");
});

test("a vote invalidates no cached page", async () => {
  await site.visit("/contact");
  const etag = (await site.visit("/contact")).headers.get("etag");
  const before = await votes();
  await site.visit("/contact/helpful", { form: { question: id, helpful: "no" } });
  expect(await votes()).toEqual([before[0], (before[1] ?? 0) + 1]);
  const again = await site.visit("/contact", { headers: { "if-none-match": etag ?? "none" } });
  expect([typeof etag, again.status]).toEqual(["string", 304]);
});

test("repeated votes are limited, an invalid vote changes nothing, and a GET redirects to the questions", async () => {
  for (let at = 0; at < 3; at += 1) await site.visit("/contact/helpful", { form: { question: id, helpful: "yes" } });
  const before = await votes();
  const answer = await site.visit("/contact/helpful", { form: { question: id, helpful: "yes" } });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/contact?question=${id}#question-${id}`]);
  const contactPage = await site.visit("/contact", { cookie: keepCookies("", answer) });
  expect(await contactPage.text()).toContain("Votre avis sur cette question est déjà compté.");
  expect((await site.visit("/contact/helpful", { form: { question: id, helpful: "perhaps" } })).headers.get("location")).toBe(
    "/contact#faq",
  );
  expect((await site.visit("/contact/helpful", { form: { question: crypto.randomUUID(), helpful: "yes" } })).status).toBe(404);
  expect(await votes()).toEqual(before);
  expect((await site.visit("/contact/helpful")).headers.get("location")).toBe("/contact#faq");
});

test("staff see the votes in the list, which sorts by them, and on the record", async () => {
  const list = await (await site.visit("/dashboard/admin/faq/questions?sort=helpfulNo", { cookie })).text();
  expect(list).toMatch(/>Pas utile</);
  expect(list).toMatch(/href="\/dashboard\/admin\/faq\/questions\?sort=helpfulYes/);
  const record = await (await site.visit(`/dashboard/admin/faq/questions/${id}/edit`, { cookie })).text();
  const [yes, no] = await votes();
  expect(record).toContain(`${yes} oui, ${no} non`);
  expect(await (await site.visit(`/en/dashboard/admin/faq/questions/${id}/edit`, { cookie })).text()).toContain(`${yes} yes, ${no} no`);
});

test("the search page and the questions count what they do not find, in the language of the page", async () => {
  await site.visit("/search?q=Congélateur", page);
  await site.visit("/en/contact?q=Freezer", page);
  expect((await searches()).sort()).toEqual([
    ["congelateur", "fr"],
    ["freezer", "en"],
  ]);
});

test.each([
  ["what finds something", "/search?q=gratuit", page],
  ["what finds something among the questions", "/contact?q=gratuit", page],
  ["one kind of things alone", "/search?q=congelateur&kind=job", page],
  ["the offers of the search box as someone types", "/search?q=conge", { headers: { accept: "*/*" } }],
  ["a page that a browser fetches ahead", "/search?q=congelateur", { headers: { ...page.headers, "sec-purpose": "prefetch" } }],
  ["a crawler", "/search?q=congelateur", { headers: { ...page.headers, "user-agent": "Googlebot/2.1" } }],
  ["an address", "/search?q=lou%40example.org", page],
])("%s is not counted", async (_, path, visit) => {
  expect((await site.visit(path, visit)).status).toBe(200);
  expect(await searches()).toEqual([]);
});

test("a search page works for someone whose searches are no longer counted", async () => {
  const answers = [];
  for (let at = 0; at < 22; at += 1) answers.push((await site.visit(`/search?q=congelateur`, page)).status);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect((await backend.services.db.select().from(unansweredSearches))[0]?.times).toBe(20);
});

test("staff create a question from an unanswered search, or dismiss it", async () => {
  await site.visit("/search?q=Congélateur", page);
  const path = "/dashboard/admin/faq/searches";
  expect(await (await site.visit("/dashboard/admin/faq/questions", { cookie })).text()).toContain(`href="${path}"`);
  const list = await (await site.visit(path, { cookie })).text();
  const begin = /href="([^"]*faq\/questions\/create\?[^"]*)"/.exec(list)?.[1] ?? "";
  expect(begin).toBe("/dashboard/admin/faq/questions/create?question.fr=congelateur");
  const form = await (await site.visit(begin, { cookie })).text();
  expect(form).toMatch(/name="question\.fr"[^>]*value="congelateur"|value="congelateur"[^>]*name="question\.fr"/);
  expect(form).not.toContain(">Une copie, sans");
  const dismissed = await site.visit(`${path}?sort=words`, { cookie, form: { words: "congelateur", locale: "fr" } });
  expect([dismissed.status, dismissed.headers.get("location")]).toEqual([303, `${path}?sort=words`]);
  const empty = await (await site.visit(path, { cookie })).text();
  expect([empty.includes(">Toutes les recherches ont trouvé quelque chose."), await searches()]).toEqual([true, []]);
});

test.each([
  { prefix: "", typed: "gratiut", count: "1 question répond à « gratuit »", from: "Aucune ne répond à « gratiut »" },
  { prefix: "/en", typed: "gratuti", count: "1 question matches “gratuit”", from: "None matches “gratuti”" },
])(
  "a mistyped word on $prefix/contact finds the questions of the nearest word, without script, and says so",
  async ({ prefix, typed, count, from }) => {
    const { db, declarations } = backend.services;
    await readNewWords(db, declarations.searchSources, new Date());
    const found = await read(`${prefix}/contact?q=${typed}`);
    expect(found).toContain(count);
    expect(found).toContain(from);
    expect(await searches()).toEqual([]);
    const exact = await read(`${prefix}/contact?q=gratuit`);
    expect([exact.includes(count), /Aucune ne répond|None matches/.test(exact)]).toEqual([true, false]);
  },
);

test("a correction that finds no question for this reader is not shown, and the search is counted", async () => {
  const question = { question: { fr: "Où est le chalutier ?" }, answer: { fr: "Au port." }, audience: "VOLUNTEER" };
  const { categoryId } = (await publishContent(backend, "faq/questions", cookie, question)) as unknown as { categoryId: string };
  await backend.request(`/api/admin/faq-categories/${categoryId}/status`, { method: "POST", cookie, json: { status: "published" } });
  const { db, declarations } = backend.services;
  await db.insert(searchWords).values({ word: "chalutier", seenAt: new Date() });
  await readNewWords(db, declarations.searchSources, new Date());
  const found = await read("/contact?q=chaluteir");
  expect([found.includes("Rien trouvé"), found.includes("Aucune ne répond")]).toEqual([true, false]);
  expect(await (await backend.request("/api/faq?q=chaluteir")).json()).toEqual({ categories: [], corrected: null });
  expect(await searches()).toEqual([["chaluteir", "fr"]]);
  const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
  expect(await read("/contact?q=chaluteir", volunteer)).toContain("1 question répond à « chalutier »");
});

test("synonyms are found among the questions too", async () => {
  await publishContent(backend, "faq/synonyms", cookie, { words: { fr: "gratuit, offert" } });
  expect(await read("/contact?q=offert")).toContain("1 question répond à « offert »");
});
