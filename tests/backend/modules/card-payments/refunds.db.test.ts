import { setTimeout as pause } from "node:timers/promises";
import { asc, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { comparePayments } from "#backend/modules/card-payments/comparing";
import { checkouts } from "#backend/modules/card-payments/tables";
import { notices } from "#backend/modules/notices/tables";
import { payments } from "#backend/modules/payments/tables";
import { type CardOverview, maxMismatches } from "#contract/giving/card-payments";
import type { PaymentRecord } from "#contract/giving/payments";
import { backendForTest, testClock } from "#tests/support/backend";
import { addGift, openGifts } from "#tests/support/gifts";
import { mailsTo } from "#tests/support/outbox";
import { paymentsOf, refusal } from "#tests/support/payments";
import { signIn } from "#tests/support/people";
import { cardSettings, handleAll, sendEvent, startStripe } from "#tests/support/stripe";

async function opened({ patience = 2_000 } = {}) {
  const time = testClock();
  const stripe = await startStripe({ clock: time.clock, patience });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const gift = await addGift(backend, { email: "lou@maillon.example", method: "card" });
  const answer = await backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" });
  const session = ((await answer.json()) as { url: string }).url.split("/").at(-1) ?? "";
  const office = paymentsOf(backend, () => cookie);
  const { db } = backend.services;
  const rows = () =>
    db
      .select({ id: payments.id, cents: payments.signedCents, provider: payments.providerReference })
      .from(payments)
      .orderBy(asc(payments.signedCents));
  const overview = () => office.read<CardOverview>("card-payments");
  const compare = () => comparePayments(backend.services, stripe.provider);
  /** The payment of the gift, as the provider and the ledger have it. */
  const paid = async () => {
    const provider = stripe.pay(session);
    await sendEvent(backend, stripe.event("payment_intent.succeeded", provider));
    await handleAll(backend);
    const [row] = await rows();
    return { provider, id: row?.id ?? "" };
  };
  const byCard = (cents: number, more: object = {}) => office.reversal(cents, { method: "card", receivedOn: "2026-11-21", ...more });
  return { stripe, backend, cookie, gift, session, office, rows, overview, compare, paid, byCard };
}

test("a refund by staff is made at the provider first and recorded once, whoever is first to say so", async () => {
  const { stripe, backend, office, rows, paid, byCard } = await opened();
  const { id, provider } = await paid();
  const form = byCard(2_000);
  const answers = await Promise.all([1, 2, 3].map(() => office.post(`payments/${id}/reversals`, form)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const [refund] = stripe.refunds.values();
  expect([...stripe.refunds.values()]).toMatchObject([{ payment_intent: provider, amount: 2_000 }]);
  await sendEvent(backend, stripe.event("refund.created", refund?.id ?? ""));
  await handleAll(backend);
  expect((await rows()).map(({ cents, provider: reference }) => [cents, reference])).toEqual([
    [-2_000, refund?.id],
    [5_000, provider],
  ]);
  expect((await mailsTo(backend, "lou@maillon.example")).map(({ topic }) => topic).sort()).toEqual(["gift_refunded", "pledge_card"]);
});

test("a refund that the provider reports before the form is stored is the same one", async () => {
  const { stripe, backend, office, rows, paid, byCard } = await opened();
  const { id, provider } = await paid();
  const form = byCard(5_000);
  await stripe.provider.refund({ paymentId: provider, amountCents: 5_000, key: form.submission });
  await sendEvent(backend, stripe.event("charge.refunded", `ch_${provider}`));
  await handleAll(backend);
  expect((await office.post(`payments/${id}/reversals`, byCard(5_000))).status).toBe(422);
  expect((await rows()).map(({ cents }) => cents)).toEqual([-5_000, 5_000]);
  expect((await mailsTo(backend, "lou@maillon.example")).map(({ topic }) => topic).sort()).toEqual(["gift_refunded", "pledge_card"]);
});

test("nothing is recorded that the provider did not return: too much, an outage, a refusal; and no mistake", async () => {
  const { stripe, office, rows, paid, byCard } = await opened();
  const { id } = await paid();
  const send = (form: object) => office.post(`payments/${id}/reversals`, form);
  expect(await refusal(await send(byCard(5_001)))).toMatchObject([422, { amount: expect.anything() }]);
  expect(await refusal(await office.mistake(id, 5_000))).toMatchObject([422, { reversal: expect.anything() }]);
  stripe.fault = () => new Response(null, { status: 500 });
  expect((await send(byCard(1_000))).status).toBe(503);
  stripe.fault = (path) => (path === "/v1/refunds" ? Response.json({ error: { type: "invalid_request_error" } }, { status: 400 }) : null);
  expect(await refusal(await send(byCard(1_000)))).toMatchObject([422, { amount: expect.anything() }]);
  stripe.fault = null;
  expect((await rows()).map(({ cents }) => cents)).toEqual([5_000]);
  expect(stripe.refunds.size).toBe(0);
  // Money that was returned by other means is only recorded.
  expect((await send(office.reversal(1_000, { receivedOn: "2026-11-21" }))).status).toBe(201);
  expect(stripe.refunds.size).toBe(0);
});

test("comparing records what no event told, and shows what differs on either side", async () => {
  const { stripe, session, rows, overview, compare, backend } = await opened();
  expect(await overview()).toMatchObject({ missing: [], live: false, comparedAt: null, account: { id: "acct_standin" }, mismatches: [] });
  const paid = stripe.pay(session);
  stripe.addPayment(700);
  stripe.addPayment(700, { checkout: "cart-12" });
  await compare();
  expect((await rows()).map(({ cents, provider }) => [cents, provider])).toEqual([[5_000, paid]]);
  expect(await overview()).toMatchObject({ mismatches: [], comparedAt: expect.any(String) });
  const [row] = await rows();
  Object.assign(stripe.intents.get(paid) ?? {}, { amount_received: 4_900 });
  const unknown = stripe.addPayment(800, { checkout: crypto.randomUUID() });
  await compare();
  expect((await overview()).mismatches).toEqual(
    expect.arrayContaining([
      { providerId: paid, kind: "amount", amountCents: 4_900, recordedCents: 5_000, paymentId: row?.id },
      { providerId: unknown, kind: "missing_here", amountCents: 800, recordedCents: 0, paymentId: null },
    ]),
  );
  // What was there the night before is told once.
  await compare();
  const toStaff = () =>
    backend.services.db.select({ values: notices.values, path: notices.path }).from(notices).where(eq(notices.topic, "card_mismatch"));
  expect(await toStaff()).toEqual([{ values: { count: "2" }, path: "/dashboard/admin/stripe-manage" }]);
  stripe.intents.clear();
  await compare();
  expect(await toStaff()).toHaveLength(2);
  expect((await overview()).mismatches).toEqual([
    { providerId: paid, kind: "missing_there", amountCents: 0, recordedCents: 5_000, paymentId: row?.id },
  ]);
  const gift = await addGift(backend, { email: "aya@maillon.example", method: "transfer", status: "received" });
  expect(gift.status).toBe("received");
  await compare();
  expect((await overview()).mismatches).toHaveLength(1);
});

test("a provider that knows nothing of many payments is not requested for each of them, and all are counted", async () => {
  const { stripe, backend, overview } = await opened();
  const lost = (index: number) =>
    ({
      ...{ receivedOn: "2026-11-19", method: "card" as const, amountCents: 1_000, donorName: "Lou Vidal" },
      ...{ providerReference: `pi_lost_${index}`, submission: crypto.randomUUID() },
    }) as const;
  await backend.services.db.insert(payments).values(Array.from({ length: maxMismatches + 20 }, (_, index) => lost(index)));
  let requests = 0;
  const payment: typeof stripe.provider.payment = (id) => {
    requests += 1;
    return stripe.provider.payment(id);
  };
  await comparePayments(backend.services, { ...stripe.provider, payment });
  expect(requests).toBe(maxMismatches);
  expect(await overview()).toMatchObject({ differed: maxMismatches + 20 });
});

test("a dispute that is open is said once to administrators, who answer it at the provider, and once more when it is lost", async () => {
  const { stripe, backend, gift, office, rows, overview, paid, compare } = await opened();
  const { id, provider } = await paid();
  const evidence_details = { due_by: new Date("2026-12-01T10:00:00Z").getTime() / 1_000 };
  const dispute = Object.assign(stripe.dispute(provider, 5_000, "needs_response"), { evidence_details });
  for (const type of ["charge.dispute.created", "charge.dispute.updated"]) await sendEvent(backend, stripe.event(type, dispute.id));
  await handleAll(backend);
  await compare();
  const toStaff = async () => {
    const inbox = eq(notices.channel, "inbox");
    const written = await backend.services.db.select({ topic: notices.topic, path: notices.path }).from(notices).where(inbox);
    return written.map(({ topic, path }) => [topic, path]).sort();
  };
  const path = `/dashboard/admin/donations/${id}`;
  expect(await toStaff()).toEqual([["payment_disputed", path]]);
  const row = {
    paymentId: id,
    providerId: provider,
    reference: gift.reference,
    amountCents: 5_000,
    needsAnswer: true,
    answerBy: "2026-12-01",
  };
  expect((await overview()).disputes).toEqual({ count: 1, rows: [row] });
  expect(await office.read(`payments/${id}`)).toMatchObject({
    disputes: [{ amountCents: 5_000, needsAnswer: true, answerBy: "2026-12-01" }],
  });
  dispute.status = "under_review";
  await compare();
  expect((await overview()).disputes.rows).toEqual([{ ...row, needsAnswer: false }]);
  dispute.status = "lost";
  for (const _ of [1, 2]) await sendEvent(backend, stripe.event("charge.dispute.closed", dispute.id));
  await handleAll(backend);
  expect((await rows()).map(({ cents }) => cents)).toEqual([-5_000, 5_000]);
  expect(await toStaff()).toEqual([
    ["payment_disputed", path],
    ["payment_taken_back", path],
  ]);
  expect((await overview()).disputes).toEqual({ count: 0, rows: [] });
});

test("refunds on their way are listed together until they are made", async () => {
  const { stripe, gift, office, overview, paid, byCard, compare } = await opened();
  const { id } = await paid();
  stripe.refundsAre = "pending";
  await office.post(`payments/${id}/reversals`, byCard(2_000));
  const row = { paymentId: id, reference: gift.reference, amountCents: 2_000, since: "2026-11-21" };
  expect((await overview()).refunds).toEqual({ count: 1, cents: 2_000, rows: [row] });
  for (const refund of stripe.refunds.values()) refund.status = "succeeded";
  await compare();
  expect((await overview()).refunds).toEqual({ count: 0, cents: 0, rows: [] });
});

test("of many differences the first fifty are shown, all of them counted, and none is new the next time", async () => {
  const { stripe, backend, overview, compare } = await opened();
  for (let i = 0; i < 60; i += 1) stripe.addPayment(100, { checkout: crypto.randomUUID() });
  await compare();
  const { differed, mismatches } = await overview();
  expect([differed, mismatches.length]).toEqual([60, 50]);
  await compare();
  const toStaff = await backend.services.db.select({ values: notices.values }).from(notices).where(eq(notices.topic, "card_mismatch"));
  expect(toStaff.map(({ values }) => values)).toEqual([{ count: "60" }]);
});

test("of an inquiry that becomes a dispute, and of each further one, administrators have a notice; of one that is answered none", async () => {
  const { stripe, backend, paid } = await opened();
  const { provider } = await paid();
  const dispute = stripe.dispute(provider, 5_000, "warning_under_review");
  const noted = async ({ id }: { id: string }) => {
    for (const _ of [1, 2]) await sendEvent(backend, stripe.event("charge.dispute.updated", id));
    await handleAll(backend);
    return backend.services.db.$count(notices, eq(notices.topic, "payment_disputed"));
  };
  const counts: number[] = [];
  for (const status of ["warning_under_review", "warning_needs_response", "needs_response", "under_review"])
    counts.push(await noted(Object.assign(dispute, { status })));
  expect(counts).toEqual([0, 1, 2, 2]);
  expect(await noted(stripe.dispute(provider, 1_000, "needs_response"))).toBe(3);
});

test("a list of several pages is compared whole", async () => {
  const { stripe, rows, session, compare, overview } = await opened();
  const paid = stripe.pay(session);
  for (let i = 0; i < 150; i += 1) stripe.addPayment(100);
  await compare();
  expect((await rows()).map(({ provider }) => provider)).toEqual([paid]);
  expect((await overview()).mismatches).toEqual([]);
});

test("a card pledge is not marked as received by hand", async () => {
  const { gift, office } = await opened();
  expect((await office.post(`pledges/${gift.id}/status`, { status: "received" })).status).toBe(409);
});

test("a payment of which the provider knows nothing is corrected as a mistake, and differs no more", async () => {
  const { stripe, office, rows, paid, compare, overview } = await opened();
  const { id } = await paid();
  stripe.fault = () => new Response(null, { status: 500 });
  expect((await office.mistake(id, 5_000)).status).toBe(503);
  stripe.fault = null;
  stripe.intents.clear();
  expect((await office.mistake(id, 5_000)).status).toBe(201);
  expect((await rows()).map(({ cents }) => cents)).toEqual([-5_000, 5_000]);
  await compare();
  expect((await overview()).mismatches).toEqual([]);
});

test("a refund whose answer was lost is not made again by a new form, and the next one is another", async () => {
  const { stripe, office, rows, paid, byCard } = await opened();
  const { id } = await paid();
  const send = async () => (await office.post(`payments/${id}/reversals`, byCard(2_000))).status;
  stripe.refundsUnheard = true;
  expect(await send()).toBe(503);
  stripe.refundsUnheard = false;
  expect(await send()).toBe(201);
  expect(stripe.refunds.size).toBe(1);
  expect((await rows()).map(({ cents }) => cents)).toEqual([-2_000, 5_000]);
  expect(await send()).toBe(201);
  expect(stripe.refunds.size).toBe(2);
});

test("a payment says whether the provider returns its money", async () => {
  const { office, paid, byCard, rows } = await opened();
  const { id } = await paid();
  expect((await office.post(`payments/${id}/reversals`, byCard(1_000))).status).toBe(201);
  const [byHand] = await office.record(500, { method: "card" });
  const refund = (await rows()).find(({ cents }) => cents < 0)?.id;
  const seen = [id, refund, byHand].map(async (one) => (await office.read<PaymentRecord>(`payments/${one}`)).byProvider);
  expect(await Promise.all(seen)).toEqual([true, false, false]);
});

/** A provider that answers after our patience is over, and the session of somebody who sends forms with a key. */
async function slowlyAnswered(path: string) {
  const all = await opened({ patience: 10_000 });
  const { stripe, backend, gift } = all;
  const { id } = await all.paid();
  stripe.fault = async (called) => {
    if (called.startsWith(path)) await pause(4_000);
    return null;
  };
  const key = crypto.randomUUID();
  const post = (address: string, json?: object) =>
    backend.request(address, { method: "POST", cookie: all.cookie, json, headers: { "idempotency-key": key } });
  return { ...all, id, post, other: await addGift(backend, { email: gift.email, method: "card" }) };
}

test("a page that the provider opens late is stored, and a form with a key that is sent again leads to it", async () => {
  const { stripe, backend, post, other } = await slowlyAnswered("/v1/checkout/sessions");
  const before = stripe.sessions.size;
  expect((await post(`/api/pledges/${other.reference}/checkout`)).status).toBe(503);
  const stored = async () =>
    (await backend.services.db.select().from(checkouts).where(eq(checkouts.pledgeId, other.id))).map(({ sessionId }) => sessionId);
  await expect.poll(stored).toEqual([expect.stringMatching(/^cs_/)]);
  stripe.fault = null;
  const again = await post(`/api/pledges/${other.reference}/checkout`);
  expect([again.status, ((await again.json()) as { url: string }).url.split("/").at(-1)]).toEqual([200, (await stored())[0]]);
  expect(stripe.sessions.size).toBe(before + 1);
});

test("a refund that the provider makes late is recorded once, when its form with a key is sent again", async () => {
  const { stripe, rows, id, post, byCard } = await slowlyAnswered("/v1/refunds");
  const form = byCard(1_000);
  expect((await post(`/api/admin/payments/${id}/reversals`, form)).status).toBe(503);
  stripe.fault = null;
  for (const _ of [1, 2]) expect((await post(`/api/admin/payments/${id}/reversals`, form)).status).toBe(201);
  expect((await rows()).map(({ cents }) => cents)).toEqual([-1_000, 5_000]);
  expect(stripe.refunds.size).toBe(1);
});

test("a gift is stopped at once by its donor or by staff, and its page is closed late", async () => {
  const { stripe, backend, post, other, gift } = await slowlyAnswered("/expire");
  const third = await addGift(backend, { email: gift.email, method: "card" });
  stripe.fault = null;
  for (const { reference } of [other, third]) await backend.request(`/api/pledges/${reference}/checkout`, { method: "POST" });
  stripe.fault = async (called) => {
    if (called.endsWith("/expire")) await pause(4_000);
    return null;
  };
  const donor = await openGifts(backend, gift.email);
  const stop = backend.request(`/api/own-gifts/${third.reference}/stop`, {
    ...{ method: "POST", cookie: `${(await signIn(backend, { role: "VOLUNTEER" })).cookie}; ${donor}`, json: {} },
    headers: { "idempotency-key": crypto.randomUUID() },
  });
  const cancel = post(`/api/admin/pledges/${other.id}/status`, { status: "cancelled" });
  expect([(await stop).status, (await cancel).status]).toEqual([200, 200]);
  const states = async () => {
    const found = await backend.services.db
      .select()
      .from(checkouts)
      .where(inArray(checkouts.pledgeId, [other.id, third.id]));
    return found.map(({ state }) => state);
  };
  await expect.poll(states).toEqual(["expired", "expired"]);
});
