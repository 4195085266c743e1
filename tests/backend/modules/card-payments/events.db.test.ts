import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listEvents } from "#backend/modules/card-payments/events";
import { checkouts, providerEvents } from "#backend/modules/card-payments/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { ProviderEventsQuery } from "#contract/giving/card-payments";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { addGift, openGifts } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";
import { cardSettings, handleAll, secretKey, sendEvent, signatureOf, startStripe, webhookSecret } from "#tests/support/stripe";
import { twoOffices } from "#tests/support/two-offices";

const email = "lou@maillon.example";

async function opened({ patience = 2_000 } = {}) {
  const time = testClock();
  const stripe = await startStripe({ clock: time.clock, patience });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const { db } = backend.services;
  const gift = await addGift(backend, { email, method: "card" });
  const sessionOf = async (reference: string) => {
    const answer = await backend.request(`/api/pledges/${reference}/checkout`, { method: "POST" });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { url: string }).url.split("/").at(-1) ?? "";
  };
  const rows = () =>
    db
      .select({ cents: payments.signedCents, method: payments.method, reversal: payments.reversal, provider: payments.providerReference })
      .from(payments)
      .orderBy(asc(payments.signedCents));
  const status = async () => (await db.select({ status: pledges.status }).from(pledges).where(eq(pledges.id, gift.id)))[0]?.status;
  const events = () =>
    db
      .select({ type: providerEvents.type, state: providerEvents.state, result: providerEvents.result, reason: providerEvents.reason })
      .from(providerEvents)
      .orderBy(asc(providerEvents.createdAt), asc(providerEvents.event));
  const send = async (type: string, id: string, more: Record<string, unknown> = {}) => {
    const sent = await sendEvent(backend, stripe.event(type, id, more));
    await handleAll(backend);
    return sent;
  };
  return { time, stripe, backend, db, gift, sessionOf, rows, status, events, send };
}

test("a payment on the provider's page is one payment of its pledge, and its donor is thanked", async () => {
  const { backend, stripe, db, gift, sessionOf, rows, status, events, send } = await opened();
  const session = await sessionOf(gift.reference);
  expect(stripe.sessions.get(session)?.sent).toMatchObject({
    mode: "payment",
    customer_email: email,
    "payment_method_types[0]": "card",
    "line_items[0][price_data][currency]": "eur",
    success_url: `http://localhost:3000/donate/${gift.reference}`,
    cancel_url: `http://localhost:3000/donate/${gift.reference}?stopped`,
  });
  const paid = stripe.pay(session);
  expect(await send("checkout.session.completed", session)).toBe(204);
  expect(await rows()).toEqual([{ cents: 5_000, method: "card", reversal: null, provider: paid }]);
  expect(await status()).toBe("received");
  expect(await events()).toEqual([{ type: "checkout.session.completed", state: "handled", result: "recorded", reason: null }]);
  expect(await db.select({ state: checkouts.state }).from(checkouts)).toEqual([{ state: "complete" }]);
  const mails = await db.select({ topic: outgoingMails.topic, to: outgoingMails.recipient }).from(outgoingMails);
  expect(mails).toEqual([{ topic: "pledge_card", to: email }]);
  expect((await backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" })).status).toBe(409);
});

test("the same event again, and other events of the same payment, record nothing more", async () => {
  const { backend, stripe, gift, sessionOf, rows, events, send } = await opened();
  const session = await sessionOf(gift.reference);
  const paid = stripe.pay(session);
  const payload = stripe.event("payment_intent.succeeded", paid);
  for (const _ of [1, 2, 3]) expect(await sendEvent(backend, payload)).toBe(204);
  await handleAll(backend);
  await send("charge.succeeded", `ch_${paid}`);
  await send("checkout.session.completed", session);
  expect(await rows()).toHaveLength(1);
  expect((await events()).map(({ result }) => result)).toEqual(expect.arrayContaining(["recorded", "unchanged", "unchanged"]));
  expect(await events()).toHaveLength(3);
});

test("events come in any order: a refund before its payment, and a page that completes last", async () => {
  const { stripe, gift, sessionOf, rows, status, events, send } = await opened();
  const session = await sessionOf(gift.reference);
  const paid = stripe.pay(session);
  const { id } = stripe.refund(paid, 2_000);
  await send("refund.created", id);
  await send("charge.refunded", `ch_${paid}`);
  await send("payment_intent.succeeded", paid);
  await send("checkout.session.completed", session);
  expect(await rows()).toEqual([
    { cents: -2_000, method: "card", reversal: "refund", provider: id },
    { cents: 5_000, method: "card", reversal: null, provider: paid },
  ]);
  expect(await status()).toBe("received");
  expect((await events()).map(({ result }) => result)).toEqual(["recorded", "unchanged", "unchanged", "unchanged"]);
});

test("amount and state are those of the provider, whatever the event says", async () => {
  const { stripe, gift, sessionOf, rows, status, send } = await opened();
  const session = await sessionOf(gift.reference);
  await send("checkout.session.completed", session, { amount_total: 5_000, payment_status: "paid" });
  expect(await rows()).toEqual([]);
  const paid = stripe.pay(session, { amount: 700 });
  await send("payment_intent.succeeded", paid, { amount_received: 9_999_900, currency: "eur", status: "succeeded" });
  expect((await rows()).map(({ cents }) => cents)).toEqual([700]);
  expect(await status()).toBe("promised");
});

test("a payment that is not made, not ours or in another currency is not recorded", async () => {
  const { stripe, gift, sessionOf, rows, events, send } = await opened();
  const session = await sessionOf(gift.reference);
  const paid = stripe.pay(session, { status: "requires_payment_method" });
  await send("payment_intent.payment_failed", paid);
  await send("payment_intent.succeeded", stripe.addPayment(900));
  await send("payment_intent.succeeded", stripe.addPayment(900, { checkout: crypto.randomUUID() }));
  await send("payment_intent.succeeded", stripe.addPayment(900, { checkout: "not an id" }));
  await send("payment_intent.succeeded", paid, { live: true });
  await send("customer.created", "cus_1");
  Object.assign(stripe.intents.get(paid) ?? {}, { status: "succeeded", currency: "usd" });
  await send("charge.succeeded", `ch_${paid}`);
  expect(await rows()).toEqual([]);
  const seen = await events();
  expect(seen.map(({ result }) => result).sort()).toEqual(
    [null, "foreign", "foreign", "foreign", "other_mode", "unchanged", "waiting"].sort(),
  );
  expect(seen.find(({ state }) => state === "failed")?.reason).toBe("ECURRENCY");
});

test("a dispute that is lost takes the money back, once; one that is open or won does not", async () => {
  const { stripe, gift, sessionOf, rows, events, send } = await opened();
  const session = await sessionOf(gift.reference);
  const paid = stripe.pay(session);
  await send("checkout.session.completed", session);
  const dispute = stripe.dispute(paid, 5_000, "needs_response");
  await send("charge.dispute.created", dispute.id);
  expect((await events()).at(-1)?.result).toBe("disputed");
  expect(await rows()).toHaveLength(1);
  dispute.status = "lost";
  await send("charge.dispute.closed", dispute.id);
  await send("charge.dispute.funds_withdrawn", dispute.id);
  expect((await rows()).map(({ cents, provider }) => [cents, provider])).toEqual([
    [-5_000, dispute.id],
    [5_000, paid],
  ]);
});

test("more than came is never taken back, and a refund that failed is none", async () => {
  const { backend, stripe, gift, sessionOf, rows, send } = await opened();
  const paid = stripe.pay(await sessionOf(gift.reference));
  stripe.refund(paid, 5_000, "failed");
  stripe.refund(paid, 3_000);
  stripe.dispute(paid, 5_000, "lost");
  await send("payment_intent.succeeded", paid);
  expect((await rows()).map(({ cents }) => cents).sort((a, b) => a - b)).toEqual([-3_000, -2_000, 5_000]);
  expect(JSON.stringify(backend.logged)).toContain("the provider took back more than was left of a payment");
});

test("a wrong signature, none, one of another body, an old one and a too long body are refused, and nothing is stored", async () => {
  const { backend, stripe, time, events } = await opened();
  const payload = stripe.event("payment_intent.succeeded", "pi_1");
  const at = (seconds: number) => new Date(time.clock().getTime() + seconds * 1_000);
  expect(await sendEvent(backend, payload, "")).toBe(401);
  expect(await sendEvent(backend, payload, `t=${Math.floor(at(0).getTime() / 1_000)},v1=${"0".repeat(64)}`)).toBe(401);
  expect(await sendEvent(backend, payload, signatureOf(payload, { secret: `${webhookSecret}0`, at: at(0) }))).toBe(401);
  expect(await sendEvent(backend, payload, signatureOf(`${payload} `, { at: at(0) }))).toBe(401);
  expect(await sendEvent(backend, payload, signatureOf(payload, { at: at(-301) }))).toBe(401);
  const long = JSON.stringify({ ...JSON.parse(payload), more: "x".repeat(300_000) });
  expect(await sendEvent(backend, long)).toBe(413);
  expect(await events()).toEqual([]);
  expect(await sendEvent(backend, payload, signatureOf(payload, { at: at(-299) }))).toBe(204);
  expect(await events()).toHaveLength(1);
});

test("without the settings there is no webhook, no page of payment and no choice of a card", async () => {
  const backend = await backendForTest();
  const gift = await addGift(backend, { email, method: "card" });
  expect(await sendEvent(backend, JSON.stringify({}))).toBe(404);
  expect((await backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" })).status).toBe(404);
  expect(await (await backend.request(`/api/pledges/${gift.reference}/card`)).json()).toEqual({ state: "none" });
  expect(await (await backend.request("/api/pledge-means")).json()).toEqual({ methods: ["transfer", "cheque"], cardOrigin: null });
});

test("an outage of the provider keeps the event, which is tried again later and later, and replayed once it was given up", async () => {
  const { backend, stripe, time, db, gift, sessionOf, rows, send } = await opened();
  const admin = await signIn(backend, { role: "ADMIN" });
  await signIn(backend, { role: "VOLUNTEER" });
  const paid = stripe.pay(await sessionOf(gift.reference));
  stripe.fault = () => Response.json({ error: { type: "api_error", message: `${email} ${secretKey}` } }, { status: 500 });
  await send("payment_intent.succeeded", paid);
  const event = async () => (await db.select().from(providerEvents))[0];
  expect(await event()).toMatchObject({ state: "failed", reason: "EPAYMENT 500", tries: 1, result: null });
  await handleAll(backend);
  expect((await event())?.tries).toBe(1);
  let waits = 0;
  while ((await event())?.nextTryAt) {
    time.set(String((await event())?.nextTryAt?.toISOString()));
    await handleAll(backend);
    waits += 1;
    if (waits > 20) throw new Error("it is tried for ever");
  }
  expect(await event()).toMatchObject({ state: "failed", tries: 11 });
  const toStaff = await db.select({ userId: notices.userId, path: notices.path }).from(notices);
  expect(toStaff).toEqual([{ userId: admin.id, path: "/dashboard/admin/stripe-manage/events?state=failed" }]);
  expect(await rows()).toEqual([]);
  stripe.fault = null;
  const id = (await event())?.id;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  expect((await backend.request(`/api/admin/card-events/${id}/replay`, { method: "POST", cookie })).status).toBe(200);
  await handleAll(backend);
  expect(await event()).toMatchObject({ state: "handled", result: "recorded", reason: null });
  expect(await rows()).toHaveLength(1);
  expect((await backend.request(`/api/admin/card-events/${id}/replay`, { method: "POST", cookie })).status).toBe(409);
  const { items } = await listEvents(db, ProviderEventsQuery.parse({ q: "payment_intent", state: "handled" }));
  expect(items).toMatchObject([{ id, objectId: paid, state: "handled" }]);
  // What the provider wrote, who gave, and the key: in no line of the log and no row of the audit.
  const written = JSON.stringify(backend.logged) + JSON.stringify(await (await backend.request("/api/admin/audit-log", { cookie })).json());
  expect(written).toContain("EPAYMENT 500");
  for (const secret of [secretKey, webhookSecret, "standInOfTheTests"]) expect(written).not.toContain(secret);
  expect(JSON.stringify(backend.logged)).not.toContain(email);
});

test("a page that is open is used again, one for another amount is closed, one that expired is replaced", async () => {
  const { backend, stripe, gift, sessionOf, send } = await opened();
  const [first, again] = await Promise.all([sessionOf(gift.reference), sessionOf(gift.reference)]);
  expect(again).toBe(first);
  const part = await signIn(backend, { role: "ADMIN" });
  const json = { receivedOn: "2026-11-20", method: "cash", amountCents: 1_000, submission: crypto.randomUUID() };
  const parts = [{ amountCents: 1_000, reference: gift.reference }];
  expect((await backend.request("/api/admin/payments", { method: "POST", cookie: part.cookie, json: { ...json, parts } })).status).toBe(
    201,
  );
  expect(await (await backend.request(`/api/pledges/${gift.reference}`)).json()).toMatchObject({ amountCents: 5_000, leftCents: 4_000 });
  const second = await sessionOf(gift.reference);
  expect([stripe.sessions.get(first)?.status, stripe.sessions.get(second)?.amount_total]).toEqual(["expired", 4_000]);
  stripe.expire(second);
  await send("checkout.session.expired", second);
  const third = await sessionOf(gift.reference);
  expect(third).not.toBe(second);
  expect([...stripe.sessions.values()].filter(({ status }) => status === "open").map(({ id }) => id)).toEqual([third]);
});

test("a donor who comes back sees the payment before any event came, however often they look again", async () => {
  const { backend, stripe, gift, sessionOf, rows } = await opened();
  const state = async () => ((await (await backend.request(`/api/pledges/${gift.reference}/card`)).json()) as { state: string }).state;
  expect(await state()).toBe("none");
  const session = await sessionOf(gift.reference);
  expect(await state()).toBe("open");
  stripe.fault = () => new Response(null, { status: 503 });
  expect(await state()).toBe("unknown");
  stripe.fault = null;
  stripe.pay(session);
  expect(await Promise.all([state(), state(), state()])).toEqual(["paid", "paid", "paid"]);
  expect(await rows()).toHaveLength(1);
});

test("a page elsewhere than at the provider is refused, and an outage is none of ours", async () => {
  const { backend, stripe, gift } = await opened();
  const open = async () => (await backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" })).status;
  stripe.pages = "https://checkout.stripe.com.evil.example";
  expect(await open()).toBe(503);
  stripe.pages = null;
  stripe.fault = () => new Response("<html>", { status: 502 });
  expect(await open()).toBe(503);
});

test("a provider that does not answer is not waited for longer than the site waits", async () => {
  const { backend, stripe, gift, sessionOf } = await opened({ patience: 10_000 });
  await sessionOf(gift.reference);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  stripe.fault = () => new Promise<Response>(() => {});
  const begun = performance.now();
  const [open, state, overview] = await Promise.all([
    backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" }),
    backend.request(`/api/pledges/${gift.reference}/card`),
    backend.request("/api/admin/card-payments", { cookie }),
  ]);
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(open.status).toBe(503);
  expect(await state.json()).toEqual({ state: "unknown" });
  expect(await overview.json()).toMatchObject({ account: null });
});

test("a page of which the provider knows nothing, as of another key, is replaced", async () => {
  const { stripe, gift, sessionOf } = await opened();
  const first = await sessionOf(gift.reference);
  stripe.sessions.delete(first);
  const second = await sessionOf(gift.reference);
  expect(second).not.toBe(first);
  expect(stripe.sessions.get(second)?.status).toBe("open");
});

test("a payment on its way is not made again, and counts once it came", async () => {
  const { backend, stripe, gift, sessionOf, rows } = await opened();
  const paid = stripe.pay(await sessionOf(gift.reference), { status: "processing" });
  const state = async () => (await backend.request(`/api/pledges/${gift.reference}/card`)).json();
  expect(await state()).toEqual({ state: "processing" });
  expect((await backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" })).status).toBe(409);
  expect([stripe.sessions.size, await rows()]).toEqual([1, []]);
  Object.assign(stripe.intents.get(paid) ?? {}, { status: "succeeded" });
  expect(await state()).toEqual({ state: "paid" });
  expect(await rows()).toHaveLength(1);
});

test("a page that the provider refuses is another one at the next try", async () => {
  const { backend, stripe, db, gift, sessionOf } = await opened();
  stripe.fault = () => Response.json({ error: { type: "invalid_request_error" } }, { status: 400 });
  expect((await backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" })).status).toBe(503);
  const refused = await db.select({ id: checkouts.id, state: checkouts.state }).from(checkouts);
  expect(refused).toEqual([{ id: expect.any(String), state: "expired" }]);
  stripe.fault = null;
  const session = await sessionOf(gift.reference);
  expect(stripe.sessions.get(session)?.client_reference_id).not.toBe(refused[0]?.id);
});

test("the open page of a gift is closed when staff or its donor stop it, and an outage does not stop that", async () => {
  const { backend, stripe, gift, sessionOf } = await opened();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const set = (status: string) => backend.request(`/api/admin/pledges/${gift.id}/status`, { method: "POST", cookie, json: { status } });
  const first = await sessionOf(gift.reference);
  expect((await set("cancelled")).status).toBe(200);
  expect(stripe.sessions.get(first)?.status).toBe("expired");
  expect((await set("promised")).status).toBe(200);
  const second = await sessionOf(gift.reference);
  const stop = await openGifts(backend, email);
  expect((await backend.request(`/api/own-gifts/${gift.reference}/stop`, { method: "POST", cookie: stop, json: {} })).status).toBe(200);
  expect(stripe.sessions.get(second)?.status).toBe("expired");
  expect((await set("promised")).status).toBe(200);
  const third = await sessionOf(gift.reference);
  stripe.fault = () => new Response(null, { status: 503 });
  expect((await set("cancelled")).status).toBe(200);
  expect(stripe.sessions.get(third)?.status).toBe("open");
});

test.runIf(process.env.TEST_DATABASE_URL)("100 equal events at once over two backends are one payment", async () => {
  const stripe = await startStripe();
  const { backends } = await twoOffices({ settings: cardSettings, paymentProvider: stripe.provider });
  const [backend] = backends;
  const gift = await addGift(backend, { email, method: "card" });
  const answer = await backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" });
  const session = ((await answer.json()) as { url: string }).url.split("/").at(-1) ?? "";
  const paid = stripe.pay(session);
  stripe.refund(paid, 1_000);
  const payload = stripe.event("payment_intent.succeeded", paid);
  const officeOf = (i: number): TestBackend => backends[i % 2] ?? backend;
  const statuses = await Promise.all(Array.from({ length: 100 }, (_, i) => sendEvent(officeOf(i), payload)));
  expect(new Set(statuses)).toEqual(new Set([204]));
  // Other events of the same payment, which both backends handle at the same time.
  for (const type of ["charge.succeeded", "charge.updated", "charge.captured"]) await sendEvent(backend, stripe.event(type, `ch_${paid}`));
  await Promise.all(backends.map((one) => handleAll(one)));
  const rows = await backend.services.db.select({ cents: payments.signedCents }).from(payments).orderBy(asc(payments.signedCents));
  expect(rows).toEqual([{ cents: -1_000 }, { cents: 5_000 }]);
  const events = await backend.services.db.select({ state: providerEvents.state }).from(providerEvents);
  expect(events).toEqual(Array.from({ length: 4 }, () => ({ state: "handled" })));
});
