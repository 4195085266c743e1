import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { organisationSettings } from "#backend/modules/organisation/tables";
import { merchantProfiles } from "#backend/modules/registration/tables";
import { type JournalEntry, type JournalPlace, type JournalSum, linesOf } from "#contract/giving/journal";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { openTestDatabase, type TestDatabase } from "#tests/support/database";
import { addGift } from "#tests/support/gifts";
import { paymentsOf } from "#tests/support/payments";
import { addPerson, signIn } from "#tests/support/people";
import { plansOf } from "#tests/support/statements-sent";

let database: TestDatabase;
let backend: TestBackend;
let cookie: string;
let by: ReturnType<typeof paymentsOf>;
const time = testClock(new Date("2026-11-20T10:00:00Z"));

beforeAll(async () => {
  database = await openTestDatabase();
  backend = await startBackend({ database, clock: time.clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  by = paymentsOf(backend, () => cookie);
});
afterAll(() => backend.close());

type Part = { entries: JournalEntry[]; next: JournalPlace | null };
const partOf = async (year: number, after?: JournalPlace | null) =>
  (await (await by.post("payment-journal", { year, kind: "csv", ...(after && { after }) })).json()) as Part;
async function exported(year: number) {
  const entries: JournalEntry[] = [];
  for (let after: JournalPlace | null | undefined; after !== null; ) {
    const part = await partOf(year, after);
    entries.push(...part.entries);
    after = part.next;
  }
  return entries;
}
const exports = async () => {
  const log = await backend.services.db.select().from(auditLog);
  return log.filter(({ action, entityId }) => action === "list.export" && entityId.includes("journal"));
};
const totalOf = async (year: number) =>
  (await by.read<{ totalCents: number }>(`payments?receivedOnFrom=${year}-01-01&receivedOnTo=${year}-12-31`)).totalCents;

test("each payment is an entry of two equal lines in its year, and the sums are those of the list to the cent", async () => {
  const { id: projectId } = await addContent(backend, "projects", cookie, { name: { fr: "Les vélos" } });
  const company = await addGift(backend, {
    ...{ email: "c@example.org", donor: "company", company: "Pétrin", siren: "732829320", amountCents: 9_900 },
    allocation: "dressed",
  });
  await by.record(9_900, { parts: [{ amountCents: 9_900, reference: company.reference }], method: "cheque" });
  await by.record(1_234, { method: "cash", projectId });
  await by.record(5_000, { receivedOn: "2025-12-31" });
  time.pass(60);
  const [back = "", wrong = ""] = [...(await by.record(700)), ...(await by.record(300, { receivedOn: "2025-03-01", method: "cash" }))];
  time.pass(60);
  await by.post(`payments/${back}/reversals`, by.reversal(200));
  await by.mistake(wrong, 300);
  for (const year of [2024, 2025, 2026]) {
    const entries = await exported(year);
    const lines = entries.flatMap((entry) => linesOf(entry));
    const debit = lines.reduce((sum, line) => sum + line.debitCents, 0);
    expect(debit).toBe(lines.reduce((sum, line) => sum + line.creditCents, 0));
    const gifts = lines.filter(({ account }) => account.startsWith("754"));
    const total = await totalOf(year);
    expect(gifts.reduce((sum, { debitCents, creditCents }) => sum + creditCents - debitCents, 0)).toBe(total);
    const { sums } = await by.read<{ sums: JournalSum[] }>(`payment-journal?year=${year}`);
    expect(sums.reduce((sum, { cents }) => sum + cents, 0)).toBe(total);
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1));
    expect(JSON.stringify(entries)).not.toMatch(/Pétrin|Tronc|example/);
  }
  expect(await by.read("payment-journal")).toMatchObject({
    ...{ year: 2026, firstYear: 2025 },
    sums: [
      { money: "511200", gift: "754200", allocation: "dressed", project: null, payments: 1, cents: 9_900 },
      { money: "512000", gift: "754100", allocation: "any", payments: 2, cents: 500 },
      { money: "530000", gift: "754100", project: { fr: "Les vélos" }, cents: 1_234 },
    ],
  });
  expect((await exported(2025)).map(({ signedCents, receivedOn }) => [signedCents, receivedOn])).toEqual([
    [5_000, "2025-12-31"],
    [300, "2025-03-01"],
    [-300, "2025-03-01"],
  ]);
  expect(await exports()).not.toEqual([]);
});

test("a long journal is read in parts of 500 whose numbers go on, each by the index of its year, and is recorded as one export", async () => {
  const { db } = backend.services;
  // Many have the same time, so that parts end among them.
  await db.execute(sql`insert into payments (received_on, amount_cents, method, donor_name, submission, created_at)
    select date '2019-01-01' + i % 300, i, 'transfer', 'Tronc', gen_random_uuid(), timestamptz '2019-12-01Z' + i / 700 * interval '1 minute'
    from generate_series(1, 2000) i`);
  await db.execute(sql`analyze payments`);
  const before = (await exports()).length;
  const [all, recorded] = [await exported(2019), await exports()];
  expect(recorded.length - before).toBe(1);
  expect(recorded.at(-1)?.changes).toMatchObject({ rows: { after: 2_000 } });
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 2_000 }, (_, at) => at + 1));
  expect(new Set(all.map(({ id }) => id)).size).toBe(2_000);
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from payments where received_on between '2019-01-01' and '2019-12-31' order by created_at, id`,
  );
  expect(all.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  const first = await partOf(2019);
  expect([first.entries.length, first.next?.number, await partOf(2018)]).toEqual([
    500,
    500,
    { entries: [], next: null, lastDay: "2018-12-31" },
  ]);
  const plans = await plansOf(database, / from "payments".* limit /s, () => partOf(2019, first.next));
  expect(plans.join()).toContain("payments_by_year");
  expect(plans.join()).not.toContain('"Sort"');
});

test("what was taken back is the same entry, mirrored", () => {
  const lines = (signedCents: number) => linesOf({ method: "cheque", donor: "company", signedCents });
  expect(lines(250)).toEqual([
    { account: "511200", debitCents: 250, creditCents: 0 },
    { account: "754200", debitCents: 0, creditCents: 250 },
  ]);
  expect(lines(-250)).toEqual([
    { account: "754200", debitCents: 250, creditCents: 0 },
    { account: "511200", debitCents: 0, creditCents: 250 },
  ]);
});

test("a gift of a shop without a pledge is booked as of a company, as its receipt says; its refund too", async () => {
  const shop = await addPerson(backend, { role: "DONATOR_MERCHANT" });
  const facts = { siret: "73282932000074", companyName: "Pétrin", legalForm: "SARL", fiscalYearEnd: "31/12", surfaceOver400: false };
  await backend.services.db.insert(merchantProfiles).values({ userId: shop.id, ...facts, moments: [], products: [] });
  const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
  const [id = ""] = await by.record(2_500, { receivedOn: "2020-03-01", donorId: shop.id, donorName: "Pétrin" });
  await by.record(1_500, { receivedOn: "2020-03-02", donorId: person.id, donorName: "Aya" });
  expect((await by.post(`payments/${id}/reversals`, by.reversal(500, { receivedOn: "2020-04-01" }))).status).toBe(201);
  const entries = await exported(2020);
  expect(entries.map(({ donor, signedCents }) => [donor, signedCents]).toSorted()).toEqual(
    [
      ["company", 2_500],
      ["person", 1_500],
      ["company", -500],
    ].toSorted(),
  );
  const { sums } = await by.read<{ sums: JournalSum[] }>("payment-journal?year=2020");
  expect(sums.filter(({ gift }) => gift === "754200").reduce((sum, { cents }) => sum + cents, 0)).toBe(2_000);
});

test("the journal follows the accounting year of the organisation, in the order of recording across the two calendar years", async () => {
  const { services } = backend;
  const facts = { fiscalYearEnd: "31/08" };
  await services.db.insert(organisationSettings).values({ part: "receipts", facts, number: 1, validFrom: "2026-01-01" });
  await services.organisation.reload();
  for (const [receivedOn, cents] of [
    ["2017-03-01", 300],
    ["2016-09-01", 100],
    ["2016-08-31", 999],
    ["2017-08-31", 400],
    ["2016-12-31", 200],
    ["2017-09-01", 999],
  ] as const) {
    await by.record(cents, { receivedOn });
    time.pass(60);
  }
  expect((await exported(2017)).map(({ number, signedCents }) => [number, signedCents])).toEqual([
    [1, 300],
    [2, 100],
    [3, 400],
    [4, 200],
  ]);
  expect(await by.read("payment-journal?year=2017")).toMatchObject({
    from: "2016-09-01",
    to: "2017-08-31",
    thisYear: 2027,
    firstYear: 2016,
  });
  expect((await (await by.post("payment-journal", { year: 2017, kind: "txt" })).json()) as Part).toMatchObject({ lastDay: "2017-08-31" });
});
