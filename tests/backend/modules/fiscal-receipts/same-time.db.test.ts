import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Db } from "#backend/db/client";
import { fiscalReceiptSources, fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { payments } from "#backend/modules/payments/tables";
import { nextPlace } from "#backend/modules/sequences/numbering";
import { sequences } from "#backend/modules/sequences/tables";
import { backendForTest, startBackend, testClock } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { paymentsOf } from "#tests/support/payments";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";
import { expectNoFault, twoOffices } from "#tests/support/two-offices";

/** A database in whose transactions the next number of a series is read without a lock, and stored afterwards. */
// why: the statement that takes a number locks its row, and nothing in the database could make it lock later
function withUnlockedNumbers(db: Db): Db {
  const unlocked =
    (tx: Db) =>
    ({ series, year }: { series: string; year: number }) => {
      const next = async () => {
        const which = and(eq(sequences.series, series), eq(sequences.year, year));
        const [row] = await tx.select().from(sequences).where(which);
        const last = (row?.last ?? 0) + 1;
        if (row) await tx.update(sequences).set({ last }).where(which);
        else await tx.insert(sequences).values({ series, year, last });
        return [{ last }];
      };
      return { onConflictDoUpdate: () => ({ returning: next }) };
    };
  const wrapped = (tx: Db): Db =>
    new Proxy(tx, {
      get: (own, name) => {
        if (name === "insert") return (table: PgTable) => (table === sequences ? { values: unlocked(own) } : own.insert(table));
        const value = Reflect.get(own, name);
        return typeof value === "function" ? value.bind(own) : value;
      },
    });
  return new Proxy(db, {
    get: (own, name) => {
      if (name === "transaction") return (run: (tx: Db) => Promise<unknown>) => own.transaction((tx) => run(wrapped(tx)));
      const value = Reflect.get(own, name);
      return typeof value === "function" ? value.bind(own) : value;
    },
  });
}

const atOnce = 500;

describe.runIf(serverUrl)("in two backends", () => {
  test("five hundred numbers taken at once are 1 to 500, although some of their transactions fail", { timeout: 120_000 }, async () => {
    const { backends } = await twoOffices();
    const taken: number[] = [];
    const take = (at: number) =>
      backends[at % 2 ? 0 : 1].services.db.transaction(async (tx) => {
        const place = await nextPlace(tx, "IND", 2026);
        if (at >= atOnce) throw new Error("its paper fails");
        return place;
      });
    const tries = Array.from({ length: atOnce + 50 }, (_, at) => at).toSorted((a, b) => (a % 11) - (b % 11));
    await Promise.allSettled(tries.map(async (at) => taken.push(await take(at))));
    expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: atOnce }, (_, at) => at + 1));
  });

  test("a hundred receipts at once have the numbers 1 to 100, in the order of their times, although some fail", {
    timeout: 120_000,
  }, async () => {
    const { backend, backends, first, second } = await twoOffices();
    const { db } = backend.services;
    await addReceiptFacts(backend);
    await backends[1].services.organisation.reload();
    const gifts = await Promise.all(
      Array.from({ length: 100 }, (_, at) => addPaidGift(backend, `d${at}@example.org`, 1_000 + at, "2025-05-04")),
    );
    const blocked = await Promise.all(Array.from({ length: 10 }, (_, at) => addPaidGift(backend, `b${at}@example.org`, 100, "2025-05-04")));
    await db.execute(sql`update pledges set street = null, address_gone_at = now() where email like 'b%@example.org'`);
    const statuses = await Promise.all(
      [...gifts, ...blocked, ...gifts.slice(0, 20)].map(({ id }, at) =>
        (at % 2 ? first : second)("/api/admin/fiscal-receipts", { sourceId: id }),
      ),
    );
    expectNoFault(statuses);
    expect(statuses.filter((status) => status === 201)).toHaveLength(120);
    const issued = await db
      .select({ number: fiscalReceipts.number, at: fiscalReceipts.issuedAt })
      .from(fiscalReceipts)
      .orderBy(fiscalReceipts.number);
    expect(issued.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(issued.map(({ at }) => at.getTime())).toEqual(issued.map(({ at }) => at.getTime()).toSorted((a, b) => a - b));
    expect(await db.$count(fiscalReceiptSources)).toBe(100);
  });

  test("where the number is read before its row is locked, some of the same requests fail", { timeout: 120_000 }, async () => {
    const database = await openTestDatabase();
    const backend = await backendForTest({ database: { ...database, db: withUnlockedNumbers(database.db) } });
    await addReceiptFacts(backend);
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const receipts = receiptsOf(backend, () => cookie);
    const gifts = await Promise.all(Array.from({ length: 60 }, (_, at) => addPaidGift(backend, `d${at}@example.org`, 1_000, "2025-05-04")));
    const statuses = await Promise.all(gifts.map(async ({ id }) => (await receipts.post("", { sourceId: id })).status));
    expect(statuses.filter((status) => status !== 201)).not.toEqual([]);
  });

  test("a refund and a receipt at once: the receipt certifies what is left, or has to be replaced", async () => {
    const { backend, backends, first, second } = await twoOffices();
    const { db } = backend.services;
    await addReceiptFacts(backend);
    await backends[1].services.organisation.reload();
    const gifts = await Promise.all(Array.from({ length: 10 }, (_, at) => addPaidGift(backend, `r${at}@example.org`, 5_000, "2025-05-04")));
    const back = { receivedOn: "2025-06-01", method: "transfer", amountCents: 2_000, reversal: "refund", reason: "À sa demande" };
    const statuses = await Promise.all(
      gifts.flatMap(({ id }) => [
        first("/api/admin/fiscal-receipts", { sourceId: id }),
        second(`/api/admin/payments/${id}/reversals`, { ...back, submission: crypto.randomUUID() }),
      ]),
    );
    expect(statuses).toEqual(Array(20).fill(201));
    const rows = await db
      .select({ cents: fiscalReceiptSources.cents })
      .from(fiscalReceiptSources)
      .where(
        inArray(
          fiscalReceiptSources.paymentId,
          gifts.map(({ id }) => id),
        ),
      );
    expect(rows).toHaveLength(10);
    for (const { cents } of rows) expect([3_000, 5_000]).toContain(cents);
  });
});

test("whatever comes, is returned, certified, cancelled and replaced: live receipts and what is still to come are the ledger", {
  timeout: 120_000,
}, async () => {
  const backend = await startBackend({ clock: testClock(new Date("2027-01-20T10:00:00Z")).clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const receipts = receiptsOf(backend, () => cookie);
  const money = paymentsOf(backend, () => cookie);
  const { db } = backend.services;
  await addReceiptFacts(backend);
  const step = fc.record({
    kind: fc.constantFrom("gift", "gift", "refund", "issue", "cancel", "replace"),
    which: fc.nat(50),
    cents: fc.integer({ min: 1, max: 90_000 }),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      run += 1;
      const paid: { id: string; cents: number }[] = [];
      const issued: string[] = [];
      for (const { kind, which, cents } of steps) {
        const payment = paid[which % Math.max(1, paid.length)];
        const receipt = issued[which % Math.max(1, issued.length)];
        if (kind === "gift")
          paid.push({ id: (await addPaidGift(backend, `p${run}-${which % 3}@example.org`, cents + 100)).id, cents: cents + 100 });
        else if (kind === "refund" && payment)
          await money.post(
            `payments/${payment.id}/reversals`,
            money.reversal(Math.min(cents, payment.cents), { receivedOn: "2027-01-15" }),
          );
        else if (kind === "issue" && payment) {
          const answer = await receipts.post("", { sourceId: payment.id });
          if (answer.status === 201) issued.push(((await answer.json()) as { id: string }).id);
        } else if (kind === "cancel" && receipt) await receipts.post(`/${receipt}/cancellation`, { reason: "Essai" });
        else if (kind === "replace" && receipt) {
          const answer = await receipts.post(`/${receipt}/replacement`, { reason: "Essai" });
          if (answer.status === 201) issued.push(((await answer.json()) as { id: string }).id);
        }
      }
      // What has to be replaced is, and is cancelled where nothing is left.
      for (const id of issued)
        if (
          (await receipts.get(id)).state === "to_replace" &&
          (await receipts.post(`/${id}/replacement`, { reason: "Remboursé" })).status !== 201
        )
          await receipts.cancel(id);
      const [certified] = await db
        .select({ cents: sql`coalesce(sum(${fiscalReceipts.amountCents}), 0)`.mapWith(Number) })
        .from(fiscalReceipts)
        .where(eq(fiscalReceipts.status, "issued"));
      const [ledger] = await db.select({ cents: sql`coalesce(sum(${payments.signedCents}), 0)`.mapWith(Number) }).from(payments);
      const { ready, blocked } = await receipts.toCome(2026);
      const rows: { amountCents: number; state: string }[] = [];
      for (let page = 1; rows.length === (page - 1) * 100; page += 1)
        rows.push(...(await receipts.read<{ items: typeof rows }>(`/api/admin/fiscal-receipts?perPage=100&page=${page}`)).items);
      const listed = rows.filter(({ state }) => state !== "cancelled").reduce((sum, { amountCents }) => sum + amountCents, 0);
      const { items: declared } = await receipts.read<{ items: { cents: number }[] }>("/api/admin/fiscal-receipt-declaration");
      expect([listed, declared.reduce((sum, { cents }) => sum + cents, 0)]).toEqual([certified?.cents, certified?.cents]);
      expect((certified?.cents ?? 0) + ready.cents + blocked.cents).toBe(ledger?.cents);
    }),
    { numRuns: 6 },
  );
  await backend.close();
});
