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

test("an archived article is deleted from its page, says that it is in the bin, and is restored from there, from the list and from the message", async () => {
  const { site, cookie, status, base } = await siteWithArticle();
  await site.visit(`${base}/publication`, { cookie, form: { intent: "archive" } });
  const deleted = await site.visit(`${base}/publication`, { cookie, form: { intent: "remove" } });
  expect([deleted.status, await status()]).toEqual([303, "deleted"]);
  const toast = deleted.headers.getSetCookie().find((one) => one.startsWith("toast"));
  const page = await (await site.visit(`${base}/edit`, { cookie: `${cookie}; ${toast?.split(";")[0]}` })).text();
  expect(page).toContain("Cet article est dans la corbeille");
  expect(page).toContain("Article mis à la corbeille.");
  expect(page.match(/<button[^>]*value="undelete"/g)).toHaveLength(2);
  expect(page).not.toMatch(/value="(?:publish|reopen|remove)"|ask=archive/);
  const list = await (await site.visit("/dashboard/admin/news", { cookie })).text();
  expect(list).toContain('href="/dashboard/admin/news?status=deleted"');
  expect(list).not.toContain(`${base}/edit`);
  const bin = await (await site.visit("/dashboard/admin/news?status=deleted", { cookie })).text();
  expect(bin).toContain(`${base}/edit`);
  const restored = await site.visit(`${base}/publication`, { cookie, form: { intent: "undelete" } });
  expect([restored.status, await status()]).toEqual([303, "archived"]);
});

test("the gallery is not part of what production serves", async () => {
  const { site } = await siteWithArticle();
  expect(Object.keys(site.build.routes).filter((id) => id.startsWith("routes/dev/"))).toEqual([]);
  expect((await site.visit("/dev/gallery")).status).toBe(404);
});
