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
    const [, id = ""] = new RegExp(`<p class="markdown-help" id="([^"]*)"[^>]*>[^<]+</p><textarea[^>]* name="${name}"`).exec(html) ?? [];
    expect([name, new RegExp(`name="${name}"[^>]* aria-describedby="[^"]*${id}`).test(html), id]).toEqual([name, true, expect.any(String)]);
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
