import { eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { importMappings, sheets } from "#backend/modules/imports/tables";
import { payments, statementLines } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import type { PaymentRow } from "#contract/giving/payments";
import { statementsApi } from "#contract/giving/statements";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { addGift } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";
import { bank, type TableLine } from "#tests/support/statements";

let backend: TestBackend;
let other: TestBackend;
let cookie: string;
let ofBank: ReturnType<typeof bank>;

beforeAll(async () => {
  const { clock } = testClock(new Date("2026-11-20T10:00:00Z"));
  const database = await openTestDatabase();
  backend = await startBackend({ clock, database });
  other = await startBackend({ clock, database: { ...database, close: async () => {} } });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  ofBank = bank(backend, cookie);
});
afterAll(async () => {
  await other.close();
  await backend.close();
});

let count = 0;
/** A line that no other test has. */
const line = (amount: string, text: string, more: Partial<TableLine> = {}): TableLine => {
  count += 1;
  return { day: "18/11/2026", amount, text, name: `VIR ${count}`, ...more };
};
const gift = (amountCents: number, more: object = {}) =>
  addGift(backend, { email: "jeanne@example.org", name: "Jeanne Vasseur", amountCents, ...more });
const stateOf = async (id: string) => (await backend.services.db.select().from(pledges).where(eq(pledges.id, id)))[0]?.status;
const total = async () =>
  ((await (await backend.request("/api/admin/payments", { cookie })).json()) as { totalCents: number; items: PaymentRow[] }).totalCents;
const lineOf = async (id: string) => {
  const [first] = (await ofBank.read(id)).lines;
  if (!first) throw new Error("the statement has no line");
  return first;
};

describe("matching", () => {
  test("a reference is found in any spelling; with its amount it is recorded, and the pledge is received", async () => {
    const spellings: ((reference: string) => string)[] = [
      (reference) => reference,
      (reference) => `don ${reference.toLowerCase().replaceAll("-", "")} merci`,
      (reference) => `VIR.${reference.replaceAll("-", " ")} NOVEMBRE`,
      (reference) => [...reference.replaceAll("-", "")].join(" "),
      (reference) => `DONDON${reference}`,
    ];
    for (const spelling of spellings) {
      const one = await gift(5_000);
      const { id, ...counts } = await ofBank.import([line("50,00", spelling(one.reference))]);
      expect([counts, await stateOf(one.id)]).toEqual([{ matched: 1, waiting: 0, known: 0, reversed: 0 }, "received"]);
      const { payments: given, state } = await lineOf(id);
      expect([state, given.map(({ amountCents, reference }) => [amountCents, reference])]).toEqual(["matched", [[5_000, one.reference]]]);
      const [row] = await backend.services.db.select().from(payments).where(eq(payments.pledgeId, one.id));
      expect(row).toMatchObject({ receivedOn: "2026-11-18", method: "transfer", amountCents: 5_000 });
    }
  });

  test("what a person must decide waits, each with its reason", async () => {
    const [one, two, cancelled, paid] = [
      await gift(5_000),
      await gift(4_000),
      await gift(5_000, { status: "cancelled" }),
      await gift(5_000, { status: "received" }),
    ];
    const monthly = await gift(1_000, { rhythm: "monthly" });
    const lines = [
      line("45", one.reference),
      line("90", `${one.reference} et ${two.reference}`),
      line("50", cancelled.reference),
      line("50", paid.reference),
      line("50", "DON-MERC-IPOU"),
      line("50", ""),
      line("10", monthly.reference, { day: "2026-11-01" }),
      line("10", monthly.reference, { day: "2026-11-05" }),
    ];
    const { id } = await ofBank.import(lines);
    const doubts = (await ofBank.read(id)).lines.map(({ state, doubt }) => doubt ?? state);
    expect(doubts).toEqual([
      "other_amount",
      "several_references",
      "cancelled",
      "already",
      "no_reference",
      "no_reference",
      "matched",
      "already",
    ]);
    expect([await stateOf(one.id), await stateOf(monthly.id)]).toEqual(["promised", "received"]);
  });

  test("debits are counted and not stored, amounts are read as banks write them", async () => {
    const { id } = await ofBank.import([
      line("1 234,56", "a"),
      line("1.234,56", "b"),
      line("1\u202f234,56 €", "c"),
      line("+1234.56 EUR", "d"),
      line("-12,00", "LOYER"),
      line("12,00-", "EAU"),
      { day: "", amount: "", text: "Total" },
    ]);
    const { lines, debits } = await ofBank.read(id);
    expect([lines.map(({ amountCents }) => amountCents), debits]).toEqual([[123_456, 123_456, 123_456, 123_456], 2]);
  });

  test("amounts may be in two columns, and days and amounts that cannot be read refuse the whole file", async () => {
    const mapping = { day: 0, credit: 1, debit: 3, text: 2 };
    const stored = await ofBank.store([line("20", "a", { name: "" }), line("", "b", { name: "30,00" })]);
    const { body } = await ofBank.run(stored, { mapping });
    expect((await ofBank.read((body as { id: string }).id)).debits).toBe(1);
    const wrong = await ofBank.store([
      line("10", "a"),
      line("beaucoup", "b"),
      line("10", "c", { day: "31/02/2026" }),
      line("10", "d", { day: "2026-12-01" }),
    ]);
    expect(await ofBank.run(wrong)).toMatchObject({
      status: 422,
      body: { fieldErrors: { mapping: ["statements:error.lines?lines=3%2C+4%2C+5"] } },
    });
    expect((await ofBank.run(wrong, { mapping: { day: 0 } })).status).toBe(422);
  });
});

describe("each line once", () => {
  test("the same file again, or one that overlaps, adds only what is new; equal lines of one file stay as many", async () => {
    const twice = { day: "02/11/2026", amount: "15,00", text: "VIR QUETE", name: "PAROISSE" };
    const [one, two] = [line("15,00", "un"), line("15,00", "deux")];
    expect(await ofBank.import([twice, twice, one])).toMatchObject({ waiting: 3, known: 0 });
    expect(await ofBank.import([twice, twice, one])).toMatchObject({ waiting: 0, known: 3 });
    expect(await ofBank.import([{ ...twice, text: "Vir  quete" }, one, two])).toMatchObject({ waiting: 1, known: 2 });
    expect(await ofBank.import([{ ...twice, account: "un autre compte" }])).toMatchObject({ waiting: 1, known: 0 });
  });

  test("one file imported ten times at once over two backends is one statement", async () => {
    const one = await gift(5_000);
    const sheet = await ofBank.store([line("50", one.reference)]);
    const callers = [ofBank, bank(other, cookie)];
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => callers[at % 2]?.run(sheet)));
    for (const answer of answers)
      expect(answer).toEqual({ status: 201, body: { id: sheet, matched: 1, waiting: 0, known: 0, reversed: 0 } });
    expect(await backend.services.db.$count(payments, eq(payments.pledgeId, one.id))).toBe(1);
  });

  test("the same lines in ten files at once over two backends are stored once, and paid once", async () => {
    const gifts = await Promise.all(Array.from({ length: 5 }, () => gift(2_500)));
    const lines = gifts.map(({ reference }) => line("25", reference));
    const stored = await Promise.all(Array.from({ length: 10 }, (_, at) => ofBank.store(at % 3 ? lines : lines.toReversed())));
    const callers = [ofBank, bank(other, cookie)];
    const answers = await Promise.all(stored.map((sheet, at) => callers[at % 2]?.run(sheet)));
    const bodies = answers.map((answer) => answer?.body as { matched: number; known: number });
    expect(bodies.map(({ matched, known }) => matched + known)).toEqual(Array(10).fill(5));
    expect(bodies.reduce((sum, { matched }) => sum + matched, 0)).toBe(5);
    const ids = gifts.map(({ id }) => id);
    expect(await backend.services.db.$count(payments, inArray(payments.pledgeId, ids))).toBe(5);
  });

  test("a line is given once, whoever does it at the same moment", async () => {
    const one = await gift(5_000);
    const { id } = await ofBank.import([line("45", one.reference)]);
    const { id: waiting } = await lineOf(id);
    const callers = [ofBank, bank(other, cookie)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => callers[at % 2]?.decide(waiting, "payments", { reference: one.reference })),
    );
    expect(answers.map((answer) => answer?.status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await backend.services.db.$count(payments, eq(payments.statementLineId, waiting))).toBe(1);
  });
});

describe("deciding", () => {
  test("a line is suggested the pledges that it names, and open ones of its amount and its donor's name", async () => {
    const named = await gift(6_100);
    const alike = await gift(5_900, { name: "Zoé Delattre" });
    await gift(5_900, { name: "Quelqu’un d’autre" });
    await gift(5_900, { name: "Zoé Delattre", status: "received" });
    const { id } = await ofBank.import([line("59", named.reference, { name: "M P DELATTRE" })]);
    const { open } = await ofBank.read(id);
    expect(open?.suggestions.map(({ reference, isNamed }) => [reference, isNamed])).toEqual([
      [named.reference, true],
      [alike.reference, false],
    ]);
  });

  test("it is given to a pledge, to two, or to none, and an undo takes all of it back", async () => {
    const before = await total();
    const [one, two] = [await gift(6_000), await gift(4_000)];
    const { id } = await ofBank.import([line("100", `${one.reference} ${two.reference}`)]);
    const { id: waiting } = await lineOf(id);
    expect(await ofBank.decide(waiting, "payments", {})).toMatchObject({
      status: 422,
      body: { fieldErrors: { donorName: expect.anything() } },
    });
    const both = { reference: one.reference, secondReference: two.reference };
    expect(await ofBank.decide(waiting, "payments", { ...both, secondCents: 10_000 })).toMatchObject({
      status: 422,
      body: { fieldErrors: { secondAmount: ["payments:error.secondTooMuch"] } },
    });
    expect((await ofBank.decide(waiting, "payments", { ...both, secondCents: 4_000 })).status).toBe(200);
    expect([await stateOf(one.id), await stateOf(two.id), (await total()) - before]).toEqual(["received", "received", 10_000]);
    expect((await ofBank.decide(waiting, "ignored", { reason: "x" })).status).toBe(409);
    expect((await ofBank.decide(waiting, "undo")).status).toBe(200);
    expect([await stateOf(one.id), await stateOf(two.id), (await total()) - before]).toEqual(["promised", "promised", 0]);
    expect(await lineOf(id)).toMatchObject({ state: "waiting", wasUndone: true, payments: [] });
    expect((await ofBank.decide(waiting, "payments", { donorName: "Haddad et Morel" })).status).toBe(200);
    expect((await lineOf(id)).payments).toMatchObject([{ name: "Haddad et Morel", amountCents: 10_000 }]);
  });

  test("it is set aside with a reason that is not in the log, and waits again", async () => {
    const { id } = await ofBank.import([line("700", "SUBVENTION")]);
    const { id: waiting } = await lineOf(id);
    expect((await ofBank.decide(waiting, "ignored", { reason: "" })).status).toBe(422);
    expect((await ofBank.decide(waiting, "ignored", { reason: "Subvention de la ville" })).status).toBe(200);
    expect(await lineOf(id)).toMatchObject({ state: "ignored", reason: "Subvention de la ville" });
    expect((await ofBank.decide(waiting, "undo")).status).toBe(200);
    expect(await lineOf(id)).toMatchObject({ state: "waiting", reason: null });
    const rows = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, waiting));
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain("Subvention");
  });

  test("a payment that is taken back as a mistake elsewhere makes its line wait; a refund does not", async () => {
    const [one, two] = [await gift(5_000), await gift(5_000)];
    const { id } = await ofBank.import([line("50", one.reference), line("50", two.reference)]);
    const given = (await ofBank.read(id)).lines.flatMap((each) => each.payments);
    const back = (payment: string, reversal: string) =>
      ofBank.post(`/api/admin/payments/${payment}/reversals`, {
        ...{ receivedOn: "2026-11-19", amountCents: 5_000, method: "transfer", reversal, reason: "x", submission: crypto.randomUUID() },
      });
    await back(given[0]?.id ?? "", "mistake");
    await back(given[1]?.id ?? "", "refund");
    const { lines } = await ofBank.read(id);
    expect(lines.map(({ state }) => state)).toEqual(["waiting", "matched"]);
    expect((await ofBank.decide(lines[1]?.id ?? "", "undo")).status).toBe(409);
  });

  test("the database refuses a line's money twice, and another line or amount", async () => {
    const one = await gift(5_000);
    const { id } = await ofBank.import([line("50", one.reference)]);
    const { id: given } = await lineOf(id);
    const { db } = backend.services;
    const twice = { receivedOn: "2026-11-18", amountCents: 5_000, method: "transfer", donorName: "x", statementLineId: given } as const;
    await expect(db.insert(payments).values({ ...twice, submission: crypto.randomUUID() })).rejects.toThrow();
    await expect(db.update(payments).set({ statementLineId: null }).where(eq(payments.statementLineId, given))).rejects.toThrow();
    await expect(db.update(statementLines).set({ amountCents: 1 }).where(eq(statementLines.id, given))).rejects.toThrow();
  });
});

test("whatever is imported, given and undone, the ledger is the sum of the matched lines", async () => {
  const step = fc.record({
    lines: fc.array(fc.record({ pledge: fc.nat(4), cents: fc.constantFrom(1_000, 2_000), day: fc.integer({ min: 1, max: 19 }) }), {
      maxLength: 5,
    }),
    again: fc.boolean(),
    decisions: fc.array(fc.record({ place: fc.nat(20), what: fc.constantFrom("payments" as const, "ignored" as const, "undo" as const) }), {
      maxLength: 5,
    }),
  });
  const before = await total();
  const ids: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      const gifts = await Promise.all(Array.from({ length: 5 }, (_, at) => gift(1_000, { rhythm: at % 2 ? "monthly" : "one_off" })));
      for (const { lines, again, decisions } of steps) {
        const file = lines.map(({ pledge, cents, day }) =>
          line(String(cents / 100), gifts[pledge]?.reference ?? "", { day: `${day}/11/2026` }),
        );
        for (let time = 0; time < (again ? 2 : 1); time += 1) ids.push((await ofBank.import(file)).id);
        const stored = await backend.services.db.select().from(statementLines).where(inArray(statementLines.statementId, ids));
        for (const { place, what } of decisions) {
          const chosen = stored[place % Math.max(1, stored.length)];
          if (chosen) await ofBank.decide(chosen.id, what, { donorName: "Tronc", reason: "x" });
        }
      }
      const all = await backend.services.db.select().from(statementLines).where(inArray(statementLines.statementId, ids));
      const matched = all.filter(({ state }) => state === "matched").reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect((await total()) - before).toBe(matched);
    }),
    { numRuns: 8 },
  );
});

describe("personal data", () => {
  const iban = "FR76 3000 6000 0112 3456 7890 189";
  const digits = "30006000011234567890189";

  test("an account number is in no log, no audit row, no answer and no stored line", async () => {
    const stored = await ofBank.store([line("31", `VIR DE ${iban}`, { account: iban }), line("?", iban)], `releve ${iban}.csv`);
    expect((await ofBank.run(stored)).status).toBe(422);
    const { id } = await ofBank.import([line("31", `VIR DE ${iban}`, { account: iban })], `releve-${iban.replaceAll(" ", "")}.csv`);
    const shown = await ofBank.read(id);
    expect([shown.lines[0]?.text, shown.fileName]).toEqual(["VIR DE FR…0189", "releve-FR…0189.csv"]);
    const rows = await backend.services.db.select().from(auditLog);
    const plain = (value: unknown) => JSON.stringify(value).replaceAll(" ", "");
    for (const value of [rows, backend.logged, shown, await backend.services.db.select().from(statementLines)])
      expect(plain(value)).not.toContain(digits);
  });

  test("the file is removed once it is imported, and the names of its columns are remembered", async () => {
    const stored = await ofBank.store([line("32", "a")]);
    await ofBank.run(stored);
    expect(await backend.services.db.$count(sheets, eq(sheets.id, stored))).toBe(0);
    const remembered = await backend.services.db.select().from(importMappings).where(eq(importMappings.subject, statementsApi.import.path));
    expect(remembered[0]?.columns).toMatchObject({ day: "day", amount: "amount" });
  });

  test("an erasure empties the lines of the person's gifts, and leaves day and amount", async () => {
    const donor = await signIn(backend, { role: "DONATOR_INDIVIDUAL" });
    const one = await gift(3_300, { email: donor.email, name: "Ana Ruiz" });
    const { id } = await ofBank.import([line("33", one.reference, { name: "ANA RUIZ" }), line("34", "autre")]);
    const { services } = backend;
    await services.db.transaction((tx) => erasePeople({ ...services, db: tx }, null, [donor.id], services.clock()));
    expect((await ofBank.read(id)).lines.map(({ name, text, amountCents }) => [name, text, amountCents])).toEqual([
      [null, "", 3_300],
      [expect.stringContaining("VIR"), "autre", 3_400],
    ]);
  });

  test("only administrators read or import statements", async () => {
    const volunteer = await signIn(backend, { role: "VOLUNTEER" });
    for (const path of ["", "/waiting", `/${crypto.randomUUID()}`])
      expect((await backend.request(`/api/admin/bank-statements${path}`, { cookie: volunteer.cookie })).status).toBe(403);
  });
});

test("thousands of lines are imported in one request", async () => {
  const gifts = await Promise.all(Array.from({ length: 20 }, () => gift(2_000)));
  const lines = Array.from({ length: 3_000 }, (_, at) => line("20", gifts[at]?.reference ?? `VIR ${at}`));
  const stored = await ofBank.store(lines);
  expect(await ofBank.run(stored)).toMatchObject({ status: 201, body: { matched: 20, waiting: 2_980 } });
});
