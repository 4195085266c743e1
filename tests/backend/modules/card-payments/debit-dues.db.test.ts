import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { pendingDebits } from "#backend/modules/card-payments/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { followMemberships } from "#backend/modules/memberships/reminding";
import { memberships, renewalConsents, renewals } from "#backend/modules/memberships/tables";
import { notices } from "#backend/modules/notices/tables";
import { payments } from "#backend/modules/payments/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { cookiesOf, signIn } from "#tests/support/people";
import { openRenewals } from "#tests/support/renewals";
import { cardSettings, handleAll, sendEvent, startStripe } from "#tests/support/stripe";

/** A member who has asked for a plan of 15 € by debit, and agreed on the page of the provider: the debit is on its way. */
async function onItsWay(more: object = {}) {
  const time = testClock(new Date("2026-11-20T10:00:00Z"));
  const stripe = await startStripe({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const admin = await signIn(backend, { role: "ADMIN" });
  const member = await signIn(backend, { role: "VOLUNTEER" });
  const office = membershipsOf(backend, () => admin.cookie);
  const id = await office.ask(await office.addPlan(), member.cookie, { method: "sepa_debit", ...more });
  const open = () => backend.request(`/api/own-membership/${id}/checkout`, { method: "POST", cookie: member.cookie });
  const page = ((await (await open()).json()) as { url: string }).url.split("/").at(-1) ?? "";
  const paid = stripe.pay(page, { status: "processing" });
  const send = async (type: string, object: string) => {
    await sendEvent(backend, stripe.event(type, object));
    await handleAll(backend);
  };
  await send("payment_intent.processing", paid);
  const intent = stripe.intents.get(paid) ?? {};
  const mails = async () => {
    const written = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, member.id));
    return written.map(({ topic, text }) => ({ topic, text }));
  };
  const withdraw = () => office.post(`own-membership/${id}/withdrawal`, {}, member.cookie);
  return { time, stripe, backend, office, member, id, open, page, paid, intent, send, mails, withdraw };
}

test("dues by debit are paid days later; meanwhile the request waits, is not paid again and is not withdrawn", async () => {
  const { stripe, backend, office, id, open, page, paid, intent, send, mails, withdraw } = await onItsWay();
  expect(stripe.sessions.get(page)?.sent["payment_method_types[0]"]).toBe("sepa_debit");
  expect((await office.record(id)).status).toBe("pending_payment");
  expect([(await open()).status, (await withdraw()).status]).toEqual([409, 409]);
  expect(await mails()).toEqual([]);
  Object.assign(intent, { status: "succeeded" });
  await send("payment_intent.succeeded", paid);
  expect((await office.record(id)).status).toBe("active");
  const rows = await backend.services.db.select().from(payments).where(eq(payments.membershipId, id));
  expect(rows.map(({ signedCents, method }) => [signedCents, method])).toEqual([[1_500, "sepa_debit"]]);
  expect((await mails()).map(({ topic }) => topic)).toEqual(["membership_active"]);
});

test("in an outage of the provider, a request whose debit is known to be on its way is not withdrawn either", async () => {
  const { stripe, office, id, withdraw } = await onItsWay();
  stripe.fault = () => new Response(null, { status: 503 });
  expect([(await withdraw()).status, (await office.record(id)).status]).toEqual([409, "pending_payment"]);
});

test("whose debit is refused reads it once, as staff do, and may pay again or withdraw", async () => {
  const { backend, office, id, open, paid, intent, send, mails, withdraw } = await onItsWay();
  Object.assign(intent, { status: "requires_payment_method", last_payment_error: { code: "insufficient_funds" } });
  for (const _ of [1, 2]) await send("payment_intent.payment_failed", paid);
  const [mail, ...others] = await mails();
  expect([mail?.topic, others]).toEqual(["membership_unpaid", []]);
  expect(mail?.text).toContain("Votre demande attend toujours");
  const { db } = backend.services;
  const toStaff = await db.select({ path: notices.path }).from(notices).where(eq(notices.topic, "debit_refused"));
  expect(toStaff).toEqual([{ path: `/dashboard/admin/memberships/${id}` }]);
  expect((await office.record(id)).status).toBe("pending_payment");
  expect((await open()).status).toBe(200);
  expect((await withdraw()).status).toBe(200);
});

test("dues whose debit is on its way are not reminded of, do not end and lose no consent; their page and staff's say so", async () => {
  const { time, backend, office, member, id, paid, intent, send, mails } = await onItsWay({ renews: true });
  const { services } = backend;
  const debit = { amountCents: 1_500, since: "2026-11-20" };
  expect(await office.record(id)).toMatchObject({ debit });
  expect((await office.own(member.cookie)).items).toEqual([expect.objectContaining({ debit, lapsesOn: null })]);
  expect((await office.post(`admin/memberships/${id}/reminders`)).status).toBe(409);
  for (const days of [20, 12]) {
    time.pass(days * 86_400);
    await followMemberships(services);
  }
  const rowOf = async () => (await services.db.select().from(memberships).where(eq(memberships.id, id)))[0];
  const consent = async () => (await services.db.select().from(renewalConsents))[0]?.state;
  expect([await mails(), (await rowOf())?.status, await consent()]).toEqual([[], "pending_payment", "waiting"]);
  Object.assign(intent, { status: "succeeded" });
  await send("payment_intent.succeeded", paid);
  expect([(await rowOf())?.status, await consent(), await services.db.$count(pendingDebits)]).toEqual(["active", "active", 0]);
});

test("a request whose debit is refused after a month waits as one of that day, and ends a month later", async () => {
  const { time, backend, id, paid, intent, send, mails } = await onItsWay();
  time.pass(31 * 86_400);
  Object.assign(intent, { status: "requires_payment_method", last_payment_error: { code: "insufficient_funds" } });
  await send("payment_intent.payment_failed", paid);
  const status = async () => {
    await followMemberships(backend.services);
    const [row] = await backend.services.db.select().from(memberships).where(eq(memberships.id, id));
    return [row?.status, (await mails()).map(({ topic }) => topic).sort()];
  };
  expect(await status()).toEqual(["pending_payment", ["membership_unpaid"]]);
  time.pass(21 * 86_400);
  expect(await status()).toEqual(["pending_payment", ["membership_unpaid", "membership_waiting"]]);
  time.pass(10 * 86_400);
  expect(await status()).toEqual(["abandoned", ["membership_lapsed", "membership_unpaid", "membership_waiting"]]);
});

test("a debit goes up to ten thousand euros", async () => {
  const { office, member } = await onItsWay();
  const planId = await office.addPlan({ freeAmount: true });
  const ask = (amountCents: number) => office.post("own-membership", { planId, method: "sepa_debit", amountCents }, member.cookie);
  const refused = await ask(1_000_001);
  expect([refused.status, ((await refused.json()) as { fieldErrors: object }).fieldErrors]).toEqual([
    422,
    { method: ["memberships:error.debit"] },
  ]);
  expect((await ask(1_000_000)).status).toBe(201);
});

test("a membership whose dues came by debit renews by debit, taken some days before its end and active once it is paid", async () => {
  const { time, stripe, backend, db, run, sendMails, consent, renewal, periods, topics, paid } = await openRenewals(
    {},
    { method: "sepa_debit" },
  );
  expect(await consent()).toMatchObject({ state: "active", meansId: expect.stringMatching(/^pm_/) });
  time.set("2027-10-29T10:00:00Z");
  await run();
  await sendMails();
  expect(await renewal()).toMatchObject({ state: "noticed", chargeOn: "2027-11-13" });
  time.set("2027-11-12T10:00:00Z");
  await run();
  expect(stripe.intents.size).toBe(1);
  stripe.charges = "processing";
  time.set("2027-11-13T10:00:00Z");
  for (const _ of [1, 2]) await run();
  time.set("2027-11-15T10:00:00Z");
  await run();
  const [, charge] = [...stripe.intents.values()];
  expect([stripe.intents.size, charge?.type, charge?.status]).toEqual([2, "sepa_debit", "processing"]);
  expect([(await renewal())?.state, (await periods())[1]?.status, await paid()]).toEqual(["ordered", "pending_payment", 1]);
  Object.assign(charge ?? {}, { status: "succeeded" });
  await sendEvent(backend, stripe.event("payment_intent.succeeded", charge?.id ?? ""));
  await handleAll(backend);
  expect((await periods()).map(({ status, startDate, method }) => [status, startDate, method])).toEqual([
    ["active", "2026-11-20", "sepa_debit"],
    ["active", "2027-11-20", "sepa_debit"],
  ]);
  expect((await db.select({ method: payments.method }).from(payments)).map(({ method }) => method)).toEqual(["sepa_debit", "sepa_debit"]);
  expect((await renewal())?.state).toBe("paid");
  expect(await topics()).toEqual(["membership_active", "membership_renewed", "renewal_announced"]);
});

test("the period that a renewal pays is not withdrawn meanwhile, also where the answer was lost or the provider is away", async () => {
  const { time, stripe, backend, db, office, userId, run, sendMails, periods } = await openRenewals({}, { method: "sepa_debit" });
  time.set("2027-10-29T10:00:00Z");
  await run();
  await sendMails();
  stripe.charges = "processing";
  time.set("2027-11-13T10:00:00Z");
  // It is made, and nobody hears of it.
  stripe.fault = (path) => (path.startsWith("/v1/payment_intents/") ? new Response(null, { status: 503 }) : null);
  await run();
  const cookie = await cookiesOf(backend, userId);
  const withdraw = async () => (await office.post(`own-membership/${(await periods())[1]?.id}/withdrawal`, {}, cookie)).status;
  expect([await db.$count(pendingDebits), await withdraw()]).toEqual([0, 409]);
  stripe.fault = null;
  await run();
  expect([await db.$count(pendingDebits), await withdraw()]).toEqual([1, 409]);
  stripe.fault = () => new Response(null, { status: 503 });
  expect(await withdraw()).toBe(409);
  expect((await periods())[1]?.status).toBe("pending_payment");
});

test("a renewal by debit that the bank refuses days later is said once, as one by card", async () => {
  const { time, stripe, backend, run, sendMails, consent, renewal, topics } = await openRenewals({}, { method: "sepa_debit" });
  time.set("2027-10-29T10:00:00Z");
  await run();
  await sendMails();
  stripe.charges = "processing";
  time.set("2027-11-13T10:00:00Z");
  await run();
  const [, charge] = [...stripe.intents.values()];
  Object.assign(charge ?? {}, { status: "requires_payment_method", last_payment_error: { code: "insufficient_funds" } });
  for (const _ of [1, 2]) await sendEvent(backend, stripe.event("payment_intent.payment_failed", charge?.id ?? ""));
  await handleAll(backend);
  expect([(await renewal())?.state, (await consent())?.endedWhy]).toEqual(["failed", "refused"]);
  expect((await topics()).filter((topic) => /failed|unpaid/.test(topic))).toEqual(["renewal_failed"]);
});

/** A renewal by debit, ordered on 13 November 2027, whose running period staff cancel. `isReceived`: whether it is known that its debit is on its way. */
async function cancelledMeanwhile(isReceived: boolean) {
  const { time, stripe, backend, id, run, sendMails, renewal, topics, officeNow } = await openRenewals({}, { method: "sepa_debit" });
  time.set("2027-10-29T10:00:00Z");
  await run();
  await sendMails();
  stripe.charges = "processing";
  time.set("2027-11-13T10:00:00Z");
  stripe.fault = (path) => (!isReceived && path.startsWith("/v1/payment_intents/") ? new Response(null, { status: 503 }) : null);
  await run();
  const cancelled = await (await officeNow()).post(`admin/memberships/${id}/cancellation`, { reason: "Démission" });
  expect(cancelled.status).toBe(200);
  await run();
  const before = (await renewal())?.state;
  stripe.fault = null;
  /** The bank answers, twice. */
  const answer = async (how: object, type: string) => {
    const [, charge] = [...stripe.intents.values()];
    Object.assign(charge ?? {}, how);
    for (const _ of [1, 2]) await sendEvent(backend, stripe.event(type, charge?.id ?? ""));
    await handleAll(backend);
    return [before, (await renewal())?.state, (await topics()).filter((topic) => /failed|unpaid/.test(topic))];
  };
  const refuse = () =>
    answer({ status: "requires_payment_method", last_payment_error: { code: "insufficient_funds" } }, "payment_intent.payment_failed");
  const pay = () => answer({ status: "succeeded" }, "payment_intent.succeeded");
  return { refuse, pay };
}

test("a renewal whose debit is on its way is not stopped: what the bank answers is said, or recorded", async () => {
  const refused = await cancelledMeanwhile(true);
  expect(await refused.refuse()).toEqual(["ordered", "failed", ["renewal_failed"]]);
  const received = await cancelledMeanwhile(true);
  expect(await received.pay()).toEqual(["ordered", "paid", []]);
});

test("of a renewal that was stopped before anybody heard of its debit, the refusal is said as of other dues", async () => {
  const { refuse } = await cancelledMeanwhile(false);
  expect(await refuse()).toEqual(["stopped", "stopped", ["membership_unpaid"]]);
});

test("debits on their way, however many, do not make the renewals after them wait, and are not ordered again", async () => {
  const { time, stripe, db, id, planId, renewal, run, sendMails, paid } = await openRenewals({}, { method: "sepa_debit" });
  time.set("2027-10-29T10:00:00Z");
  await run();
  await sendMails();
  const { id: own = "" } = (await renewal()) ?? {};
  await db.execute(sql`
    with people as (insert into users (email, first_name, last_name, role, account_state, email_verified_at)
      select 'debited-' || n || '@maillon.example', 'Lou', 'N° ' || n, 'VOLUNTEER', 'validated', now() from generate_series(1, 200) n returning id),
    ending as (insert into memberships (user_id, plan_id, price_cents, method, start_date, end_date)
      select id, ${planId}::uuid, 1500, 'sepa_debit', '2026-11-19', '2027-11-18' from people returning id, user_id, plan_id, family),
    following as (insert into memberships (user_id, plan_id, price_cents, method, status, start_date, end_date)
      select id, ${planId}::uuid, 1500, 'sepa_debit', 'pending_payment', '2027-11-19', '2028-11-18' from people returning id, user_id),
    consented as (insert into membership_renewal_consents
        (user_id, membership_id, plan_id, family, price_cents, reduced, words_version, consented_at, state, customer_id, means_id)
      select user_id, id, plan_id, family, 1500, false, 3, '2026-11-19', 'active', 'cus_' || id, 'pm_' || id from ending
      returning id, user_id, membership_id),
    debited as (insert into pending_debits (membership_id, provider_reference, amount_cents)
      select id, 'pi_of_' || id, 1500 from following returning membership_id)
    insert into membership_renewals (consent_id, membership_id, notice_at, charge_on, state, next_id, checkout_id, ordered_at)
      select consented.id, consented.membership_id, '2027-10-20', '2027-11-12', 'ordered', following.id, gen_random_uuid(), '2027-11-12'
      from consented join following on following.user_id = consented.user_id`);
  stripe.charges = "processing";
  time.set("2027-11-13T10:00:00Z");
  await run();
  const [taken] = await db.select().from(renewals).where(eq(renewals.id, own));
  expect([taken?.membershipId, taken?.state, stripe.intents.size, await paid()]).toEqual([id, "ordered", 2, 1]);
  const calls = stripe.calls.length;
  await run();
  expect(stripe.calls).toHaveLength(calls);
  expect(await db.$count(renewals, eq(renewals.state, "ordered"))).toBe(201);
});
