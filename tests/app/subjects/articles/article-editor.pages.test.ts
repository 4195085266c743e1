import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

const create = "/dashboard/admin/news/create";
const barOf = (html: string) => /<div class="save-bar"[^>]*>/.exec(html)?.[0];

test("without script each text has one line of help that its field is described by, and no tools", async () => {
  const html = await (await site.visit(create, { cookie })).text();
  expect(html).not.toContain('role="toolbar"');
  for (const name of ["body.fr", "body.en"]) {
    const [, id = ""] =
      new RegExp(`<p class="markdown-help" id="([^"]*)"[^>]*>[^<]+</p><div class="markdown-panes"><textarea[^>]* name="${name}"`).exec(
        html,
      ) ?? [];
    expect([name, new RegExp(`name="${name}"[^>]* aria-describedby="[^"]*${id}`).test(html)]).toEqual([name, true]);
    expect(id).not.toBe("");
  }
});

test("the save bar stays in sight only while something is not saved, such as what was refused", async () => {
  expect(barOf(await (await site.visit(create, { cookie })).text())).toBe('<div class="save-bar">');
  const refused = await site.visit(create, { cookie, form: { "title.fr": "", "body.fr": "Un texte." } });
  expect(refused.status).toBe(400);
  expect(barOf(await refused.text())).toBe('<div class="save-bar" data-changed="true">');
});

test("the state of an article comes after its text, and no form is nested in another", async () => {
  const made = await site.visit(create, { cookie, form: { "title.fr": "Douze portes", "body.fr": "Un texte." } });
  const html = await (await site.visit(made.headers.get("location") ?? "", { cookie })).text();
  const [form = ""] = /<form[^>]* id="article".*?<\/form>/s.exec(html) ?? [];
  expect(form.match(/<form/g)).toHaveLength(1);
  expect(html.indexOf('id="publication"')).toBeGreaterThan(html.indexOf('name="body.en"'));
});

test("an article that was saved again since its page was opened is not published from there, now or later", async () => {
  const author = await signIn(site.backend, { role: "VOLUNTEER" });
  const words = { "title.fr": "Deux heures", "body.fr": "Un texte." };
  const made = await site.visit(create, { cookie: author.cookie, form: words });
  const edit = made.headers.get("location") ?? "";
  const publication = edit.replace("/edit", "/publication");
  await site.visit(publication, { cookie: author.cookie, form: { intent: "submit" } });
  const versionsOf = async () => {
    const html = await (await site.visit(edit.replace("/edit", "/view"), { cookie })).text();
    return [...html.matchAll(/<input type="hidden" name="version" value="(\d+)"/g)].map(([, version = ""]) => version);
  };
  const [version = ""] = await versionsOf();
  await site.visit(edit, { cookie: author.cookie, form: { ...words, version, "body.fr": "Un autre texte." } });
  const publish = (seen: string, more: Record<string, string>) => site.visit(publication, { cookie, form: { version: seen, ...more } });
  await publish(version, { intent: "publish" });
  await publish(version, { intent: "schedule", at: "2999-01-01T10:00" });
  expect((await site.visit("/news/deux-heures")).status).toBe(404);
  const late = await (await publish(version, { intent: "schedule", at: "2020-01-01T10:00" })).text();
  expect(late).toContain(`name="version" value="${version}"`);
  const current = String(Number(version) + 1);
  expect(await versionsOf()).toEqual([current, current]);
  await site.visit(publication, { cookie, form: { intent: "publish" } });
  expect((await site.visit("/news/deux-heures")).status).toBe(404);
  const direct = await (await site.visit(publication, { cookie })).text();
  expect([direct.includes('value="schedule"'), direct.includes(`href="${edit.replace("/edit", "/view")}"`)]).toEqual([false, true]);
  const unread = await site.visit(publication, { cookie, form: { intent: "schedule", at: "2020-01-01T10:00" } });
  expect([unread.status, unread.headers.get("location")]).toEqual([303, edit]);
  expect(await (await site.visit(edit, { cookie: keepCookies(cookie, unread) })).text()).toContain(
    "Quelqu’un a modifié cette fiche avant vous.",
  );
  await publish(current, { intent: "publish" });
  expect(await (await site.visit("/news/deux-heures")).text()).toContain("Un autre texte.");
});

test("without script an article is sent back with a reason, which its author reads on its pages; without one what was typed comes back", async () => {
  const author = await signIn(site.backend, { role: "VOLUNTEER" });
  const made = await site.visit(create, { cookie: author.cookie, form: { "title.fr": "Trois quais", "body.fr": "Un texte." } });
  const edit = made.headers.get("location") ?? "";
  const [view, publication] = [edit.replace("/edit", "/view"), edit.replace("/edit", "/publication")];
  await site.visit(publication, { cookie: author.cookie, form: { intent: "submit" } });
  const textOf = async (path: string, as: string) => (await site.visit(path, { cookie: as })).text();
  expect(await textOf(view, cookie)).toContain('name="reason"');
  expect(await textOf(view, author.cookie)).not.toContain('name="reason"');
  const refused = await site.visit(publication, { cookie, form: { intent: "sendBack", reason: " " } });
  const page = (await refused.text()).replace(/<script\b.*?<\/script>/gs, "");
  const parts = [">Trois quais</h1>", 'id="publication" class="panel-title"', 'class="error-summary"', 'href="#field-reason"'];
  expect([refused.status, ...parts.filter((part) => !page.includes(part))]).toEqual([400]);
  expect(page.indexOf('href="#field-reason"')).toBeLessThan(page.indexOf('name="reason"'));
  const long = "Quai ".repeat(201);
  expect(await (await site.visit(publication, { cookie, form: { intent: "sendBack", reason: long } })).text()).toContain(
    `${long}</textarea>`,
  );
  const sentBack = await site.visit(publication, { cookie, form: { intent: "sendBack", reason: "Datez les <quais>." } });
  expect(sentBack.status).toBe(303);
  for (const path of [edit, view]) expect(await textOf(path, author.cookie)).toContain("Datez les &lt;quais&gt;.");
});

test("a text is previewed for those who write, filtered as on the site, and for nobody else", async () => {
  const form = { text: "## Ce soir\n\n<script>alert(1)</script> Prêt !", language: "fr" };
  const preview = (as?: string) => site.visit("/dashboard/markdown-preview", { cookie: as, form });
  const answer = await preview(cookie);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const { html } = (await answer.json()) as { html: string };
  expect(html).toContain("<h2>Ce soir</h2>");
  expect(html).toContain("Prêt\u202f!");
  expect(html).not.toContain("<script");
  const student = await signIn(site.backend, { role: "BENEFICIARY" });
  for (const as of [undefined, student.cookie]) expect((await preview(as)).status).toBe(302);
  expect((await site.visit("/dashboard/markdown-preview", { cookie, form: { text: "a", language: "de" } })).status).toBe(400);
});

const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#cb1067" } })
  .png()
  .toBuffer();
const file = () => new File([png as BlobPart], "quai.png", { type: "image/png" });
/** A form with a file, sent to the page of a new article. */
async function sent(fields: Record<string, string | File>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return site.visit(create, { cookie, method: "POST", body, headers: { origin: publicUrl } });
}
const typed = { "title.fr": "Le quai rouvre", "title.en": "The dock", "lead.fr": "Huit heures.", "body.fr": "Avant." };

test("without script a button of the form stores a picture for the text and shows its mark; what was typed stays, and the mark shows the picture", async () => {
  const added = await sent({
    ...typed,
    ...{ intent: "picture", "picture-file": file(), "picture-alternative": "Le quai au petit matin" },
  });
  expect(added.status).toBe(200);
  const html = await added.text();
  expect(html).toContain('value="Le quai rouvre"');
  const [mark = "", id = ""] = /!\[Le quai au petit matin\]\(\/images\/local\/1280@1x\/([0-9a-f-]{36})\.webp\)/.exec(html) ?? [];
  expect(id).not.toBe("");
  expect((await site.visit(`/dashboard/admin/news/pictures/${id}`, { cookie })).headers.get("content-type")).toBe("image/webp");
  const body = `Avant.\n\n${mark}`;
  const preview = await (await site.visit(create, { cookie, form: { ...typed, "body.fr": body, intent: "preview" } })).text();
  expect(preview).toContain(`<img src="/dashboard/admin/news/pictures/${id}" alt="Le quai au petit matin" width="900" height="600"`);
  const made = await site.visit(create, { cookie, form: { ...typed, "body.fr": body } });
  const edit = made.headers.get("location") ?? "";
  const picture = `/images/local/640@1x/${id}.webp`;
  expect((await site.visit(picture)).status).toBe(404);
  await site.visit(edit.replace("/edit", "/publication"), { cookie, form: { intent: "publish", version: "1" } });
  const page = await (await site.visit("/news/le-quai-rouvre")).text();
  expect(page).toContain(`<img src="${picture}" srcset="`);
  expect((await site.visit(picture)).status).toBe(200);
});

test("a picture chosen without its button is not lost when the form is saved, and one without a description is asked for it", async () => {
  const saved = await sent({ ...typed, intent: "save", "picture-file": file(), "picture-decorative": "on" });
  expect([saved.status, /decorative&quot;\)/.test(await saved.text())]).toEqual([200, true]);
  const refused = await sent({ ...typed, intent: "picture", "picture-file": file() });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(/<p class="field-error" id="field-picture-alternative-error">/.test(html)).toBe(true);
  expect(html).toContain("Avant.</textarea>");
});

test.each([
  ["![a](https://x.example/a.png)", "Une image d’un autre site ne peut pas paraître."],
  ["![](/images/local/1280@1x/0b6d8a3e-5f1c-4b7e-9c1d-2a3b4c5d6e7f.webp)", "Décrivez chaque image"],
  ["![a](/images/local/1280@1x/0b6d8a3e-5f1c-4b7e-9c1d-2a3b4c5d6e7f.webp)", "Une de ces images n’existe plus."],
])("the form says what is wrong with the picture %s, and keeps the text", async (mark, message) => {
  const refused = await site.visit(create, { cookie, form: { ...typed, "body.fr": `Avant.\n\n${mark}` } });
  expect([400, 422]).toContain(refused.status);
  const html = (await refused.text()).replaceAll(/[\u00a0\u202f]/g, " ");
  expect(html).toContain(message);
  expect(html).toContain(`${mark}</textarea>`);
});

test("other texts in Markdown refuse pictures, and say so", async () => {
  const form = { "title.fr": "Un communiqué", outlet: "Nous", kind: "release", day: "2026-11-01", "body.fr": "![a](/images/local/a.webp)" };
  const refused = await site.visit("/dashboard/admin/press/create", { cookie, form });
  expect([refused.status, (await refused.text()).includes("Ce texte ne peut pas montrer d’images.")]).toEqual([400, true]);
});
