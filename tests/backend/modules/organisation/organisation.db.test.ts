import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import { organisationSettings } from "#backend/modules/organisation/tables";
import type { OrganisationPartRecord } from "#contract/charity/organisation";
import type { PublicOrganisation } from "#contract/charity/organisation-facts";
import { backendForTest, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { signIn } from "#tests/support/people";

const iban = "FR1420041010050500013M02606";
const bic = "PSSTFRPPGRE";
const rates = {
  ...{ rate: 66, raisedRate: 75, raisedUpToEuros: 2000, incomeCap: 20, companyRate: 60, companyCapEuros: 20_000 },
  ...{ companyTurnoverPerThousand: 5, personForm: "11580*05", companyForm: "16216*03", checkedOn: "2026-11-02" },
};

const save = (backend: TestBackend, cookie: string, part: string, json: object) =>
  backend.request(`/api/admin/organisation/${part}`, { method: "PUT", cookie, json: { version: 0, ...json } });

test("saved facts override the environment, part by part, and mails use them at once", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const shown = async () => (await (await backend.request("/api/organisation")).json()) as Record<string, unknown>;
  expect(await shown()).toEqual({ identity: null, legal: null, contact: null, profiles: null, tax: rates });
  expect(backend.services.settings.organisation).toBe("Maillon");
  expect((await save(backend, cookie, "identity", { facts: { name: "Les Paniers", primaryColour: "green" } })).status).toBe(200);
  expect((await save(backend, cookie, "bank", { facts: { iban: "FR14 2004 1010 0505 0001 3M02 606", bic } })).status).toBe(200);
  const { settings } = backend.services;
  expect([settings.organisation, settings.primaryColour, settings.bank]).toEqual([
    "Les Paniers",
    "green",
    { holder: "Les Paniers", iban, bic },
  ]);
  expect(settings.postalAddress).toBe("12 rue des Maillons, 69007 Lyon");
  expect(await shown()).toMatchObject({ identity: { name: "Les Paniers" }, legal: null });
  expect(JSON.stringify(await shown())).not.toContain(iban);
  await queueMailTo(
    backend.services,
    { email: "a@charity.example", locale: "fr" },
    "contact_copy",
    { ticket: "M-1", message: "Bonjour" },
    "one",
  );
  const [mail] = await backend.services.db.select().from(outgoingMails);
  expect(mail?.text).toContain("Les Paniers");
});

test("a read has its effect when it ends, also while a later one is under way", async () => {
  const backend = await backendForTest();
  const { organisation, db } = backend.services;
  await db.insert(organisationSettings).values({ part: "identity", number: 1, facts: { name: "Les Paniers" }, validFrom: "2026-01-01" });
  const [first, second] = [organisation.reload(), organisation.reload()];
  await first;
  expect(backend.services.settings.organisation).toBe("Les Paniers");
  await second;
  expect(backend.services.settings.organisation).toBe("Les Paniers");
});

test("an emptied field is missing, whatever the environment has", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await save(backend, cookie, "contact", { facts: { phone: "04 76 00 00 00" } });
  expect(backend.services.settings.contactEmail).toBeNull();
  expect(backend.services.settings.missing).toContain("CONTACT_EMAIL");
});

test("each version is stored with its day, a coming one is valid from its day on, and conflicts are refused", async () => {
  const time = testClock(new Date("2026-11-24T10:00:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await save(backend, cookie, "identity", { facts: { name: "Avant" } });
  expect((await save(backend, cookie, "identity", { facts: { name: "Trop tard" }, version: 0 })).status).toBe(409);
  expect((await save(backend, cookie, "identity", { facts: { name: "Hier" }, version: 1, from: "2026-11-23" })).status).toBe(422);
  expect((await save(backend, cookie, "identity", { facts: { name: "Après" }, version: 1, from: "2026-11-25" })).status).toBe(200);
  expect(backend.services.settings.organisation).toBe("Avant");
  time.set("2026-11-24T23:30:00Z");
  expect(backend.services.settings.organisation).toBe("Après");
  const later = (await signIn(backend, { role: "ADMIN" })).cookie;
  const record = (await (await backend.request("/api/admin/organisation/identity", { cookie: later })).json()) as OrganisationPartRecord;
  expect([record.version, record.facts.name, record.history.map(({ from }) => from)]).toEqual([2, "Après", ["2026-11-25", "2026-11-24"]]);
  const changed = backend.services.db.update(organisationSettings).set({ validFrom: "2020-01-01" });
  await expect(changed).rejects.toThrow();
  const rows = await backend.services.db.select().from(auditLog).where(sql`${auditLog.action} = 'organisation.edit'`);
  expect(rows.map(({ entityId }) => entityId)).toEqual(["identity", "identity"]);
});

test("the log has of an account its country and its last four digits alone", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  expect((await save(backend, cookie, "bank", { facts: { iban, bic } })).status).toBe(200);
  expect((await save(backend, cookie, "bank", { facts: { iban: "DE89370400440532013000", bic }, version: 1 })).status).toBe(200);
  const rows = await backend.services.db.select().from(auditLog).where(sql`${auditLog.action} = 'organisation.edit'`);
  const ibans = rows.map(({ changes }) => (changes as Record<string, unknown>).iban);
  expect(ibans).toEqual([{ after: "FR…2606" }, { before: "FR…2606", after: "DE…3000" }]);
  expect(JSON.stringify(rows)).not.toMatch(/20041010|37040044/);
});

test.each([
  ["bank", { iban, bic: "" }, "bic"],
  ["bank", { iban: "FR1420041010050500013M02607", bic }, "iban"],
  ["legal", { siren: "123456789" }, "siren"],
  ["legal", { rna: "123" }, "rna"],
  ["identity", { name: " " }, "name"],
  ["contact", { hoursFrom: "09:00" }, "hoursTo"],
  ["profiles", { video: "http://video.example" }, "video"],
  ["receipts", { signatory: "Inès Roy" }, "signatoryQuality"],
  ["receipts", { recognisedOn: "2020-02-30", decree: "D 1" }, "recognisedOn"],
  ["receipts", { fiscalYearEnd: "31/06" }, "fiscalYearEnd"],
  ["tax", { ...rates, rate: 101 }, "rate"],
  ["tax", { ...rates, personForm: "11580" }, "personForm"],
])("%s %j is refused beside its field", async (part, facts, field) => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const answer = await save(backend, cookie, part, { facts });
  expect(answer.status).toBe(422);
  expect(Object.keys(((await answer.json()) as { fieldErrors: object }).fieldErrors)).toEqual([field]);
});

test("the database refuses an account without its bank", async () => {
  const backend = await backendForTest();
  const half = backend.services.db
    .insert(organisationSettings)
    .values({ part: "bank", number: 1, facts: { iban }, validFrom: "2026-01-01" });
  await expect(half).rejects.toThrow();
});

test("another process on the same database follows within a second", async () => {
  const database = await openTestDatabase();
  const writing = await backendForTest({ database });
  const reading = await startBackend({ database });
  const { cookie } = await signIn(writing, { role: "ADMIN" });
  await save(writing, cookie, "identity", { facts: { name: "Les Paniers" } });
  await expect.poll(() => reading.services.settings.organisation, { timeout: 1_000, interval: 20 }).toBe("Les Paniers");
});

test("the law's rates are there from the start, by their days, and a change is shown to everybody", async () => {
  const time = testClock(new Date("2025-10-13T10:00:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const raisedUpTo = async () => ((await (await backend.request("/api/organisation")).json()) as PublicOrganisation).tax?.raisedUpToEuros;
  expect(await raisedUpTo()).toBe(1000);
  time.set("2025-10-13T22:30:00Z");
  expect(await raisedUpTo()).toBe(2000);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const read = await backend.request("/api/admin/organisation/tax", { cookie });
  const { facts, version } = (await read.json()) as OrganisationPartRecord;
  const changed = await save(backend, cookie, "tax", { facts: { ...facts, raisedUpToEuros: 2500 }, version, from: "2025-10-01" });
  expect(changed.status).toBe(200);
  // The row of 14 October has the later day.
  expect(await raisedUpTo()).toBe(2000);
  await save(backend, cookie, "tax", { facts: { ...facts, raisedUpToEuros: 3000 }, version: version + 1, from: "2025-10-14" });
  expect(await raisedUpTo()).toBe(3000);
});

test("what receipts say is for staff", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const facts = { object: "Nourrir", signatory: "Inès Roy", signatoryQuality: "présidente", fiscalYearEnd: "31/08" };
  expect((await save(backend, cookie, "receipts", { facts })).status).toBe(200);
  expect(await (await backend.request("/api/organisation")).text()).not.toContain("Inès Roy");
});

test("only administrators read and save it", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  expect((await save(backend, cookie, "identity", { facts: { name: "X" } })).status).toBe(403);
  expect((await backend.request("/api/admin/organisation", { cookie })).status).toBe(403);
});
