import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { articleRevisions, articles } from "#backend/modules/articles/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { applyRetention } from "#backend/modules/privacy/retention";
import { sectors } from "#backend/modules/sectors/tables";
import type { PageOf } from "#contract/api/endpoint";
import type { Dashboard } from "#contract/charity/dashboard";
import type { ArticleRow } from "#contract/publishing/articles";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { mailsTo } from "#tests/support/outbox";
import { cookiesOf, signIn } from "#tests/support/people";

async function anArticle({ services }: TestBackend, authorId: string, more: Partial<typeof articles.$inferInsert> = {}) {
  const values = { title: { fr: "Une tournée" }, lead: { fr: "" }, body: { fr: "Texte." }, authorId, updatedBy: authorId, ...more };
  const [article] = await services.db.insert(articles).values(values).returning();
  if (!article) throw new Error("the article was not added");
  return article.id;
}
const remove = (backend: TestBackend, id: string, cookie: string) =>
  backend.request(`/api/admin/articles/${id}`, { method: "DELETE", cookie });
const undelete = (backend: TestBackend, id: string, cookie: string) =>
  backend.request(`/api/admin/articles/${id}/undeletion`, { method: "POST", cookie });
async function listed(backend: TestBackend, cookie: string, query = "") {
  const answer = await backend.request(`/api/admin/articles${query}`, { cookie });
  return ((await answer.json()) as PageOf<ArticleRow>).items.map(({ id }) => id);
}
const online = { status: "published", publishedAt: new Date("2026-11-02T09:00:00Z") } as const;

test("a deleted article is in the bin alone, is edited by nobody, and comes back as what it was", async () => {
  const backend = await backendForTest();
  const { id: adminId, cookie } = await signIn(backend, { role: "ADMIN" });
  const draft = await anArticle(backend, adminId);
  const archived = await anArticle(backend, adminId, { ...online, status: "archived" });
  for (const id of [draft, archived]) {
    const answer = await remove(backend, id, cookie);
    expect(await answer.json()).toMatchObject({ status: "deleted", deletedAt: expect.any(String), may: { edit: false, remove: false } });
  }
  expect(await listed(backend, cookie)).toEqual([]);
  expect((await listed(backend, cookie, "?status=deleted")).toSorted()).toEqual([draft, archived].toSorted());
  const edit = { title: { fr: "Autre" }, lead: { fr: "" }, body: { fr: "Texte." }, version: 2 };
  expect((await backend.request(`/api/admin/articles/${draft}`, { method: "PATCH", cookie, json: edit })).status).toBe(404);
  expect((await backend.request(`/api/admin/articles/${draft}/publication`, { method: "POST", cookie, json: {} })).status).toBe(409);
  const dashboard = (await (await backend.request("/api/dashboard", { cookie })).json()) as Dashboard;
  expect(dashboard.writing?.mine).toMatchObject([{ id: draft, status: "deleted" }]);
  expect(await (await undelete(backend, draft, cookie)).json()).toMatchObject({ status: "draft", deletedAt: null, may: { edit: true } });
  expect(await (await undelete(backend, archived, cookie)).json()).toMatchObject({ status: "archived", deletedAt: null });
  expect((await undelete(backend, draft, cookie)).status).toBe(409);
});

test("what is on line, scheduled or in review is not deleted; an author deletes their own drafts, and nothing else", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const author = await signIn(backend, { role: "VOLUNTEER" });
  for (const more of [online, { ...online, status: "scheduled" as const }, { status: "in_review" as const }])
    expect((await remove(backend, await anArticle(backend, author.id, more), admin.cookie)).status).toBe(409);
  expect((await remove(backend, await anArticle(backend, author.id, { status: "archived" }), author.cookie)).status).toBe(403);
  expect((await remove(backend, await anArticle(backend, admin.id), author.cookie)).status).toBe(404);
  const own = await anArticle(backend, author.id);
  expect((await remove(backend, own, author.cookie)).status).toBe(200);
  expect((await undelete(backend, own, author.cookie)).status).toBe(200);
});

test("the page of a sector counts its articles without those in the bin", async () => {
  const backend = await backendForTest();
  const { id: adminId, cookie } = await signIn(backend, { role: "ADMIN" });
  const [lyon] = await backend.services.db.insert(sectors).values({ slug: "lyon", name: "Lyon", status: "published" }).returning();
  const sectorId = lyon?.id ?? "";
  const [gone] = [await anArticle(backend, adminId, { sectorId }), await anArticle(backend, adminId, { sectorId })];
  expect((await remove(backend, gone, cookie)).status).toBe(200);
  const sheet = await backend.request(`/api/admin/sectors/${sectorId}/sheet`, { cookie });
  expect(await sheet.json()).toMatchObject({ articles: 1 });
});

test("an author whose draft somebody else deletes gets one mail, and restores it; what they delete themselves or was archived sends none", async () => {
  const backend = await backendForTest();
  const author = await signIn(backend, { role: "VOLUNTEER", locale: "en" });
  const admin = await signIn(backend, { role: "ADMIN" });
  const mails = async () => (await mailsTo(backend, author.email)).filter(({ topic }) => topic === "article_deleted");
  expect((await remove(backend, await anArticle(backend, author.id), author.cookie)).status).toBe(200);
  expect((await remove(backend, await anArticle(backend, author.id, { status: "archived" }), admin.cookie)).status).toBe(200);
  expect(await mails()).toEqual([]);
  const draft = await anArticle(backend, author.id);
  expect((await remove(backend, draft, admin.cookie)).status).toBe(200);
  expect((await remove(backend, draft, admin.cookie)).status).toBe(409);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.text).toContain("You can restore it for as long as it is in the bin.");
  expect(mail?.text).toContain(`/dashboard/admin/news/${draft}/view`);
  expect((await undelete(backend, draft, author.cookie)).status).toBe(200);
});

test("an archived article that a publisher deleted is restored by those who publish, not by its author", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const author = await signIn(backend, { role: "VOLUNTEER" });
  const archived = await anArticle(backend, author.id, { ...online, status: "archived" });
  expect(await (await remove(backend, archived, admin.cookie)).json()).toMatchObject({ may: { undelete: true } });
  const seen = await backend.request(`/api/admin/articles/${archived}`, { cookie: author.cookie });
  expect(await seen.json()).toMatchObject({ status: "deleted", may: { undelete: false } });
  expect((await undelete(backend, archived, author.cookie)).status).toBe(403);
  expect((await undelete(backend, archived, admin.cookie)).status).toBe(200);
});

test("an author sees their deleted drafts on the dashboard after those that are open, also when somebody else deleted them", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const author = await signIn(backend, { role: "VOLUNTEER" });
  const [open, gone] = [await anArticle(backend, author.id), await anArticle(backend, author.id)];
  const archived = await anArticle(backend, author.id, { ...online, status: "archived" });
  for (const id of [gone, archived]) expect((await remove(backend, id, admin.cookie)).status).toBe(200);
  const dashboard = (await (await backend.request("/api/dashboard", { cookie: author.cookie })).json()) as Dashboard;
  expect(dashboard.writing?.mine.map(({ id, status }) => [id, status])).toEqual([
    [open, "draft"],
    [gone, "deleted"],
  ]);
});

test("several are deleted and restored together, those that cannot be are left", async () => {
  const backend = await backendForTest();
  const { id: adminId, cookie } = await signIn(backend, { role: "ADMIN" });
  const ids = [await anArticle(backend, adminId), await anArticle(backend, adminId, online)];
  const act = async (action: string) => {
    const json = { action, selection: { ids } };
    return (await (await backend.request("/api/admin/articles/bulk", { method: "POST", cookie, json })).json()) as object;
  };
  expect(await act("remove")).toMatchObject({ count: 2, changed: 1 });
  expect(await listed(backend, cookie, "?status=deleted")).toEqual(ids.slice(0, 1));
  expect(await act("undelete")).toMatchObject({ count: 2, changed: 1 });
});

test("after thirty days an article in the bin goes for good with its revisions, not before, and the log says so", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { id: adminId, cookie } = await signIn(backend, { role: "ADMIN" });
  const json = { title: { fr: "Essai" }, lead: { fr: "" }, body: { fr: "Texte." } };
  const { id } = (await (await backend.request("/api/admin/articles", { method: "POST", cookie, json })).json()) as { id: string };
  await remove(backend, id, cookie);
  const { db } = backend.services;
  time.pass(29 * 86_400);
  await applyRetention(backend.services);
  expect(await listed(backend, await cookiesOf(backend, adminId), "?status=deleted")).toEqual([id]);
  time.pass(2 * 86_400);
  await applyRetention(backend.services);
  expect([await db.$count(articles), await db.$count(articleRevisions)]).toEqual([0, 0]);
  const entries = await db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["article.create", adminId],
    ["article.remove", adminId],
    ["article.delete_for_good", null],
  ]);
});
