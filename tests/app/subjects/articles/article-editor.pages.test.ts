import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

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

test("the state of an article stands after its text, and in no form of another form", async () => {
  const made = await site.visit(create, { cookie, form: { "title.fr": "Douze portes", "body.fr": "Un texte." } });
  const html = await (await site.visit(made.headers.get("location") ?? "", { cookie })).text();
  const [form = ""] = /<form[^>]* id="article".*?<\/form>/s.exec(html) ?? [];
  expect(form.match(/<form/g)).toHaveLength(1);
  expect(html.indexOf('id="publication"')).toBeGreaterThan(html.indexOf('name="body.en"'));
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
