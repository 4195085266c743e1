import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { renewMemberships } from "#backend/modules/card-payments/renewing";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { stopToken } from "#backend/modules/memberships/consenting";
import { followMemberships } from "#backend/modules/memberships/reminding";
import { memberships, renewalConsents, renewals } from "#backend/modules/memberships/tables";
import { notices } from "#backend/modules/notices/tables";
import { payments } from "#backend/modules/payments/tables";
import { membershipImportApi } from "#contract/charity/membership-import";
import type { OwnMembership } from "#contract/charity/memberships";
import { testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { counted, importer } from "#tests/support/imports";
import { membershipsOf } from "#tests/support/memberships";
import { cookiesOf, signIn } from "#tests/support/people";
import { mailbox, openRenewals, payByCard, renewingMember } from "#tests/support/renewals";
import { cardSettings, startStripe } from "#tests/support/stripe";
import { twoOffices } from "#tests/support/two-offices";

test("a renewal is announced at least fifteen days before, taken once at the price that was agreed, and extends the membership once", async () => {
  const { time, stripe, backend, userId, cookie, office, page, run, sendMails, consent, renewal, periods, topics, paid } =
    await openRenewals();
  expect(stripe.sessions.get(page)?.sent).toMatchObject({
    ...{ customer_creation: "always", "payment_intent_data[setup_future_usage]": "off_session" },
  });
  expect(await consent()).toMatchObject({ state: "active", priceCents: 1_500, wordsVersion: 3, meansId: expect.stringMatching(/^pm_/) });
  expect(await office.read("own-membership", cookie)).toMatchObject({
    renewals: [{ priceCents: 1_500, consentedOn: "2026-11-20", chargeOn: null }],
  });
  const renewing = async () => {
    const { items } = await office.read<{ items: OwnMembership[] }>("own-membership", await cookiesOf(backend, userId));
    return items.map(({ isBeingRenewed }) => isBeingRenewed);
  };
  time.set("2027-10-25T10:00:00Z");
  await run();
  expect(await renewal()).toBeUndefined();
  time.set("2027-10-30T10:00:00Z");
  await Promise.all([run(), run()]);
  await sendMails();
  await followMemberships(backend.services);
  expect(await renewal()).toMatchObject({ state: "noticed", chargeOn: "2027-11-19" });
  expect(await topics()).toEqual(["membership_active", "renewal_announced"]);
  time.set("2027-11-18T10:00:00Z");
  await run();
  expect([await paid(), (await periods()).length]).toEqual([1, 1]);
  time.set("2027-11-19T10:00:00Z");
  // The answer is lost the first time.
  stripe.fault = (path) => (path === "/v1/payment_intents" ? new Response(null, { status: 503 }) : null);
  await run();
  expect([await paid(), (await renewal())?.state]).toEqual([1, "ordered"]);
  const waiting = (await periods())[1]?.id;
  expect(await renewing()).toEqual([true, false]);
  const { cookie: again } = await signIn(backend, { role: "VOLUNTEER" });
  expect((await backend.request(`/api/own-membership/${waiting}/checkout`, { method: "POST", cookie: again })).status).toBe(404);
  stripe.fault = null;
  await Promise.all([run(), run()]);
  await run();
  expect(await paid()).toBe(2);
  expect(await renewing()).toEqual([false, false]);
  expect((await periods()).map(({ status, startDate, endDate, priceCents }) => [status, startDate, endDate, priceCents])).toEqual([
    ["active", "2026-11-20", "2027-11-19", 1_500],
    ["active", "2027-11-20", "2028-11-19", 1_500],
  ]);
  expect(await renewal()).toMatchObject({ state: "paid" });
  expect(await topics()).toEqual(["membership_active", "membership_renewed", "renewal_announced"]);
  expect((await consent())?.state).toBe("active");
});

test("a renewal that was announced is not taken once an import moved the end of the period, and is announced again for the new end", async () => {
  const { time, stripe, backend, db, planId, email, run, sendMails, renewal, periods, paid } = await openRenewals();
  time.set("2027-10-30T10:00:00Z");
  await run();
  await sendMails();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const sheets = importer(backend, cookie, membershipImportApi);
  const moved = await sheets.check([{ email, planId, startDate: "2026-11-20", endDate: "2028-03-31" }]);
  expect(await sheets.foretold(moved)).toEqual(counted({ changed: 1 }));
  await sheets.run(moved);
  time.set("2027-11-19T10:00:00Z");
  await run();
  expect([await paid(), stripe.intents.size, await renewal()]).toEqual([1, 1, undefined]);
  expect((await periods()).map(({ endDate }) => endDate)).toEqual(["2028-03-31"]);
  time.set("2028-03-11T10:00:00Z");
  await run();
  expect(await renewal()).toMatchObject({ state: "noticed", chargeOn: "2028-03-31" });
  expect(await db.$count(outgoingMails, eq(outgoingMails.topic, "renewal_announced"))).toBe(2);
});

test("after a long outage, a payment that was made is found again instead of made twice", async () => {
  const { time, stripe, run, sendMails, paid, renewal } = await openRenewals();
  time.set("2027-10-30T10:00:00Z");
  await run();
  await sendMails();
  time.set("2027-11-19T10:00:00Z");
  // It is made, and nobody hears of it.
  stripe.fault = (path) => (path.startsWith("/v1/payment_intents/") ? new Response(null, { status: 503 }) : null);
  await run();
  expect([await paid(), (await renewal())?.state, stripe.intents.size]).toEqual([1, "ordered", 2]);
  stripe.fault = null;
  time.set("2027-11-21T10:00:00Z");
  const calls = stripe.calls.length;
  await run();
  expect([await paid(), stripe.intents.size]).toEqual([2, 2]);
  expect(stripe.calls.slice(calls)).not.toContain("POST /v1/payment_intents");
});

test("nothing is taken without a consent to the price of today, and the member reads it", async () => {
  const { time, backend, planId, office, stripe, run, sendMails, consent, renewal, periods, topics, shownOnPage, paid } =
    await openRenewals();
  time.set("2027-10-30T10:00:00Z");
  await run();
  await sendMails();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const dearer = membershipsOf(backend, () => cookie);
  const changed = await dearer.post(
    `admin/membership-plans/${planId}/versions`,
    office.planDraft({ priceCents: 1_800, validFrom: "2027-01-01" }),
  );
  expect(changed.status).toBe(201);
  time.set("2027-11-19T10:00:00Z");
  await run();
  await run();
  expect(await consent()).toMatchObject({ state: "ended", endedWhy: "price", customerId: null, meansId: null });
  expect([await paid(), stripe.intents.size, (await periods()).length, (await renewal())?.state]).toEqual([1, 1, 1, "stopped"]);
  expect(await topics()).toEqual(["membership_active", "renewal_announced", "renewal_ended"]);
  expect(await shownOnPage()).toEqual(await topics());
});

test("the link of the announcement and one's own page stop a renewal, by a POST and once", async () => {
  const { time, backend, db, run, sendMails, consent, paid, renewal, topics } = await openRenewals();
  time.set("2027-10-30T10:00:00Z");
  await run();
  const [mail] = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "renewal_announced"));
  expect(mail?.text).toContain("15");
  await sendMails();
  const { id = "" } = (await consent()) ?? {};
  const token = stopToken(backend.services.settings, id);
  const call = (to: string, json: object) => backend.request(`/api/membership-renewals/${to}`, { method: "POST", json });
  expect(await (await call("state", { token })).json()).toEqual({ isKnown: true, isActive: true, isBeingPaid: false });
  expect(await (await call("stop", { token: "x".repeat(40) })).json()).toEqual({ isKnown: false, isActive: false, isBeingPaid: false });
  const stranger = await signIn(backend, { role: "VOLUNTEER" });
  const own = (by: string) => backend.request(`/api/own-membership/renewals/${id}/stop`, { method: "POST", cookie: by });
  expect((await own(stranger.cookie)).status).toBe(404);
  expect((await consent())?.state).toBe("active");
  for (const _ of [1, 2])
    expect(await (await call("stop", { token })).json()).toEqual({ isKnown: true, isActive: false, isBeingPaid: false });
  expect(await consent()).toMatchObject({ state: "ended", endedWhy: "member", meansId: null });
  // Whoever holds the link can stop it: its member reads that, once.
  expect(await topics()).toEqual(["membership_active", "renewal_announced", "renewal_stopped"]);
  time.set("2027-11-19T10:00:00Z");
  await run();
  expect([await paid(), (await renewal())?.state]).toEqual([1, "stopped"]);
});

test("a payment that is on its way is not said to be stopped", async () => {
  const { time, stripe, backend, db, userId, run, sendMails, consent, renewal, topics } = await openRenewals();
  time.set("2027-10-30T10:00:00Z");
  await run();
  await sendMails();
  time.set("2027-11-19T10:00:00Z");
  // It is ordered, and its answer is lost.
  stripe.fault = (path) => (path.startsWith("/v1/payment_intents") ? new Response(null, { status: 503 }) : null);
  await run();
  expect((await renewal())?.state).toBe("ordered");
  const { id = "" } = (await consent()) ?? {};
  const json = { token: stopToken(backend.services.settings, id) };
  const call = async (to: string) => (await backend.request(`/api/membership-renewals/${to}`, { method: "POST", json })).json();
  expect(await call("state")).toEqual({ isKnown: true, isActive: true, isBeingPaid: true });
  expect(await call("stop")).toEqual({ isKnown: true, isActive: false, isBeingPaid: true });
  expect(await topics()).toContain("renewal_stopped");
  const which = and(eq(outgoingMails.topic, "renewal_stopped"), eq(outgoingMails.userId, userId));
  const [mail] = await db.select().from(outgoingMails).where(which);
  expect(mail?.text).toContain("n’est pas arrêté");
  const own = await backend.request(`/api/own-membership/renewals/${id}/stop`, {
    method: "POST",
    cookie: await cookiesOf(backend, userId),
  });
  expect(await own.json()).toMatchObject({ isActive: false, isBeingPaid: true });
});

test("the link of an earlier consent stops the one that took its place", async () => {
  const { time, stripe, backend, db, userId, office, planId, run, consent } = await openRenewals();
  time.set("2027-10-30T10:00:00Z");
  await run();
  const { id = "" } = (await consent()) ?? {};
  const cookie = await cookiesOf(backend, userId);
  await payByCard(backend, stripe, cookie, await office.ask(planId, cookie, { method: "card", renews: true }));
  const states = async () => {
    const rows = await db.select().from(renewalConsents).where(eq(renewalConsents.userId, userId)).orderBy(renewalConsents.consentedAt);
    return rows.map(({ state, endedWhy }) => [state, endedWhy]);
  };
  expect(await states()).toEqual([
    ["ended", "replaced"],
    ["active", null],
  ]);
  const json = { token: stopToken(backend.services.settings, id) };
  const call = async (to: string) => (await backend.request(`/api/membership-renewals/${to}`, { method: "POST", json })).json();
  expect(await call("state")).toEqual({ isKnown: true, isActive: true, isBeingPaid: false });
  expect(await call("stop")).toEqual({ isKnown: true, isActive: false, isBeingPaid: false });
  expect((await states())[1]).toEqual(["ended", "member"]);
});

test("a refused renewal is said to the member and to staff, is not tried again, and can be paid otherwise", async () => {
  const { time, stripe, db, admin, run, sendMails, consent, periods, renewal, topics, shownOnPage, paid } = await openRenewals();
  time.set("2027-10-30T10:00:00Z");
  await run();
  await sendMails();
  time.set("2027-11-19T10:00:00Z");
  stripe.charges = "declined";
  await run();
  stripe.charges = "succeeded";
  await run();
  expect([await paid(), (await renewal())?.state, (await consent())?.endedWhy]).toEqual([1, "failed", "refused"]);
  expect((await periods()).map(({ status }) => status)).toEqual(["active", "pending_payment"]);
  expect(await topics()).toEqual(["membership_active", "renewal_announced", "renewal_failed"]);
  expect(await shownOnPage()).toEqual(await topics());
  const toStaff = await db
    .select()
    .from(notices)
    .where(and(eq(notices.topic, "renewal_failed_for_staff"), eq(notices.userId, admin.id)));
  expect(toStaff).toHaveLength(1);
});

test("a consent is for dues by card alone, and not for a membership that does not end", async () => {
  const { office, planId, backend } = await openRenewals();
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const refusal = async (json: object) => {
    const answer = await office.post("own-membership", { planId, renews: true, ...json }, cookie);
    return [answer.status, JSON.stringify(await answer.json())];
  };
  expect(await refusal({ method: "transfer" })).toEqual([422, expect.stringContaining("renews")]);
  const forLife = await office.addPlan({ period: "lifetime", graceDays: 0 });
  expect(await refusal({ method: "card", planId: forLife })).toEqual([422, expect.stringContaining("renews")]);
});

test.runIf(serverUrl)("two processes at once renew a membership once", async () => {
  const time = testClock(new Date("2026-11-20T10:00:00Z"));
  const stripe = await startStripe({ clock: time.clock });
  const { backends } = await twoOffices({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const [backend] = backends;
  const admin = await signIn(backend, { role: "ADMIN" });
  const office = membershipsOf(backend, () => admin.cookie);
  await renewingMember(backend, stripe, office, await office.addPlan());
  const all = () =>
    Promise.all(Array.from({ length: 8 }, (_, at) => renewMemberships((backends[at % 2] ?? backend).services, stripe.provider)));
  for (const day of ["2027-10-30", "2027-11-19"]) {
    time.set(`${day}T10:00:00Z`);
    await all();
    await sendWaitingMails(backend.services, mailbox);
  }
  const { db } = backend.services;
  expect([await db.$count(payments), await db.$count(memberships), await db.$count(renewals), stripe.intents.size]).toEqual([2, 2, 1, 2]);
});
