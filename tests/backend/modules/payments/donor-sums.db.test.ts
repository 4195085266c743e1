import { type SQLWrapper, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receivedBy } from "#backend/modules/payments/received-by-account";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import type { Dashboard } from "#contract/charity/dashboard";
import type { PaymentRow } from "#contract/giving/payments";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addGift } from "#tests/support/gifts";
import { paymentsOf } from "#tests/support/payments";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie: string;
let by: ReturnType<typeof paymentsOf>;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2026-11-20T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  by = paymentsOf(backend, () => cookie);
});
afterAll(() => backend.close());

const sumOf = async (as: string) =>
  ((await (await backend.request("/api/dashboard", { cookie: as })).json()) as Dashboard).gifts?.receivedCents;

test("each payment counts once, for one account: that of the payment, else the one with its address", async () => {
  const anna = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "anna@example.org" });
  const paul = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "paul@example.org" });
  await by.record(100, { donorId: anna.id, donorName: "Anna", donorEmail: "paul@example.org" });
  await by.record(2_000, { donorId: anna.id, donorName: "Anna", donorEmail: "anna@example.org" });
  const gift = await addGift(backend, { email: "anna@example.org", amountCents: 30_000 });
  await by.record(30_000, { parts: [{ amountCents: 30_000, reference: gift.reference }] });
  await backend.services.db
    .insert(payments)
    .values({ ...came, amountCents: 7, donorName: "Paul", donorEmail: "PAUL@example.org", submission: crypto.randomUUID() });
  expect(await Promise.all([sumOf(anna.cookie), sumOf(paul.cookie)])).toEqual([32_100, 7]);
});

const came = { method: "transfer", receivedOn: "2026-11-18" } as const;

/** Many payments of others, so that a scan of the year would not be the cheapest. */
async function manyPayments() {
  const { db } = backend.services;
  await db.execute(sql`insert into ${payments} (received_on, amount_cents, method, donor_name, donor_email, submission)
    select date '2026-01-01' + i % 300, 100 + i, 'transfer', 'Donneuse ' || i, 'd' || i || '@example.org', gen_random_uuid() from generate_series(1, 4000) i`);
  for (const table of [payments, pledges]) await db.execute(sql`analyze ${table}`);
}

const planOf = async (query: SQLWrapper) => JSON.stringify((await backend.services.db.execute(sql`explain (format json) ${query}`)).rows);

test("what came from an account is read by an index for each way, and no scan of the year", async () => {
  const { id } = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "lou@example.org" });
  await manyPayments();
  const plan = await planOf(receivedBy(backend.services.db, id, "2026-01-01").getSQL());
  for (const index of ["payments_by_pledge", "payments_by_donor", "payments_by_address"]) expect(plan).toContain(`"${index}"`);
  expect(plan).not.toMatch(/payments_by_day|"Seq Scan","Parallel Aware":false,"Async Capable":false,"Relation Name":"payments"/);
});

test("the sum of a search is that of its rows, each once", async () => {
  const ann = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "trois@example.org", lastName: "Troisfois" });
  const gift = await addGift(backend, { email: "trois@example.org", name: "Troisfois", amountCents: 600 });
  await by.record(600, { parts: [{ amountCents: 600, reference: gift.reference }] });
  await by.record(40, { donorId: ann.id, donorName: "Troisfois", donorEmail: "trois@example.org" });
  await by.record(5, { donorName: "Troisfois" });
  const found = await by.read<{ items: PaymentRow[]; totalCents: number }>("payments?q=troisfois");
  expect(found.items).toHaveLength(3);
  expect(found.totalCents).toBe(645);
});
