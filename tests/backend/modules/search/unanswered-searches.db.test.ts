import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { dismissedSearches, unansweredSearches } from "#backend/modules/search/tables";
import { countUnanswered, maxSearchesPerDay } from "#backend/modules/search/unanswered";
import type { PageOf } from "#contract/api/endpoint";
import type { UnansweredSearch } from "#contract/publishing/unanswered-searches";
import { backendForTest, publicUrl, type TestBackend, testClock } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

const now = new Date("2026-03-02T23:30:00Z");
const today = "2026-03-03";

async function count(backend: TestBackend, words: string, { language = "fr", from = "192.0.2.1" } = {}) {
  const headers = { origin: publicUrl, "content-type": "application/json", "accept-language": language };
  const request = new Request(`${publicUrl}/api/unanswered-searches`, { method: "POST", headers, body: JSON.stringify({ words }) });
  return (await backend.fetch(request, { ip: from })).status;
}

const list = async (backend: TestBackend, cookie: string, query = "") => {
  const answer = await backend.request(`/api/admin/unanswered-searches${query}`, { cookie });
  const page = (await answer.json()) as PageOf<UnansweredSearch>;
  return { total: page.total, rows: page.items.map(({ words, locale, times, lastOn }) => [words, locale, times, lastOn]) };
};

test("searches without a result are counted by text, anonymously", async () => {
  const backend = await backendForTest({ clock: testClock(now).clock });
  const { db } = backend.services;
  for (const words of ["Vélo cargo", "velo  CARGO", "lou@example.org", "06 12 34 56 78"]) expect(await count(backend, words)).toBe(200);
  expect(await count(backend, "cargo bike", { language: "en" })).toBe(200);
  expect((await db.select().from(unansweredSearches)).sort((a, b) => b.times - a.times)).toEqual([
    { words: "velo cargo", locale: "fr", day: today, times: 2 },
    { words: "cargo bike", locale: "en", day: today, times: 1 },
  ]);
});

test("staff see each search once, with its sum and its last day, and filter and sort the list", async () => {
  const backend = await backendForTest({ clock: testClock(now).clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await backend.services.db.insert(unansweredSearches).values([
    { words: "velo", locale: "fr", day: "2026-01-05", times: 4 },
    { words: "velo", locale: "fr", day: "2026-02-05", times: 1 },
    { words: "canape", locale: "fr", day: "2026-03-01", times: 2 },
    { words: "velo", locale: "en", day: "2026-03-01", times: 1 },
  ]);
  expect(await list(backend, cookie)).toEqual({
    total: 3,
    rows: [
      ["velo", "fr", 5, "2026-02-05"],
      ["canape", "fr", 2, "2026-03-01"],
      ["velo", "en", 1, "2026-03-01"],
    ],
  });
  expect((await list(backend, cookie, "?sort=lastOn&order=asc")).rows[0]).toEqual(["velo", "fr", 5, "2026-02-05"]);
  expect((await list(backend, cookie, "?q=CANAPÉ")).total).toBe(1);
  expect((await list(backend, cookie, "?locale=en")).rows).toEqual([["velo", "en", 1, "2026-03-01"]]);
  expect(await list(backend, cookie, "?perPage=1&page=9")).toEqual({ total: 3, rows: [] });
});

test("dismissed searches are deleted and no longer counted; the log does not contain them", async () => {
  const backend = await backendForTest({ clock: testClock(now).clock });
  const { db } = backend.services;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await count(backend, "Zoé Témoin");
  const dismiss = (locale: string) =>
    backend.request("/api/admin/unanswered-searches/dismissal", { method: "POST", cookie, json: { words: "zoe temoin", locale } });
  expect([(await dismiss("en")).status, (await dismiss("fr")).status, (await dismiss("fr")).status]).toEqual([404, 200, 404]);
  expect(await count(backend, "zoé témoin")).toBe(200);
  expect(await list(backend, cookie)).toEqual({ total: 0, rows: [] });
  const written = JSON.stringify([await db.select().from(auditLog), await db.select().from(dismissedSearches)]);
  expect(written).toContain("unanswered_search.remove");
  expect(written).not.toContain("temoin");
});

test("searches are limited by IP, and distinct searches by day", async () => {
  const backend = await backendForTest({ clock: testClock(now).clock });
  const { db } = backend.services;
  const answers = [];
  for (let at = 0; at < 22; at += 1) answers.push(await count(backend, "velo"));
  expect(answers.slice(-3)).toEqual([200, 429, 429]);
  const words = Array.from({ length: maxSearchesPerDay - 3 }, (_, at) => `mot ${"abcdefghij"[at % 10]}${"x".repeat(at / 10)}`);
  await db.insert(unansweredSearches).values(words.map((word) => ({ words: word, locale: "fr" as const, day: today })));
  await Promise.all(Array.from({ length: 8 }, (_, at) => countUnanswered(db, `autre ${"abcdefgh"[at]}`, "fr", now)));
  expect(await db.$count(unansweredSearches)).toBe(maxSearchesPerDay);
  await countUnanswered(db, "velo", "fr", now);
  expect((await db.select().from(unansweredSearches)).find((row) => row.words === "velo")?.times).toBe(21);
});
