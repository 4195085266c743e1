import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payments } from "#backend/modules/payments/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { addGift } from "#tests/support/gifts";
import { paymentsOf, refusal } from "#tests/support/payments";
import { signIn } from "#tests/support/people";
import { bank } from "#tests/support/statements";

let backend: TestBackend;
let other: TestBackend;
let cookie: string;
let ofBank: ReturnType<typeof bank>;
let by: ReturnType<typeof paymentsOf>;

beforeAll(async () => {
  const { clock } = testClock(new Date("2026-11-20T10:00:00Z"));
  const database = await openTestDatabase();
  backend = await startBackend({ clock, database });
  other = await startBackend({ clock, database: { ...database, close: async () => {} } });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  ofBank = bank(backend, cookie);
  by = paymentsOf(backend, () => cookie);
});
afterAll(async () => {
  await other.close();
  await backend.close();
});

let count = 0;
const gift = (amountCents: number, more: object = {}) =>
  addGift(backend, { email: "jeanne@example.org", name: "Jeanne Vasseur", amountCents, ...more });

/** A statement with one line that names a pledge: the line, and the payments that were recorded of it. */
async function lineFor(reference: string, amount: string, day = "18/11/2026") {
  count += 1;
  const { id } = await ofBank.import([{ day, amount, text: reference, name: `VIR ${count}` }]);
  const [line] = (await ofBank.read(id)).lines;
  if (!line) throw new Error("the statement has no line");
  return { ...line, statement: id, paid: line.payments.map((payment) => payment.id) };
}

const stateOf = async (statement: string) => (await ofBank.read(statement)).lines[0]?.state;
const refund = (id: string, cents: number) => by.post(`payments/${id}/reversals`, by.reversal(cents));
const total = async () => (await by.read<{ totalCents: number }>("payments")).totalCents;

describe("a line of which money was returned", () => {
  test("is not undone, and does not wait, whatever is corrected of the rest: it is never recorded in full again", async () => {
    const { reference } = await gift(10_000);
    const { id, statement, paid } = await lineFor(reference, "100,00");
    const before = await total();
    await refund(paid[0] ?? "", 3_000);
    expect(await ofBank.decide(id, "undo")).toMatchObject({ status: 409, body: { code: "line_returned" } });
    expect([await total(), await stateOf(statement)]).toEqual([before - 3_000, "matched"]);
    expect((await by.mistake(paid[0] ?? "", 7_000)).status).toBe(201);
    expect(await stateOf(statement)).toBe("matched");
    expect(await ofBank.decide(id, "undo")).toMatchObject({ status: 409, body: { code: "line_returned" } });
    expect((await ofBank.read(statement)).lines[0]?.payments).toMatchObject([{ id: paid[0] }]);
  });

  test("is undone as long as all that was taken back of it were mistakes", async () => {
    const { reference } = await gift(10_000);
    const before = await total();
    const { id, statement, paid } = await lineFor(reference, "100,00");
    await by.mistake(paid[0] ?? "", 3_000);
    expect(await stateOf(statement)).toBe("matched");
    expect((await ofBank.decide(id, "undo")).status).toBe(200);
    expect([await total(), await stateOf(statement)]).toEqual([before, "waiting"]);
    expect((await ofBank.decide(id, "payments", { reference })).status).toBe(200);
    expect(await total()).toBe(before + 10_000);
  });
});

test("two parts of a line corrected at once over two backends make it wait, and a refund at once with an undo is one of both", {
  timeout: 60_000,
}, async () => {
  const callers = [by, paymentsOf(other, () => cookie)];
  for (let round = 0; round < 10; round += 1) {
    const [one, two] = [await gift(6_000), await gift(4_000)];
    const { id, statement } = await lineFor(`${one.reference} ${two.reference}`, "100,00");
    await ofBank.decide(id, "payments", { reference: one.reference, secondReference: two.reference, secondCents: 4_000 });
    const parts = (await ofBank.read(statement)).lines[0]?.payments ?? [];
    expect(parts).toHaveLength(2);
    const answers = await Promise.all(parts.map((part, at) => callers[at]?.mistake(part.id, part.amountCents)));
    expect(answers.map((answer) => answer?.status)).toEqual([201, 201]);
    expect(await stateOf(statement)).toBe("waiting");
  }
  for (let round = 0; round < 10; round += 1) {
    const { reference } = await gift(5_000);
    const { id, statement, paid } = await lineFor(reference, "50,00");
    const [undone, returned] = await Promise.all([
      ofBank.decide(id, "undo"),
      callers[1]?.post(`payments/${paid[0]}/reversals`, by.reversal(5_000)),
    ]);
    expect([
      [200, 422, "waiting"],
      [409, 201, "matched"],
    ]).toContainEqual([undone.status, returned?.status, await stateOf(statement)]);
  }
});

describe("matching", () => {
  test("a gift that was returned whole is paid: it is not matched again", async () => {
    const [once, monthly, wrong] = [await gift(5_000), await gift(1_000, { rhythm: "monthly" }), await gift(5_000)];
    const given = await Promise.all([lineFor(once.reference, "50"), lineFor(monthly.reference, "10"), lineFor(wrong.reference, "50")]);
    await refund(given[0]?.paid[0] ?? "", 5_000);
    await refund(given[1]?.paid[0] ?? "", 1_000);
    await by.mistake(given[2]?.paid[0] ?? "", 5_000);
    expect(await lineFor(once.reference, "50")).toMatchObject({ state: "waiting", doubt: "already" });
    expect(await lineFor(monthly.reference, "10", "19/11/2026")).toMatchObject({ state: "waiting", doubt: "already" });
    expect(await lineFor(wrong.reference, "50")).toMatchObject({ state: "matched" });
  });

  test("a month recorded by hand is the month of the line, from its first day to its last", async () => {
    const [byHand, ofBefore] = [await gift(1_000, { rhythm: "monthly" }), await gift(1_000, { rhythm: "monthly" })];
    const part = ({ reference }: { reference: string }) => ({ parts: [{ amountCents: 1_000, reference }] });
    await by.record(1_000, { ...part(byHand), receivedOn: "2026-10-31" });
    await by.record(1_000, { ...part(ofBefore), receivedOn: "2026-10-01" });
    expect(await lineFor(byHand.reference, "10", "01/10/2026")).toMatchObject({ state: "waiting", doubt: "already" });
    expect(await lineFor(ofBefore.reference, "10", "01/11/2026")).toMatchObject({ state: "matched" });
    // Of two statements, fifteen days are enough.
    expect(await lineFor(ofBefore.reference, "10", "17/11/2026")).toMatchObject({ state: "matched" });
  });

  test("a credit that the bank took back is counted and said, since its payment has to be refunded", async () => {
    const mapping = { day: 0, amount: 1, text: 2, kind: 3 };
    const sheet = await ofBank.store([{ day: "18/11/2026", amount: "-50,00", text: "REJET", name: "reversal" }]);
    expect(await ofBank.run(sheet, { mapping })).toMatchObject({ status: 201, body: { waiting: 0, reversed: 1 } });
    expect(await ofBank.run(sheet, { mapping })).toMatchObject({ status: 201, body: { reversed: 1 } });
    expect(await ofBank.read(sheet)).toMatchObject({ debits: 0, reversed: 1 });
  });
});

test("a line is of the person whose gift it is, and not of those for whom it was recorded by mistake", async () => {
  const [wrong, right] = [await signIn(backend, { role: "DONATOR_INDIVIDUAL" }), await signIn(backend, { role: "DONATOR_INDIVIDUAL" })];
  const [first, second] = [await gift(3_300, { email: wrong.email }), await gift(3_300, { email: right.email })];
  const { id, statement } = await lineFor(first.reference, "33");
  await ofBank.decide(id, "undo");
  await ofBank.decide(id, "payments", { reference: second.reference });
  const { services } = backend;
  const erase = (person: string) => services.db.transaction((tx) => erasePeople({ ...services, db: tx }, null, [person], services.clock()));
  const text = async () => (await ofBank.read(statement)).lines[0]?.text;
  await erase(wrong.id);
  expect(await text()).toBe(first.reference);
  await erase(right.id);
  expect(await text()).toBe("");
});

test("a cheque of which a part was returned did come: it is not corrected as a mistake", async () => {
  const cheque = (cents: number, more: object = {}) => by.record(cents, { method: "cheque", ...more });
  const [alone = ""] = await cheque(5_000);
  await refund(alone, 1_000);
  const gifts = await Promise.all([gift(6_000), gift(4_000)]);
  const [one = "", two = ""] = await cheque(10_000, { parts: gifts.map(({ amountCents, reference }) => ({ amountCents, reference })) });
  await refund(one, 6_000);
  for (const [id, cents] of [
    [alone, 4_000],
    [two, 4_000],
  ] as const) {
    expect(await refusal(await by.mistake(id, cents))).toEqual([422, { amount: ["payments:error.returnedCheque"] }]);
    expect(await backend.services.db.$count(payments, eq(payments.refundOf, id))).toBe(id === alone ? 1 : 0);
  }
});

test("no form takes a day before the accounts begin", async () => {
  const receivedOn = "0026-11-18";
  const day = { receivedOn: ["payments:error.day"] };
  expect(await refusal(await by.post("payments", by.draft(1_000, { receivedOn })))).toEqual([422, day]);
  const [id = ""] = await by.record(1_000);
  expect(await refusal(await by.post(`payments/${id}/reversals`, by.reversal(1_000, { receivedOn })))).toEqual([422, day]);
  const [cheque = ""] = await by.record(1_000, { method: "cheque" });
  expect(await refusal(await by.deposit([cheque], { depositedOn: receivedOn }))).toEqual([422, { depositedOn: day.receivedOn }]);
  const counted = await by.post("cash-counts", { countedOn: receivedOn, pieces: {}, submission: crypto.randomUUID() });
  expect(await refusal(counted)).toEqual([422, { countedOn: day.receivedOn }]);
});
