import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import type { PaymentRecord, PaymentRow } from "#contract/giving/payments";
import type { CashCount, Deposit, DepositRecord } from "#contract/giving/takings";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addGift } from "#tests/support/gifts";
import { readPdf } from "#tests/support/pdf-text";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie: string;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2026-11-20T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const post = (path: string, json: object) => backend.request(`/api/admin/${path}`, { method: "POST", cookie, json });
const read = async <T>(path: string) => (await (await backend.request(`/api/admin/${path}`, { cookie })).json()) as T;
const listed = (query = "") => read<{ items: PaymentRow[]; total: number; totalCents: number }>(`payments${query}`);
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { fieldErrors?: object }).fieldErrors];
const stateOf = async (id: string) => (await backend.services.db.select().from(pledges).where(eq(pledges.id, id)))[0]?.status;

const draft = (amountCents: number, more: object = {}) => ({
  ...{ receivedOn: "2026-11-18", method: "transfer", amountCents, parts: [{ amountCents }], donorName: "Tronc de la soirée" },
  ...{ submission: crypto.randomUUID(), ...more },
});
const reversal = (amountCents: number, more: object = {}) => ({
  ...{ receivedOn: "2026-11-19", method: "transfer", amountCents, reversal: "refund", reason: "À sa demande" },
  ...{ submission: crypto.randomUUID(), ...more },
});
async function record(amountCents: number, more: object = {}): Promise<string> {
  const answer = await post("payments", draft(amountCents, more));
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { ids: string[] }).ids[0] ?? "";
}

describe("recording", () => {
  test("one form sent ten times is one payment, two gifts of the same day and amount are two", async () => {
    const before = (await listed()).totalCents;
    const one = draft(2_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post("payments", one)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const ids = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(ids.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await record(2_000);
    expect((await listed()).totalCents - before).toBe(4_000);
  });

  test("a reference is found as its donor wrote it; a one-off gift is received once all of it came", async () => {
    const gift = await addGift(backend, { email: "jeanne@example.org", name: "Jeanne Vasseur", amountCents: 5_000 });
    const typed = ` don ${gift.reference.slice(4).replace("-", " ").toLowerCase()}`;
    await record(4_500, { parts: [{ amountCents: 4_500, reference: typed }] });
    expect(await stateOf(gift.id)).toBe("promised");
    const id = await record(500, { parts: [{ amountCents: 500, reference: gift.reference }] });
    expect(await stateOf(gift.id)).toBe("received");
    expect(await read<PaymentRecord>(`payments/${id}`)).toMatchObject({ name: "Jeanne Vasseur", reference: gift.reference, donorId: null });
    expect((await listed(`?q=${gift.reference.replaceAll("-", "")}`)).totalCents).toBe(5_000);
    expect((await listed("?q=vasseur")).total).toBe(2);
  });

  test("one transfer for two pledges is split: the parts are the whole, or nothing is recorded", async () => {
    const [one, other] = await Promise.all([
      addGift(backend, { email: "youssef@example.org", amountCents: 6_000 }),
      addGift(backend, { email: "clara@example.org", amountCents: 4_000 }),
    ]);
    const parts = [
      { amountCents: 6_000, reference: one.reference },
      { amountCents: 4_000, reference: other.reference },
    ];
    const before = (await listed()).totalCents;
    expect((await post("payments", draft(9_999, { parts }))).status).toBe(422);
    expect((await listed()).totalCents).toBe(before);
    const id = await record(10_000, { parts });
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(["received", "received"]);
    expect((await read<PaymentRecord>(`payments/${id}`)).parts).toMatchObject([{ signedCents: 4_000 }]);
    expect((await listed()).totalCents - before).toBe(10_000);
  });

  test("neither of an unknown or a cancelled pledge, nor of a day to come", async () => {
    const gift = await addGift(backend, { email: "lou@example.org", status: "cancelled" });
    const of = (reference: string) => draft(100, { parts: [{ amountCents: 100, reference }] });
    for (const body of [of("DON-2222-2222"), of(gift.reference), draft(100, { receivedOn: "2026-11-21" })])
      expect((await post("payments", body)).status).toBe(422);
  });

  test("a donor is found by name, address and reference", async () => {
    await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "anna.rossi@example.org", firstName: "Anna", lastName: "Rossi" });
    const gift = await addGift(backend, { email: "rossi@example.org", name: "Paul Rossi" });
    const found = await read<{ pledges: object[]; people: object[] }>("payment-donors?q=rossi");
    expect(found).toMatchObject({
      pledges: [{ reference: gift.reference, amountCents: 5_000, receivedCents: 0 }],
      people: [{ name: "Anna Rossi", email: "anna.rossi@example.org" }],
    });
    expect((await read<{ pledges: object[] }>(`payment-donors?q=${gift.reference.toLowerCase()}`)).pledges).toHaveLength(1);
  });

  test("of an account that has confirmed the address, it is the account's", async () => {
    const { id } = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "camille@example.org" });
    const payment = await record(100, { donorEmail: "camille@example.org" });
    expect((await read<PaymentRecord>(`payments/${payment}`)).donorId).toBe(id);
  });
});

describe("taking back", () => {
  test("never more than came, of ten at once either", async () => {
    const id = await record(1_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(`payments/${id}/reversals`, reversal(300))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(await refusal(refused[0] as Response)).toEqual([422, { amount: ["payments:error.tooMuch"] }]);
    expect(await read<PaymentRecord>(`payments/${id}`)).toMatchObject({ refundedCents: 900 });
    const [row] = await backend.services.db.select().from(payments).where(eq(payments.refundOf, id));
    expect((await post(`payments/${row?.id}/reversals`, reversal(1))).status).toBe(409);
  });

  test("what was returned leaves the pledge received, what was a mistake makes it a promise again", async () => {
    const gift = await addGift(backend, { email: "lou@example.org", amountCents: 1_500 });
    const pay = () => record(1_500, { parts: [{ amountCents: 1_500, reference: gift.reference }] });
    await post(`payments/${await pay()}/reversals`, reversal(1_500, { reversal: "mistake" }));
    expect(await stateOf(gift.id)).toBe("promised");
    await post(`payments/${await pay()}/reversals`, reversal(1_500));
    expect(await stateOf(gift.id)).toBe("received");
  });

  test("a payment does not change, and its log has no names", async () => {
    const id = await record(1_234, { donorName: "Zoé Zidane" });
    const change = backend.services.db.update(payments).set({ amountCents: 1 }).where(eq(payments.id, id));
    await expect(change).rejects.toMatchObject({ cause: { constraint: "payments_stay" } });
    await post(`payments/${id}/reversals`, reversal(34, { reason: "Zoé se trompe" }));
    const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id));
    expect(log.map(({ action }) => action)).toEqual(["payment.record", "payment.reverse"]);
    expect(JSON.stringify(log)).not.toContain("Zoé");
  });
});

describe("cheques", () => {
  const cheque = (amountCents: number, more: object = {}) =>
    record(amountCents, { method: "cheque", chequeNumber: "7700412", chequeBank: "Crédit Fictif", ...more });
  const deposit = (cheques: string[], more: object = {}) =>
    post("cheque-deposits", { depositedOn: "2026-11-20", cheques, submission: crypto.randomUUID(), ...more });

  test("one cheque is on one slip, of two at once either; numbers have no gaps", async () => {
    const [shared, first, second] = [await cheque(8_000, { donorName: "Paul-Henri Delattre" }), await cheque(5_000), await cheque(3_000)];
    const both = await Promise.all([deposit([shared, first]), deposit([shared, second])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    const left = (await read<{ waiting: { id: string }[] }>("cheque-deposits")).waiting.map(({ id }) => id);
    expect(left).toHaveLength(1);
    expect((await deposit(left)).status).toBe(201);
    const { deposits, waitingCents } = await read<{ deposits: Deposit[]; waitingCents: number }>("cheque-deposits");
    expect(deposits.map(({ number }) => number)).toEqual(["REM-2026-0002", "REM-2026-0001"]);
    expect(waitingCents).toBe(0);
    expect(deposits.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(16_000);
    expect((await listed("?state=to_deposit")).total).toBe(0);
  });

  test("the slip is a PDF with each cheque and their sum, the same each time", async () => {
    const id = await cheque(25_000, { donorName: "Boulangerie Pétrin" });
    const slip = (await (await deposit([id])).json()) as { id: string; number: string };
    const detail = await read<DepositRecord>(`cheque-deposits/${slip.id}`);
    expect(detail).toMatchObject({ number: slip.number, cheques: 1, totalCents: 25_000, items: [{ number: "7700412" }] });
    const file = async () =>
      new Uint8Array(await (await backend.request(`/api/admin/cheque-deposits/${slip.id}/pdf`, { cookie })).arrayBuffer());
    const bytes = await file();
    const text = JSON.stringify(await readPdf(bytes));
    for (const part of [slip.number, "Boulangerie Pétrin", "7700412", "Crédit Fictif", "250"]) expect(text).toContain(part);
    expect(Buffer.from(await file()).equals(Buffer.from(bytes))).toBe(true);
  });

  test("cash and transfers are on none", async () => {
    expect((await deposit([await record(100)])).status).toBe(422);
  });
});

test("an erasure leaves how much, when and how, and no name, cheque or reason, of payments of a pledge and of others", async () => {
  const person = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "zelie@example.org" });
  const gift = await addGift(backend, { email: "zelie@example.org", name: "Zélie Zannier", amountCents: 700 });
  const cheque = { method: "cheque", chequeNumber: "Z123", chequeBank: "Zèbre" };
  const named = { donorId: person.id, donorName: "Zélie Zannier", donorEmail: "zelie@example.org" };
  const ids = [
    await record(700, { ...cheque, parts: [{ amountCents: 700, reference: gift.reference }] }),
    await record(800, { ...cheque, ...named }),
  ];
  for (const id of ids) await post(`payments/${id}/reversals`, reversal(100, { reason: "Zélie le veut" }));
  const before = (await listed()).totalCents;
  const { services } = backend;
  await services.db.transaction((tx) => erasePeople({ ...services, db: tx }, null, [person.id], services.clock()));
  const rows = await services.db.select().from(payments);
  expect(JSON.stringify(rows)).not.toMatch(/Z[éè]|zelie|Z123/);
  expect(rows.filter(({ id, refundOf }) => ids.includes(id) || ids.includes(refundOf ?? ""))).toHaveLength(4);
  expect((await listed()).totalCents).toBe(before);
});

test("cash that is counted is compared with what is recorded, each payment once", async () => {
  const cash = (amountCents: number) => record(amountCents, { method: "cash" });
  await cash(10_000);
  await cash(4_250);
  await post(`payments/${await cash(500)}/reversals`, reversal(500, { reversal: "mistake" }));
  const count = (pieces: object) => post("cash-counts", { countedOn: "2026-11-20", pieces, submission: crypto.randomUUID() });
  expect(await (await count({ "10000": 1, "2000": 2, "200": 1 })).json()).toMatchObject({ differenceCents: -50 });
  expect(await (await count({})).json()).toMatchObject({ differenceCents: 0 });
  const { expectedCents, counts } = await read<{ expectedCents: number; counts: CashCount[] }>("cash-counts");
  expect(expectedCents).toBe(0);
  expect(counts).toHaveLength(2);
  expect(counts.find(({ countedCents }) => countedCents > 0)).toMatchObject({ countedCents: 14_200, recordedCents: 14_250, payments: 4 });
});
