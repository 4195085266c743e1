import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkNumbers } from "#backend/modules/fiscal-receipts/continuity";
import { fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { notices } from "#backend/modules/notices/tables";
import { payments } from "#backend/modules/payments/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { taskItems, tasks } from "#backend/modules/tasks/tables";
import type { OwnReceipt, SeriesOfYear } from "#contract/giving/fiscal-receipts";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { openGifts } from "#tests/support/gifts";
import { mailsTo } from "#tests/support/outbox";
import { paymentsOf } from "#tests/support/payments";
import { addPerson, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";
import { kindsWith, runDue } from "#tests/support/tasks";

let backend: TestBackend;
let cookie: string;
let receipts: ReturnType<typeof receiptsOf>;
const time = testClock(new Date("2027-01-20T10:00:00Z"));

beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  receipts = receiptsOf(backend, () => cookie);
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

const ownOf = async (as: string, path = "/api/own-fiscal-receipts") =>
  ((await (await backend.request(path, { cookie: as })).json()) as { items: OwnReceipt[] }).items;
const statusOf = async (as: string | undefined, path: string) => (await backend.request(path, { cookie: as })).status;

describe("the receipts of a year", () => {
  test("are issued by a task that goes on where it stopped, each once and with its mail; what is blocked is named", async () => {
    const { db } = backend.services;
    await Promise.all([1, 2, 3, 4].map((at) => addPaidGift(backend, `y${at}@example.org`, 1_000 * at, `2026-04-0${at}`)));
    await addPaidGift(backend, "running@example.org", 500, "2027-01-05");
    const { ready } = await receipts.toCome(2026);
    expect(ready).toEqual({ receipts: 4, cents: 10_000 });
    const started = await backend.request("/api/admin/fiscal-receipts-of-year", { method: "POST", cookie, json: { year: 2026 } });
    expect(started.status).toBe(200);
    const { task } = (await started.json()) as { task: string };
    // The third one is refunded after the task began, and the process ends after the second.
    const [third] = await db
      .execute<{ id: string }>(sql`select payments.id from payments join pledges on pledges.id = pledge_id
      where pledges.email = 'y3@example.org'`)
      .then(({ rows }) => rows);
    const money = paymentsOf(backend, () => cookie);
    await money.post(`payments/${third?.id}/reversals`, money.reversal(3_000, { receivedOn: "2027-01-15" }));
    const stopping = new AbortController();
    let done = 0;
    const kinds = kindsWith(backend, "/api/admin/fiscal-receipts-of-year", (own) => async (call, ids) => {
      const results = await own(call, ids);
      done += 1;
      if (done === 2) stopping.abort();
      return results;
    });
    await runDue(backend, kinds, stopping.signal);
    expect(await db.$count(fiscalReceipts)).toBe(2);
    time.pass(600);
    await runDue(backend);
    await runDue(backend);
    expect(await db.select({ state: tasks.state, done: tasks.done, leftOut: tasks.leftOut }).from(tasks).where(eq(tasks.id, task))).toEqual(
      [{ state: "done", done: 3, leftOut: 1 }],
    );
    const [left] = await db
      .select()
      .from(taskItems)
      .where(eq(taskItems.itemId, third?.id ?? ""));
    expect(JSON.stringify(left)).toContain("receipts:gap.nothing_received");
    const issued = await db.select().from(fiscalReceipts).orderBy(fiscalReceipts.number);
    expect(issued.map(({ displayNumber, donorEmail }) => [displayNumber, donorEmail])).toEqual([
      ["IND-2027-000001", "y1@example.org"],
      ["IND-2027-000002", "y2@example.org"],
      ["IND-2027-000003", "y4@example.org"],
    ]);
    expect(issued.every(({ sentAt }) => sentAt !== null)).toBe(true);
    const [mail] = await mailsTo(backend, "y4@example.org");
    expect(mail).toMatchObject({ topic: "receipt_ready", subject: "Votre reçu fiscal IND-2027-000003" });
    expect(mail?.text).toContain("case 7UD");
  });

  test("a replaced one is mailed with both numbers and the reason; the declaration counts what is not cancelled", async () => {
    const { id: paymentId } = await addPaidGift(backend, "replaced@example.org", 2_000);
    const first = await receipts.issue(paymentId);
    const { number } = await receipts.get(first);
    const second = await receipts.get(await receipts.replace(first, "Nom mal écrit"));
    const mail = (await mailsTo(backend, "replaced@example.org")).find(({ topic }) => topic === "receipt_replaced");
    for (const words of [number, second.number, "Nom mal écrit"]) expect(mail?.text).toContain(words);
    const { items } = await receipts.read<{ items: SeriesOfYear[] }>("/api/admin/fiscal-receipt-declaration");
    const declared = { series: "IND", year: 2027, receipts: 4, cents: 9_000, cancelled: 1, last: 5, isWhole: true };
    expect(items).toEqual([{ ...declared, toReplace: 0 }]);
    const money = paymentsOf(backend, () => cookie);
    await money.post(`payments/${paymentId}/reversals`, money.reversal(500, { receivedOn: "2027-01-15" }));
    const after = await receipts.read<{ items: SeriesOfYear[] }>("/api/admin/fiscal-receipt-declaration");
    expect(after.items).toEqual([{ ...declared, toReplace: 1 }]);
  });
});

test("what is ready is listed before donors that nobody knows, and what is due is counted", async () => {
  const { db } = backend.services;
  const means = { amountCents: 100, method: "transfer", receivedOn: "2022-04-01", donorName: "Tronc" } as const;
  await db.insert(payments).values(Array.from({ length: 201 }, () => ({ ...means, submission: crypto.randomUUID() })));
  const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
  await db.insert(payments).values({ ...means, donorName: "Aya", donorId: person.id, submission: crypto.randomUUID() });
  const gift = await addPaidGift(backend, "zoe@example.org", 3_000, "2022-05-04", { name: "Zoé" });
  const { items, ...sums } = await receipts.toCome(2022);
  expect(sums).toMatchObject({ ready: { receipts: 1, cents: 3_000 }, due: 1, blocked: { receipts: 202, cents: 20_200 } });
  expect(items).toHaveLength(200);
  expect(items.slice(0, 3)).toMatchObject([
    { gap: "no_address", amountCents: 100 },
    { gap: null, sourceId: gift.id, name: "Zoé", amountCents: 3_000, sources: 1, periodFrom: "2022-01-01", periodTo: "2022-12-31" },
    { gap: "unknown_donor", name: "Tronc" },
  ]);
  expect(await receipts.toCome(2027)).toMatchObject({ ready: { receipts: 1, cents: 500 }, due: 0 });
});

describe("one's own receipts", () => {
  test("are those of the account and its confirmed address, or of an address opened by its link; others are not found", async () => {
    const owner = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "owner@example.org" });
    const other = await signIn(backend, { role: "DONATOR_MERCHANT" });
    const { id: paymentId } = await addPaidGift(backend, "owner@example.org", 2_000);
    const id = await receipts.issue(paymentId);
    expect((await ownOf(owner.cookie)).map((one) => one.id)).toEqual([id]);
    expect(await ownOf(other.cookie)).toEqual([]);
    const link = await openGifts(backend, "owner@example.org");
    expect((await ownOf(link, "/api/donor-receipts")).map((one) => one.id)).toEqual([id]);
    const { id: elsewhere } = await addPaidGift(backend, "elsewhere@example.org", 2_000);
    const foreign = await receipts.issue(elsewhere);
    for (const end of ["", "/pdf"]) {
      expect(await statusOf(owner.cookie, `/api/own-fiscal-receipts/${id}${end}`)).toBe(200);
      expect(await statusOf(other.cookie, `/api/own-fiscal-receipts/${id}${end}`)).toBe(404);
      expect(await statusOf(owner.cookie, `/api/own-fiscal-receipts/${foreign}${end}`)).toBe(404);
      expect(await statusOf(cookie, `/api/own-fiscal-receipts/${id}${end}`)).toBe(404);
      expect(await statusOf(link, `/api/donor-receipts/${id}${end}`)).toBe(200);
      expect(await statusOf(link, `/api/donor-receipts/${foreign}${end}`)).toBe(404);
      expect(await statusOf(undefined, `/api/donor-receipts/${id}${end}`)).toBe(401);
    }
    const file = await receipts.file(id);
    const own = await backend.request(`/api/own-fiscal-receipts/${id}/pdf`, { cookie: owner.cookie });
    expect(Buffer.from(await own.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
  });
});

test("a receipt survives the erasure of its donor as it was issued, and after six years its number and amount alone are left", async () => {
  const { services } = backend;
  const donor = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "erased@example.org", firstName: "Zoé", lastName: "Témoin" });
  const { id: paymentId } = await addPaidGift(backend, "erased@example.org", 7_000, "2026-05-04", { name: "Zoé Témoin" });
  const id = await receipts.issue(paymentId);
  const bytes = Buffer.from(await (await receipts.file(id)).arrayBuffer());
  const before = await receipts.get(id);
  await services.db.transaction((tx) => erasePeople({ ...services, db: tx }, null, [donor.id], services.clock()));
  expect(Buffer.from(await (await receipts.file(id)).arrayBuffer()).equals(bytes)).toBe(true);
  expect(await receipts.get(id)).toEqual(before);
  await applyRetention({ ...services, clock: () => new Date("2033-01-10T10:00:00Z") });
  const rowOf = async () => (await services.db.select().from(fiscalReceipts).where(eq(fiscalReceipts.id, id)))[0];
  expect(await rowOf()).toMatchObject({ donorName: "Zoé Témoin", erasedAt: null });
  await applyRetention({ ...services, clock: () => new Date("2033-01-21T10:00:00Z") });
  const row = await rowOf();
  expect(row).toMatchObject({ displayNumber: before.number, amountCents: 7_000, donor: null, pdf: null, sha256: null });
  expect(JSON.stringify(row)).not.toMatch(/Zoé|erased@|Inès/);
});

test("each night proves the numbers: a gap is a notice to administrators and a job that failed", async () => {
  const { services } = backend;
  await checkNumbers(services);
  expect(await services.db.$count(notices, eq(notices.topic, "receipts_gap"))).toBe(0);
  await services.db.execute(sql`update sequences set last = last + 1 where series = 'IND'`);
  await expect(checkNumbers(services)).rejects.toThrow("IND-2027");
  await expect(checkNumbers(services)).rejects.toThrow("IND-2027");
  expect(await services.db.$count(notices, eq(notices.topic, "receipts_gap"))).toBe(1);
});
