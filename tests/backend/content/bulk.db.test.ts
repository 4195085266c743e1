import { eq, like, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { taskItems } from "#backend/modules/tasks/tables";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { cookiesOf, signIn } from "#tests/support/people";
import { runDue } from "#tests/support/tasks";

type Status = (typeof articles.$inferSelect)["status"];
type Admin = { id: string; cookie: string };

async function addArticles(
  backend: TestBackend,
  { id }: Admin,
  count: number,
  status: Status,
  { title = "Tournée", text = "Texte." } = {},
) {
  const publishedAt = status === "published" ? new Date("2026-01-01") : null;
  const one = { title: { fr: title }, lead: { fr: "" }, body: { fr: text }, status, publishedAt, authorId: id, updatedBy: id };
  const rows = await backend.services.db
    .insert(articles)
    .values(Array.from({ length: count }, () => one))
    .returning({ id: articles.id });
  return rows.map((row) => row.id);
}

async function office() {
  const backend = await backendForTest();
  return { backend, admin: await signIn(backend, { role: "ADMIN" }) };
}

const bulk = (backend: TestBackend, cookie: string | undefined, json: object) =>
  backend.request("/api/admin/articles/bulk", { method: "POST", cookie, json });

async function statesOf({ services }: TestBackend) {
  const rows = await services.db.select({ status: articles.status }).from(articles);
  return Object.fromEntries([...Map.groupBy(rows, ({ status }) => status)].map(([status, of]) => [status, of.length]));
}

const logged = ({ services }: TestBackend) => services.db.$count(auditLog, like(auditLog.action, "article.%"));

test("all that match means all, on every page of the list, and nothing else", async () => {
  const { backend, admin } = await office();
  await addArticles(backend, admin, 230, "draft");
  await addArticles(backend, admin, 3, "draft", { title: "Collecte" });
  const selection = { all: true, query: { q: "tournée", status: "draft", page: "2", perPage: "10" } };
  const answer = await bulk(backend, admin.cookie, { action: "publish", selection });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      ...{ count: 0, changed: 0, names: [], left: [], leftCount: 0 },
      task: expect.any(String),
    },
  ]);
  await runDue(backend);
  expect(await statesOf(backend)).toEqual({ published: 230, draft: 3 });
  expect(await logged(backend)).toBe(230);
  const left = await backend.services.db.select().from(articles).where(eq(articles.status, "draft"));
  expect(new Set(left.map(({ title }) => title.fr))).toEqual(new Set(["Collecte"]));
});

test("a dry run counts what would change and changes nothing", async () => {
  const { backend, admin } = await office();
  await addArticles(backend, admin, 4, "draft");
  await addArticles(backend, admin, 2, "draft", { text: "" });
  await addArticles(backend, admin, 3, "published");
  await addArticles(backend, admin, 1, "archived");
  const before = await statesOf(backend);
  const selection = { all: true, query: {} };
  const counted = async (action: string) => (await bulk(backend, admin.cookie, { action, selection, dryRun: true })).json();
  expect([await counted("publish"), await counted("archive")]).toEqual([
    { count: 10, changed: 4, names: Array(4).fill("Tournée"), left: expect.any(Array), leftCount: 6, task: null },
    { count: 10, changed: 9, names: Array(9).fill("Tournée"), left: [{ name: "Tournée", obstacle: "archived" }], leftCount: 1, task: null },
  ]);
  const obstacles = (await counted("publish")).left.map(({ obstacle }: { obstacle: string }) => obstacle);
  expect(obstacles.sort()).toEqual(["archived", "noText", "noText", "published", "published", "published"]);
  expect([await statesOf(backend), await logged(backend)]).toEqual([before, 0]);
  expect(await (await bulk(backend, admin.cookie, { action: "publish", selection })).json()).toMatchObject({
    count: 10,
    changed: 4,
    names: [],
    leftCount: 6,
    task: null,
  });
  expect(await statesOf(backend)).toEqual({ published: 7, draft: 2, archived: 1 });
});

test("articles in review are not published with others, at once or in a task: nobody has opened them", async () => {
  const { backend, admin } = await office();
  await addArticles(backend, admin, 1, "draft");
  await addArticles(backend, admin, 2, "in_review");
  const publish = async (dryRun: boolean) =>
    (await bulk(backend, admin.cookie, { action: "publish", selection: { all: true, query: {} }, dryRun })).json();
  const done = { count: 3, changed: 1, task: null };
  expect([await publish(true), await publish(false)]).toMatchObject([done, done]);
  expect(await statesOf(backend)).toEqual({ published: 1, in_review: 2 });
  await addArticles(backend, admin, 220, "in_review");
  expect((await publish(false)).task).toEqual(expect.any(String));
  await runDue(backend);
  const reasons = await backend.services.db.selectDistinct({ reason: taskItems.reason }).from(taskItems);
  expect(reasons.map(({ reason }) => reason).sort()).toEqual(["articles:bulk.obstacle.in_review", "articles:bulk.obstacle.published"]);
  expect(await statesOf(backend)).toEqual({ published: 1, in_review: 222 });
});

test("chosen rows: only those, a second time none, unknown ones are not counted", async () => {
  const { backend, admin } = await office();
  const [first = "", second = ""] = await addArticles(backend, admin, 3, "draft");
  const selection = { ids: [first, second, crypto.randomUUID()] };
  const archive = async () => (await bulk(backend, admin.cookie, { action: "archive", selection })).json();
  expect([await archive(), await archive()]).toEqual([
    { count: 2, changed: 2, names: [], left: [], leftCount: 0, task: null },
    { count: 2, changed: 0, names: [], left: Array(2).fill({ name: "Tournée", obstacle: "archived" }), leftCount: 2, task: null },
  ]);
  expect([await statesOf(backend), await logged(backend)]).toEqual([{ archived: 2, draft: 1 }, 2]);
});

test.each([
  ["no selection", { action: "archive" }],
  ["an empty one", { action: "archive", selection: { ids: [] } }],
  ["more than a page", { action: "archive", selection: { ids: Array.from({ length: 101 }, () => crypto.randomUUID()) } }],
  ["an id that is none", { action: "archive", selection: { ids: ["1 or 1=1"] } }],
  ["an unknown action", { action: "delete", selection: { all: true, query: {} } }],
])("%s is refused and changes nothing", async (_, json) => {
  const { backend, admin } = await office();
  await addArticles(backend, admin, 2, "draft");
  expect([(await bulk(backend, admin.cookie, json)).status, await statesOf(backend)]).toEqual([422, { draft: 2 }]);
});

test("only administrators change many at once, a dry run included", async () => {
  const { backend, admin } = await office();
  await addArticles(backend, admin, 2, "draft");
  const json = { action: "archive", selection: { all: true, query: {} }, dryRun: true };
  expect((await bulk(backend, undefined, json)).status).toBe(401);
  for (const person of [{ role: "VOLUNTEER" as const, permissions: ["NEWS_PUBLISH" as const] }, { role: "BENEFICIARY" as const }]) {
    const { cookie } = await signIn(backend, person);
    expect((await bulk(backend, cookie, json)).status).toBe(403);
  }
  expect(await statesOf(backend)).toEqual({ draft: 2 });
});

test("one row that fails rolls all of them back", async () => {
  const { backend, admin } = await office();
  await addArticles(backend, admin, 3, "draft");
  await backend.services.db.execute(sql`alter table articles add constraint few check (version < 2 or status <> 'archived') not valid`);
  const selection = { all: true, query: {} };
  expect((await bulk(backend, admin.cookie, { action: "archive", selection })).status).toBe(500);
  expect([await statesOf(backend), await logged(backend)]).toEqual([{ draft: 3 }, 0]);
});

test("an article is scheduled, hidden until its time, then on line, to the second, before any job has run", async () => {
  const time = testClock(new Date("2026-11-21T10:00:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  const [id = ""] = await addArticles(backend, admin, 1, "draft");
  const at = "2026-11-22T08:00:00Z";
  const publish = (json: object, cookie = admin.cookie) =>
    backend.request(`/api/admin/articles/${id}/publication`, { method: "POST", cookie, json });
  const scheduled = await publish({ at });
  expect([scheduled.status, await scheduled.json()]).toMatchObject([200, { status: "scheduled", publishedAt: "2026-11-22T08:00:00.000Z" }]);
  const seen = async () => (await backend.request(`/api/articles/${id}`)).status;
  const listed = async () => ((await (await backend.request("/api/articles")).json()) as { total: number }).total;
  expect([await seen(), await listed()]).toEqual([404, 0]);
  time.set("2026-11-22T07:59:59Z");
  expect([await seen(), await listed()]).toEqual([404, 0]);
  time.set("2026-11-22T08:00:00Z");
  expect([await seen(), await listed()]).toEqual([200, 1]);

  expect((await publish({})).status).toBe(498);
  const again = await cookiesOf(backend, admin.id);
  const off = await backend.request(`/api/admin/articles/${id}/publication`, { method: "DELETE", cookie: again });
  expect([off.status, await off.json()]).toMatchObject([200, { status: "draft", publishedAt: null }]);
  expect([await seen(), await listed()]).toEqual([404, 0]);
});

test("a time that has passed publishes now; no time that can be read is refused", async () => {
  const time = testClock(new Date("2026-11-21T10:00:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  const [id = "", other = ""] = await addArticles(backend, admin, 2, "draft");
  const publish = (which: string, json: object) =>
    backend.request(`/api/admin/articles/${which}/publication`, { method: "POST", cookie: admin.cookie, json });
  expect(await (await publish(id, { at: "2026-11-20T08:00:00Z" })).json()).toMatchObject({
    status: "published",
    publishedAt: "2026-11-21T10:00:00.000Z",
  });
  for (const at of ["tomorrow", "2026-11-22", "2026-02-30T08:00:00Z", 12]) expect((await publish(other, { at })).status).toBe(422);
});
