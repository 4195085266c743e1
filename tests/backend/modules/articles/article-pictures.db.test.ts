import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { tiePictures } from "#backend/modules/articles/pictures";
import { articlePictures, articles } from "#backend/modules/articles/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { purgeArticlePictures, unusedPictureDays } from "#backend/modules/documents/article-pictures";
import { documents } from "#backend/modules/documents/tables";
import { pictureMark } from "#contract/formats/markdown-pictures";
import type { ArticleRecord } from "#contract/publishing/articles";
import { backendForTest } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";

const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#cb1067" } })
  .png()
  .withExif({ IFD0: { Copyright: "secret" } })
  .toBuffer();

async function aBackend() {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const author = await signIn(backend, { role: "VOLUNTEER" });
  const other = await signIn(backend, { role: "VOLUNTEER" });
  const { db } = backend.services;

  const upload = async (cookie: string, bytes: Uint8Array = png, type = "image/png") => {
    const body = new FormData();
    body.set("file", new File([bytes as BlobPart], "quai.png", { type }));
    return backend.request("/api/admin/article-pictures", { method: "POST", cookie, body });
  };
  const uploaded = async (cookie = author.cookie) => ((await (await upload(cookie)).json()) as { id: string }).id;
  const write = (cookie: string, text: string) =>
    backend.request("/api/admin/articles", {
      method: "POST",
      cookie,
      json: { title: { fr: "Le quai" }, lead: { fr: "" }, body: { fr: text } },
    });
  const written = async (cookie: string, text: string) => (await (await write(cookie, text)).json()) as ArticleRecord;
  const edit = ({ id, version }: ArticleRecord, cookie: string, text: string) =>
    backend.request(`/api/admin/articles/${id}`, {
      method: "PATCH",
      cookie,
      json: { version, title: { fr: "Le quai" }, lead: { fr: "" }, body: { fr: text } },
    });
  const file = async (id: string, cookie: string) => (await backend.request(`/api/admin/article-pictures/${id}/file`, { cookie })).status;
  const onSite = async (id: string) => (await backend.request(`/api/documents/${id}/content`)).status;
  const ties = () => db.select().from(articlePictures);
  return { backend, db, admin, author, other, upload, uploaded, write, written, edit, file, onSite, ties };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

test("those who write bring pictures, which are drawn again; everyone else is refused, and so is what is no picture", async () => {
  const { backend, db, author, upload, onSite } = await aBackend();
  const answer = await upload(author.cookie);
  expect(answer.status).toBe(201);
  const { id, width, height } = (await answer.json()) as { id: string; width: number; height: number };
  expect([width, height]).toEqual([60, 40]);
  const [row] = await db.select().from(documents).where(eq(documents.id, id));
  expect(row).toMatchObject({ kind: "ARTICLE_PICTURE", visibility: "owner", mime: "image/webp", ownerId: author.id });
  expect(Buffer.from((await backend.services.files.get(row?.storageKey ?? "")) ?? []).includes("secret")).toBe(false);
  expect(await onSite(id)).toBe(404);
  for (const role of ["BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const)
    expect((await upload((await signIn(backend, { role })).cookie)).status).toBe(403);
  expect((await upload("")).status).toBe(401);
  expect((await upload(author.cookie, Buffer.from("<svg/>"))).status).toBe(422);
  expect((await upload(author.cookie, new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413);
});

test("a picture is on the site while a text on line shows it, and no longer", async () => {
  const { backend, admin, uploaded, written, edit, onSite } = await aBackend();
  const id = await uploaded(admin.cookie);
  const article = await written(admin.cookie, pictureMark(id, "Le quai"));
  const move = (method: "POST" | "DELETE", json?: object) =>
    backend.request(`/api/admin/articles/${article.id}/publication`, { method, cookie: admin.cookie, json });
  expect(await onSite(id)).toBe(404);
  await move("POST", { at: inDays(1).toISOString() });
  expect(await onSite(id)).toBe(404);
  await move("POST", {});
  expect(await onSite(id)).toBe(200);
  const page = (await (await backend.request(`/api/articles/${article.id}`)).json()) as { pictures: unknown };
  expect(page.pictures).toEqual([{ id, width: 60, height: 40 }]);
  const now = (await (await backend.request(`/api/admin/articles/${article.id}`, { cookie: admin.cookie })).json()) as ArticleRecord;
  const without = (await (await edit(now, admin.cookie, "Sans image.")).json()) as ArticleRecord;
  expect(await onSite(id)).toBe(404);
  await edit(without, admin.cookie, `De retour.\n\n${pictureMark(id, "")}`);
  expect(await onSite(id)).toBe(200);
  await move("DELETE");
  expect(await onSite(id)).toBe(404);
});

test("a picture is seen by who brought it, then by those who may open an article with it", async () => {
  const { backend, admin, author, other, uploaded, written, file, db } = await aBackend();
  const id = await uploaded();
  const seen = () => Promise.all([author, admin, other].map(({ cookie }) => file(id, cookie)));
  expect(await seen()).toEqual([200, 404, 404]);
  await written(author.cookie, pictureMark(id, "Le quai"));
  expect(await seen()).toEqual([200, 200, 404]);
  // It is the article's now: whoever brought it takes nothing along.
  expect((await db.select().from(documents).where(eq(documents.id, id)))[0]?.ownerId).toBeNull();
  expect(await file(id, "")).toBe(401);
  const found = async (cookie: string) => (await backend.request(`/api/admin/article-pictures?ids=${id}`, { cookie })).json();
  expect(await found(author.cookie)).toEqual({ items: [{ id, width: 60, height: 40 }] });
  expect(await found(other.cookie)).toEqual({ items: [] });
});

test("a text shows pictures that its writer may use and that exist, each described; another text is refused with the field", async () => {
  const { author, other, uploaded, write, ties } = await aBackend();
  const id = await uploaded();
  const refusal = async (cookie: string, text: string) => {
    const answer = await write(cookie, text);
    return [answer.status, ((await answer.json()) as { fieldErrors?: unknown }).fieldErrors];
  };
  expect(await refusal(other.cookie, pictureMark(id, "Le quai"))).toEqual([422, { "body.fr": ["markdown:unknownPicture"] }]);
  expect(await refusal(author.cookie, pictureMark(crypto.randomUUID(), "Le quai"))).toEqual([
    422,
    { "body.fr": ["markdown:unknownPicture"] },
  ]);
  expect(await refusal(author.cookie, `![](${pictureMark(id, "x").slice(5, -1)})`)).toEqual([
    422,
    { "body.fr": ["markdown:noAlternative"] },
  ]);
  expect(await refusal(author.cookie, "![a](https://x.example/a.png)")).toEqual([422, { "body.fr": ["markdown:foreignPicture"] }]);
  expect(await ties()).toEqual([]);
});

test("no document of another kind can be tied to an article", async () => {
  const { db, author, written } = await aBackend();
  const { id: articleId } = await written(author.cookie, "Texte.");
  const file = { kind: "IDENTITY", visibility: "owner", storageKey: "papers/a", mime: "image/webp", bytes: 1, sha256: "" } as const;
  const [otherKind] = await db.insert(documents).values(file).returning();
  const tied = db.insert(articlePictures).values({ articleId, documentId: otherKind?.id ?? "" });
  await expect(tied).rejects.toMatchObject({ cause: { message: "not a picture of an article" } });
});

test("a picture that no text shows is deleted after thirty days, with its bytes and a row in the log; one in use stays", async () => {
  const { backend, db, author, uploaded, written, edit, ties } = await aBackend();
  const [neverSaved, dropped, used] = [await uploaded(), await uploaded(), await uploaded()];
  const article = await written(author.cookie, `${pictureMark(dropped, "a")}\n\n${pictureMark(used, "b")}`);
  await edit(article, author.cookie, pictureMark(used, "b"));
  const keyOf = async (id: string) => (await db.select().from(documents).where(eq(documents.id, id)))[0]?.storageKey ?? "";
  const key = await keyOf(dropped);
  await purgeArticlePictures(backend.services, inDays(unusedPictureDays - 1));
  expect(await Promise.all([neverSaved, dropped, used].map(keyOf))).not.toContain("");
  await purgeArticlePictures(backend.services, inDays(unusedPictureDays + 1));
  expect(await Promise.all([neverSaved, dropped, used].map(keyOf))).toEqual(["", "", expect.stringContaining("article-pictures/")]);
  expect(await backend.services.files.get(key)).toBeNull();
  expect((await ties()).map(({ documentId }) => documentId)).toEqual([used]);
  const log = await db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.entityId, dropped));
  expect(log.map(({ action }) => action)).toEqual(["document.create", "document.purge"]);
});

test("an earlier version is restored without the pictures that are gone", async () => {
  const { backend, admin, uploaded, written, edit } = await aBackend();
  const id = await uploaded(admin.cookie);
  const text = `Avec.\n\n${pictureMark(id, "Le quai")}`;
  const article = await written(admin.cookie, text);
  await edit(article, admin.cookie, "Sans.");
  await purgeArticlePictures(backend.services, inDays(unusedPictureDays + 1));
  const path = `/api/admin/articles/${article.id}/revisions/1/restoration`;
  const restored = await backend.request(path, { method: "POST", cookie: admin.cookie, json: {} });
  expect(await restored.json()).toMatchObject({ body: { fr: text }, pictures: [] });
});

test.runIf(serverUrl)("a picture that a text being saved shows again is not deleted as unused", async () => {
  const { backend, db, admin, uploaded, written, edit } = await aBackend();
  const id = await uploaded(admin.cookie);
  const article = await written(admin.cookie, pictureMark(id, "Le quai"));
  await edit(article, admin.cookie, "Sans.");
  let purged: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    const actor = { id: admin.id, role: "ADMIN", permissions: [] } as never;
    await tiePictures(tx, actor, { articleId: article.id, body: { fr: pictureMark(id, "Le quai") }, now: new Date() });
    purged = purgeArticlePictures(backend.services, inDays(unusedPictureDays + 1));
    await new Promise((later) => setTimeout(later, 300));
  });
  await purged;
  expect(await db.$count(documents, eq(documents.id, id))).toBe(1);
  expect(await db.$count(articles)).toBe(1);
});

test.runIf(serverUrl)("a text that shows a picture which is being deleted as unused is refused with the field", async () => {
  const { backend, admin, uploaded, written, edit } = await aBackend();
  const id = await uploaded(admin.cookie);
  const article = await written(admin.cookie, pictureMark(id, "Le quai"));
  const without = (await (await edit(article, admin.cookie, "Sans.")).json()) as ArticleRecord;
  let saved: ReturnType<typeof edit> | undefined;
  const { files } = backend.services;
  const slow = {
    ...files,
    async remove(key: string) {
      saved = edit(without, admin.cookie, pictureMark(id, "Le quai"));
      await new Promise((later) => setTimeout(later, 300));
      await files.remove(key);
    },
  };
  await purgeArticlePictures({ ...backend.services, files: slow }, inDays(unusedPictureDays + 1));
  const answer = await saved;
  expect([answer?.status, (await answer?.json())?.fieldErrors]).toEqual([422, { "body.fr": ["markdown:unknownPicture"] }]);
});
