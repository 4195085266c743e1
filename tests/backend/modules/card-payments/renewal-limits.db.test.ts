import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { recordBounce } from "#backend/modules/mails/bounces";
import { countBounce } from "#backend/modules/mails/dead-mailboxes";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { followMemberships } from "#backend/modules/memberships/reminding";
import { renewalConsents, renewals } from "#backend/modules/memberships/tables";
import { signIn } from "#tests/support/people";
import { mailbox, openRenewals } from "#tests/support/renewals";

const announcedOn = "2027-10-30T10:00:00Z";
const dueOn = "2027-11-19T10:00:00Z";
/** What an ended consent looks like. */
const ended = (endedWhy: string) => ({ state: "ended", endedWhy, customerId: null, meansId: null });

test("nothing is taken of who could not be told: the address is dead, and the reminder is written instead", async () => {
  const { time, stripe, backend, db, email, run, sendMails, consent, renewal, paid, topics } = await openRenewals();
  await sendMails();
  time.set(announcedOn);
  const now = new Date(announcedOn);
  await db.transaction((tx) => countBounce(tx, { email, type: "hard", code: null, at: now }, now));
  await run();
  await sendMails();
  await run();
  expect(await consent()).toMatchObject(ended("unannounced"));
  expect((await renewal())?.state).toBe("stopped");
  await followMemberships(backend.services);
  time.set(dueOn);
  await run();
  expect([await paid(), stripe.intents.size]).toEqual([1, 1]);
  expect(await topics()).toEqual(["membership_active", "membership_due", "renewal_announced", "renewal_ended"]);
});

test("nothing is taken of a member whose announcement was sent and came back", async () => {
  const { time, stripe, backend, db, email, run, sendMails, consent, renewal, paid, topics } = await openRenewals();
  time.set(announcedOn);
  await run();
  await sendMails();
  const [mail] = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "renewal_announced"));
  expect(mail?.status).toBe("sent");
  time.set("2027-10-31T10:00:00Z");
  const report = { id: "1", type: "hard", address: email, messageId: `<${mail?.id}@maillon.example>`, diagnostic: "5.1.1" } as const;
  await db.transaction((tx) => recordBounce({ ...backend.services, db: tx }, report));
  await run();
  expect(await consent()).toMatchObject(ended("unannounced"));
  expect(await topics()).toContain("renewal_ended");
  time.set(dueOn);
  await run();
  expect([await paid(), stripe.intents.size, (await renewal())?.state]).toEqual([1, 1, "stopped"]);
});

test("an announcement that is sent late moves the day, and one that still waits takes nothing", async () => {
  const { time, backend, run, renewal, paid } = await openRenewals();
  time.set("2027-11-04T10:00:00Z");
  await run();
  time.set("2027-11-08T10:00:00Z");
  await sendWaitingMails(backend.services, mailbox);
  time.set(dueOn);
  await run();
  expect([await paid(), (await renewal())?.chargeOn]).toEqual([1, "2027-11-23"]);
  time.set("2027-11-22T10:00:00Z");
  await run();
  expect(await paid()).toBe(1);
  time.set("2027-11-23T10:00:00Z");
  await run();
  expect(await paid()).toBe(2);
});

test("a renewal whose day is long over is not taken, and its member reads it", async () => {
  const { time, stripe, run, sendMails, consent, paid, topics } = await openRenewals();
  time.set(announcedOn);
  await run();
  await sendMails();
  time.set("2028-03-01T10:00:00Z");
  await run();
  expect([await paid(), stripe.intents.size]).toEqual([1, 1]);
  expect(await consent()).toMatchObject(ended("lapsed"));
  expect(await topics()).toContain("renewal_ended");
});

test("a cancelled membership ends the consent, and who comes back without one is not charged", async () => {
  const { time, db, cookie, id, office, officeNow, planId, userId, run, consent } = await openRenewals();
  expect((await office.post(`admin/memberships/${id}/cancellation`, { reason: "Démission" })).status).toBe(200);
  expect(await consent()).toMatchObject(ended("cancelled"));
  const again = await office.ask(planId, cookie);
  expect((await office.pay(again)).status).toBe(201);
  time.set(announcedOn);
  await run();
  expect(await db.$count(renewals)).toBe(0);
  expect(await db.$count(renewalConsents, eq(renewalConsents.userId, userId))).toBe(1);
  expect((await (await officeNow()).record(again)).renewal).toBeNull();
});

test("a consent ends with the last period that it was given for", async () => {
  const { time, backend, office, officeNow, id, consent } = await openRenewals();
  await followMemberships(backend.services);
  expect((await consent())?.state).toBe("active");
  const { payments: came } = await office.record(id);
  expect(came).toHaveLength(1);
  // No provider was there to announce anything.
  time.set("2027-12-19T10:00:00Z");
  await followMemberships(backend.services);
  expect((await consent())?.state).toBe("active");
  time.set("2027-12-20T10:00:00Z");
  await followMemberships(backend.services);
  expect(await consent()).toMatchObject(ended("lapsed"));
  expect((await (await officeNow()).record(id)).renewal).toBeNull();
});

test("a consent whose request is paid otherwise does not wait for a card for ever", async () => {
  const { time, backend, db, office, planId } = await openRenewals();
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const id = await office.ask(planId, cookie, { method: "card", renews: true });
  expect((await office.pay(id)).status).toBe(201);
  const state = async () => (await db.select().from(renewalConsents).where(eq(renewalConsents.membershipId, id)))[0]?.state;
  await followMemberships(backend.services);
  expect(await state()).toBe("waiting");
  time.pass(24 * 3_600);
  await followMemberships(backend.services);
  expect(await state()).toBe("ended");
  const withdrawn = await signIn(backend, { role: "VOLUNTEER" });
  const other = await office.ask(planId, withdrawn.cookie, { method: "card", renews: true });
  await backend.request(`/api/own-membership/${other}/withdrawal`, { method: "POST", cookie: withdrawn.cookie });
  expect(await db.$count(renewalConsents, eq(renewalConsents.state, "waiting"))).toBe(0);
});

test("staff read the consent of a member and end it at their request", async () => {
  const { office, id, cookie, consent } = await openRenewals();
  expect((await office.record(id)).renewal).toMatchObject({ priceCents: 1_500, consentedOn: "2026-11-20", chargeOn: null });
  expect((await office.post(`admin/memberships/${id}/renewal-end`, {}, cookie)).status).toBe(403);
  expect((await office.post(`admin/memberships/${id}/renewal-end`)).status).toBe(200);
  expect(await consent()).toMatchObject(ended("staff"));
  expect((await office.record(id)).renewal).toBeNull();
  expect((await office.post(`admin/memberships/${id}/renewal-end`)).status).toBe(409);
});

test("while no provider is there, members with a consent are reminded like all others", async () => {
  const { time, backend, topics } = await openRenewals();
  time.set(announcedOn);
  await followMemberships(backend.services);
  expect(await topics()).not.toContain("membership_due");
  await followMemberships({ ...backend.services, paymentProvider: null });
  expect(await topics()).toContain("membership_due");
});

test("a reduced price that has come to need a proof is not renewed without one", async () => {
  const reduced = { reducedCents: 500, reducedLabel: { fr: "Petits revenus" } };
  const { time, office, planId, run, sendMails, consent, officeNow } = await openRenewals(reduced, { reduced: true });
  expect((await consent())?.priceCents).toBe(500);
  time.set(announcedOn);
  await run();
  await sendMails();
  const draft = office.planDraft({ ...reduced, reducedProof: true, validFrom: "2027-01-01" });
  expect((await (await officeNow()).post(`admin/membership-plans/${planId}/versions`, draft)).status).toBe(201);
  time.set(dueOn);
  await run();
  expect(await consent()).toMatchObject(ended("price"));
});
