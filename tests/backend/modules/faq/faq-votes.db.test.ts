import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { purgeLimits } from "#backend/http/limits";
import { rateLimits } from "#backend/http/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { faqQuestions, faqVotes } from "#backend/modules/faq/tables";
import { backendForTest, publicUrl, type TestBackend, testClock } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

const start = new Date("2026-03-02T10:00:00Z");

async function withQuestion(clock = testClock(start)) {
  const backend = await backendForTest({ clock: clock.clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const question = (await publishContent(backend, "faq/questions", cookie)) as unknown as { id: string; categoryId: string };
  await backend.request(`/api/admin/faq-categories/${question.categoryId}/status`, {
    method: "POST",
    cookie,
    json: { status: "published" },
  });
  return { backend, cookie, pass: clock.pass, ...question };
}

async function vote(backend: TestBackend, id: string, helpful: boolean, { language = "fr", cookie = "", from = "192.0.2.1" } = {}) {
  const headers = { origin: publicUrl, "content-type": "application/json", "accept-language": language, cookie };
  const request = new Request(`${publicUrl}/api/faq/${id}/votes`, { method: "POST", headers, body: JSON.stringify({ helpful }) });
  return (await backend.fetch(request, { ip: from })).status;
}

test("votes are counted by language and day, and editing the text removes none", async () => {
  const { backend, pass, id } = await withQuestion();
  const { db } = backend.services;
  const [before] = await db.select().from(faqQuestions).where(eq(faqQuestions.id, id));
  const logged = await db.$count(auditLog);
  expect(await vote(backend, id, true)).toBe(200);
  expect(await vote(backend, id, false, { language: "en", from: "192.0.2.2" })).toBe(200);
  const [after] = await db.select().from(faqQuestions).where(eq(faqQuestions.id, id));
  expect(after).toEqual({ ...before, helpfulYes: 1, helpfulNo: 1 });
  expect(await db.$count(auditLog)).toBe(logged);
  pass(3 * 86_400);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const question = (await (await backend.request(`/api/admin/faq-questions/${id}`, { cookie })).json()) as Record<string, unknown>;
  const json = { ...question, answer: { fr: "Une autre réponse." } };
  expect((await backend.request(`/api/admin/faq-questions/${id}`, { method: "PATCH", cookie, json })).status).toBe(200);
  expect(await vote(backend, id, true, { from: "192.0.2.3" })).toBe(200);
  const votes = await (await backend.request(`/api/admin/faq-questions/${id}/votes`, { cookie })).json();
  expect(votes).toEqual({
    ...{ all: { yes: 2, no: 1 }, fr: { yes: 2, no: 0 }, en: { yes: 0, no: 1 }, sinceChange: { yes: 1, no: 0 } },
    changedAt: "2026-03-05T10:00:00.000Z",
  });
  const stored = await db.select().from(faqVotes);
  expect(
    stored.map(({ questionId, ...row }) => row).sort((a, b) => a.day.localeCompare(b.day) || a.locale.localeCompare(b.locale)),
  ).toEqual([
    { locale: "en", day: "2026-03-02", yes: 0, no: 1 },
    { locale: "fr", day: "2026-03-02", yes: 1, no: 0 },
    { locale: "fr", day: "2026-03-05", yes: 1, no: 0 },
  ]);
});

test("the list shows and sorts by votes", async () => {
  const { backend, cookie, id, categoryId } = await withQuestion();
  const other = await publishContent(backend, "faq/questions", cookie, { categoryId });
  await vote(backend, id, false);
  await vote(backend, other.id, true);
  const sorted = async (sort: string) => {
    const answer = await backend.request(`/api/admin/faq-questions?sort=${sort}&order=desc`, { cookie });
    return ((await answer.json()) as { items: { id: string; helpfulYes: number; helpfulNo: number }[] }).items.map((one) => [
      one.id,
      one.helpfulYes,
      one.helpfulNo,
    ]);
  };
  expect(await sorted("helpfulNo")).toEqual([
    [id, 0, 1],
    [other.id, 1, 0],
  ]);
  expect((await sorted("helpfulYes"))[0]).toEqual([other.id, 1, 0]);
});

test("nobody votes on a question that they may not read, nor without limit", async () => {
  const { backend, cookie, id, categoryId } = await withQuestion();
  const reserved = await publishContent(backend, "faq/questions", cookie, { categoryId, audience: "VOLUNTEER" });
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect(await vote(backend, reserved.id, true)).toBe(404);
  expect(await vote(backend, reserved.id, true, { cookie: volunteer.cookie })).toBe(200);
  expect(await vote(backend, crypto.randomUUID(), true)).toBe(404);
  const again = [];
  for (let at = 0; at < 5; at += 1) again.push(await vote(backend, id, true));
  expect(again).toEqual([200, 200, 200, 429, 429]);
  const [question] = await backend.services.db.select().from(faqQuestions).where(eq(faqQuestions.id, id));
  expect(question?.helpfulYes).toBe(3);
});

test("votes at the same moment all count", async () => {
  const { backend, id } = await withQuestion();
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => vote(backend, id, at % 3 > 0, { from: `192.0.2.${at + 10}` })));
  expect(new Set(answers)).toEqual(new Set([200]));
  const { db } = backend.services;
  const [question] = await db.select().from(faqQuestions).where(eq(faqQuestions.id, id));
  const [sums] = await db.select({ yes: sql`sum(yes)::int`, no: sql`sum(no)::int` }).from(faqVotes);
  expect([question?.helpfulYes, question?.helpfulNo, sums]).toEqual([8, 4, { yes: 8, no: 4 }]);
});

test("the counters of limits are deleted once their window is over", async () => {
  const { backend, id } = await withQuestion();
  const { db } = backend.services;
  await vote(backend, id, true);
  const stored = await db.$count(rateLimits);
  expect(stored).toBeGreaterThan(0);
  await purgeLimits(db, new Date());
  expect(await db.$count(rateLimits)).toBe(stored);
  await purgeLimits(db, new Date(Date.now() + 2 * 86_400_000));
  expect(await db.$count(rateLimits)).toBe(0);
});
