import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chequeDeposits, payments } from "#backend/modules/payments/tables";
import type { PaymentRecord, PaymentRow } from "#contract/giving/payments";
import { type CashCount, type Cheque, type DepositRecord, denominations } from "#contract/giving/takings";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addGift } from "#tests/support/gifts";
import { paymentsOf, refusal } from "#tests/support/payments";
import { readPdf } from "#tests/support/pdf-text";
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

const waiting = async () => (await by.read<{ waiting: Cheque[]; waitingCents: number; waitingTotal: number }>("cheque-deposits")) ?? [];
const cheque = (amountCents: number, more: object = {}) => by.record(amountCents, { method: "cheque", chequeNumber: "7700412", ...more });

/** A cheque for two pledges: six thousand and four thousand cents. */
async function splitCheque() {
  const gifts = await Promise.all([
    addGift(backend, { email: "youssef@example.org", name: "Youssef", amountCents: 6_000 }),
    addGift(backend, { email: "clara@example.org", name: "Clara", amountCents: 4_000 }),
  ]);
  const parts = gifts.map(({ amountCents, reference }) => ({ amountCents, reference }));
  return { ids: await cheque(10_000, { parts }), references: gifts.map(({ reference }) => reference) };
}

async function slipWith(cheques: string[]): Promise<DepositRecord> {
  const { id } = (await (await by.deposit(cheques)).json()) as { id: string };
  return by.read(`cheque-deposits/${id}`);
}

describe("a cheque for two pledges", () => {
  test("is one cheque of their sum with both references, in the list, on the slip and in its file", async () => {
    const { ids, references } = await splitCheque();
    const before = await waiting();
    expect(before).toMatchObject({ waitingCents: 10_000, waitingTotal: 1 });
    expect(before.waiting).toMatchObject([{ id: ids[0], amountCents: 10_000, reference: references.join(", "), name: "Youssef, Clara" }]);
    const slip = await slipWith([ids[0] ?? ""]);
    expect(slip).toMatchObject({ cheques: 1, totalCents: 10_000, items: [{ amountCents: 10_000, reference: references.join(", ") }] });
    expect(await waiting()).toMatchObject({ waiting: [], waitingCents: 0, waitingTotal: 0 });
    const file = await backend.request(`/api/admin/cheque-deposits/${slip.id}/pdf`, { cookie });
    const { text } = await readPdf(new Uint8Array(await file.arrayBuffer()));
    for (const part of references) expect(text).toContain(part);
    expect(text.replaceAll(/\s/g, " ")).toContain("1 chèque, 100 €");
  });

  test("is on one slip: whoever names a part takes all, and the database lets no part go elsewhere", async () => {
    const { ids } = await splitCheque();
    const slip = await slipWith([ids[1] ?? ""]);
    const { db } = backend.services;
    const parts = await db.select().from(payments).where(eq(payments.depositId, slip.id));
    expect(parts).toHaveLength(2);
    const { ids: others } = await splitCheque();
    const [elsewhere] = await db
      .insert(chequeDeposits)
      .values({ number: "REM-2026-9000", depositedOn: "2026-11-20", submission: crypto.randomUUID() })
      .returning();
    await db
      .update(payments)
      .set({ depositId: elsewhere?.id })
      .where(eq(payments.id, others[0] ?? ""));
    const moved = await db
      .select()
      .from(payments)
      .where(eq(payments.depositId, elsewhere?.id ?? ""));
    expect(moved.map(({ id }) => id).toSorted()).toEqual(others.toSorted());
  });

  test("is one cheque still when a part was returned, and none when it was returned whole", async () => {
    const { ids } = await splitCheque();
    await by.post(`payments/${ids[1]}/reversals`, by.reversal(4_000));
    expect(await waiting()).toMatchObject({ waitingCents: 10_000, waitingTotal: 1 });
    await by.post(`payments/${ids[0]}/reversals`, by.reversal(6_000));
    expect(await waiting()).toMatchObject({ waitingCents: 0, waitingTotal: 0 });
    expect(await refusal(await by.deposit([ids[0] ?? ""]))).toEqual([422, { cheques: ["payments:error.chequesTaken"] }]);
  });

  test("is corrected as a whole, with all its parts and pledges", async () => {
    const { ids } = await splitCheque();
    expect(await refusal(await by.mistake(ids[0] ?? "", 1_000))).toEqual([422, { amount: ["payments:error.wholeCheque"] }]);
    expect((await by.mistake(ids[0] ?? "", 6_000)).status).toBe(201);
    for (const id of ids)
      expect(await by.read<PaymentRecord>(`payments/${id}`)).toMatchObject({ mistakenCents: (await rowOf(id)).amountCents });
    expect((await waiting()).waitingTotal).toBe(0);
    expect(await refusal(await by.mistake(ids[1] ?? "", 4_000))).toEqual([422, { amount: ["payments:error.tooMuch"] }]);
  });
});

async function rowOf(id: string) {
  const [row] = await backend.services.db.select().from(payments).where(eq(payments.id, id));
  if (!row) throw new Error("no such payment");
  return row;
}

describe("a wrong amount of a cheque", () => {
  test("is not corrected in part: the whole is taken back, and no slip waits for it", async () => {
    const [id = ""] = await cheque(5_000);
    expect(await refusal(await by.mistake(id, 500))).toEqual([422, { amount: ["payments:error.wholeCheque"] }]);
    expect((await waiting()).waiting).toMatchObject([{ id, amountCents: 5_000 }]);
    expect((await by.mistake(id, 5_000)).status).toBe(201);
    expect((await waiting()).waitingTotal).toBe(0);
  });

  test("that is found on a slip is corrected there: the new cheque is on the slip of the old one, once", async () => {
    const [[wrong = ""], [right = ""]] = [await cheque(50_000), await cheque(2_000)];
    const { id, number } = await slipWith([wrong, right]);
    const again = (more: object = {}) =>
      by.post("payments", by.draft(5_000, { method: "cheque", chequeNumber: "7700412", replaces: wrong, ...more }));
    expect((await again()).status).toBe(409);
    expect(await by.read<PaymentRecord>(`payments/${wrong}`)).toMatchObject({ mayReplace: false });
    await by.mistake(wrong, 50_000);
    expect(await by.read<PaymentRecord>(`payments/${wrong}`)).toMatchObject({ mayReplace: true });
    expect(await by.read<DepositRecord>(`cheque-deposits/${id}`)).toMatchObject({ number, cheques: 1, totalCents: 2_000 });
    await backend.services.db.update(chequeDeposits).set({ depositedOn: "2026-11-18" }).where(eq(chequeDeposits.id, id));
    expect(await refusal(await again({ receivedOn: "2026-11-19" }))).toEqual([422, { receivedOn: ["payments:error.afterDeposit"] }]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => again()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    const slip = await by.read<DepositRecord>(`cheque-deposits/${id}`);
    expect(slip).toMatchObject({ number, cheques: 2, totalCents: 7_000 });
    expect(slip.items.map(({ amountCents }) => amountCents).toSorted()).toEqual([2_000, 5_000]);
    expect((await waiting()).waitingTotal).toBe(0);
    expect(await by.read<PaymentRecord>(`payments/${wrong}`)).toMatchObject({ mayReplace: false });
  });
});

describe("what was recorded by mistake", () => {
  const sumOf = async (day: string) =>
    (await by.read<{ totalCents: number }>(`payments?receivedOnFrom=${day}&receivedOnTo=${day}`)).totalCents;

  test("is subtracted on the day of its payment, whatever day is sent; what was returned on its own day", async () => {
    const before = await sumOf("2026-10-02");
    const [wrong = "", back = ""] = [
      ...(await by.record(3_000, { receivedOn: "2026-10-02" })),
      ...(await by.record(700, { receivedOn: "2026-10-02" })),
    ];
    await by.mistake(wrong, 3_000, { receivedOn: "2026-11-19", method: "cash" });
    await by.post(`payments/${back}/reversals`, by.reversal(700, { receivedOn: "2026-11-17" }));
    expect(await sumOf("2026-10-02")).toBe(before + 700);
    const [row] = await backend.services.db.select().from(payments).where(eq(payments.refundOf, wrong));
    expect(row).toMatchObject({ receivedOn: "2026-10-02", method: "transfer" });
    for (const missing of ["receivedOn", "method"])
      expect((await by.post(`payments/${back}/reversals`, by.reversal(1, { [missing]: undefined }))).status).toBe(422);
  });

  test("and was counted belongs to that count: what was counted stays, and the next count has no difference", async () => {
    const count = (pieces: object) => by.post("cash-counts", { countedOn: "2026-11-20", pieces, submission: crypto.randomUUID() });
    const [id = ""] = await by.record(9_000, { method: "cash" });
    expect(await (await count({ "2000": 2 })).json()).toMatchObject({ differenceCents: -5_000 });
    await by.mistake(id, 5_000);
    const { expectedCents, counts } = await by.read<{ expectedCents: number; counts: CashCount[] }>("cash-counts");
    expect(expectedCents).toBe(0);
    expect(counts[0]).toMatchObject({ countedCents: 4_000, recordedCents: 9_000, correctedCents: -5_000 });
    expect(await (await count({})).json()).toMatchObject({ differenceCents: 0 });
  });

  test("and what was returned are two states, of payments and of what takes them back", async () => {
    const [[wrong = ""], [back = ""]] = [await by.record(111), await by.record(222)];
    await by.mistake(wrong, 111);
    await by.post(`payments/${back}/reversals`, by.reversal(222));
    const found = async (state: string) =>
      (await by.read<{ items: PaymentRow[] }>(`payments?state=${state}&perPage=100`)).items.map(({ signedCents }) => signedCents);
    for (const [state, cents, other] of [
      ["corrected", 111, 222],
      ["refunded", 222, 111],
      ["mistake", -111, -222],
      ["refund", -222, -111],
    ] as const) {
      expect(await found(state), state).toContain(cents);
      expect(await found(state), state).not.toContain(other);
    }
  });
});

test("as much cash as the form can say is counted", async () => {
  const pieces = Object.fromEntries(denominations.map((value) => [String(value), 100_000]));
  const answer = await by.post("cash-counts", { countedOn: "2026-11-20", pieces, submission: crypto.randomUUID() });
  expect([answer.status, await answer.json()]).toMatchObject([201, { differenceCents: 8_888_800_000 }]);
});
