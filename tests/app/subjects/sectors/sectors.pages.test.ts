import { expect, test } from "vitest";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { publishContent } from "#tests/support/content";
import { readPdf } from "#tests/support/pdf-text";
import { addPerson, signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";

const opened = siteWithClock();
const spaces = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, " ");
/** A page as it is read without script: without the data that scripts get, and without the marks between texts. */
const read = (html: string) => spaces(html.replace(/<script[^>]*>.*?<\/script>/gs, "").replaceAll("<!-- -->", ""));

async function asAdmin() {
  const { site } = opened;
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const team = async (name: string, more: object = {}) =>
    (await publishContent(site.backend, "sectors", cookie, { name, city: name, ...more })).id;
  const page = async (path: string, as = cookie) => read(await (await site.visit(path, { cookie: as })).text());
  return { site, cookie, team, page };
}

async function managerOf(sectorId: string) {
  const { backend } = opened.site;
  const manager = await signIn(backend, { role: "VOLUNTEER", firstName: "Anouk", lastName: "Ferrand" });
  await backend.services.db.insert(sectorManagers).values({ sectorId, userId: manager.id });
  return manager;
}

test("the tree nests sectors, shows the facts of each, and links to the list and back", async () => {
  const { site, page, team } = await asAdmin();
  const region = await team("Bretagne", { zones: { fr: "Ille-et-Vilaine" } });
  await team("Rennes", { parentId: region });
  await managerOf(region);
  await addPerson(site.backend, { role: "VOLUNTEER", sectorId: region });
  const tree = await page("/dashboard/admin/sectors/tree");
  expect(tree).toMatch(/>Bretagne<.*1 membre<.*Responsables : Anouk Ferrand<.*Ille-et-Vilaine<.*<ul[^>]*><li>.*>Rennes<.*0 membre</);
  expect(tree).toContain(`href="/dashboard/admin/sectors/${region}/fiche"`);
  expect(tree).toContain(`href="/dashboard/admin/sectors/${region}/edit"`);
  expect(await page("/dashboard/admin/sectors")).toContain('href="/dashboard/admin/sectors/tree"');
  expect(await page("/en/dashboard/admin/sectors/tree")).toContain("Managers: Anouk Ferrand");
});

test("without script a sector is merged in two steps, and its URL redirects to the target in both languages, cached pages included", async () => {
  const { site, cookie, page, team } = await asAdmin();
  const [from, into] = [await team("Auray"), await team("Vannes")];
  await addPerson(site.backend, { role: "VOLUNTEER", sectorId: from });
  for (const path of ["/team/auray", "/en/team/auray", "/team"]) expect((await site.visit(path)).status).toBe(200);
  const record = await page(`/dashboard/admin/sectors/${from}/edit`);
  expect(record).toContain("ne peut pas être archivé");
  expect(record).toContain(`href="/dashboard/admin/sectors/${from}/merge"`);
  const merge = `/dashboard/admin/sectors/${from}/merge`;
  const choice = await page(merge);
  expect(choice).toMatch(/<form method="get"[^>]*>.*<select[^>]*name="into"/);
  expect([choice.includes(`value="${into}"`), choice.includes(`value="${from}"`)]).toEqual([true, false]);
  const plan = await page(`${merge}?into=${into}`);
  for (const words of ["Fusionner Auray avec Vannes ?", "1 personne", "mène à celle de Vannes"]) expect(plan).toContain(words);
  expect(await page(`${merge}?into=${from}`)).toContain("ne peut pas le recevoir");
  const refused = await site.visit(merge, { cookie, form: { intoId: from } });
  expect([refused.status, read(await refused.text()).includes("ne peut pas le recevoir")]).toEqual([422, true]);
  expect((await site.visit(merge, { cookie, form: { intoId: "x" } })).status).toBe(400);
  const done = await site.visit(merge, { cookie, form: { intoId: into } });
  expect([done.status, done.headers.get("location")]).toEqual([303, `/dashboard/admin/sectors/${into}/fiche`]);
  for (const [old, now] of [
    ["/team/auray", "/team/vannes"],
    ["/en/team/auray", "/en/team/vannes"],
    [`/team/${from}`, "/team/vannes"],
  ] as const) {
    const answer = await site.visit(old);
    expect([old, answer.status, answer.headers.get("location")]).toEqual([old, 301, now]);
  }
  expect(await (await site.visit("/team")).text()).not.toContain("Auray");
  const again = await site.visit(merge, { cookie, form: { intoId: into } });
  expect([again.status, read(await again.text()).includes("a déjà été fusionné")]).toEqual([409, true]);
  expect(await page("/dashboard/admin/sectors/tree")).toContain("Fusionné avec Vannes");
});

test("archiving a team with members is refused with a suggestion, and nothing changes", async () => {
  const { site, cookie, page, team } = await asAdmin();
  const id = await team("Laval");
  await addPerson(site.backend, { role: "BENEFICIARY", sectorId: id });
  const edit = `/dashboard/admin/sectors/${id}/edit`;
  const answer = await site.visit(edit, { cookie, form: { intent: "archived" } });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, edit]);
  expect(decodeURIComponent(answer.headers.getSetCookie().join(";"))).not.toContain("Archivé");
  expect(await page(edit)).toContain("ne peut pas être archivé");
  expect((await site.visit("/team/laval")).status).toBe(200);
});

test("a manager finds the sector on the dashboard, reads its page, and changes texts and hours without script", async () => {
  const { site, page, team } = await asAdmin();
  const id = await team("Quimper");
  const { cookie } = await managerOf(id);
  const own = `/dashboard/my-sectors/${id}`;
  expect(await page("/dashboard", cookie)).toContain(`href="${own}"`);
  expect(await page("/dashboard/my-sectors", cookie)).toContain(`href="${own}"`);
  const sheet = await page(own, cookie);
  for (const words of ["Quimper", `href="${own}/fiche.pdf"`, `href="${own}/hours"`, `href="${own}/edit"`]) expect(sheet).toContain(words);
  expect(sheet).not.toContain("/dashboard/admin/sectors");
  const form = await page(`${own}/edit`, cookie);
  for (const field of ["slogan.fr", "presentation.en", "zones.fr", "bring.fr", "addressLine", "email", "phone"])
    expect(form).toContain(`name="${field}"`);
  for (const field of ["name", "kind", "parentId", "latitude", "postcode"]) expect(form).not.toContain(`name="${field}"`);
  const version = /name="version" value="(\d+)"/.exec(form)?.[1] ?? "";
  const saved = await site.visit(`${own}/edit`, {
    cookie,
    form: { version, "slogan.fr": "Quatre sacoches.", "zones.fr": "Kerfeunteun", phone: "02 98 00 00 00" },
  });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, own]);
  expect(await page(own, cookie)).toContain("Kerfeunteun");
  expect(read(await (await site.visit("/team/quimper")).text())).toContain("Quatre sacoches.");
  const late = await site.visit(`${own}/edit`, { cookie, form: { version, "slogan.fr": "Mes mots." } });
  const conflict = read(await late.text());
  expect([late.status, conflict.includes("Anouk Ferrand"), conflict.includes("Mes mots."), conflict.includes("Quatre sacoches.")]).toEqual([
    409,
    true,
    true,
    true,
  ]);
  expect((await site.visit(`${own}/edit`, { cookie, form: { version, email: "rien" } })).status).toBe(400);
  const opening = { weekday: "1", opensAt: "17:30", closesAt: "19:30", kind: "distribution" };
  expect((await site.visit(`${own}/hours`, { cookie, form: opening })).headers.get("location")).toBe(`${own}/hours`);
  const hours = await page(`${own}/hours`, cookie);
  expect(hours).toContain("Lundi, de 17 h 30 à 19 h 30, distribution");
  const row = /name="remove" value="([^"]+)"/.exec(hours)?.[1] ?? "";
  expect((await site.visit(`${own}/hours`, { cookie, form: { remove: row } })).status).toBe(303);
  expect(await page(`${own}/hours`, cookie)).toContain("Aucune heure pour l’instant.");
  const pdf = await site.visit(`${own}/fiche.pdf`, { cookie });
  expect([pdf.status, pdf.headers.get("content-disposition")]).toEqual([200, 'attachment; filename="quimper.pdf"']);
});

test("pages of a sector are not found for anyone but its manager, whatever the role", async () => {
  const { site, cookie: admin, team } = await asAdmin();
  const id = await team("Brest");
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER", sectorId: id });
  for (const cookie of [admin, volunteer.cookie])
    for (const page of ["", "/edit", "/hours", "/fiche.pdf"])
      expect([page, (await site.visit(`/dashboard/my-sectors/${id}${page}`, { cookie })).status]).toEqual([page, 404]);
  for (const page of ["/edit", "/hours"])
    expect(
      (await site.visit(`/dashboard/my-sectors/${id}${page}`, { cookie: volunteer.cookie, form: { version: "1", remove: id } })).status,
    ).toBe(404);
  for (const role of ["BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const) {
    const { cookie } = await signIn(site.backend, { role, sectorId: id });
    const answer = await site.visit(`/dashboard/my-sectors/${id}`, { cookie });
    expect([role, answer.status, answer.headers.get("location")]).toEqual([role, 302, "/"]);
    expect(await (await site.visit("/dashboard", { cookie })).text()).not.toContain("/dashboard/my-sectors");
  }
});

test("the poster shows next events, figures and shops, in both languages, and prints on one page", async () => {
  const { site, cookie, team } = await asAdmin();
  const long = { fr: "Nous roulons. ".repeat(200), en: "We ride. ".repeat(200) };
  const id = await team("Saint-Malo", { presentation: long, zones: { fr: "Partout. ".repeat(30) } });
  for (const day of ["10", "11", "12", "13"])
    await publishContent(site.backend, "events", cookie, {
      title: { fr: `Distribution du ${day}`, en: `Handout ${day}` },
      startsAt: `2099-01-${day}T18:30`,
      endsAt: `2099-01-${day}T20:00`,
      sectorId: id,
    });
  await publishContent(site.backend, "partners", cookie, {
    name: "Fournil",
    kind: "food",
    description: { fr: "Pain." },
    logoAlt: { fr: "" },
    towns: "Saint-Malo",
  });
  const json = { month: "2026-01", kits: 1200, volunteerMinutes: 90, foodGrams: 1500 };
  await site.backend.request(`/api/admin/sectors/${id}/records`, { method: "POST", cookie, json });
  const sheet = `/dashboard/admin/sectors/${id}/fiche`;
  const words = {
    "": ["Prochains rendez-vous", "Distribution du 10", "Magasins partenaires", "Fournil", "1 200 kits livrés", "1 heure de bénévolat"],
    "/en": ["Next dates", "Handout 10", "Partner shops", "Fournil", "1,200 kits delivered"],
  };
  for (const [prefix, all] of Object.entries(words)) {
    const page = read(await (await site.visit(`${prefix}${sheet}`, { cookie })).text());
    const pdf = await readPdf(new Uint8Array(await (await site.visit(`${prefix}${sheet}.pdf`, { cookie })).arrayBuffer()));
    for (const one of all) expect([one, page.includes(one), spaces(pdf.text).includes(one)]).toEqual([one, true, true]);
    expect([pdf.pages, page.includes("13 janvier"), pdf.text.includes("13 janvier")]).toEqual([1, false, false]);
  }
});
