import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import { fiscalReceiptSources, fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { sequences } from "#backend/modules/sequences/tables";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { doneThroughKills } from "#tests/support/process-with-jobs";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift } from "#tests/support/receipts";
import { storedTask } from "#tests/support/tasks";

// Five hundred by hand: RECEIPTS=500.
const count = Number(process.env.RECEIPTS ?? 40);
const kills = 3;
const longest = 120_000 + count * 200;

test.skipIf(!serverUrl)(
  "the receipts of a year survive three sudden ends of the processes that issue them: each gift has one, and their numbers are 1 to n",
  async () => {
    const database = await openTestDatabase();
    if (!("url" in database)) throw new Error("the database has no address");
    const backend = await backendForTest({ database });
    const { db } = backend.services;
    await addReceiptFacts(backend);
    const gifts: string[] = [];
    for (let at = 0; at < count; at += 1) gifts.push((await addPaidGift(backend, `d${at}@example.org`, 1_000 + at, "2025-05-04")).id);
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const started = await backend.request("/api/admin/fiscal-receipts-of-year", { method: "POST", cookie, json: { year: 2025 } });
    const { task } = (await started.json()) as { task: string };
    await doneThroughKills(backend, database.url, task, kills, longest, count / 5);
    expect(await storedTask(backend, task)).toMatchObject({ total: count, done: count, leftOut: 0, failed: 0 });
    const issued = await db.select().from(fiscalReceipts).orderBy(asc(fiscalReceipts.number));
    expect(issued.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    const certified = await db.select({ id: fiscalReceiptSources.paymentId }).from(fiscalReceiptSources);
    expect(certified.map(({ id }) => id).sort()).toEqual(gifts.sort());
    expect((await db.select().from(sequences)).filter(({ series }) => series === "IND")).toMatchObject([{ last: count }]);
    expect(await db.$count(outgoingMails)).toBe(count);
  },
  2 * longest,
);
