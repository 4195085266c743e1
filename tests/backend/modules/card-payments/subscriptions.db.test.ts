import { asc, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { comparePayments } from "#backend/modules/card-payments/comparing";
import { endStopped } from "#backend/modules/card-payments/steering";
import { mismatches, pendingDebits, providerEvents, subscriptions } from "#backend/modules/card-payments/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { OwnGift, OwnGiftRecord } from "#contract/giving/donor-access";
import { PledgeDraft } from "#contract/giving/pledges";
import { backendForTest, testClock } from "#tests/support/backend";
import { addGift, openGifts } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";
import { cardSettings, handleAll, sendEvent, startStripe } from "#tests/support/stripe";
import { twoOffices } from "#tests/support/two-offices";

const email = "lou@maillon.example";

async function opened(more: Partial<typeof pledges.$inferInsert> = {}) {
  const time = testClock(new Date("2026-11-20T10:00:00Z"));
  const stripe = await startStripe({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const { db } = backend.services;
  const gift = await addGift(backend, { email, method: "card", rhythm: "monthly", amountCents: 1_000, ...more });
  const open = () => backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" });
  const session = async () => ((await (await open()).json()) as { url: string }).url.split("/").at(-1) ?? "";
  const rows = () =>
    db
      .select({ cents: payments.signedCents, method: payments.method, day: payments.receivedOn })
      .from(payments)
      .orderBy(asc(payments.receivedOn), asc(payments.signedCents));
  const send = async (type: string, id: string) => {
    await sendEvent(backend, stripe.event(type, id));
    await handleAll(backend);
  };
  const cookie = await openGifts(backend, email);
  const own = async () => (await (await backend.request(`/api/own-gifts/${gift.reference}`, { cookie })).json()) as OwnGiftRecord;
  const change = (path: string, json: object, method: "PUT" | "POST" = "PUT") =>
    backend.request(`/api/own-gifts/${gift.reference}/${path}`, { method, cookie, json });
  const mails = async () => (await db.select({ topic: outgoingMails.topic }).from(outgoingMails)).map(({ topic }) => topic).sort();
  const pledge = async () => (await db.select().from(pledges).where(eq(pledges.id, gift.id)))[0];
  /** Begun, with its first month paid. */
  const begin = async () => {
    const page = await session();
    const paid = stripe.pay(page);
    await send("checkout.session.completed", page);
    const id = stripe.sessions.get(page)?.subscription ?? "";
    return { page, paid, id };
  };
  return { time, stripe, backend, db, gift, open, session, rows, send, cookie, own, change, mails, pledge, begin };
}

test("a monthly gift by card is a subscription, and each month that was paid is one payment of its own day", async () => {
  const { time, stripe, db, gift, open, session, rows, send, own, mails, pledge } = await opened();
  const page = await session();
  expect(stripe.sessions.get(page)?.sent).toMatchObject({
    ...{ mode: "subscription", "payment_method_types[0]": "card", "line_items[0][price_data][recurring][interval]": "month" },
    "subscription_data[metadata][checkout]": stripe.sessions.get(page)?.client_reference_id,
  });
  expect(stripe.sessions.get(page)?.sent).not.toHaveProperty("submit_type");
  stripe.pay(page);
  await send("invoice.paid", [...stripe.monthly.invoices.keys()][0] ?? "");
  await send("checkout.session.completed", page);
  const id = stripe.sessions.get(page)?.subscription ?? "";
  await send("customer.subscription.created", id);
  expect(await rows()).toEqual([{ cents: 1_000, method: "card", day: "2026-11-20" }]);
  expect(await own()).toMatchObject({ status: "received", debit: { state: "active", nextOn: "2026-12-20", pausedUntil: null } });
  expect((await open()).status).toBe(409);
  time.set("2026-12-20T10:00:00Z");
  const { invoice, intent } = stripe.monthly.bill(id);
  for (const [type, object] of [
    ["payment_intent.succeeded", intent],
    ["invoice.paid", invoice],
    ["charge.succeeded", `ch_${intent}`],
    ["invoice.payment_succeeded", invoice],
  ] as const)
    await send(type, object);
  expect(await rows()).toEqual([
    { cents: 1_000, method: "card", day: "2026-11-20" },
    { cents: 1_000, method: "card", day: "2026-12-20" },
  ]);
  expect(await mails()).toEqual(["magic_link", "pledge_card"]);
  expect(await pledge()).toMatchObject({ status: "received", amountCents: gift.amountCents });
  expect(await db.$count(subscriptions)).toBe(1);
  expect(new Set((await db.select({ state: providerEvents.state }).from(providerEvents)).map(({ state }) => state))).toEqual(
    new Set(["handled"]),
  );
});

test("a debit on its way is in no sum until it is paid, and one that the bank returns later is taken back", async () => {
  const { time, stripe, db, backend, gift, open, session, rows, send, own, cookie, mails } = await opened({
    method: "sepa_debit",
    rhythm: "one_off",
  });
  const admin = await signIn(backend, { role: "ADMIN" });
  await signIn(backend, { role: "VOLUNTEER" });
  const page = await session();
  expect(stripe.sessions.get(page)?.sent["payment_method_types[0]"]).toBe("sepa_debit");
  const paid = stripe.pay(page, { status: "processing" });
  await send("checkout.session.completed", page);
  await send("payment_intent.processing", paid);
  expect([await rows(), (await own()).pendingCents, (await own()).status]).toEqual([[], 1_000, "promised"]);
  const { items } = (await (await backend.request("/api/own-gifts", { cookie })).json()) as { items: OwnGift[] };
  expect(items).toMatchObject([{ pendingCents: 1_000, receivedCents: 0 }]);
  expect(await (await backend.request(`/api/pledges/${gift.reference}/card`)).json()).toEqual({ state: "processing" });
  expect((await open()).status).toBe(409);
  time.set("2026-11-25T10:00:00Z");
  Object.assign(stripe.intents.get(paid) ?? {}, { status: "succeeded", amount_received: 1_000, booked: time.clock().getTime() / 1_000 });
  await send("payment_intent.succeeded", paid);
  expect(await rows()).toEqual([{ cents: 1_000, method: "sepa_debit", day: "2026-11-25" }]);
  expect(await db.$count(pendingDebits)).toBe(0);
  const returned = stripe.dispute(paid, 1_000, "lost");
  for (const _ of [1, 2]) await send("charge.dispute.closed", returned.id);
  expect((await rows()).map(({ cents, method }) => [cents, method])).toEqual([
    [-1_000, "sepa_debit"],
    [1_000, "sepa_debit"],
  ]);
  const [payment] = await db.select({ id: payments.id }).from(payments).where(eq(payments.providerReference, paid));
  const toStaff = await db
    .select({ userId: notices.userId, path: notices.path, values: notices.values })
    .from(notices)
    .where(eq(notices.topic, "payment_taken_back"));
  const values = { cents: "1000", reference: gift.reference };
  expect(toStaff).toEqual([{ userId: admin.id, path: `/dashboard/admin/donations/${payment?.id}`, values }]);
  expect(await mails()).toEqual(["magic_link", "pledge_debit", "pledge_taken_back"]);
});

test("a debit on its way is not cancelled by its donor; one that staff cancelled is not said to have failed", async () => {
  const { stripe, backend, gift, session, send, own, change, mails, pledge } = await opened({ method: "sepa_debit", rhythm: "one_off" });
  expect((await own()).mayStop).toBe(true);
  const paid = stripe.pay(await session(), { status: "processing" });
  await send("payment_intent.processing", paid);
  expect([(await own()).mayStop, (await change("stop", {}, "POST")).status]).toEqual([false, 409]);
  expect(await pledge()).toMatchObject({ status: "promised" });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const json = { status: "cancelled" };
  expect((await backend.request(`/api/admin/pledges/${gift.id}/status`, { method: "POST", cookie, json })).status).toBe(200);
  Object.assign(stripe.intents.get(paid) ?? {}, { status: "requires_payment_method" });
  await send("payment_intent.payment_failed", paid);
  expect([(await own()).pendingCents, await mails()]).toEqual([0, ["magic_link"]]);
});

test("a debit that is refused is said once to its donor, who may try again, and to staff", async () => {
  const { stripe, db, backend, gift, session, rows, send, own, mails } = await opened({ method: "sepa_debit", rhythm: "one_off" });
  await signIn(backend, { role: "ADMIN" });
  const page = await session();
  const refused = stripe.pay(page, { status: "processing" });
  await send("payment_intent.processing", refused);
  Object.assign(stripe.intents.get(refused) ?? {}, {
    status: "requires_payment_method",
    last_payment_error: { code: "debit_not_authorized" },
  });
  for (const type of ["payment_intent.payment_failed", "checkout.session.async_payment_failed"])
    await send(type, type.startsWith("payment") ? refused : page);
  expect([await rows(), (await own()).pendingCents, await mails()]).toEqual([[], 0, ["magic_link", "pledge_once_failed"]]);
  const toStaff = await db.select({ path: notices.path, values: notices.values }).from(notices).where(eq(notices.topic, "debit_refused"));
  const values = { reference: gift.reference, cents: String(gift.amountCents), of: "pledge" };
  expect(toStaff).toEqual([{ path: `/dashboard/admin/donations/pledges/${gift.id}`, values }]);
  const results = await db.select({ result: providerEvents.result }).from(providerEvents);
  expect(results.map(({ result }) => result).sort()).toEqual(["refused", "refused", "waiting"]);
  const second = await session();
  expect(second).not.toBe(page);
});

test("each try of a month that is refused is said to its donor with what happens next, and the last one to staff", async () => {
  const { stripe, db, backend, rows, send, own, mails, pledge, begin } = await opened();
  const admin = await signIn(backend, { role: "ADMIN" });
  await signIn(backend, { role: "VOLUNTEER" });
  const { id } = await begin();
  const { invoice, intent } = stripe.monthly.bill(id, { status: "requires_payment_method" });
  const toStaff = () => db.select({ userId: notices.userId, path: notices.path }).from(notices).where(eq(notices.topic, "debit_given_up"));
  for (const _ of [1, 2]) {
    stripe.monthly.answer(invoice, false);
    await send("invoice.payment_failed", invoice);
    await send("customer.subscription.updated", id);
    await send("payment_intent.payment_failed", intent);
  }
  const notified = ["magic_link", "pledge_card", "pledge_debit_failed", "pledge_debit_retried"];
  expect(await mails()).toEqual(notified);
  const texts = await db
    .select({ text: outgoingMails.text })
    .from(outgoingMails)
    .where(inArray(outgoingMails.topic, ["pledge_debit_failed", "pledge_debit_retried"]));
  const nextTry = writtenDay("fr", franceDay(new Date(backend.services.clock().getTime() + 86_400_000)));
  for (const { text } of texts) expect(text).toContain(`présenté de nouveau le ${nextTry}`);
  expect(await own()).toMatchObject({ debit: { state: "failing", givenUp: false } });
  expect(await toStaff()).toEqual([]);
  stripe.monthly.answer(invoice, false, { last: true });
  for (const _ of [1, 2]) await send("invoice.payment_failed", invoice);
  expect(await toStaff()).toEqual([{ userId: admin.id, path: `/dashboard/admin/donations/pledges/${(await pledge())?.id}` }]);
  expect((await own()).debit?.givenUp).toBe(true);
  expect(await rows()).toHaveLength(1);
  stripe.monthly.answer(invoice, true);
  await send("invoice.paid", invoice);
  expect(await own()).toMatchObject({ debit: { state: "active", givenUp: false } });
  expect(await rows()).toHaveLength(2);
  expect(await mails()).toEqual([...notified, "pledge_debit_given_up"].sort());
});

test("who stops a gift after a refused debit is not told that the next month will be debited", async () => {
  const { stripe, db, backend, send, own, mails, change, begin } = await opened();
  await signIn(backend, { role: "ADMIN" });
  const { id } = await begin();
  const { invoice } = stripe.monthly.bill(id, { status: "requires_payment_method" });
  stripe.monthly.answer(invoice, false);
  await send("invoice.payment_failed", invoice);
  expect((await change("stop", {}, "POST")).status).toBe(200);
  await send("customer.subscription.deleted", id);
  expect((await own()).status).toBe("cancelled");
  expect(await mails()).not.toContain("pledge_debit_given_up");
  expect(await db.$count(notices, eq(notices.topic, "debit_given_up"))).toBe(0);
});

test("a donor changes the amount, pauses and goes on, and changes the card at the provider; an outage changes nothing", async () => {
  const { stripe, backend, begin, change, own, pledge, gift, db } = await opened();
  expect((await change("amount", { amountCents: 2_500 })).status).toBe(409);
  const { id } = await begin();
  expect((await change("amount", { amountCents: 2_500 })).status).toBe(200);
  expect(stripe.monthly.subscriptions.get(id)?.items.data[0]?.price.unit_amount).toBe(2_500);
  expect(await pledge()).toMatchObject({ amountCents: 2_500 });
  for (const amountCents of [0, 99, 10_000_001, 1.5]) expect((await change("amount", { amountCents })).status).toBe(422);
  expect((await change("pause", { until: "2027-02-01" })).status).toBe(200);
  expect(stripe.monthly.subscriptions.get(id)?.pause_collection).toEqual({
    behavior: "void",
    resumes_at: new Date("2027-01-31T23:00:00Z").getTime() / 1_000,
  });
  expect((await own()).debit).toMatchObject({ pausedUntil: "2027-02-01" });
  for (const until of ["2026-11-20", "2025-01-01", "2027-11-21"]) expect((await change("pause", { until })).status).toBe(422);
  expect((await change("pause", { until: null })).status).toBe(200);
  expect((await own()).debit).toMatchObject({ pausedUntil: null });
  expect(await (await change("portal", {}, "POST")).json()).toEqual({ url: expect.stringMatching(`^${stripe.url}/p/session/cus_`) });
  stripe.fault = () => new Response(null, { status: 503 });
  for (const [path, json] of [
    ["amount", { amountCents: 900 }],
    ["pause", { until: "2027-02-01" }],
  ] as const)
    expect((await change(path, json)).status).toBe(503);
  expect((await change("portal", {}, "POST")).status).toBe(503);
  expect((await change("stop", {}, "POST")).status).toBe(503);
  expect(await pledge()).toMatchObject({ amountCents: 2_500, status: "received" });
  stripe.fault = null;
  stripe.pages = "https://evil.example";
  expect((await change("portal", {}, "POST")).status).toBe(503);
  const stranger = await openGifts(backend, (await addGift(backend, { email: "other@maillon.example" })).email);
  for (const path of ["amount", "pause"]) {
    const json = path === "amount" ? { amountCents: 500 } : { until: null };
    const answer = await backend.request(`/api/own-gifts/${gift.reference}/${path}`, { method: "PUT", cookie: stranger, json });
    expect(answer.status).toBe(404);
  }
  const written = JSON.stringify(backend.logged);
  for (const secret of ["cus_", email, "p/session"]) expect(written).not.toContain(secret);
  expect(await db.$count(subscriptions)).toBe(1);
});

test("stopping ends the subscription at the provider first, by the donor or by staff; one that ended there is over here", async () => {
  const first = await opened();
  const begun = await first.begin();
  expect((await first.change("stop", { reason: "Je déménage" }, "POST")).status).toBe(200);
  expect(first.stripe.monthly.subscriptions.get(begun.id)?.status).toBe("canceled");
  await first.send("customer.subscription.deleted", begun.id);
  expect(await first.own()).toMatchObject({ status: "cancelled", debit: null, stopReason: "Je déménage" });
  const second = await opened();
  const other = await second.begin();
  const { cookie } = await signIn(second.backend, { role: "ADMIN" });
  const json = { status: "cancelled" };
  const answer = await second.backend.request(`/api/admin/pledges/${second.gift.id}/status`, { method: "POST", cookie, json });
  expect([answer.status, second.stripe.monthly.subscriptions.get(other.id)?.status]).toEqual([200, "canceled"]);
  const third = await opened();
  const ended = await third.begin();
  third.stripe.monthly.end(ended.id);
  await third.send("customer.subscription.deleted", ended.id);
  expect(await third.pledge()).toMatchObject({ status: "cancelled", stoppedAt: null });
  // Nothing would be taken of it again.
  const staff = { cookie: (await signIn(third.backend, { role: "ADMIN" })).cookie };
  const reopened = await third.backend.request(`/api/admin/pledges/${third.gift.id}/status`, {
    ...{ ...staff, method: "POST", json: { status: "promised" } },
  });
  const record = await third.backend.request(`/api/admin/pledges/${third.gift.id}`, staff);
  expect([reopened.status, await record.json()]).toEqual([409, expect.objectContaining({ status: "cancelled", ended: true })]);
});

test("what goes on although its pledge is gone is ended by the job, and a second subscription of a pledge at once", async () => {
  const { stripe, backend, db, gift, begin, send, rows, pledge } = await opened();
  const { id } = await begin();
  const checkout = stripe.monthly.subscriptions.get(id)?.metadata ?? {};
  const second = stripe.monthly.begin(1_000, checkout, {});
  await send("customer.subscription.created", second.subscription);
  expect(stripe.monthly.subscriptions.get(second.subscription)?.status).toBe("canceled");
  expect([await db.$count(subscriptions), (await rows()).length]).toEqual([1, 2]);
  await send("customer.subscription.deleted", second.subscription);
  await endStopped(backend.services, stripe.provider);
  expect([(await pledge())?.status, stripe.monthly.subscriptions.get(id)?.status]).toEqual(["received", "active"]);
  await db.update(subscriptions).set({ stopWanted: true }).where(eq(subscriptions.pledgeId, gift.id));
  await endStopped(backend.services, stripe.provider);
  expect(stripe.monthly.subscriptions.get(id)?.status).toBe("canceled");
  expect(await db.select({ state: subscriptions.state }).from(subscriptions)).toEqual([{ state: "ended" }, { state: "ended" }]);
});

test("a subscription that had ended before and changes then leaves the gift that goes on", async () => {
  const { stripe, db, session, send, own, begin, pledge } = await opened();
  const page = await session();
  stripe.pay(page, { status: "processing" });
  const old = stripe.sessions.get(page)?.subscription ?? "";
  const [invoice = ""] = [...stripe.monthly.invoices.keys()];
  stripe.monthly.answer(invoice, false);
  await send("invoice.payment_failed", invoice);
  stripe.monthly.end(old);
  await send("customer.subscription.deleted", old);
  expect(await pledge()).toMatchObject({ status: "promised" });
  const next = await begin();
  expect(next.id).not.toBe(old);
  const voided = stripe.monthly.invoices.get(invoice);
  if (voided) voided.status = "void";
  await send("invoice.voided", invoice);
  expect((await db.select().from(subscriptions)).find(({ subscriptionId }) => subscriptionId === old)?.failedInvoice).toBeNull();
  expect(await own()).toMatchObject({ status: "received", debit: { state: "active" } });
});

test("a first month that is refused is failing while it is tried again, and is paid on another page once it has ended", async () => {
  const { stripe, backend, gift, session, send, begin } = await opened({ method: "sepa_debit" });
  const state = async () => (await (await backend.request(`/api/pledges/${gift.reference}/card`)).json()) as object;
  const page = await session();
  stripe.pay(page, { status: "processing" });
  expect(await state()).toEqual({ state: "processing" });
  const [invoice = ""] = [...stripe.monthly.invoices.keys()];
  stripe.monthly.answer(invoice, false);
  await send("invoice.payment_failed", invoice);
  expect(await state()).toEqual({ state: "failing" });
  stripe.monthly.end(stripe.sessions.get(page)?.subscription ?? "");
  expect(await state()).toEqual({ state: "none" });
  await begin();
  expect(await state()).toEqual({ state: "paid" });
});

test("money of the last month that comes after the end leaves the gift over", async () => {
  const { stripe, session, send, pledge } = await opened({ method: "sepa_debit" });
  const page = await session();
  const paid = stripe.pay(page, { status: "processing" });
  const id = stripe.sessions.get(page)?.subscription ?? "";
  stripe.monthly.end(id);
  await send("customer.subscription.deleted", id);
  expect(await pledge()).toMatchObject({ status: "promised" });
  stripe.monthly.answer([...stripe.monthly.invoices.keys()][0] ?? "", true);
  stripe.monthly.end(id);
  await send("payment_intent.succeeded", paid);
  expect(await pledge()).toMatchObject({ status: "cancelled" });
});

test("the month after the portal is taken from what was chosen there", async () => {
  const { stripe, change, begin } = await opened();
  const { id, paid } = await begin();
  const { customer = "", default_payment_method: first = "" } = stripe.monthly.subscriptions.get(id) ?? {};
  expect((await change("portal", {}, "POST")).status).toBe(200);
  expect(stripe.intents.get(stripe.monthly.bill(id).intent)?.payment_method).toBe(first);
  stripe.monthly.means.set(customer, "pm_new");
  expect(stripe.intents.get(stripe.monthly.bill(id).intent)?.payment_method).toBe("pm_new");
  expect((await change("portal", {}, "POST")).status).toBe(200);
  expect([stripe.monthly.means.get(customer), stripe.intents.get(paid)?.payment_method]).toEqual(["pm_new", first]);
});

test("a month whose event never came is recorded by the comparison, and differs no more", async () => {
  const { stripe, backend, db, begin, rows } = await opened();
  const { id } = await begin();
  stripe.monthly.bill(id);
  stripe.monthly.begin(700, { checkout: "of somebody else" }, {});
  await comparePayments(backend.services, stripe.provider);
  expect(await rows()).toHaveLength(2);
  expect(await db.select().from(mismatches)).toEqual([]);
});

test("a gift that is stopped before any event came is ended at the provider", async () => {
  const { stripe, session, change, pledge } = await opened();
  const page = await session();
  stripe.pay(page);
  const id = stripe.sessions.get(page)?.subscription ?? "";
  expect((await change("stop", {}, "POST")).status).toBe(200);
  expect([stripe.monthly.subscriptions.get(id)?.status, (await pledge())?.status]).toEqual(["canceled", "cancelled"]);
});

test("a pause voids a month that was refused, and one whose donor has to confirm it is refused too", async () => {
  const { stripe, send, change, own, mails, begin } = await opened();
  const { id } = await begin();
  const { invoice } = stripe.monthly.bill(id, { status: "requires_action" });
  await send("invoice.payment_action_required", invoice);
  expect(await mails()).toContain("pledge_debit_given_up");
  expect((await change("pause", { until: "2027-02-01" })).status).toBe(200);
  expect(stripe.monthly.invoices.get(invoice)?.status).toBe("void");
  expect((await own()).debit).toMatchObject({ pausedUntil: "2027-02-01", givenUp: false });
});

test("a subscription that ended without an event is over after the comparison", async () => {
  const { stripe, backend, pledge, begin } = await opened();
  const { id } = await begin();
  stripe.monthly.end(id);
  await comparePayments(backend.services, stripe.provider);
  expect((await pledge())?.status).toBe("cancelled");
});

test("one monthly gift that cannot be ended leaves the others to be ended", async () => {
  const { stripe, backend, db, begin } = await opened();
  const { id } = await begin();
  const other = stripe.monthly.begin(1_000, {}, {});
  const at = new Date("2026-11-01T10:00:00Z");
  await db
    .insert(subscriptions)
    .values({ subscriptionId: other.subscription, state: "active", amountCents: 1_000, stopWanted: true, createdAt: at, updatedAt: at });
  await db.update(subscriptions).set({ stopWanted: true }).where(eq(subscriptions.subscriptionId, id));
  stripe.fault = (path) =>
    path.endsWith(other.subscription) ? new Response(JSON.stringify({ error: { message: "no" } }), { status: 400 }) : null;
  await endStopped(backend.services, stripe.provider);
  expect(stripe.monthly.subscriptions.get(id)?.status).toBe("canceled");
  expect(stripe.monthly.subscriptions.get(other.subscription)?.status).toBe("active");
});

test("more than one debit may take is refused, by the form and for a new amount", async () => {
  const whole = { rhythm: "one_off", donor: "person", allocation: "any", method: "sepa_debit", receipt: false, name: "Lou", email };
  const messages = (draft: object) => PledgeDraft.safeParse({ ...whole, ...draft }).error?.issues.map(({ message }) => message);
  expect(messages({ amountCents: 1_000_001 })).toContain("donate:error.debit");
  expect(messages({ amountCents: 1_000_000 }) ?? []).not.toContain("donate:error.debit");
  expect(messages({ amountCents: 1_000_001, method: "card" }) ?? []).not.toContain("donate:error.debit");
  const { begin, change } = await opened({ method: "sepa_debit" });
  await begin();
  expect((await change("amount", { amountCents: 1_000_001 })).status).toBe(422);
  expect((await change("amount", { amountCents: 1_000_000 })).status).toBe(200);
});

test.runIf(process.env.TEST_DATABASE_URL)("100 equal events of a month at once over two backends are one payment", async () => {
  const stripe = await startStripe();
  const { backends } = await twoOffices({ settings: cardSettings, paymentProvider: stripe.provider });
  const [backend] = backends;
  const gift = await addGift(backend, { email, method: "sepa_debit", rhythm: "monthly" });
  const answer = await backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" });
  const page = ((await answer.json()) as { url: string }).url.split("/").at(-1) ?? "";
  stripe.pay(page);
  const [invoice = ""] = [...stripe.monthly.invoices.keys()];
  const payload = stripe.event("invoice.paid", invoice);
  await Promise.all(Array.from({ length: 100 }, (_, i) => sendEvent(backends[i % 2] ?? backend, payload)));
  for (const type of ["invoice.payment_succeeded", "invoice.updated", "invoice.finalized"])
    await sendEvent(backend, stripe.event(type, invoice));
  await sendEvent(backend, stripe.event("customer.subscription.created", stripe.sessions.get(page)?.subscription ?? ""));
  await Promise.all(backends.flatMap((one) => [handleAll(one), handleAll(one)]));
  const rows = await backend.services.db.select({ cents: payments.signedCents, method: payments.method }).from(payments);
  expect(rows).toEqual([{ cents: 5_000, method: "sepa_debit" }]);
  expect(await backend.services.db.$count(subscriptions)).toBe(1);
  // Whatever lost the race is tried again.
  expect((await backend.services.db.select().from(providerEvents)).filter(({ reason }) => reason?.startsWith("E"))).toEqual([]);
});
