import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { applicationReplies, applications } from "#backend/modules/jobs/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";
import { contentSubjects } from "~/content/subjects";
import { formatDate } from "~/ui/local-date";

const opened = siteWithClock();

async function offer() {
  const { backend } = opened.site;
  const admin = await signIn(backend, { role: "ADMIN" });
  const { id } = await publishContent(backend, "jobs", admin.cookie, { title: { fr: "Tournées à vélo", en: "Bike rounds" } });
  return { id, admin };
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("the application form works without script, and keeps its values when something is wrong", async () => {
  const { site, proof } = opened;
  const { id } = await offer();
  const send = (fields: Record<string, string>) =>
    site.visit(`/en/jobs/${id}`, { method: "POST", body: formOf(fields), headers: { origin: "http://localhost:3000" } });
  const fields = { name: "Lou", email: "lou@example.org", message: "I like bikes.", website: "", proof: await proof() };
  const refused = await send(fields);
  const page = await refused.text();
  expect([refused.status, page.includes("Tick the box"), page.includes("I like bikes.")]).toEqual([400, true, true]);
  const done = await send({ ...fields, consent: "on" });
  const [stored] = await site.backend.services.db.select().from(applications).where(eq(applications.jobId, id));
  expect(stored).toMatchObject({ name: "Lou", locale: "en", status: "received" });
  expect([done.status, done.headers.get("location")]).toEqual([303, `/en/jobs/applied/${stored?.id}`]);
});

test("the page after an application shows the number, the day and the next steps, can be opened again and is not cached", async () => {
  const { site, proof, time } = opened;
  const { id, admin } = await offer();
  const fields = { name: "Ana Témoin", email: "ana@example.org", message: "Bonjour.", website: "", consent: "on", proof: await proof() };
  const send = () => site.visit(`/jobs/${id}`, { method: "POST", body: formOf(fields), headers: { origin: "http://localhost:3000" } });
  const address = (await send()).headers.get("location") ?? "";
  expect((await send()).headers.get("location")).toBe(address);
  const [stored] = await site.backend.services.db.select().from(applications).where(eq(applications.jobId, id));
  const ticket = `C-${String(stored?.number).padStart(5, "0")}`;
  const path = (await contentSubjects.jobs.api()).setStatus.path.replace(":id", id);
  await site.backend.request(path, { method: "POST", cookie: admin.cookie, json: { status: "archived" } });
  for (const [prefix, text] of [
    ["", "sous quinze jours"],
    ["/en", "within two weeks"],
  ] as const) {
    const answer = await site.visit(prefix + address);
    const html = await answer.text();
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    const title = prefix ? "Bike rounds" : "Tournées à vélo";
    for (const words of [ticket, text, title, formatDate(prefix ? "en" : "fr", time.clock(), "full"), `href="${prefix}/jobs"`])
      expect([words, html.includes(words)]).toEqual([words, true]);
    expect(html).not.toMatch(/Témoin|ana@|__remixContext/);
  }
  const [mail] = await site.backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.recipient, "ana@example.org"));
  expect([mail?.subject.includes(ticket), mail?.text.includes(ticket)]).toEqual([true, true]);
  expect((await site.visit(`/jobs/applied/${crypto.randomUUID()}`)).status).toBe(404);
  expect((await site.visit("/jobs/applied/x")).status).toBe(404);
});

test("staff find an application by its number, read it, answer it twice, close it and open it again", async () => {
  const { site } = opened;
  const { cookie } = await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const [stored] = await site.backend.services.db.select().from(applications).where(eq(applications.name, "Lou"));
  const ticket = `C-${String(stored?.number).padStart(5, "0")}`;
  const list = await (await site.visit(`/dashboard/admin/jobs/applications?q=${ticket.toLowerCase()}`, { cookie })).text();
  const path = /\/dashboard\/admin\/jobs\/applications\/[0-9a-f-]{36}/.exec(list)?.[0] ?? "";
  expect([path.endsWith(stored?.id ?? "?"), list.includes(ticket)]).toEqual([true, true]);
  expect(await (await site.visit(path, { cookie })).text()).toContain("I like bikes.");
  expect((await site.visit(`${path}/cv`, { cookie })).status).toBe(404);
  expect((await site.visit(path, { cookie, form: { body: "", version: "1" } })).status).toBe(400);
  expect((await site.visit(path, { cookie, form: { body: "Venez lundi.", version: "1" } })).status).toBe(303);
  opened.time.pass(60);
  expect((await site.visit(path, { cookie, form: { body: "Ou mardi.", version: "2" } })).status).toBe(303);
  const thread = await (await site.visit(path, { cookie })).text();
  expect([thread.includes(ticket), thread.indexOf("Venez lundi.") < thread.indexOf("Ou mardi.")]).toEqual([true, true]);
  expect(thread).toContain("Cette personne a écrit en anglais.");
  for (const [status, words] of [
    ["closed", "Classée"],
    ["received", "À lire"],
    ["closed", "Classée"],
  ] as const) {
    const version = /name="version" value="(\d+)"/.exec(await (await site.visit(path, { cookie })).text())?.[1] ?? "";
    expect((await site.visit(path, { cookie, form: { status, version } })).status).toBe(303);
    expect(await (await site.visit(path, { cookie })).text()).toContain(words);
  }
  const file = await (await site.visit("/dashboard/admin/jobs/applications/export.csv?status=closed&q=lou", { cookie })).text();
  expect(file).toMatch(/^Nom,État,Offre,Numéro,Reçue le,Réponse promise\nLou,Classée,Tournées à vélo,C-\d{5},2/);
});

test("of two answers written at the same time the first is sent; the second stays in its form, under the current thread, and may follow", async () => {
  const { site, proof } = opened;
  const { id, admin } = await offer();
  const fields = { name: "Maya", email: "maya@example.org", message: "Me too.", website: "", consent: "on", proof: await proof() };
  await site.visit(`/en/jobs/${id}`, { method: "POST", body: formOf(fields), headers: { origin: "http://localhost:3000" } });
  const [stored] = await site.backend.services.db.select().from(applications).where(eq(applications.jobId, id));
  const path = `/dashboard/admin/jobs/applications/${stored?.id}`;
  const send = (body: string, version: number) => site.visit(path, { cookie: admin.cookie, form: { body, version: String(version) } });
  const answers = async () =>
    (await site.backend.services.db.select().from(applicationReplies)).filter(({ threadId }) => threadId === stored?.id);
  expect((await send("Come on Monday.", 1)).status).toBe(303);
  const late = await send("Sorry, no.", 1);
  const page = (await late.text()).replaceAll(/<script[^>]*>.*?<\/script>/gs, "");
  expect([late.status, page.includes("Come on Monday."), /<textarea[^>]*>Sorry, no\.</.test(page)]).toEqual([409, true, true]);
  expect(page.split("Relisez l’échange").length).toBe(2);
  expect((await answers()).map(({ body }) => body)).toEqual(["Come on Monday."]);
  const version = Number(/name="version" value="(\d+)"/.exec(page)?.[1]);
  expect((await send("Or Tuesday.", version)).status).toBe(303);
  expect(await answers()).toHaveLength(2);
});

test("a sector's page shows its facts, and managers are added and removed", async () => {
  const { site } = opened;
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const { id } = await publishContent(site.backend, "sectors", cookie, { name: "Quimper", objectives: { fr: "Deux tournées de plus." } });
  const { email, id: person } = await signIn(site.backend, { role: "VOLUNTEER", firstName: "Inès", lastName: "Garnier" });
  const path = `/dashboard/admin/sectors/${id}/fiche`;
  expect((await site.visit(path, { cookie, form: { email } })).status).toBe(303);
  const sheet = await (await site.visit(path, { cookie })).text();
  for (const words of ["Quimper", "Deux tournées de plus.", "Garnier"]) expect(sheet).toContain(words);
  const pdf = await site.visit(`${path}.pdf`, { cookie });
  expect(pdf.headers.get("content-disposition")).toBe('attachment; filename="quimper.pdf"');
  const bytes = Buffer.from(await pdf.arrayBuffer()).toString("latin1");
  expect([pdf.status, pdf.headers.get("content-type"), bytes.slice(0, 5)]).toEqual([200, "application/pdf", "%PDF-"]);
  expect([bytes.replaceAll("\0", "").includes("Quimper"), bytes.includes("/Lang (fr-FR)")]).toEqual([true, true]);
  expect(sheet).toContain(`href="${path}.pdf"`);
  const unknown = await site.visit(path, { cookie, form: { email: "personne@example.org" } });
  expect([unknown.status, (await unknown.text()).includes("Aucun compte bénévole ou salarié")]).toEqual([422, true]);
  expect((await site.visit(path, { cookie, form: { remove: person } })).status).toBe(303);
  expect(await (await site.visit(path, { cookie })).text()).not.toContain("Garnier");
});
