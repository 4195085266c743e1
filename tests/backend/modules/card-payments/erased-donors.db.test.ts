import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { endStopped } from "#backend/modules/card-payments/steering";
import { pendingDebits, subscriptions } from "#backend/modules/card-payments/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { eraseEmail, erasePeople } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { backendForTest, testClock } from "#tests/support/backend";
import { addGift, aReceipt } from "#tests/support/gifts";
import { openRenewals } from "#tests/support/renewals";
import { cardSettings, handleAll, sendEvent, startStripe } from "#tests/support/stripe";

const email = "lou@maillon.example";

/** A gift by direct debit that is on its way, when its donor is erased. */
async function erasedMeanwhile(rhythm: "one_off" | "monthly") {
  const time = testClock(new Date("2026-11-20T10:00:00Z"));
  const stripe = await startStripe({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const { services } = backend;
  const { db } = services;
  const gift = await addGift(backend, { email, method: "sepa_debit", rhythm, amountCents: 20_000, ...aReceipt });
  const answer = await backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" });
  const page = ((await answer.json()) as { url: string }).url.split("/").at(-1) ?? "";
  const debit = stripe.pay(page, { status: "processing" });
  const send = async (type: string, id: string) => {
    await sendEvent(backend, stripe.event(type, id));
    await handleAll(backend);
  };
  await send("checkout.session.completed", page);
  expect(await db.$count(pendingDebits)).toBe(1);
  await eraseEmail(services, email, time.clock());
  await endStopped(services, stripe.provider);
  /** The bank answers, days later. */
  const answered = async (isPaid: boolean) => {
    time.set("2026-11-27T10:00:00Z");
    const [invoice] = stripe.monthly.invoices.keys();
    const refused = { status: "requires_payment_method", last_payment_error: { code: "insufficient_funds" } } as const;
    const received = { status: "succeeded", amount_received: 20_000, booked: time.clock().getTime() / 1_000 } as const;
    if (invoice) {
      stripe.monthly.answer(invoice, isPaid);
      for (const id of stripe.monthly.subscriptions.keys()) stripe.monthly.end(id);
    }
    if (!invoice) Object.assign(stripe.intents.get(debit) ?? {}, isPaid ? received : refused);
    await send(isPaid ? "payment_intent.succeeded" : "payment_intent.payment_failed", debit);
  };
  const rows = () => db.select({ cents: payments.signedCents, day: payments.receivedOn }).from(payments);
  const pledge = async () => (await db.select().from(pledges).where(eq(pledges.id, gift.id)))[0];
  const mails = async () => (await db.select({ topic: outgoingMails.topic }).from(outgoingMails)).map(({ topic }) => topic);
  return { time, stripe, services, db, gift, answered, rows, pledge, mails };
}

test("a debit on its way when its donor is erased is recorded once it is paid, and nobody is written to", async () => {
  const { answered, rows, pledge, mails, gift } = await erasedMeanwhile("one_off");
  expect(await pledge()).toMatchObject({ name: gift.id.slice(0, 8), email: `${gift.id}@erased.invalid`, street: null, status: "promised" });
  await answered(true);
  expect(await rows()).toEqual([{ cents: 20_000, day: "2026-11-27" }]);
  expect([(await pledge())?.status, await mails()]).toEqual(["received", []]);
});

test("the first debit of a monthly gift is recorded after the erasure, and the gift is over", async () => {
  const { stripe, db, answered, rows, pledge, mails } = await erasedMeanwhile("monthly");
  expect((await db.select().from(subscriptions))[0]).toMatchObject({ state: "ended", stopWanted: true });
  expect([...stripe.monthly.subscriptions.values()].map(({ status }) => status)).toEqual(["canceled"]);
  await answered(true);
  expect(await rows()).toEqual([{ cents: 20_000, day: "2026-11-27" }]);
  expect([(await pledge())?.status, await mails()]).toEqual(["cancelled", []]);
});

test("a debit that is refused after the erasure leaves a promise that is deleted with the others", async () => {
  const { time, services, answered, rows, pledge, mails } = await erasedMeanwhile("one_off");
  time.set("2036-11-20T10:00:00Z");
  await applyRetention(services);
  expect(await pledge()).toBeDefined();
  await answered(false);
  expect([await rows(), await mails()]).toEqual([[], []]);
  time.set("2036-11-20T10:00:00Z");
  await applyRetention(services);
  expect(await pledge()).toBeUndefined();
});

/** A renewal by debit whose member is erased once it was ordered. `isReceived`: whether it is known by then that its debit is on its way. */
async function memberErasedMeanwhile(isReceived: boolean) {
  const { time, stripe, backend, db, userId, run, sendMails, periods } = await openRenewals({}, { method: "sepa_debit" });
  time.set("2027-10-29T10:00:00Z");
  await run();
  await sendMails();
  stripe.charges = "processing";
  time.set("2027-11-13T10:00:00Z");
  stripe.fault = (path) => (!isReceived && path.startsWith("/v1/payment_intents/") ? new Response(null, { status: 503 }) : null);
  await run();
  stripe.fault = null;
  expect(await db.$count(pendingDebits)).toBe(isReceived ? 1 : 0);
  await erasePeople(backend.services, null, [userId], time.clock());
  await run();
  const [, renewed] = await periods();
  /** The bank answers, days later. */
  const answered = async (isPaid: boolean) => {
    const [, debit] = [...stripe.intents.values()];
    const refused = { status: "requires_payment_method", last_payment_error: { code: "insufficient_funds" } } as const;
    Object.assign(debit ?? {}, isPaid ? { status: "succeeded" } : refused);
    await sendEvent(backend, stripe.event(isPaid ? "payment_intent.succeeded" : "payment_intent.payment_failed", debit?.id ?? ""));
    await handleAll(backend);
    const rows = await db
      .select()
      .from(payments)
      .where(eq(payments.membershipId, renewed?.id ?? ""));
    return [rows.map(({ signedCents }) => signedCents), (await periods())[1]?.status, await db.$count(pendingDebits)];
  };
  const topics = ["membership_renewed", "renewal_failed", "membership_unpaid"];
  const written = () => db.$count(outgoingMails, inArray(outgoingMails.topic, topics));
  return { answered, written };
}

test.each([true, false])(
  "dues whose debit is on its way when their member is erased are recorded, known before: %s",
  async (isReceived) => {
    const { answered, written } = await memberErasedMeanwhile(isReceived);
    expect(await answered(true)).toEqual([[1_500], "active", 0]);
    expect(await written()).toBe(0);
  },
);

test("dues whose debit is refused after the erasure of their member wait, and nobody is written to", async () => {
  const { answered, written } = await memberErasedMeanwhile(true);
  expect(await answered(false)).toEqual([[], "pending_payment", 0]);
  expect(await written()).toBe(0);
});
