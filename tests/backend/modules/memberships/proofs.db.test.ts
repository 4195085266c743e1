import { and, asc, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { duesKeys, mailDues } from "#backend/modules/memberships/dues-mails";
import { followMemberships } from "#backend/modules/memberships/reminding";
import { memberships } from "#backend/modules/memberships/tables";
import type { WorkQueues } from "#contract/charity/work-queues";
import { backendForTest, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { signIn } from "#tests/support/people";
import { cardSettings, startStripe } from "#tests/support/stripe";

const reduced = { reducedCents: 500, reducedLabel: { fr: "Petits revenus" }, reducedProof: true };

/** An office with a plan whose reduced price needs a proof, and a provider that takes cards. */
async function opened(plan: object = {}) {
  const time = testClock(new Date("2026-11-20T10:00:00Z"));
  const stripe = await startStripe({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const admin = await signIn(backend, { role: "ADMIN" });
  const member = await signIn(backend, { role: "VOLUNTEER" });
  const by = membershipsOf(backend, () => admin.cookie);
  const planId = await by.addPlan({ ...reduced, ...plan });
  const { db } = backend.services;
  const topics = async () => {
    const which = and(eq(outgoingMails.userId, member.id), like(outgoingMails.topic, "membership_%"));
    const rows = await db.select().from(outgoingMails).where(which).orderBy(asc(outgoingMails.createdAt), asc(outgoingMails.topic));
    return rows.map(({ topic, status }) => `${topic} ${status}`);
  };
  const ask = (more: object = {}) => by.ask(planId, member.cookie, { reduced: true, ...more });
  const accept = (id: string) => by.post(`admin/memberships/${id}/proof`);
  const openPage = (id: string) => backend.request(`/api/own-membership/${id}/checkout`, { method: "POST", cookie: member.cookie });
  const queued = async () => (await by.read<WorkQueues>("work-queues")).queues.proofs?.count ?? 0;
  return { time, backend, db, admin, member, by, planId, topics, ask, accept, openPage, queued };
}

test("a reduced price with a proof waits for it: nothing is recorded and no page of payment opens before staff have seen it", async () => {
  const { by, topics, ask, accept, openPage, queued, member } = await opened();
  const id = await ask({ method: "card" });
  expect(await by.record(id)).toMatchObject({ status: "pending_approval", isUnproven: true, reducedLabel: { fr: "Petits revenus" } });
  expect(await topics()).toEqual(["membership_proof waiting"]);
  expect((await by.own(member.cookie)).items).toMatchObject([{ state: "pending_approval", lapsesOn: "2026-12-20" }]);
  expect([(await openPage(id)).status, (await by.pay(id, { amountCents: 500 })).status]).toEqual([409, 409]);
  expect([await queued(), (await by.list("?state=pending_approval")).total]).toEqual([1, 1]);
  for (const _ of [1, 2]) expect(await (await accept(id)).json()).toEqual({ id, status: "pending_payment" });
  expect(await by.record(id)).toMatchObject({ status: "pending_payment", isUnproven: false, proofSeenAt: expect.any(String) });
  expect(await topics()).toEqual(["membership_proof expired", "membership_waiting waiting"]);
  expect([await queued(), (await openPage(id)).status]).toEqual([0, 200]);
  expect(await (await by.pay(id, { amountCents: 500 })).json()).toEqual({ status: "active" });
  expect((await accept(id)).status).toBe(200);
});

test("a debit, a transfer, a membership that costs nothing and one that staff enter wait for the proof as well", async () => {
  const { backend, by, ask, accept, openPage, planId, db } = await opened({ reducedCents: 0, graceDays: 0 });
  const free = await ask({ method: "transfer" });
  expect(await by.record(free)).toMatchObject({ status: "pending_approval", number: null, method: null });
  expect(await (await accept(free)).json()).toEqual({ id: free, status: "active" });
  const renewed = await by.post(`admin/memberships/${free}/renewals`);
  expect(await renewed.json()).toMatchObject({ status: "pending_approval" });
  const { email } = await signIn(backend, { role: "VOLUNTEER" });
  const entered = await by.post("admin/memberships", { planId, email, reduced: true, method: "cash" });
  expect(await entered.json()).toMatchObject({ status: "pending_approval" });
  const paid = await by.addPlan({ ...reduced, name: { fr: "Soutien" } });
  const debited = await ask({ planId: paid, method: "sepa_debit" });
  expect((await openPage(debited)).status).toBe(409);
  const whole = await by.record(
    await by.ask(await by.addPlan({ ...reduced, name: { fr: "Autre" } }), (await signIn(backend, { role: "VOLUNTEER" })).cookie),
  );
  expect(whole.status).toBe("pending_payment");
  for (const status of ["active", "pending_payment"] as const)
    await expect(db.update(memberships).set({ status }).where(eq(memberships.id, debited))).rejects.toThrow();
});

test("who was mailed to pay before the proof was asked for is mailed again once it is accepted", async () => {
  const { backend, db, member, by, topics, ask, accept } = await opened();
  const id = await ask();
  await db.delete(outgoingMails).where(eq(outgoingMails.userId, member.id));
  const [row] = await db.select().from(memberships).where(eq(memberships.id, id));
  expect(row && (await mailDues(backend.services, "fr", row, duesKeys.requested()))).toBe(true);
  await db.update(outgoingMails).set({ status: "sent", subject: "", text: "", html: "" }).where(eq(outgoingMails.userId, member.id));
  await accept(id);
  expect(await topics()).toEqual(["membership_waiting sent", "membership_waiting waiting"]);
  await by.pay(id, { amountCents: 500 });
  expect((await topics()).filter((topic) => topic === "membership_waiting waiting")).toEqual([]);
});

test("a request whose proof nobody saw holds its period, is written about once more, and ends", async () => {
  const { time, backend, by, member, planId, topics, ask } = await opened();
  const id = await ask();
  expect((await by.post("own-membership", { planId, method: "cash" }, member.cookie)).status).toBe(422);
  const runAfter = async (days: number) => {
    time.set(new Date(Date.parse("2026-11-20T10:00:00Z") + days * 24 * 3_600_000).toISOString());
    for (const _ of [1, 2]) await followMemberships(backend.services);
  };
  await runAfter(20);
  expect(await topics()).toEqual(["membership_proof waiting", "membership_proof waiting"]);
  await runAfter(30);
  expect((await topics()).at(-1)).toBe("membership_lapsed waiting");
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const office = membershipsOf(backend, () => cookie);
  expect(await office.record(id)).toMatchObject({ status: "abandoned", isUnproven: true });
  expect([(await office.pay(id, { amountCents: 500 })).status, (await office.post(`admin/memberships/${id}/proof`)).status]).toEqual([
    409, 409,
  ]);
});

test("a member withdraws a request that waits for its proof, and staff remind of it or cancel it", async () => {
  const { by, member, topics, ask, backend } = await opened();
  const first = await ask();
  expect(await (await by.post(`admin/memberships/${first}/reminders`)).json()).toEqual({ sent: true });
  expect(await topics()).toEqual(["membership_proof waiting", "membership_proof waiting"]);
  const withdrawn = await backend.request(`/api/own-membership/${first}/withdrawal`, { method: "POST", cookie: member.cookie, json: {} });
  expect(withdrawn.status).toBe(200);
  const second = await ask();
  expect((await by.post(`admin/memberships/${second}/cancellation`, { reason: "Justificatif refusé" })).status).toBe(200);
  expect((await by.record(second)).status).toBe("cancelled");
});
