import { afterAll, beforeAll, expect, test } from "vitest";
import { memberships } from "#backend/modules/memberships/tables";
import { franceDay } from "#contract/formats/france-time";
import { publicUrl } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let admin = "";
let today = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie: admin } = await signIn(site.backend, { role: "ADMIN" }));
  today = franceDay(site.backend.services.clock());
});
afterAll(() => site.backend.close());

const section = "/dashboard/admin/memberships";
const read = async (answer: Response) =>
  (await answer.text()).replaceAll(/<script[^>]*>.*?<\/script>|<!-- -->/gs, "").replaceAll(/[\u00a0\u202f]/g, " ");
const page = async (path: string) => read(await site.visit(path, { cookie: admin }));

/** Sends the form of a page as a browser without script does. */
async function send(path: string, form: Record<string, string>) {
  const body = new URLSearchParams(form);
  const answer = await site.visit(path, { cookie: admin, method: "POST", headers: { origin: publicUrl }, body });
  const to = answer.headers.get("location") ?? "";
  const html = to ? await read(await site.visit(to, { cookie: keepCookies(admin, answer) })) : await read(answer);
  return { status: answer.status, to, html };
}

async function addMember(lastName: string) {
  const { id } = await signIn(site.backend, { role: "VOLUNTEER", firstName: "Inès", lastName });
  await site.backend.services.db.insert(memberships).values({ userId: id, startDate: "2020-01-01", endDate: "2039-12-31" });
  return id;
}

test("an assembly from its preparation to its minutes, without script", async () => {
  const [present, absent] = [await addMember("Carron"), await addMember("Diallo")];
  const wrong = await send(`${section}/assemblies/create`, { "title.fr": "", day: today, place: "Mairie", maxProxies: "2" });
  expect([wrong.status, wrong.html.includes("Indiquez un titre")]).toEqual([400, true]);
  const form = { "title.fr": "Assemblée ordinaire", day: today, place: "Mairie", maxProxies: "1", quorumPercent: "60" };
  const created = await send(`${section}/assemblies/create`, form);
  for (const part of ["Assemblée ordinaire", "Peuvent voter", "2 personnes à jour", "Le quorum de 60 % n’est pas atteint."])
    expect(created.html).toContain(part);
  const here = created.to;
  const changed = await send(`${here}/edit`, { ...form, place: "Salle des fêtes", version: "1" });
  expect(changed.html).toContain("Salle des fêtes");
  expect(await page(`${section}/assembly`)).toContain("En préparation");

  const choosing = await page(`${here}/members?giver=${absent}`);
  for (const part of ["Qui reçoit le pouvoir de Diallo Inès", "Donner le pouvoir à Carron Inès"]) expect(choosing).toContain(part);
  const refused = await send(`${here}/members?giver=${absent}`, { giver: absent, member: absent });
  expect([refused.to, refused.html.includes("Choisissez une autre personne")]).toEqual([`${here}/members?giver=${absent}`, true]);
  const given = await send(`${here}/members`, { giver: absent, member: present });
  for (const part of ["Le pouvoir est noté.", "Pouvoir donné à Inès Carron", "Porte 1 pouvoir"]) expect(given.html).toContain(part);
  expect(await page(here)).toContain("1 pouvoir ne compte pas encore");
  expect((await send(here, { intent: "open" })).html).toContain("L’assemblée est ouverte.");
  expect((await send(`${here}/members`, { member: absent })).html).toContain("déjà présente ou représentée");
  const marked = await send(`${here}/members?show=present`, { member: present });
  for (const part of ["Présence notée", "La présence est notée."]) expect(marked.html).toContain(part);
  expect([marked.to, marked.html.includes("{{")]).toEqual([`${here}/members?show=present`, false]);

  const added = await send(here, { intent: "add", "text.fr": "Approuver les comptes", majority: "simple" });
  expect(added.html).toContain("Approuver les comptes");
  const votes = /\?resolution=([0-9a-f-]{36})/.exec(added.html)?.[0] ?? "";
  const early = await send(here, { intent: "close" });
  expect(early.html).toContain("Notez les votes de chaque résolution");
  const tooMany = await send(here + votes, { intent: "count", inFavour: "3", against: "0", abstained: "0" });
  expect([tooMany.status, tooMany.html.includes("plus de votes que de personnes")]).toEqual([422, true]);
  const counted = await send(here + votes, { intent: "count", inFavour: "2", against: "0", abstained: "0" });
  for (const part of ["Adoptée", "Pour : 2. Contre : 0.", "Le quorum de 60 % est atteint."]) expect(counted.html).toContain(part);

  const unreasoned = await send(`${here}/members?withdraw=${absent}`, { intent: "withdraw", userId: absent, reason: "" });
  expect([unreasoned.status, unreasoned.html.includes("Indiquez la raison")]).toEqual([400, true]);
  const withdrawn = await send(`${here}/members?withdraw=${absent}`, { intent: "withdraw", userId: absent, reason: "Est venue" });
  expect(withdrawn.html).toContain("La présence ou le pouvoir est retiré.");
  const closed = await send(here, { intent: "close" });
  expect(closed.html).toContain("Télécharger le procès-verbal");
  const minutes = await site.visit(`${here}/minutes.pdf`, { cookie: admin });
  expect([minutes.status, minutes.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const english = await page(`/en${here}`);
  for (const part of ["Closed", "Adopted", "Download the minutes"]) expect(english).toContain(part);
});
