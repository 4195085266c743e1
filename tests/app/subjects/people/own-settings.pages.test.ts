import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword, passwordMatches } from "#backend/identity/passwords";
import { merchantProfiles, registrations, volunteerProfiles } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { dayMonthsLater, franceDay } from "#contract/formats/france-time";
import { addPerson, signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

/** The value of a hidden field in the form with this intent, or in the first form of the page. */
function hidden(page: string, name: string, intent?: string) {
  const forms = page
    .split("<form")
    .slice(1)
    .map((rest) => rest.split("</form>", 1)[0] ?? "");
  const main = forms.filter((form) => form.includes(`name="${name}"`));
  const form = intent ? main.find((one) => one.includes(`value="${intent}"`)) : main[0];
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(form ?? "")?.[1] ?? "";
}

const textOf = async (answer: Promise<Response>) => (await (await answer).text()).replaceAll("&#x27;", "'").replaceAll("&quot;", '"');

describe.each([
  ["", "fr", "Votre accord est retiré", "Cochez la case"],
  ["/en", "en", "Your consent is withdrawn", "Tick the box"],
] as const)("a student’s needs, without script, under %s/", (prefix, language, withdrawn, tick) => {
  const path = `${prefix}/account/settings/needs`;

  test("are saved; allergies take a consent, which a button withdraws", async () => {
    const { id, cookie } = await signIn(site.backend, { role: "BENEFICIARY", locale: language });
    const visit = (form?: Record<string, string>) => site.visit(path, { cookie, language, form });
    expect(await textOf(site.visit(`${prefix}/account/settings`, { cookie, language }))).toContain(`href="${path}"`);
    const empty = await textOf(visit());
    expect([hidden(empty, "version", "needs"), empty.includes('name="agreed"'), empty.includes('value="withdraw"')]).toEqual([
      "",
      true,
      false,
    ]);
    expect((await visit({ intent: "needs", diets: "vegan", size: "M" })).status).toBe(303);
    const version = hidden(await textOf(visit()), "version", "allergies");
    const refused = await visit({ intent: "allergies", version, allergies: "noix" });
    const page = await textOf(Promise.resolve(refused));
    expect([refused.status, page.includes(tick), page.includes(">noix</textarea>"), page.includes('href="#field-agreed"')]).toEqual([
      422,
      true,
      true,
      true,
    ]);
    const saved = await visit({ intent: "allergies", version, allergies: "noix", agreed: "on" });
    expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
    const shown = await textOf(visit());
    expect([shown.includes(">noix</textarea>"), shown.includes('name="agreed"'), shown.includes('value="withdraw"')]).toEqual([
      true,
      false,
      true,
    ]);
    const privacy = `${prefix}/account/settings/privacy`;
    expect(await textOf(site.visit(privacy, { cookie, language }))).toContain('value="withdraw"');
    // The other consents have a form of their own, which leaves this one alone.
    await site.visit(privacy, { cookie, language, form: { given: "newsletter" } });
    const fileOf = async () => (await site.backend.services.db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, id)))[0];
    expect((await fileOf())?.allergies).toBe("noix");
    const gone = await site.visit(privacy, { cookie, language, form: { intent: "withdraw" } });
    expect([gone.status, gone.headers.get("location")]).toEqual([303, privacy]);
    expect(await textOf(site.visit(privacy, { cookie: keepCookies(cookie, gone), language }))).toContain(withdrawn);
    expect((await fileOf())?.allergies).toBeNull();
  });

  test("are not overwritten by an older form, which shows what is stored", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", locale: language });
    const visit = (form?: Record<string, string>) => site.visit(path, { cookie, language, form });
    await visit({ intent: "needs", size: "M" });
    const stale = await visit({ intent: "needs", size: "XL" });
    const page = await textOf(Promise.resolve(stale));
    expect([stale.status, /<dd[^>]*>M<\/dd>/.test(page)]).toEqual([409, true]);
    expect(page).toMatch(/<option value="XL" selected="">/);
    const version = hidden(page, "version", "needs");
    expect((await visit({ intent: "needs", version, size: "XL" })).status).toBe(303);
  });
});

test.each(["", "/en"])("notifications are paused and resumed by a form, under %s/", async (prefix) => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const path = `${prefix}/account/settings/notifications`;
  const visit = (form?: Record<string, string>) => site.visit(path, { cookie, form, language: prefix ? "en" : "fr" });
  const day = (months: number) => dayMonthsLater(franceDay(new Date()), months);
  const shownIn = (page: string, name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(page)?.[1] ?? "";
  const saved = await visit({ intent: "pause", all: "", articles: day(2), waiting: "" });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
  const page = await textOf(visit());
  expect(["all", "articles", "waiting"].map((name) => shownIn(page, name))).toEqual(["", day(2), ""]);
  const refused = await visit({ intent: "pause", all: day(14) });
  expect([
    refused.status,
    (await textOf(Promise.resolve(refused))).includes(prefix ? "in the next twelve months" : "dans les douze mois"),
  ]).toEqual([422, true]);
  expect((await visit({ intent: "pause", all: "", articles: "" })).status).toBe(303);
  expect(shownIn(await textOf(visit()), "articles")).toBe("");
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  const theirs = await textOf(site.visit(path, { cookie: volunteer.cookie }));
  expect(theirs).toMatch(/<input(?=[^>]* type="date")(?=[^>]* name="association")/);
  expect(theirs).not.toContain('name="articles"');
});

test.each([
  { prefix: "", hint: "Les changements et les annulations arrivent toujours", lead: "comme les changements et les annulations" },
  { prefix: "/en", hint: "Changes and cancellations always come by email", lead: "as do changes and cancellations of events" },
])("a beneficiary stops reminders, or pauses them until a day, under $prefix/, and a donor has none", async ({ prefix, hint, lead }) => {
  const { cookie } = await signIn(site.backend, { role: "BENEFICIARY" });
  const path = `${prefix}/account/settings/notifications`;
  const visit = (form?: Record<string, string>) => site.visit(path, { cookie, form, language: prefix ? "en" : "fr" });
  const until = dayMonthsLater(franceDay(new Date()), 1);
  expect((await visit({ intent: "pause", reminders: until })).status).toBe(303);
  expect((await visit({ reminders: "never" })).status).toBe(303);
  const page = await textOf(visit());
  expect([page.includes(hint), page.includes(lead)]).toEqual([true, true]);
  expect(page).toMatch(new RegExp(`<input(?=[^>]* type="date")(?=[^>]* name="reminders")(?=[^>]* value="${until}")`));
  expect(/<select[^>]* name="reminders".*?<\/select>/s.exec(page)?.[0]).toMatch(/<option value="never" selected/);
  const donor = await signIn(site.backend, { role: "DONATOR_INDIVIDUAL" });
  const theirs = await site.backend.request("/api/account/notifications", { cookie: donor.cookie });
  expect(await theirs.json()).not.toHaveProperty("reminders");
});

test.each([
  { prefix: "", first: "Ajoutez d’abord votre numéro" },
  { prefix: "/en", first: "Add your number" },
])("the box to share one’s number is for volunteers, and says under $prefix/ when there is none", async ({ prefix, first }) => {
  const page = async (about: Parameters<typeof signIn>[1]) => {
    const { cookie } = await signIn(site.backend, about);
    const html = await textOf(site.visit(`${prefix}/account/settings/volunteering`, { cookie }));
    const shown = html.replace(/<script.*?<\/script>/gs, "");
    return [shown.includes('name="sharesPhone"'), shown.includes(first)];
  };
  expect(await page({ role: "VOLUNTEER", phone: "+33612345678" })).toEqual([true, false]);
  expect(await page({ role: "VOLUNTEER", phone: null })).toEqual([true, true]);
  expect(await page({ role: "ADMIN", phone: null })).toEqual([false, false]);
});

test("a volunteer says what they know how to do; staff read it on the person's page", async () => {
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  const path = "/account/settings/volunteering";
  const visit = (form?: Record<string, string>) => site.visit(path, { cookie: volunteer.cookie, form });
  expect(await textOf(site.visit("/account/settings", { cookie: volunteer.cookie }))).toContain(`href="${path}"`);
  const form = { activities: "welcome", moments: "sunday", skills: "Langue des signes", sharesPhone: "on" };
  expect((await visit(form)).status).toBe(303);
  expect(await textOf(visit())).toMatch(/<input[^>]*name="sharesPhone"[^>]*checked|<input[^>]*checked[^>]*name="sharesPhone"/);
  expect(await textOf(visit())).toContain(">Langue des signes</textarea>");
  expect((await visit({ ...form, skills: "x".repeat(301), version: hidden(await textOf(visit()), "version") })).status).toBe(400);
  const stale = await visit({ ...form, skills: "Comptabilité" });
  const page = await textOf(Promise.resolve(stale));
  expect([stale.status, page.includes(">Comptabilité</textarea>"), page.includes("Langue des signes")]).toEqual([409, true, true]);
  const [row] = await site.backend.services.db.select().from(volunteerProfiles).where(eq(volunteerProfiles.userId, volunteer.id));
  expect(row?.skills).toBe("Langue des signes");
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const seen = await textOf(site.visit(`/dashboard/admin/users/${volunteer.id}/view`, { cookie }));
  for (const words of ["Accueillir", "Dimanche", "Langue des signes"]) expect(seen).toContain(words);
  const student = await signIn(site.backend, { role: "BENEFICIARY" });
  expect((await site.visit(path, { cookie: student.cookie })).headers.get("location")).toBe("/");
  expect((await site.visit("/account/settings/needs", { cookie: volunteer.cookie })).headers.get("location")).toBe("/");
});

test.each(["", "/en"])(
  "a shop changes what it answered at registration, without script, under %s/; staff do in their form",
  async (prefix) => {
    const language = prefix ? "en" : "fr";
    const shop = await signIn(site.backend, { role: "DONATOR_MERCHANT", locale: language });
    const path = `${prefix}/account/settings/shop`;
    const visit = (form?: Record<string, string>) => site.visit(path, { cookie: shop.cookie, language, form });
    expect(await textOf(site.visit(`${prefix}/account/settings/profile`, { cookie: shop.cookie, language }))).toContain(`href="${path}"`);
    const version = hidden(await textOf(visit()), "version", "shop");
    const form = {
      ...{ intent: "shop", version, companyName: "Le Fournil", siret: "732 829 320 00074", legalForm: "SARL", fiscalYearEnd: "30/06" },
      ...{ addressLine: "3 rue Neuve", postcode: "69001", city: "Lyon", moments: "saturday", products: "bread", pickupNotes: "Sonner" },
    };
    const wrong = await visit({ ...form, fiscalYearEnd: "31/06" });
    expect([wrong.status, (await textOf(Promise.resolve(wrong))).includes('href="#field-fiscalYearEnd"')]).toEqual([400, true]);
    const saved = await visit(form);
    expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
    const stored = async () =>
      (await site.backend.services.db.select().from(merchantProfiles).where(eq(merchantProfiles.userId, shop.id)))[0];
    expect(await stored()).toMatchObject({
      companyName: "Le Fournil",
      siret: "73282932000074",
      fiscalYearEnd: "30/06",
      pickupNotes: "Sonner",
    });
    const stale = await visit({ ...form, companyName: "La Boulange" });
    const page = await textOf(Promise.resolve(stale));
    expect([stale.status, page.includes('value="La Boulange"'), /<dd[^>]*>Le Fournil<\/dd>/.test(page)]).toEqual([409, true, true]);
    const { cookie } = await signIn(site.backend, { role: "ADMIN" });
    const edit = `${prefix}/dashboard/admin/users/${shop.id}/edit`;
    const read = await textOf(site.visit(edit, { cookie, language }));
    expect(read).toContain('value="Le Fournil"');
    const change = { ...form, version: hidden(read, "version", "shop"), companyName: "Chez Inès" };
    expect((await site.visit(edit, { cookie, language, form: change })).status).toBe(303);
    expect((await stored())?.companyName).toBe("Chez Inès");
    const again = await site.visit(edit, { cookie, language, form: change });
    expect([again.status, (await textOf(Promise.resolve(again))).includes(`href="${edit}"`)]).toEqual([409, true]);
    const individual = await signIn(site.backend, { role: "DONATOR_INDIVIDUAL" });
    expect((await site.visit(path, { cookie: individual.cookie, language })).headers.get("location")).not.toBeNull();
  },
);

test("an address elsewhere proposes the team of the postcode: a student joins it by a button, a volunteer writes to it", async () => {
  const { db } = site.backend.services;
  const [lyon, nantes] = await db
    .insert(sectors)
    .values([
      { name: "Lyon", slug: "lyon", status: "published", postcode: "69003" },
      { name: "Nantes", slug: "nantes", status: "published", postcode: "44000" },
    ])
    .returning();
  const path = "/account/settings";
  for (const role of ["BENEFICIARY", "VOLUNTEER"] as const) {
    const { id, cookie } = await signIn(site.backend, { role, sectorId: lyon?.id });
    const kind = role === "VOLUNTEER" ? "volunteer" : "beneficiary";
    await db
      .insert(registrations)
      .values({ userId: id, kind, at: new Date(), addressLine: "1 quai Neuf", postcode: "69001", city: "Lyon" });
    const version = hidden(await textOf(site.visit(path, { cookie })), "version", "address");
    const form = { intent: "address", version, addressLine: "4 rue du Moulin", postcode: "44000", city: "Nantes" };
    const moved = await site.visit(path, { cookie, form });
    expect([moved.status, moved.headers.get("location")]).toEqual([303, `${path}?moved=1`]);
    const page = await textOf(site.visit(`${path}?moved=1`, { cookie }));
    expect(page).toContain("Une équipe plus près de chez vous");
    expect(page.includes(`/contact?topic=volunteer&amp;team=${nantes?.id}`)).toBe(role === "VOLUNTEER");
    const teamOf = async () => (await db.select().from(users).where(eq(users.id, id)))[0]?.sectorId;
    expect(await teamOf()).toBe(lyon?.id);
    if (role === "VOLUNTEER") continue;
    const join = { intent: "team", sectorId: hidden(page, "sectorId"), version: hidden(page, "version", "team") };
    const joined = await site.visit(`${path}?moved=1`, { cookie, form: join });
    expect([joined.status, joined.headers.get("location"), await teamOf()]).toEqual([303, path, nantes?.id]);
  }
});

test("a profile is not saved over what staff changed meanwhile; what was typed and what is stored are both on the page", async () => {
  const { id, cookie } = await signIn(site.backend, { role: "BENEFICIARY", firstName: "Lea", lastName: "Roy" });
  const path = "/account/settings";
  const begun = await textOf(site.visit(path, { cookie }));
  expect([begun.includes('name="birthDate"'), begun.includes('name="preferredContact"')]).toEqual([true, true]);
  await site.backend.services.db.update(users).set({ firstName: "Léa", updatedAt: new Date() }).where(eq(users.id, id));
  const form = {
    version: hidden(begun, "version"),
    firstName: "Lea",
    lastName: "Roy-Blanc",
    phone: "",
    preferredContact: "",
    locale: "fr",
  };
  const stale = await site.visit(path, { cookie, form });
  const page = await textOf(Promise.resolve(stale));
  expect([stale.status, page.includes('value="Roy-Blanc"'), /<dd[^>]*>Léa<\/dd>/.test(page)]).toEqual([409, true, true]);
  const again = await site.visit(path, { cookie, form: { ...form, birthDate: "2001-04-17", version: hidden(page, "version") } });
  expect(again.status).toBe(303);
  const [row] = await site.backend.services.db.select().from(users).where(eq(users.id, id));
  expect(row).toMatchObject({ lastName: "Roy-Blanc", birthDate: "2001-04-17" });
  const after = await textOf(site.visit(path, { cookie }));
  expect([after.includes('name="birthDate"'), after.includes("17 avril 2001")]).toEqual([false, true]);
});

test("how a person prefers to be reached is on their page, for volunteers of the team too", async () => {
  const [team] = await site.backend.services.db.insert(sectors).values({ name: "Metz", slug: "metz", status: "published" }).returning();
  const mate = await signIn(site.backend, { role: "VOLUNTEER", sectorId: team?.id });
  const { id } = await addPerson(site.backend, { role: "VOLUNTEER", sectorId: team?.id, phone: "0612345678", preferredContact: "sms" });
  expect(await textOf(site.visit(`/dashboard/admin/users/${id}/view`, { cookie: mate.cookie }))).toContain("par SMS");
});

test.each([
  { role: "VOLUNTEER", prefix: "", settings: "/account/settings", wrong: "pas votre mot de passe actuel" },
  { role: "DONATOR_MERCHANT", prefix: "/en", settings: "/account/settings/profile", wrong: "isn’t your current password" },
] as const)("$role changes the password from the settings, without script", async ({ role, prefix, settings, wrong }) => {
  const old = "trois mots sans lien";
  const { email, cookie } = await signIn(site.backend, { role, passwordHash: await hashPassword(old) });
  const path = `${prefix}/account/settings/password`;
  for (const page of [settings, "/account/settings/sessions"])
    expect(await textOf(site.visit(prefix + page, { cookie }))).toContain(`href="${path}"`);
  const next = "quatre autres mots choisis";
  const form = (currentPassword: string) => ({ currentPassword, password: next, again: next });
  const refused = await site.visit(path, { cookie, form: form("pas le bon") });
  const page = await textOf(Promise.resolve(refused));
  expect([refused.status, page.includes(wrong), page.includes(next)]).toEqual([422, true, false]);
  const changed = await site.visit(path, { cookie, form: form(old) });
  expect([changed.status, changed.headers.get("location")]).toEqual([303, path]);
  const [person] = await site.backend.services.db.select().from(users).where(eq(users.email, email));
  expect(await passwordMatches(person?.passwordHash, next)).toBe(true);
  expect((await site.visit(path, { cookie: keepCookies(cookie, changed) })).status).toBe(200);
});
