import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkouts } from "#backend/modules/card-payments/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { notices } from "#backend/modules/notices/tables";
import { payments } from "#backend/modules/payments/tables";
import { users } from "#backend/modules/users/tables";
import type { CardDues } from "#contract/charity/memberships";
import { backendForTest, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { paymentsOf } from "#tests/support/payments";
import { signIn } from "#tests/support/people";
import { cardSettings, handleAll, sendEvent, startStripe } from "#tests/support/stripe";
import { twoOffices } from "#tests/support/two-offices";

async function opened() {
  const time = testClock(new Date("2026-11-20T10:00:00Z"));
  const stripe = await startStripe({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN" });
  const member = await signIn(backend, { role: "VOLUNTEER", email: "lou@maillon.example" });
  const office = membershipsOf(backend, () => admin.cookie);
  const planId = await office.addPlan();
  const id = await office.ask(planId, member.cookie, { method: "card" });
  const open = (by = member.cookie, which = id) => backend.request(`/api/own-membership/${which}/checkout`, { method: "POST", cookie: by });
  const session = async () => ((await (await open()).json()) as { url: string }).url.split("/").at(-1) ?? "";
  const dues = async (page: string, by = member.cookie) =>
    (await office.read<{ dues: CardDues | null }>(`own-membership/checkout?session=${page}`, by)).dues;
  const rows = () =>
    db
      .select({ cents: payments.signedCents, method: payments.method, day: payments.receivedOn, provider: payments.providerReference })
      .from(payments)
      .where(eq(payments.membershipId, id))
      .orderBy(payments.createdAt);
  const send = async (type: string, object: string) => {
    await sendEvent(backend, stripe.event(type, object));
    await handleAll(backend);
  };
  const status = async () => (await office.record(id)).status;
  return { time, stripe, backend, db, admin, member, office, planId, id, open, session, dues, rows, send, status };
}

test("dues by card are one payment of the membership, which begins as with any other means", async () => {
  const { stripe, db, member, office, id, open, session, dues, rows, send } = await opened();
  const page = await session();
  expect(await session()).toBe(page);
  expect(stripe.sessions.get(page)?.sent).toMatchObject({
    submit_type: "pay",
    customer_email: member.email,
    "line_items[0][price_data][unit_amount]": "1500",
    success_url: "http://localhost:3000/account/billing/setup-complete?session={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:3000/account/membership",
  });
  expect(await dues(page)).toMatchObject({ id, state: "open", amountCents: 1_500, status: "pending_payment" });
  const paid = stripe.pay(page);
  await send("payment_intent.succeeded", paid);
  await send("checkout.session.completed", page);
  expect(await rows()).toEqual([{ cents: 1_500, method: "card", day: "2026-11-20", provider: paid }]);
  expect(await office.record(id)).toMatchObject({ status: "active", number: "MEM-2026-000001", startDate: "2026-11-20" });
  expect(await dues(page)).toMatchObject({ state: "paid", status: "active" });
  expect((await open()).status).toBe(409);
  const mails = await db.select({ topic: outgoingMails.topic }).from(outgoingMails);
  expect(mails.map(({ topic }) => topic)).toEqual(["membership_active"]);
});

test("a member who comes back is read from the provider, before any event and however often; somebody else sees nothing", async () => {
  const { stripe, backend, session, dues, rows, send } = await opened();
  const page = await session();
  const stranger = await signIn(backend, { role: "VOLUNTEER" });
  const admin = await signIn(backend, { role: "ADMIN" });
  const paid = stripe.pay(page, { status: "processing" });
  expect((await dues(page))?.state).toBe("processing");
  stripe.fault = () => new Response(null, { status: 503 });
  expect((await dues(page))?.state).toBe("unknown");
  stripe.fault = null;
  Object.assign(stripe.intents.get(paid) ?? {}, { status: "succeeded" });
  const calls = stripe.calls.length;
  for (const { cookie } of [stranger, admin]) expect(await dues(page, cookie)).toBeNull();
  for (const none of ["", "cs_unknown", "x';--"]) expect(await dues(encodeURIComponent(none))).toBeNull();
  expect(stripe.calls).toHaveLength(calls);
  const seen = await Promise.all([dues(page), dues(page), dues(page)]);
  expect(seen.map((one) => [one?.state, one?.status])).toEqual(Array.from({ length: 3 }, () => ["paid", "active"]));
  await send("checkout.session.completed", page);
  expect(await rows()).toHaveLength(1);
});

test("a page is opened by the member alone, for a request that waits, with what is left of the price", async () => {
  const { backend, stripe, office, id, open, session, planId, member } = await opened();
  const stranger = await signIn(backend, { role: "VOLUNTEER" });
  expect((await open(stranger.cookie)).status).toBe(404);
  const first = await session();
  expect((await office.pay(id, { amountCents: 500, method: "cash" })).status).toBe(201);
  const second = await session();
  expect([stripe.sessions.get(first)?.status, stripe.sessions.get(second)?.amount_total]).toEqual(["expired", 1_000]);
  expect((await office.pay(id, { amountCents: 1_000, method: "cash" })).status).toBe(201);
  expect((await open()).status).toBe(409);
  const next = await office.ask(planId, member.cookie, { method: "transfer" });
  expect((await open(member.cookie, next)).status).toBe(200);
  const last = [...stripe.sessions.keys()].at(-1) ?? "";
  expect((await office.post(`own-membership/${next}/withdrawal`, {}, member.cookie)).status).toBe(200);
  expect(stripe.sessions.get(last)?.status).toBe("expired");
  expect((await open(member.cookie, next)).status).toBe(409);
});

test("dues that are refunded at the provider end the membership, and are shown", async () => {
  const { stripe, session, dues, rows, send, status } = await opened();
  const page = await session();
  const paid = stripe.pay(page);
  await send("checkout.session.completed", page);
  const part = stripe.refund(paid, 500);
  await send("refund.created", part.id);
  expect(await status()).toBe("active");
  const rest = stripe.refund(paid, 1_000);
  await send("charge.refunded", `ch_${paid}`);
  expect((await rows()).map(({ cents, provider }) => [cents, provider])).toEqual(
    expect.arrayContaining([
      [1_500, paid],
      [-500, part.id],
      [-1_000, rest.id],
    ]),
  );
  expect(await status()).toBe("refunded");
  expect(await dues(page)).toMatchObject({ status: "refunded" });
});

test("whose dues the bank has taken back reads that the membership is over, not that they are returned", async () => {
  const { stripe, db, admin, session, send, status } = await opened();
  const page = await session();
  const paid = stripe.pay(page);
  await send("checkout.session.completed", page);
  const dispute = stripe.dispute(paid, 1_500, "lost");
  for (const _ of [1, 2]) await send("charge.dispute.closed", dispute.id);
  expect(await status()).toBe("refunded");
  const mails = await db.select({ topic: outgoingMails.topic, text: outgoingMails.text }).from(outgoingMails);
  expect(mails.map(({ topic }) => topic).sort()).toEqual(["membership_active", "membership_unpaid"]);
  const { text } = mails.find(({ topic }) => topic === "membership_unpaid") ?? {};
  expect(text).toContain("Votre adhésion est terminée.");
  const toStaff = await db.select({ userId: notices.userId }).from(notices).where(eq(notices.topic, "payment_taken_back"));
  expect(toStaff).toEqual([{ userId: admin.id }]);
});

test("whose bank has taken back a part of the dues reads neither that the membership is over nor that it is to be asked for again", async () => {
  const { stripe, db, session, send, status } = await opened();
  const page = await session();
  const paid = stripe.pay(page);
  await send("checkout.session.completed", page);
  await send("charge.dispute.closed", stripe.dispute(paid, 500, "lost").id);
  expect(await status()).toBe("active");
  const [mail, ...others] = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "membership_unpaid"));
  expect(others).toEqual([]);
  expect(mail?.text.replaceAll("\u00a0", " ")).toContain("5 €");
  expect(mail?.text).not.toMatch(/terminée|nouvelle demande|de nouveau/);
});

test("of dues that the bank has taken back nobody writes to a member who has left", async () => {
  const { stripe, db, member, session, rows, send } = await opened();
  const page = await session();
  const paid = stripe.pay(page);
  await send("checkout.session.completed", page);
  await db.update(users).set({ accountState: "left" }).where(eq(users.id, member.id));
  await send("charge.dispute.closed", stripe.dispute(paid, 1_500, "lost").id);
  expect((await rows()).map(({ cents }) => cents)).toContain(-1_500);
  expect(await db.$count(outgoingMails, eq(outgoingMails.topic, "membership_unpaid"))).toBe(0);
});

test("staff do not record of a payment by card that the bank took it back: the provider reports that itself", async () => {
  const { stripe, backend, db, admin, session, rows, send, status } = await opened();
  const page = await session();
  stripe.pay(page);
  await send("checkout.session.completed", page);
  const [payment] = await db.select({ id: payments.id }).from(payments);
  const money = paymentsOf(backend, () => admin.cookie);
  const json = money.reversal(1_500, { method: "card", receivedOn: "2026-11-20", byBank: true });
  expect((await money.post(`payments/${payment?.id}/reversals`, json)).status).toBe(409);
  expect([stripe.refunds.size, (await rows()).length, await status()]).toEqual([0, 1, "active"]);
});

test("money for a request that was cancelled, or whose period another one has, is recorded all the same", async () => {
  const { stripe, db, office, id, planId, member, session, dues, rows, send, status } = await opened();
  const page = await session();
  stripe.fault = () => new Response(null, { status: 503 });
  expect((await office.post(`admin/memberships/${id}/cancellation`, { reason: "Une erreur" })).status).toBe(200);
  stripe.fault = null;
  stripe.pay(page);
  await send("checkout.session.completed", page);
  expect([(await rows()).length, await status(), (await dues(page))?.state]).toEqual([1, "cancelled", "paid"]);
  const second = await office.ask(planId, member.cookie, { method: "card" });
  const [late] = await db.insert(checkouts).values({ membershipId: second, amountCents: 1_500 }).returning();
  await db.update(memberships).set({ status: "abandoned" }).where(eq(memberships.id, second));
  const third = await office.ask(planId, member.cookie);
  await send("payment_intent.succeeded", stripe.addPayment(1_500, { checkout: late?.id ?? "" }));
  expect(await office.record(second)).toMatchObject({ status: "abandoned", receivedCents: 1_500 });
  expect((await office.record(third)).status).toBe("pending_payment");
  const toStaff = await db.select({ path: notices.path }).from(notices).where(eq(notices.topic, "dues_to_return"));
  expect(new Set(toStaff.map(({ path }) => path))).toEqual(new Set([id, second].map((one) => `/dashboard/admin/memberships/${one}`)));
});

test("without the settings no card is offered to members", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const office = membershipsOf(backend, () => cookie);
  const planId = await office.addPlan();
  const answer = await office.post("own-membership", { planId, method: "card" }, cookie);
  expect([answer.status, JSON.stringify(await answer.json())]).toEqual([422, expect.stringContaining("method")]);
  const id = await office.ask(planId, cookie);
  expect((await backend.request(`/api/own-membership/${id}/checkout`, { method: "POST", cookie })).status).toBe(404);
  expect(await office.own(cookie)).toMatchObject({ cardOrigin: null });
  expect(await office.read("own-membership/checkout?session=cs_1")).toEqual({ dues: null, cardOrigin: null });
});

test.runIf(process.env.TEST_DATABASE_URL)("100 equal events of dues at once over two backends are one payment and one number", async () => {
  const stripe = await startStripe();
  const { backends } = await twoOffices({ settings: cardSettings, paymentProvider: stripe.provider });
  const [backend] = backends;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const office = membershipsOf(backend, () => cookie);
  const id = await office.ask(await office.addPlan(), cookie, { method: "card" });
  const answers = await Promise.all(backends.map((one) => one.request(`/api/own-membership/${id}/checkout`, { method: "POST", cookie })));
  const pages = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { url: string }).url.split("/").at(-1) ?? ""));
  expect(new Set(pages).size).toBe(1);
  const paid = stripe.pay(pages[0] ?? "");
  const payload = stripe.event("payment_intent.succeeded", paid);
  await Promise.all(Array.from({ length: 100 }, (_, i) => sendEvent(backends[i % 2] ?? backend, payload)));
  for (const type of ["charge.succeeded", "charge.updated", "charge.captured"]) await sendEvent(backend, stripe.event(type, `ch_${paid}`));
  await Promise.all([
    ...backends.map((one) => handleAll(one)),
    ...backends.map((one) => one.request(`/api/own-membership/checkout?session=${pages[0]}`, { cookie })),
  ]);
  const rows = await backend.services.db.select({ cents: payments.signedCents }).from(payments);
  expect(rows).toEqual([{ cents: 1_500 }]);
  expect(await office.record(id)).toMatchObject({ status: "active", number: expect.stringMatching(/-000001$/) });
});
