import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

async function anArticle({ services }: TestBackend, authorId: string, status: "archived" | "published") {
  const texts = { title: { fr: "Une tournée" }, lead: { fr: "" }, body: { fr: "Texte." } };
  const values = { ...texts, status, publishedAt: new Date("2026-11-02T09:00:00Z"), authorId, updatedBy: authorId };
  const [article] = await services.db.insert(articles).values(values).returning();
  if (!article) throw new Error("the article was not added");
  return article;
}

test("an archived article is reopened as a draft, off the site, and the change is recorded", async () => {
  const backend = await backendForTest();
  const { id: adminId, cookie } = await signIn(backend, { role: "ADMIN" });
  const { id, version } = await anArticle(backend, adminId, "published");
  const address = `/api/admin/articles/${id}/archive`;
  expect((await backend.request(address, { method: "POST", cookie })).status).toBe(200);
  const answer = await backend.request(address, { method: "DELETE", cookie });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: "draft", publishedAt: null, version: version + 2, may: { edit: true } });
  expect((await backend.request(`/api/articles/${id}`)).status).toBe(404);
  const entries = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["article.archive", adminId],
    ["article.reopen", adminId],
  ]);
});

test("an article that is not archived cannot be reopened, and an author without the right to publish cannot reopen an archived one", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const author = await signIn(backend, { role: "VOLUNTEER" });
  const published = await anArticle(backend, author.id, "published");
  const archived = await anArticle(backend, author.id, "archived");
  const reopen = ({ id }: { id: string }, cookie: string) =>
    backend.request(`/api/admin/articles/${id}/archive`, { method: "DELETE", cookie });
  expect((await reopen(published, admin.cookie)).status).toBe(409);
  expect((await reopen(archived, author.cookie)).status).toBe(403);
  const states = await backend.services.db.select({ id: articles.id, status: articles.status }).from(articles);
  expect(new Map(states.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [published.id, "published"],
      [archived.id, "archived"],
    ]),
  );
});
