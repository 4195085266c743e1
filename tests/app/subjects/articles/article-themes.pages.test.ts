import { afterAll, beforeAll, expect, test } from "vitest";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend();
  const { app } = await startSite({}, backend);
  site = await startSite({ changes: app.changesInProcess(backend.changes.subscribe) }, backend);
  await backend.changes.subscribe(() => {});
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const list = "/dashboard/admin/news/themes";
const read = async (path: string, as?: string) => (await site.visit(path, { cookie: as })).text();

async function publishArticle(title: string, tagIds: string[]) {
  const json = { title: { fr: title }, lead: { fr: "" }, body: { fr: "Texte." }, tagIds };
  const answer = await backend.request("/api/admin/articles", { method: "POST", cookie, json });
  const { id } = (await answer.json()) as { id: string };
  await backend.request(`/api/admin/articles/${id}/publication`, { method: "POST", cookie, json: {} });
  return id;
}

test("the articles and their themes lead to each other, and the tools name the themes", async () => {
  for (const [at, to] of [
    ["/dashboard/admin/news", list],
    [list, "/dashboard/admin/news"],
    ["/dashboard/tools", list],
  ] as const)
    expect([at, (await read(at, cookie)).includes(`href="${to}"`)]).toEqual([at, true]);
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect((await site.visit(list, { cookie: volunteer.cookie })).headers.get("location")).toBe("/");
});

test("a new theme is offered for articles at once, and a cached page of the news shows its new name at once", async () => {
  expect(await read("/news")).not.toContain("Récolte");
  const form = { "label.fr": "Récolte", "label.en": "Harvest" };
  const made = await site.visit(`${list}/create`, { cookie, form });
  expect(made.status).toBe(303);
  const [, id = ""] = /themes\/([^/]+)\/edit/.exec(made.headers.get("location") ?? "") ?? [];
  expect(await read("/dashboard/admin/news/create", cookie)).toContain("Récolte");
  await backend.request(`/api/admin/article-themes/${id}/status`, { method: "POST", cookie, json: { status: "published" } });
  await publishArticle("Un panier", [id]);
  await expect.poll(() => read("/news")).toContain("/news?tag=recolte");
  const { version } = (await (await backend.request(`/api/admin/article-themes/${id}`, { cookie })).json()) as { version: number };
  const renamed = await site.visit(`${list}/${id}/edit`, { cookie, form: { "label.fr": "Moisson", version: String(version) } });
  expect(renamed.status).toBe(303);
  await expect.poll(() => read("/news")).toContain("Moisson");
  expect(await read("/news")).not.toContain("Récolte");
});

test("an archived theme stays in the form of the articles that have it, and is offered for no other", async () => {
  const { id } = await publishContent(backend, "news/themes", cookie, { label: { fr: "D’autrefois" } });
  const [old, other] = [await publishArticle("Ancien", [id]), await publishArticle("Récent", [])];
  await backend.request(`/api/admin/article-themes/${id}/status`, { method: "POST", cookie, json: { status: "archived" } });
  expect(await read(`/dashboard/admin/news/${old}/edit`, cookie)).toContain("D’autrefois");
  expect(await read(`/dashboard/admin/news/${other}/edit`, cookie)).not.toContain("D’autrefois");
});

test("a second theme of the same name is refused with what to do, and the name stays in the form", async () => {
  await addContent(backend, "news/themes", cookie, { label: { fr: "Une fois" } });
  const answer = await site.visit(`${list}/create`, { cookie, form: { "label.fr": "Une fois" } });
  const page = await answer.text();
  expect(answer.status).toBe(409);
  expect(page).toContain("Une autre fiche porte déjà ce code ou ce nom. Choisissez-en un autre.");
  expect(page).toContain('value="Une fois"');
});
