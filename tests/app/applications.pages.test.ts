import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { applications } from "#backend/modules/jobs/tables";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";
import { keepCookies } from "#tests/support/site";

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

test("one applies without script, and what was typed stays when something is wrong", async () => {
  const { site, proof } = opened;
  const { id } = await offer();
  const send = (fields: Record<string, string>) =>
    site.visit(`/en/jobs/${id}`, { method: "POST", body: formOf(fields), headers: { origin: "http://localhost:3000" } });
  const fields = { name: "Lou", email: "lou@example.org", message: "I like bikes.", website: "", proof: await proof() };
  const refused = await send(fields);
  const page = await refused.text();
  expect([refused.status, page.includes("Tick the box"), page.includes("I like bikes.")]).toEqual([400, true, true]);
  const done = await send({ ...fields, consent: "on" });
  expect([done.status, done.headers.get("location")]).toEqual([303, `/en/jobs/${id}`]);
  const after = await site.visit(`/en/jobs/${id}`, { cookie: keepCookies("", done) });
  expect(await after.text()).toContain("Your application has been sent.");
  const [kept] = await site.backend.services.db.select().from(applications).where(eq(applications.jobId, id));
  expect(kept).toMatchObject({ name: "Lou", locale: "en", status: "received" });
});

test("staff find an application, read it, answer it and close it", async () => {
  const { site } = opened;
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const list = await (await site.visit("/dashboard/admin/jobs/applications?q=lou", { cookie })).text();
  const path = /\/dashboard\/admin\/jobs\/applications\/[0-9a-f-]{36}/.exec(list)?.[0] ?? "";
  expect(await (await site.visit(path, { cookie })).text()).toContain("I like bikes.");
  expect((await site.visit(`${path}/cv`, { cookie })).status).toBe(404);
  expect((await site.visit(path, { cookie, form: { text: "" } })).status).toBe(400);
  expect((await site.visit(path, { cookie, form: { text: "Venez lundi." } })).status).toBe(303);
  expect(await (await site.visit(path, { cookie })).text()).toContain("Venez lundi.");
  expect((await site.visit(path, { cookie, form: { intent: "close" } })).status).toBe(303);
  expect(await (await site.visit(path, { cookie })).text()).toContain("Classée");
  const file = await (await site.visit("/dashboard/admin/jobs/applications/export.csv?status=closed&q=lou", { cookie })).text();
  expect(file).toMatch(/^Nom,État,Offre,Reçue le\nLou,Classée,Tournées à vélo,2/);
});

test("of two answers written at the same time the first leaves; the second stays on the page, beside what became of it", async () => {
  const { site, proof } = opened;
  const { id, admin } = await offer();
  const fields = { name: "Maya", email: "maya@example.org", message: "Me too.", website: "", consent: "on", proof: await proof() };
  await site.visit(`/en/jobs/${id}`, { method: "POST", body: formOf(fields), headers: { origin: "http://localhost:3000" } });
  const [kept] = await site.backend.services.db.select().from(applications).where(eq(applications.jobId, id));
  const path = `/dashboard/admin/jobs/applications/${kept?.id}`;
  expect((await site.visit(path, { cookie: admin.cookie, form: { text: "Come on Monday." } })).status).toBe(303);
  const late = await site.visit(path, { cookie: admin.cookie, form: { text: "Sorry, no." } });
  const page = (await late.text()).replaceAll(/<script[^>]*>.*?<\/script>/gs, "");
  expect([late.status, page.includes("Come on Monday."), /<textarea[^>]*>Sorry, no\.</.test(page)]).toEqual([409, true, true]);
  expect(page).toContain("Votre réponse n’est pas partie.");
  const [after] = await site.backend.services.db.select().from(applications).where(eq(applications.jobId, id));
  expect(after?.answer).toBe("Come on Monday.");
});

test("a sector's sheet gathers what is known of it, and who answers is added and taken off", async () => {
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
  expect([unknown.status, (await unknown.text()).includes("Aucun compte de l’équipe")]).toEqual([422, true]);
  expect((await site.visit(path, { cookie, form: { remove: person } })).status).toBe(303);
  expect(await (await site.visit(path, { cookie })).text()).not.toContain("Garnier");
});
