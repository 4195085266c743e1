import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { countries } from "#backend/modules/countries/tables";
import { furtherSupport } from "#backend/modules/further-support/tables";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { makeSetupLink, UnusableEmail } from "#backend/modules/setup/links";
import { setupLinks } from "#backend/modules/setup/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { permissionFacts } from "#contract/accounts/permissions";
import { permissions } from "#contract/accounts/roles";
import { openingSteps, startingContents } from "#contract/accounts/setup";
import { backendForTest, type TestBackend, testClock, testSettings } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";

const email = "first@charity.example";
const account = { firstName: "Camille", lastName: "Robert", password: "une chaîne de vélos verts", locale: "fr" };

async function linkFor(backend: TestBackend, address = email, mailed = false) {
  const { url, administrators } = await makeSetupLink(backend.services, { email: address, locale: "fr", mailed });
  return { token: new URL(url).searchParams.get("token") ?? "", url, administrators };
}

const post = (backend: TestBackend, path: string, json: unknown, cookie?: string) =>
  backend.request(path, { method: "POST", json, cookie });

test("a link of the operator creates an administrator with every right, once, and logs in", async () => {
  const backend = await backendForTest();
  const { token, url, administrators } = await linkFor(backend);
  expect(administrators).toBe(0);
  expect(url).toBe(`http://localhost:3000/setup?token=${token}`);
  const [stored] = await backend.services.db.select().from(setupLinks);
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(await (await post(backend, "/api/setup/link", { token })).json()).toEqual({ state: "valid", email, hasAccount: false });

  const begun = await post(backend, "/api/setup/account", { token, ...account });
  expect([begun.status, await begun.json()]).toEqual([200, { state: "valid" }]);
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  expect((await backend.request("/api/admin/setup", { cookie })).status).toBe(200);
  const [person] = await backend.services.db.select().from(users).where(eq(users.email, email));
  expect(person).toMatchObject({ role: "ADMIN", accountState: "validated", firstName: "Camille" });
  const rights = await backend.services.db.select().from(permissionGrants);
  const forAdministrators = permissions.filter((name) => permissionFacts[name].grantable.includes("ADMIN"));
  expect(rights.map(({ permission }) => permission).sort()).toEqual([...forAdministrators].sort());

  const again = await post(backend, "/api/setup/account", { token, ...account });
  expect(await again.json()).toEqual({ state: "used" });
  expect(again.headers.getSetCookie()).toEqual([]);
  expect(await (await post(backend, "/api/setup/link", { token })).json()).toEqual({ state: "used", email: null, hasAccount: false });
});

test("a link ends after two days, and when a newer one is made", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const first = await linkFor(backend);
  const second = await linkFor(backend, "other@charity.example");
  expect(await (await post(backend, "/api/setup/account", { token: first.token, ...account })).json()).toEqual({ state: "expired" });
  time.pass(48 * 60 * 60 + 1);
  expect(await (await post(backend, "/api/setup/link", { token: second.token })).json()).toMatchObject({ state: "expired" });
  expect(await backend.services.db.$count(users)).toBe(0);
});

test("a link used twice at once makes one account", async () => {
  const backend = await backendForTest();
  const { token } = await linkFor(backend);
  const answers = await Promise.all([1, 2, 3].map(() => post(backend, "/api/setup/account", { token, ...account })));
  const states = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { state: string }).state));
  expect(states.sort()).toEqual(["used", "used", "valid"]);
  expect(await backend.services.db.$count(users)).toBe(1);
});

test("with an existing administrator, a link is recorded and still works; a volunteer's account is promoted", async () => {
  const backend = await backendForTest();
  await addPerson(backend, { role: "ADMIN" });
  const volunteer = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate", email: "lea@charity.example" });
  const before = await cookiesOf(backend, volunteer.id);
  const { token, administrators } = await linkFor(backend, "lea@charity.example");
  expect(administrators).toBe(1);
  expect(await (await post(backend, "/api/setup/link", { token })).json()).toMatchObject({ hasAccount: true });
  expect(await (await post(backend, "/api/setup/account", { token, ...account })).json()).toEqual({ state: "valid" });
  const [person] = await backend.services.db.select().from(users).where(eq(users.id, volunteer.id));
  expect(person).toMatchObject({ role: "ADMIN", accountState: "validated" });
  expect((await backend.request("/api/admin/setup", { cookie: before })).status).not.toBe(200);
  const rows = await backend.services.db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.action, ["setup.link", "setup.administrator"]));
  expect(rows.map(({ action, changes }) => [action, (changes as Record<string, { after?: unknown }>).administrators?.after])).toEqual([
    ["setup.link", 1],
    ["setup.administrator", 2],
  ]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("a beneficiary's account, or a closed one, is not promoted to administrator", async () => {
  const backend = await backendForTest();
  await addPerson(backend, { role: "BENEFICIARY", email: "student@charity.example" });
  await expect(linkFor(backend, "student@charity.example")).rejects.toBeInstanceOf(UnusableEmail);
  expect(await backend.services.db.$count(setupLinks)).toBe(0);
});

test("a weak password is refused, and the link can still be used", async () => {
  const backend = await backendForTest();
  const { token } = await linkFor(backend);
  const answer = await post(backend, "/api/setup/account", { token, ...account, password: "azertyuiop12" });
  expect(answer.status).toBe(422);
  expect(await (await post(backend, "/api/setup/link", { token })).json()).toMatchObject({ state: "valid" });
});

test("the link is mailed without being stored in the database, and a newer mail replaces it", async () => {
  const backend = await backendForTest();
  const first = await linkFor(backend, email, true);
  await linkFor(backend, email, true);
  const mails = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.topic, "setup_link"));
  expect(mails.map(({ status }) => status).sort()).toEqual(["expired", "waiting"]);
  expect(JSON.stringify(mails)).not.toContain(first.token);
});

test("initial contents are written once, legal texts as drafts with the known facts", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const legal = { legalForm: "loi 1901", rna: "W123456789", siren: null, postalAddress: "3 rue des Fleurs, 38000 Grenoble" };
  await backend.request("/api/admin/organisation/identity", {
    method: "PUT",
    cookie,
    json: { facts: { name: "Les Paniers" }, version: 0 },
  });
  await backend.request("/api/admin/organisation/legal", { method: "PUT", cookie, json: { facts: legal, version: 0 } });
  const json = { contents: startingContents };
  const answers = await Promise.all([1, 2].map(() => post(backend, "/api/admin/setup/contents", json, cookie)));
  const added = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { added: string[] }).added));
  expect(added.map(({ length }) => length).sort((a, b) => a - b)).toEqual([0, startingContents.length]);
  const { db } = backend.services;
  const texts = await db.select().from(legalDocuments);
  expect(texts.map(({ key, publishedAt }) => [key, publishedAt]).sort()).toEqual([
    ["accessibility", null],
    ["cgu", null],
    ["driver_charter", null],
    ["gdpr", null],
    ["volunteer_charter", null],
  ]);
  const terms = texts.find(({ key }) => key === "cgu")?.body;
  expect(terms?.fr).toContain("Les Paniers (loi 1901, RNA\u00a0W123456789), dont le siège est situé 3 rue des Fleurs, 38000 Grenoble");
  expect(terms?.fr).toContain("[à compléter : nom, adresse et téléphone de l’hébergeur]");
  expect(JSON.stringify(texts)).not.toMatch(/maillon\.example|rue des Maillons|W691000000|\{\{(?!retentionTable|processors)/);
  expect(await db.$count(countries)).toBe(20);
  const services = await db.select().from(furtherSupport).where(eq(furtherSupport.status, "published"));
  expect(services.map(({ phone }) => phone)).toContain("112");
  expect(services.every(({ emergency }) => emergency)).toBe(true);
  const rows = await db.$count(auditLog, and(eq(auditLog.entityType, "country"), eq(auditLog.action, "country.create")));
  expect(rows).toBe(20);
});

test("the steps before the opening are done one after the other", async () => {
  const missing = [
    "ORGANISATION_NAME",
    "BANK_IBAN",
    "CONTACT_EMAIL",
    "LEGAL_FORM",
    "REGISTRATION_NUMBER",
    "POSTAL_ADDRESS",
    "SMTP_URL",
  ] as const;
  const real = await backendForTest({ settings: { ...testSettings, missing } });
  const { cookie } = await signIn(real, { role: "ADMIN" });
  const left = async () => {
    const answer = (await (await real.request("/api/dashboard", { cookie })).json()) as { missingFacts: { steps: string[] } };
    return answer.missingFacts.steps;
  };
  expect(await left()).toEqual([...openingSteps]);
  await real.request("/api/admin/organisation/identity", { method: "PUT", cookie, json: { facts: { name: "Les Paniers" }, version: 0 } });
  await post(real, "/api/admin/setup/sector", { name: "Grenoble", city: "Grenoble", postcode: "38000" }, cookie);
  await post(real, "/api/admin/setup/contents", { contents: ["criteria", "support"] }, cookie);
  await addPerson(real, { role: "ADMIN" });
  const others = ["legal", "bank", "contact", "mailServer", "terms", "privacy", "charter"];
  expect(await left()).toEqual([...others, "support"]);
  await publishContent(real, "further-support", cookie);
  expect(await left()).toEqual(others);
});
