import { afterAll, beforeAll, expect, test } from "vitest";
import { newsletterRequests } from "#backend/modules/newsletter/tables";
import { startBackend, testClock } from "#tests/support/backend";
import { newsletterVisitor } from "#tests/support/newsletter";
import { noLimits } from "#tests/support/no-limits";
import { mailsTo } from "#tests/support/outbox";
import { formsIn } from "#tests/support/page-forms";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

const time = testClock();
let site: Site;
let visitor: ReturnType<typeof newsletterVisitor>;
beforeAll(async () => {
  site = await startSite({}, await startBackend({ clock: time.clock, limits: noLimits }));
  visitor = newsletterVisitor(site.backend);
});
afterAll(() => site.backend.close());

const textOf = async (answer: Response) => (await answer.text()).replaceAll(/[\u00a0\u202f]/g, " ").replaceAll(/<[^>]+>/g, " ");
const footerForm = (html: string, path: string) => formsIn(html, path).find(({ action }) => action.endsWith("/newsletter"));

test.each([
  ["/", "/newsletter"],
  ["/news", "/newsletter"],
  ["/en/story", "/en/newsletter"],
])("%s has the form in its footer, without script, cookie or anything of its own, and stays cached", async (path, action) => {
  await site.visit(path);
  const answer = await site.visit(path);
  const html = await answer.text();
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(html).not.toContain("<script src");
  const form = footerForm(html, path);
  expect([form?.action, form?.fields.map(({ name, value }) => [name, value ?? ""])]).toEqual([
    action,
    [
      ["email", ""],
      ["website", ""],
    ],
  ]);
  expect(html).not.toMatch(/<input[^>]*type="checkbox"[^>]*checked/);
});

test("the form mails a link in the language of the page, and the page after it is the same for every address", async () => {
  const { backend } = site;
  await visitor.subscribe("known@example.org");
  const pages = [];
  for (const email of ["unknown@example.org", "known@example.org"]) {
    const answer = await site.visit("/en/newsletter", {
      form: { email, website: "" },
      headers: { referer: "http://localhost:3000/en/news" },
    });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([303, null]);
    const to = answer.headers.get("location") ?? "";
    pages.push([to, await textOf(await site.visit(to))]);
  }
  expect(pages[0]).toEqual(pages[1]);
  expect(pages[0]?.[1]).toContain("Check your email");
  expect((await mailsTo(backend, "unknown@example.org"))[0]?.text).toContain("http://localhost:3000/en/newsletter/confirm?token=");
  const rows = await backend.services.db.select().from(newsletterRequests);
  expect(rows.find(({ email }) => email === "unknown@example.org")).toMatchObject({ page: "/news", locale: "en" });
});

test("a form from elsewhere is refused, and one that is wrong comes back with what was typed and what to do", async () => {
  const form = new URLSearchParams({ email: "zoe@example.org" });
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: "https://elsewhere.example" };
  expect((await site.visit("/newsletter", { method: "POST", body: form, headers })).status).toBe(403);
  expect(await mailsTo(site.backend, "zoe@example.org")).toEqual([]);
  const wrong = await site.visit("/newsletter", { form: { email: "zoe@" } });
  const html = await wrong.text();
  expect([wrong.status, html.includes('value="zoe@"')]).toEqual([400, true]);
  expect(html).toContain("Cette adresse est incomplète.");
});

test("opening the link changes nothing, its button confirms, and a second press says so", async () => {
  await visitor.ask("zoe@example.org", { locale: "fr" });
  const path = `/newsletter/confirm?token=${await visitor.tokenFor("zoe@example.org")}`;
  for (const method of ["HEAD", "GET"]) await site.visit(path, { method });
  expect(await visitor.row("zoe@example.org")).toBeUndefined();
  const opened = await site.visit(path);
  const html = await opened.text();
  expect([opened.headers.get("cache-control"), html.includes('<meta name="robots" content="noindex"')]).toEqual(["no-store", true]);
  expect(await textOf(await site.visit(path, { form: {} }))).toContain("C’est confirmé");
  expect(await visitor.row("zoe@example.org")).toMatchObject({ withdrawnAt: null });
  expect(await textOf(await site.visit(path, { form: {} }))).toContain("Ce lien a déjà servi");
  for (const bad of ["/newsletter/confirm", "/newsletter/confirm?token=x", `/newsletter/confirm?token=${"x".repeat(43)}`]) {
    expect(await textOf(await site.visit(bad))).toContain("Ce lien ne fonctionne plus");
    expect((await site.visit(bad, { form: {} })).status).toBe(404);
  }
  expect(JSON.stringify([site.logged, site.backend.logged])).not.toContain(path.slice(-30));
});

test("administrators find an address and the proof, stop it with a reason, and export with one", async () => {
  const { id } = await visitor.subscribe("camille@example.org");
  const { cookie } = await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"], locale: "fr" });
  const list = "/dashboard/admin/notifications/subscribers";
  expect(await (await site.visit("/dashboard/admin/notifications", { cookie })).text()).toContain(`href="${list}"`);
  expect(await textOf(await site.visit(`${list}?q=camille`, { cookie }))).toContain("camille@example.org");
  const why = await site.visit(`${list}/export.csv?q=camille`, { cookie });
  expect([why.status, why.headers.get("location")]).toEqual([302, `${list}/export?q=camille`]);
  expect((await site.visit(`${list}/export?q=camille`, { cookie })).status).toBe(200);
  const file = await site.visit(`${list}/export.csv?q=camille&reason=Envoi`, { cookie });
  expect(await file.text()).toContain("camille@example.org");
  expect((await site.visit(`${list}/${id}`, { cookie, form: { reason: "" } })).status).toBe(400);
  expect((await site.visit(`${list}/${id}`, { cookie, form: { reason: "par téléphone" } })).status).toBe(303);
  expect(await textOf(await site.visit(`${list}/${id}`, { cookie }))).toContain("Ne la reçoit plus");
  const other = await signIn(site.backend, { role: "ADMIN" });
  expect((await site.visit(`${list}/export.csv?reason=x`, { cookie: other.cookie })).headers.get("location")).not.toBeNull();
});
