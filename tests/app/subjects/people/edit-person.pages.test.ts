import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { driverProfiles } from "#backend/modules/people/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { addPerson, signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

const hidden = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";

test("staff find the form from the person's page, change the person, and read that it is done", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const { id } = await addPerson(site.backend, { role: "VOLUNTEER", firstName: "Lea", lastName: "Roy" });
  const edit = `/dashboard/admin/users/${id}/edit`;
  expect(await (await site.visit(`/dashboard/admin/users/${id}/view`, { cookie })).text()).toContain(`href="${edit}"`);
  const version = hidden(await (await site.visit(edit, { cookie })).text(), "version");
  const form = { version, firstName: "Léa", lastName: "Roy", phone: "", locale: "en", birthDate: "1999-03-02", sectorId: "" };
  const empty = await site.visit(edit, { cookie, form: { ...form, firstName: "" } });
  expect([empty.status, (await empty.text()).includes('class="error-summary"')]).toEqual([400, true]);
  const saved = await site.visit(edit, { cookie, form });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, `/dashboard/admin/users/${id}/view`]);
  const page = await (await site.visit(`/dashboard/admin/users/${id}/view`, { cookie: keepCookies(cookie, saved) })).text();
  expect(page).toContain("La fiche est modifiée.");
  const [person] = await site.backend.services.db.select().from(users).where(eq(users.id, id));
  expect(person).toMatchObject({ firstName: "Léa", locale: "en", birthDate: "1999-03-02" });
  const stale = await site.visit(edit, { cookie, form });
  expect(stale.status).toBe(409);
  const again = await stale.text();
  for (const words of ['value="Léa"', "Rouvrir la fiche"]) expect(again).toContain(words);
  expect(hidden(again, "version")).toBe(version);
});

test("the form of another email address is shown where it is accepted, with a notice to the current one where that is confirmed", async () => {
  const { id: own, cookie } = await signIn(site.backend, { role: "ADMIN" });
  const [confirmed, mistyped, colleague] = [
    await addPerson(site.backend, { role: "VOLUNTEER" }),
    await addPerson(site.backend, { role: "VOLUNTEER", accountState: "registered", emailVerifiedAt: null }),
    await addPerson(site.backend, { role: "ADMIN" }),
  ];
  const shown = async (id: string) => {
    const page = await (await site.visit(`/dashboard/admin/users/${id}/edit`, { cookie })).text();
    return ["Son adresse e-mail", "Nous prévenons aussi"].map((words) => page.includes(words));
  };
  expect(await Promise.all([confirmed.id, mistyped.id, colleague.id, own].map(shown))).toEqual([
    [true, true],
    [true, false],
    [false, false],
    [false, false],
  ]);
});

test("staff correct the postal address of a person and ask for another email address, each in a form of its own", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const { id, email } = await addPerson(site.backend, { role: "VOLUNTEER" });
  const edit = `/dashboard/admin/users/${id}/edit`;
  const page = await (await site.visit(edit, { cookie })).text();
  for (const words of ["Son adresse postale", "Son adresse e-mail", email]) expect(page).toContain(words);
  const address = { intent: "address", version: hidden(page, "version"), addressLine: "3 rue des Lilas", postcode: "69001", city: "Lyon" };
  const wrong = await site.visit(edit, { cookie, form: { ...address, postcode: "69" } });
  expect([wrong.status, (await wrong.text()).includes('href="#field-postcode"')]).toEqual([400, true]);
  const saved = await site.visit(edit, { cookie, form: address });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, `/dashboard/admin/users/${id}/view`]);
  expect(await (await site.visit(edit, { cookie })).text()).toContain('value="3 rue des Lilas"');
  const stale = await site.visit(edit, { cookie, form: { ...address, city: "Villeurbanne" } });
  expect([stale.status, (await stale.text()).includes("Rouvrir la fiche")]).toEqual([409, true]);
  const same = await site.visit(edit, { cookie, form: { intent: "email", email } });
  expect([same.status, (await same.text()).includes("C’est déjà son adresse.")]).toEqual([422, true]);
  const sent = await site.visit(edit, { cookie, form: { intent: "email", email: "neuve@example.org" } });
  expect(sent.status).toBe(303);
  const view = await (await site.visit(`/dashboard/admin/users/${id}/view`, { cookie: keepCookies(cookie, sent) })).text();
  expect(view).toContain("Le lien est parti vers la nouvelle adresse, qui comptera");
});

test("a volunteer gives a vehicle with its dates and a document in the settings; a student has no such page", async () => {
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  const path = "/account/settings/driving";
  expect(await (await site.visit("/account/settings", { cookie: volunteer.cookie })).text()).toContain(`href="${path}"`);
  const form = { intent: "driving", vehicle: "car", licenceExpiry: "2031-05-31", insuranceExpiry: "2027-05-31", inspectionExpiry: "" };
  const saved = await site.visit(path, { cookie: volunteer.cookie, form });
  expect(saved.status).toBe(303);
  const page = await (await site.visit(path, { cookie: keepCookies(volunteer.cookie, saved) })).text();
  for (const words of ["La conduite est enregistrée.", 'value="2031-05-31"', "Envoyer un document"]) expect(page).toContain(words);
  const [row] = await site.backend.services.db.select().from(driverProfiles).where(eq(driverProfiles.userId, volunteer.id));
  expect(row).toMatchObject({ vehicle: "car", inspectionExpiry: null, status: "pending" });
  const noFile = await site.visit(path, { cookie: volunteer.cookie, form: { intent: "document", kind: "INSPECTION" } });
  expect([noFile.status, (await noFile.text()).includes("Choisissez un fichier.")]).toEqual([400, true]);

  const student = await signIn(site.backend, { role: "BENEFICIARY" });
  expect(await (await site.visit("/account/settings", { cookie: student.cookie })).text()).not.toContain(path);
  expect((await site.visit(path, { cookie: student.cookie })).headers.get("location")).toBe("/");
});

test("an approved driver whose document has expired is not shown as one who drives, on the page of the person and in the list", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const driver = await addPerson(site.backend, { role: "VOLUNTEER", lastName: "Conductrice" });
  const whole = {
    vehicle: "car",
    chilled: false,
    status: "approved",
    licenceExpiry: "2099-01-01",
    inspectionExpiry: "2099-01-01",
  } as const;
  await site.backend.services.db.insert(driverProfiles).values({ userId: driver.id, ...whole, insuranceExpiry: "2020-01-01" });
  for (const [path, label] of [
    [`/dashboard/admin/users/${driver.id}/view`, "Documents expirés"],
    ["/dashboard/admin/users/drivers?q=Conductrice", "xpirés"],
  ] as const) {
    const page = await (await site.visit(path, { cookie })).text();
    // The filters of the list name every state.
    const main = page.slice(page.indexOf("<main"), page.indexOf("</main>")).replace(/<option.*?<\/option>/gs, "");
    expect([path, main.includes(label), main.includes("Conduite approuvée")]).toEqual([path, true, false]);
  }
});

test.each(["DONATOR_INDIVIDUAL", "DONATOR_MERCHANT"] as const)(
  "a donor (%s) has settings: profile, notices, devices and data",
  async (role) => {
    const { cookie, id } = await signIn(site.backend, { role });
    const home = await (await site.visit("/dashboard", { cookie })).text();
    expect(home).toContain('href="/account/settings/profile"');
    for (const page of ["profile", "notifications", "sessions", "password", "privacy"]) {
      const answer = await site.visit(`/account/settings/${page}`, { cookie });
      expect([page, answer.status]).toEqual([page, 200]);
      expect(await answer.text()).not.toContain('href="/account/settings"');
    }
    const version = hidden(await (await site.visit("/account/settings/profile", { cookie })).text(), "version");
    const form = { version, firstName: "Hélène", lastName: "Blanc", phone: "", locale: "fr" };
    const saved = await site.visit("/account/settings/profile", { cookie, form });
    expect([saved.status, saved.headers.get("location")]).toEqual([303, "/account/settings/profile"]);
    const [person] = await site.backend.services.db.select().from(users).where(eq(users.id, id));
    expect(person?.firstName).toBe("Hélène");
    expect((await site.visit("/account/settings", { cookie })).headers.get("location")).toBe("/");
  },
);

test("a list that finds nobody by the letters says that it shows names that come close", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  await addPerson(site.backend, { role: "VOLUNTEER", firstName: "Yanis", lastName: "Moreau" });
  const read = async (q: string) => (await site.visit(`/dashboard/admin/users/volunteers?q=${q}`, { cookie })).text();
  const close = await read("moreua");
  expect([close.includes("personne n’a exactement ces mots"), close.includes("Yanis Moreau")]).toEqual([true, true]);
  for (const q of ["moreau", "zzzzzz"]) expect(await read(q)).not.toContain('role="status">Personne n’a exactement');
});

test("several volunteers are given a team from their list", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const [team] = await site.backend.services.db.insert(sectors).values({ name: "Dijon", slug: "dijon", status: "published" }).returning();
  const { id } = await addPerson(site.backend, { role: "VOLUNTEER", lastName: "Quentin" });
  const list = "/dashboard/admin/users/volunteers";
  expect(await (await site.visit(list, { cookie })).text()).toContain("Changer d’équipe");
  const bulk = `${list}/bulk?ids=${id}`;
  const page = await (await site.visit(bulk, { cookie })).text();
  for (const words of ["Changer l’équipe d’une personne", "Dijon"]) expect(page).toContain(words);
  expect((await site.visit(bulk, { cookie, form: { sectorId: "" } })).status).toBe(400);
  const other = await addPerson(site.backend, { role: "VOLUNTEER", firstName: "Lou", lastName: "Garnier", sectorId: team?.id });
  const chosen = await site.visit(`${bulk}&ids=${other.id}`, { cookie, form: { sectorId: team?.id ?? "" } });
  const checked = `${bulk}&ids=${other.id}&sectorId=${team?.id}`;
  expect([chosen.status, chosen.headers.get("location")]).toEqual([303, checked]);
  const preview = await (await site.visit(checked, { cookie })).text();
  for (const words of ["Faire passer une personne dans l’équipe Dijon", "Lou Garnier", "déjà dans cette équipe"])
    expect(preview.replaceAll("&#x27;", "'")).toContain(words);
  const done = await site.visit(checked, { cookie, form: {} });
  expect([done.status, done.headers.get("location")]).toEqual([303, list]);
  expect(await (await site.visit(list, { cookie: keepCookies(cookie, done) })).text()).toContain("Une personne a changé d’équipe.");
  const [person] = await site.backend.services.db.select().from(users).where(eq(users.id, id));
  expect(person?.sectorId).toBe(team?.id);
  expect((await site.visit(`${list}/bulk`, { cookie })).headers.get("location")).toBe(list);
});
