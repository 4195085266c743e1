import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chequeDeposits, payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import type { CashCount, Cheque } from "#contract/giving/takings";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { serverUrl } from "#tests/support/database";
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

/** Sends the same ten times at once, and answers what all of them were answered. */
async function tenTimes(path: string, body: object): Promise<unknown> {
  const answers = await Promise.all(Array.from({ length: 10 }, () => by.post(path, body)));
  const texts = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toMatch(/^201 /);
  return JSON.parse(texts[0]?.slice(4) ?? "");
}

describe("one form sent ten times at once is done once:", () => {
  test("a payment for two pledges", async () => {
    const gifts = await Promise.all(["a@example.org", "b@example.org"].map((email) => addGift(backend, { email, amountCents: 5_000 })));
    const parts = gifts.map(({ reference, amountCents }) => ({ reference, amountCents }));
    const { ids } = (await tenTimes("payments", by.draft(10_000, { parts }))) as { ids: string[] };
    expect(ids).toHaveLength(2);
    for (const gift of gifts) expect(await backend.services.db.$count(payments, eq(payments.pledgeId, gift.id))).toBe(1);
  });

  test("a reversal, of a payment with and without pledge, of a part and of all", async () => {
    const gift = await addGift(backend, { email: "c@example.org", amountCents: 5_000 });
    const paid = { parts: [{ amountCents: 5_000, reference: gift.reference }] };
    for (const more of [{}, paid])
      for (const cents of [2_000, 5_000]) {
        const [id = ""] = await by.record(5_000, more);
        await tenTimes(`payments/${id}/reversals`, by.reversal(cents));
        expect(await backend.services.db.$count(payments, eq(payments.refundOf, id))).toBe(1);
      }
  });

  test("a slip and a count", async () => {
    const cheques = [...(await by.record(1_000, { method: "cheque" })), ...(await by.record(2_000, { method: "cheque" }))];
    const slips = await backend.services.db.$count(chequeDeposits);
    await tenTimes("cheque-deposits", { depositedOn: "2026-11-20", cheques, submission: crypto.randomUUID() });
    expect(await backend.services.db.$count(chequeDeposits)).toBe(slips + 1);
    await by.record(3_000, { method: "cash" });
    await tenTimes("cash-counts", { countedOn: "2026-11-20", pieces: { "1000": 3 }, submission: crypto.randomUUID() });
    expect((await by.read<{ counts: CashCount[] }>("cash-counts")).counts[0]).toMatchObject({ recordedCents: 3_000, payments: 1 });
  });
});

test("one key for two payments, or for a payment and what takes another back, is refused and no fault", async () => {
  const [[one = ""], [other = ""]] = [await by.record(1_000), await by.record(1_000)];
  const body = by.reversal(1_000);
  const answers = await Promise.all([one, other].map((id) => by.post(`payments/${id}/reversals`, body)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  expect((await by.post("payments", by.draft(1_000, { submission: body.submission }))).status).toBe(422);
});

test("corrections, slips, counts and projects at once end without a fault, and each cheque is on one slip", {
  timeout: 60_000,
}, async () => {
  const { id: projectId } = await addContent(backend, "projects", cookie, { name: { fr: "Les vélos" } });
  for (let round = 0; round < 5; round += 1) {
    const gifts = await Promise.all(
      Array.from({ length: 4 }, (_, at) => addGift(backend, { email: `${round}-${at}@example.org`, amountCents: 1_000 })),
    );
    const pairs = gifts.flatMap((one) => gifts.filter((other) => other !== one).map((other) => [one, other]));
    const ids = await Promise.all(
      pairs.map(async (pair, at) => {
        const parts = pair.map(({ reference }) => ({ reference, amountCents: 500 }));
        return by.record(1_000, { parts, method: at % 3 === 0 ? "cash" : "cheque" });
      }),
    );
    const { waiting } = await by.read<{ waiting: Cheque[] }>("cheque-deposits");
    const slip = (cheques: string[]) => by.post("cheque-deposits", { depositedOn: "2026-11-20", cheques, submission: crypto.randomUUID() });
    const half = waiting.map(({ id }) => id).slice(3);
    const answers = await Promise.all([
      ...ids.map(([first = "", second = ""], at) => by.mistake(at % 2 ? first : second, 500)),
      ...gifts.map(({ id }, at) =>
        backend.request(`/api/admin/pledges/${id}/project`, { method: "PUT", cookie, json: { projectId: at % 2 ? projectId : null } }),
      ),
      ...gifts.map(({ id }) => by.post(`pledges/${id}/status`, { status: "received" })),
      ...[slip(half), slip(half.toReversed()), slip(half.slice(0, 2))],
      by.post("cash-counts", { countedOn: "2026-11-20", pieces: {}, submission: crypto.randomUUID() }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const rows = await backend.services.db.select().from(payments);
    for (const parts of Map.groupBy(
      rows.filter(({ refundOf }) => !refundOf),
      ({ submission }) => submission,
    ).values())
      expect(new Set(parts.map(({ depositId }) => depositId)).size).toBe(1);
    for (const { id, countId } of rows.filter((row) => row.method === "cash" && !row.refundOf))
      for (const back of rows.filter(({ refundOf, reversal }) => refundOf === id && reversal === "mistake"))
        expect(back.countId).toBe(countId);
  }
});

/** Two payments in cash of one pledge, the one with the later id stored first and of the day before. */
async function twoOfAPledge() {
  const gift = await addGift(backend, { email: "ordre@example.org", amountCents: 1_000 });
  const [later, earlier] = [`f${crypto.randomUUID().slice(1)}`, `0${crypto.randomUUID().slice(1)}`];
  const came = { pledgeId: gift.id, amountCents: 500, method: "cash" } as const;
  for (const [id, receivedOn] of [
    [later, "2026-11-01"],
    [earlier, "2026-11-02"],
  ] as const)
    await backend.services.db.insert(payments).values({ ...came, id, receivedOn, submission: crypto.randomUUID() });
  return { gift, later, earlier };
}

test.runIf(serverUrl).each([
  ["a pledge's project", async (id: string) => backend.services.db.update(pledges).set({ allocation: "euro" }).where(eq(pledges.id, id))],
  ["a count", async () => by.post("cash-counts", { countedOn: "2026-11-20", pieces: {}, submission: crypto.randomUUID() })],
])("%s locks payments in the order of their ids", async (_, change) => {
  const { db } = backend.services;
  const { gift, later, earlier } = await twoOfAPledge();
  const waits = await db.transaction(async (tx) => {
    await tx.select().from(payments).where(eq(payments.id, earlier)).for("update");
    const changed = change(gift.id);
    const blocked = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await db.execute(blocked)).rows.length === 0) await new Promise((next) => setTimeout(next, 10));
    // The later one is free as long as the earlier one is waited for.
    await tx.select().from(payments).where(eq(payments.id, later)).for("update", { noWait: true });
    return { changed };
  });
  await waits.changed;
});
