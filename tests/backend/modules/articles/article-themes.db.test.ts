import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { backendForTest } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

type Theme = { id: string; slug: string; label: string; archived?: boolean };

async function desk() {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const send = (method: string, path: string, json?: unknown) => backend.request(path, { method, cookie, json });
  const items = async (path: string) => ((await (await send("GET", path)).json()) as { items: Theme[] }).items;
  return {
    backend,
    cookie,
    send,
    addTheme: (fr: string, en?: string) => publishContent(backend, "news/themes", cookie, { label: { fr, en } }),
    offered: () => items("/api/article-themes"),
    shown: async () => ((await (await send("GET", "/api/articles/choices")).json()) as { tags: Theme[] }).tags.map(({ label }) => label),
    cards: async () => {
      const answer = (await (await send("GET", "/api/articles")).json()) as { items: { tags: Theme[] }[] };
      return answer.items.map(({ tags }) => tags.map(({ label }) => label));
    },
    async publishArticle(tagIds: string[]) {
      const draft = { title: { fr: "Une récolte" }, lead: { fr: "" }, body: { fr: "Texte." }, tagIds };
      const { id } = (await (await send("POST", "/api/admin/articles", draft)).json()) as { id: string };
      await send("POST", `/api/admin/articles/${id}/publication`, {});
      return id;
    },
  };
}

test("a theme is addressed by its first name, also when it is called otherwise later", async () => {
  const { addTheme, offered, send } = await desk();
  const { id, version } = await addTheme("Cœur & santé", "Heart");
  await send("PATCH", `/api/admin/article-themes/${id}`, { label: { fr: "Santé" }, version });
  expect(await offered()).toEqual([{ id, slug: "coeur-sante", label: "Santé", archived: false }]);
  const again = await addTheme("Cœur et santé");
  await send("PATCH", `/api/admin/article-themes/${again.id}`, { label: { fr: "Soins" }, version: again.version });
  await addTheme("Cœur - Santé");
  expect((await offered()).map(({ slug }) => slug)).toEqual(["coeur-sante", "coeur-et-sante", "coeur-sante-2"]);
});

test("two themes never have the same name", async () => {
  const { addTheme, send } = await desk();
  await addTheme("Récolte");
  const answer = await send("POST", "/api/admin/article-themes", { label: { fr: "récolte" } });
  expect([answer.status, (await answer.json()).code]).toEqual([409, "duplicate"]);
});

test("a theme that an article has is not removed, and its removal is in the audit log once none has it", async () => {
  const { backend, addTheme, publishArticle, send } = await desk();
  const { id } = await addTheme("Récolte");
  const articleId = await publishArticle([id]);
  await send("POST", `/api/admin/article-themes/${id}/status`, { status: "archived" });
  const remove = () => send("DELETE", `/api/admin/article-themes/${id}`);
  expect(await (await remove()).json()).toMatchObject({ code: "in_use", count: 1 });
  const draft = { title: { fr: "Une récolte" }, lead: { fr: "" }, body: { fr: "Texte." }, tagIds: [], version: 2 };
  await send("PATCH", `/api/admin/articles/${articleId}`, draft);
  expect((await remove()).status).toBe(200);
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
  expect(log.map(({ action }) => action)).toEqual(["tag.create", "tag.publish", "tag.archive", "tag.remove"]);
});

test("visitors see the themes on line of an article, in the order that editors gave", async () => {
  const { backend, cookie, addTheme, publishArticle, shown, cards, send } = await desk();
  const [harvest, advice] = [await addTheme("Récolte"), await addTheme("Conseils")];
  const draft = await addContent(backend, "news/themes", cookie, { label: { fr: "Bientôt" } });
  await publishArticle([advice.id, harvest.id, draft.id]);
  expect([await shown(), await cards()]).toEqual([["Récolte", "Conseils"], [["Récolte", "Conseils"]]]);
  await send("POST", `/api/admin/article-themes/${advice.id}/position`, { to: "up" });
  expect([await shown(), await cards()]).toEqual([["Conseils", "Récolte"], [["Conseils", "Récolte"]]]);
  await send("POST", `/api/admin/article-themes/${advice.id}/status`, { status: "archived" });
  expect([await shown(), await cards()]).toEqual([["Récolte"], [["Récolte"]]]);
});

test("the form of an article is offered themes of every state, and says which are archived; only writers are", async () => {
  const { backend, cookie, addTheme, offered, send } = await desk();
  const { id } = await addTheme("Récolte");
  await addContent(backend, "news/themes", cookie, { label: { fr: "Bientôt" } });
  await send("POST", `/api/admin/article-themes/${id}/status`, { status: "archived" });
  expect((await offered()).map(({ label, archived }) => [label, archived])).toEqual([
    ["Récolte", true],
    ["Bientôt", false],
  ]);
  const statuses = async (role: "VOLUNTEER" | "BENEFICIARY") =>
    (await backend.request("/api/article-themes", { cookie: (await signIn(backend, { role })).cookie })).status;
  expect([await statuses("VOLUNTEER"), await statuses("BENEFICIARY")]).toEqual([200, 403]);
});
