import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { closePaidPages } from "#backend/modules/card-payments/closing";
import { comparePayments } from "#backend/modules/card-payments/comparing";
import { checkouts } from "#backend/modules/card-payments/tables";
import { notices } from "#backend/modules/notices/tables";
import { payments } from "#backend/modules/payments/tables";
import type { Notice } from "#contract/accounts/inbox";
import type { PaymentRecord } from "#contract/giving/payments";
import { backendForTest, testClock } from "#tests/support/backend";
import { addGift } from "#tests/support/gifts";
import { membershipsOf } from "#tests/support/memberships";
import { paymentsOf, refusal } from "#tests/support/payments";
import { signIn } from "#tests/support/people";
import { payByCard } from "#tests/support/renewals";
import { cardSettings, handleAll, sendEvent, startStripe } from "#tests/support/stripe";

async function opened() {
  const time = testClock();
  const stripe = await startStripe({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const { services } = backend;
  const { db } = services;
  const admin = await signIn(backend, { role: "ADMIN" });
  const { cookie } = admin;
  await signIn(backend, { role: "VOLUNTEER" });
  const office = paymentsOf(backend, () => cookie);
  const addCardGift = () => addGift(backend, { email: "lou@maillon.example", method: "card" });
  const gift = await addCardGift();
  const pageOf = async ({ reference }: { reference: string }) => {
    const answer = await backend.request(`/api/pledges/${reference}/checkout`, { method: "POST" });
    return ((await answer.json()) as { url: string }).url.split("/").at(-1) ?? "";
  };
  const send = async (type: string, id: string) => {
    await sendEvent(backend, stripe.event(type, id));
    await handleAll(backend);
  };
  const rows = async () =>
    (await db.select({ cents: payments.signedCents }).from(payments)).map(({ cents }) => cents).sort((a, b) => a - b);
  const titles = async () => {
    const { items } = (await (await backend.request("/api/account/inbox", { cookie })).json()) as { items: Notice[] };
    return items.map(({ title }) => title.replaceAll(/[\u00A0\u202F]/g, " "));
  };
  /** A gift of 50 € that was paid on its page. */
  const paid = async () => {
    const provider = stripe.pay(await pageOf(gift));
    await send("payment_intent.succeeded", provider);
    const [row] = await db.select().from(payments).where(eq(payments.providerReference, provider));
    return { provider, id: row?.id ?? "" };
  };
  const byCard = (cents: number) => office.reversal(cents, { method: "card", receivedOn: "2026-11-21" });
  const byTransfer = (amountCents: number, reference: string) =>
    office.record(amountCents, { parts: [{ amountCents, reference }], donorName: undefined });
  const closing = () => closePaidPages(services);
  return { stripe, backend, db, admin, cookie, office, gift, addCardGift, pageOf, send, rows, titles, paid, byCard, byTransfer, closing };
}

test("a refund that the provider has not made yet is no reversal, is not ordered twice, and is recorded once it is made", async () => {
  const { stripe, db, office, send, rows, paid, byCard } = await opened();
  const { id } = await paid();
  stripe.refundsAre = "pending";
  const answer = await office.post(`payments/${id}/reversals`, byCard(2_000));
  expect([answer.status, await answer.json()]).toEqual([201, { id: null }]);
  const [refund] = stripe.refunds.values();
  await send("refund.created", refund?.id ?? "");
  expect(await rows()).toEqual([5_000]);
  for (const cents of [2_000, 1_000])
    expect(await refusal(await office.post(`payments/${id}/reversals`, byCard(cents)))).toEqual([
      422,
      { amount: ["payments:error.refundWaits"] },
    ]);
  expect(stripe.refunds.size).toBe(1);
  const ordered = await db.select({ reason: auditLog.reason }).from(auditLog).where(eq(auditLog.action, "payment.order_refund"));
  expect(ordered).toEqual([{ reason: "À sa demande" }]);
  Object.assign(refund ?? {}, { status: "succeeded" });
  for (const _ of [1, 2]) await send("refund.updated", refund?.id ?? "");
  expect(await rows()).toEqual([-2_000, 5_000]);
  expect(await db.$count(notices, eq(notices.channel, "inbox"))).toBe(0);
});

test("while a refund waits, its payment says who ordered it, and nothing else of it is returned, by whatever means", async () => {
  const { stripe, admin, office, send, rows, paid, byCard } = await opened();
  const { id, provider } = await paid();
  stripe.refundsAre = "pending";
  const form = byCard(2_000);
  for (const _ of [1, 2]) expect(await (await office.post(`payments/${id}/reversals`, form)).json()).toEqual({ id: null });
  const seen = async () => (await office.read<PaymentRecord>(`payments/${id}`)).waitingRefunds;
  const ordered = { amountCents: 2_000, reason: "À sa demande", orderedBy: `${admin.firstName} ${admin.lastName}` };
  expect(await seen()).toEqual([expect.objectContaining(ordered)]);
  const byTransfer = () => office.reversal(2_000, { receivedOn: "2026-11-21" });
  const waits = [422, { amount: ["payments:error.refundWaits"] }];
  expect(await refusal(await office.post(`payments/${id}/reversals`, byTransfer()))).toEqual(waits);
  const [refund] = stripe.refunds.values();
  Object.assign(refund ?? {}, { status: "failed" });
  await send("refund.failed", refund?.id ?? "");
  expect(await seen()).toEqual([]);
  // One that was ordered at the provider itself is known by its event, or once it is asked.
  const theirs = stripe.refund(provider, 1_000, "pending");
  expect(await refusal(await office.post(`payments/${id}/reversals`, byTransfer()))).toEqual(waits);
  await send("refund.created", theirs.id);
  expect(await seen()).toEqual([expect.objectContaining({ amountCents: 1_000, reason: null, orderedBy: null })]);
  Object.assign(theirs, { status: "succeeded" });
  await send("refund.updated", theirs.id);
  expect([await seen(), await rows()]).toEqual([[], [-1_000, 5_000]]);
  expect((await office.post(`payments/${id}/reversals`, byTransfer())).status).toBe(201);
});

test("a form whose refund was made meanwhile orders nothing more, and its reversal has the reason and the author", async () => {
  const { stripe, backend, db, admin, office, rows, paid, byCard, send } = await opened();
  const { id } = await paid();
  stripe.refundsAre = "pending";
  const form = byCard(2_000);
  expect((await office.post(`payments/${id}/reversals`, form)).status).toBe(201);
  const [refund] = stripe.refunds.values();
  Object.assign(refund ?? {}, { status: "succeeded" });
  // Its event was lost.
  await comparePayments(backend.services, stripe.provider);
  const [reversal] = await db.select().from(payments).where(eq(payments.refundOf, id));
  expect(reversal).toMatchObject({ reason: "À sa demande", createdBy: admin.id, submission: form.submission });
  expect(await (await office.post(`payments/${id}/reversals`, form)).json()).toEqual({ id: reversal?.id });
  await send("refund.updated", refund?.id ?? "");
  expect([stripe.refunds.size, await rows()]).toEqual([1, [-2_000, 5_000]]);
});

test("of a refund that fails, administrators have a notice: the membership goes on, and all other money is returned as before", async () => {
  const { stripe, backend, cookie, db, office, send, rows, titles } = await opened();
  const dues = membershipsOf(backend, () => cookie);
  const id = await dues.ask(await dues.addPlan(), cookie, { method: "card" });
  await payByCard(backend, stripe, cookie, id);
  const [payment] = await db.select().from(payments);
  const form = () => office.reversal(1_500, { method: "card", receivedOn: "2026-11-21" });
  stripe.refundsAre = "pending";
  expect((await office.post(`payments/${payment?.id}/reversals`, form())).status).toBe(201);
  const [refund] = stripe.refunds.values();
  Object.assign(refund ?? {}, { status: "failed" });
  for (const _ of [1, 2]) await send("refund.failed", refund?.id ?? "");
  expect([await rows(), (await dues.record(id)).status]).toEqual([[1_500], "active"]);
  const { reference } = await dues.record(id);
  const failed = `Le remboursement de 15 € sur ${reference} a échoué chez Stripe : rendez cette somme autrement`;
  expect(await titles()).toContain(failed);
  expect(await db.$count(notices, eq(notices.topic, "refund_failed"))).toBe(1);
  // Another one may be ordered, and one that was recorded as made may fail, too.
  stripe.refundsAre = "succeeded";
  expect((await office.post(`payments/${payment?.id}/reversals`, form())).status).toBe(201);
  const second = [...stripe.refunds.values()][1];
  Object.assign(second ?? {}, { status: "failed" });
  await send("refund.failed", second?.id ?? "");
  expect(await rows()).toEqual([-1_500, 1_500]);
  expect(await titles()).toEqual(expect.arrayContaining([failed, expect.stringContaining("sans l’enregistrer de nouveau")]));
});

test("of money that was returned otherwise, and taken back by the bank as well, administrators have a notice", async () => {
  const { stripe, db, gift, office, send, rows, titles, paid } = await opened();
  const { id, provider } = await paid();
  expect((await office.post(`payments/${id}/reversals`, office.reversal(3_000, { receivedOn: "2026-11-21" }))).status).toBe(201);
  const dispute = stripe.dispute(provider, 5_000, "lost");
  for (const _ of [1, 2]) await send("charge.dispute.closed", dispute.id);
  expect(await rows()).toEqual([-3_000, -2_000, 5_000]);
  expect(await titles()).toContainEqual(expect.stringContaining(`30 € de ${gift.reference} ont été rendus deux fois`));
  const toStaff = await db.select({ path: notices.path }).from(notices).where(eq(notices.topic, "payment_taken_back_twice"));
  expect(toStaff).toEqual([{ path: `/dashboard/admin/donations/${id}` }]);
});

test("the page of a gift that was paid otherwise is closed, also where a part came, and one that waits for its money stays open", async () => {
  const { stripe, db, gift, addCardGift, pageOf, byTransfer, closing } = await opened();
  const [second, third] = [await addCardGift(), await addCardGift()];
  const pages = [await pageOf(gift), await pageOf(second), await pageOf(third)];
  await byTransfer(5_000, gift.reference);
  await byTransfer(2_000, second.reference);
  const states = () => pages.map((page) => stripe.sessions.get(page)?.status);
  stripe.fault = () => new Response(null, { status: 503 });
  await closing();
  expect(states()).toEqual(["open", "open", "open"]);
  stripe.fault = null;
  await closing();
  expect(states()).toEqual(["expired", "expired", "open"]);
  const calls = stripe.calls.length;
  await closing();
  expect(stripe.calls).toHaveLength(calls);
  expect(await db.$count(checkouts, eq(checkouts.state, "expired"))).toBe(2);
  expect(stripe.sessions.get(await pageOf(second))?.amount_total).toBe(3_000);
});

test("a page that was paid before it could be closed is recorded, and administrators have a notice to return the money", async () => {
  const { stripe, backend, gift, addCardGift, pageOf, byTransfer, send, rows, titles, closing } = await opened();
  const page = await pageOf(gift);
  await byTransfer(4_000, gift.reference);
  stripe.pay(page);
  await closing();
  await send("checkout.session.completed", page);
  expect(await rows()).toEqual([4_000, 5_000]);
  const second = await addCardGift();
  const other = await pageOf(second);
  stripe.fault = () => new Response(null, { status: 503 });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const stopped = await backend.request(`/api/admin/pledges/${second.id}/status`, {
    method: "POST",
    cookie,
    json: { status: "cancelled" },
  });
  expect(stopped.status).toBe(200);
  stripe.fault = null;
  stripe.pay(other);
  await send("checkout.session.completed", other);
  for (const { reference } of [gift, second])
    expect(await titles()).toContainEqual(expect.stringContaining(`Pour le don ${reference}, plus d’argent que prévu est arrivé`));
});
