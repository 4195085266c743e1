import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Actor } from "#backend/http/actor";
import { readWorkQueues } from "#backend/modules/dashboard/work-queues";
import { countDueReceipts, yearsDue } from "#backend/modules/fiscal-receipts/due";
import { cancelReceipt, issueReceipt } from "#backend/modules/fiscal-receipts/issuing";
import { notices } from "#backend/modules/notices/tables";
import { textsOf } from "#backend/modules/notices/titles";
import { payments } from "#backend/modules/payments/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift } from "#tests/support/receipts";

async function office(at: string) {
  const time = testClock(new Date(at));
  const backend = await backendForTest({ clock: time.clock });
  const { id: admin } = await signIn(backend, { role: "ADMIN" });
  await signIn(backend, { role: "VOLUNTEER" });
  const { services } = backend;
  const count = () => countDueReceipts(services);
  const noticed = () =>
    services.db
      .select({ userId: notices.userId, path: notices.path, values: notices.values })
      .from(notices)
      .where(eq(notices.topic, "receipts_due"));
  const reader = { id: admin, role: "ADMIN" as const, permissions: [] };
  const queue = async () => (await readWorkQueues(services, reader, time.clock())).queues.receipts;
  const issue = (sourceId: string) => issueReceipt(services, null, sourceId);
  return { time, backend, services, admin, count, noticed, queue, issue };
}

test("receipts of the last year are a notice on 2 and 20 January, and in the queue until they are issued", async () => {
  const { time, backend, services, admin, count, noticed, queue, issue } = await office("2027-01-01T10:00:00Z");
  await addReceiptFacts(backend);
  const payment = await addPaidGift(backend, "one@example.org", 1_000, "2026-04-01");
  await addPaidGift(backend, "two@example.org", 1_000, "2026-12-31");
  await addPaidGift(backend, "running@example.org", 1_000, "2027-01-01");
  const { id: donorId } = await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
  const bare = { donorId, amountCents: 500, method: "transfer", receivedOn: "2026-05-01", submission: crypto.randomUUID() } as const;
  await services.db.insert(payments).values(bare);
  await count();
  expect([await noticed(), await queue()]).toEqual([[], { count: 2, oldest: "2026-12-31T23:00:00.000Z", late: 0 }]);
  for (const day of ["02", "03", "19"]) {
    time.set(`2027-01-${day}T10:00:00Z`);
    await count();
  }
  const first = {
    userId: admin,
    path: "/dashboard/admin/fiscal-receipts/to-issue?year=2026",
    values: { year: "2026", due: "2", missing: "1" },
  };
  expect(await noticed()).toEqual([first]);
  await issue(payment.id);
  expect(await queue()).toMatchObject({ count: 1 });
  for (const day of ["20", "31"]) {
    time.set(`2027-01-${day}T10:00:00Z`);
    await count();
  }
  expect(await noticed()).toEqual([first, { ...first, values: { year: "2026", due: "1", missing: "1" } }]);
  time.set("2027-02-05T10:00:00Z");
  await count();
  expect([(await noticed()).length, await queue()]).toMatchObject([2, { count: 1, late: 1 }]);
});

test("who has issued all of them gets no notice, nor does an organisation that issues none", async () => {
  const done = await office("2027-01-02T10:00:00Z");
  await addReceiptFacts(done.backend);
  const payment = await addPaidGift(done.backend, "one@example.org", 1_000, "2026-04-01");
  await done.issue(payment.id);
  await done.count();
  expect([await done.noticed(), await done.queue()]).toEqual([[], undefined]);
  const without = await office("2027-01-02T10:00:00Z");
  await addReceiptFacts(without.backend, { giftTaxRegime: undefined });
  await addPaidGift(without.backend, "one@example.org", 1_000, "2026-04-01");
  await without.count();
  expect([await without.noticed(), await without.queue()]).toEqual([[], undefined]);
  const titleOf = (due: string, missing: string) =>
    textsOf(without.services, "fr", "receipts_due", { year: "2026", due, missing }).title.replaceAll(/[\u00a0\u202f]/g, " ");
  expect([titleOf("0", "1"), titleOf("2", "0"), titleOf("2", "3")]).toEqual([
    "Une adresse manque pour un reçu fiscal de 2026",
    "2 reçus fiscaux de 2026 sont à délivrer",
    "2 reçus fiscaux de 2026 sont à délivrer ; adresses qui manquent pour d’autres : 3",
  ]);
});

test("a receipt of an earlier year that is cancelled is due again, for as long as its donor may declare the gift", async () => {
  const { backend, services, admin, count, noticed, queue, issue } = await office("2027-03-01T10:00:00Z");
  await addReceiptFacts(backend);
  const receipts: { id: string }[] = [];
  for (const year of [2023, 2024])
    receipts.push(await issue((await addPaidGift(backend, `y${year}@example.org`, 1_000, `${year}-04-01`)).id));
  await count();
  expect(await queue()).toBeUndefined();
  for (const { id } of receipts) await cancelReceipt(services, { id: admin } as Actor, id, "Nom mal écrit");
  await count();
  expect([await queue(), await yearsDue(services.db), await noticed()]).toMatchObject([{ count: 1, late: 1 }, [2024], []]);
});
