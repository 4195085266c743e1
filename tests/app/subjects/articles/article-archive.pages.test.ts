import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { signIn } from "#tests/support/people";
import { startSite } from "#tests/support/site";

async function siteWithArticle() {
  const site = await startSite();
  onTestFinished(() => site.backend.close());
  const { id: authorId, cookie } = await signIn(site.backend, { role: "ADMIN" });
  const { db } = site.backend.services;
  const texts = { title: { fr: "Une tournée" }, lead: { fr: "" }, body: { fr: "Texte." } };
  const values = { ...texts, status: "published" as const, publishedAt: new Date("2026-11-02T09:00:00Z"), authorId, updatedBy: authorId };
  const [article] = await db.insert(articles).values(values).returning();
  const id = article?.id ?? "";
  const status = async () => (await db.select({ status: articles.status }).from(articles).where(eq(articles.id, id)))[0]?.status;
  return { site, cookie, status, base: `/dashboard/admin/news/${id}` };
}

test("archiving is asked on a page of its own without script, and reopening is offered afterwards", async () => {
  const { site, cookie, status, base } = await siteWithArticle();
  const edit = await (await site.visit(`${base}/edit`, { cookie })).text();
  expect(edit).toContain(`href="${base}/publication?ask=archive"`);
  const question = await (await site.visit(`${base}/publication?ask=archive`, { cookie })).text();
  expect(question).toContain("Archiver cet article");
  expect(question).toMatch(/<button[^>]*name="intent"[^>]*value="archive"/);
  expect(await status()).toBe("published");

  const archived = await site.visit(`${base}/publication`, { cookie, form: { intent: "archive" } });
  expect([archived.status, archived.headers.get("location"), await status()]).toEqual([303, `${base}/edit`, "archived"]);
  const after = await (await site.visit(`${base}/edit`, { cookie })).text();
  expect(after).toMatch(/<button[^>]*name="intent"[^>]*value="reopen"/);
  expect(after).not.toContain("ask=archive");

  const reopened = await site.visit(`${base}/publication`, { cookie, form: { intent: "reopen" } });
  expect([reopened.status, await status()]).toEqual([303, "draft"]);
});

test("the gallery is not part of what production serves", async () => {
  const { site } = await siteWithArticle();
  expect(Object.keys(site.build.routes).filter((id) => id.startsWith("routes/dev/"))).toEqual([]);
  expect((await site.visit("/dev/gallery")).status).toBe(404);
});
