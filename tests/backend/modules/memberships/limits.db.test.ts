import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { inGoodStanding } from "#backend/modules/memberships/assembly";
import { followMemberships } from "#backend/modules/memberships/reminding";
import { memberships } from "#backend/modules/memberships/tables";
import { users } from "#backend/modules/users/tables";
import { lifetimeEnd } from "#contract/charity/lifetime";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { paymentsOf } from "#tests/support/payments";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
let by: ReturnType<typeof membershipsOf>;
let planId: string;
const time = testClock(new Date("2026-11-20T10:00:00Z"));
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN" });
  by = membershipsOf(backend, () => admin.cookie);
  planId = await by.addPlan();
});
afterAll(() => backend.close());

let member: typeof admin;
beforeEach(async () => {
  member = await signIn(backend, { role: "VOLUNTEER" });
});

const mailsTo = (userId: string) =>
  backend.services.db
    .select({ topic: outgoingMails.topic, text: outgoingMails.text })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.userId, userId), like(outgoingMails.topic, "membership_%")));

/** A period that is active, without its dues. */
async function addPeriod(startDate: string, endDate: string, more: object = {}) {
  const [row] = await backend.services.db
    .insert(memberships)
    .values({ userId: member.id, planId, startDate, endDate, ...more })
    .returning({ id: memberships.id });
  return row?.id ?? "";
}

const leave = (userId: string) => backend.services.db.update(users).set({ accountState: "left" }).where(eq(users.id, userId));

test("a dues cheque in the place of a mistake is recorded at its membership, on the same slip, and nowhere else", async () => {
  const gifts = paymentsOf(backend, () => admin.cookie);
  const id = await by.ask(planId, member.cookie, { method: "cheque" });
  await by.pay(id, { method: "cheque", receivedOn: "2026-11-18" });
  const [wrong] = (await by.record(id)).payments;
  const paymentId = wrong?.id ?? "";
  expect((await gifts.deposit([paymentId])).status).toBe(201);
  expect((await gifts.mistake(paymentId, 1_500)).status).toBe(201);
  expect((await by.record(id)).status).toBe("pending_payment");
  const asGift = gifts.draft(1_500, { method: "cheque", receivedOn: "2026-11-18", replaces: paymentId, donorId: member.id });
  expect((await gifts.post("payments", asGift)).status).toBe(409);
  const other = await by.ask(planId, (await signIn(backend, { role: "VOLUNTEER" })).cookie);
  const right = { method: "cheque", receivedOn: "2026-11-18", replaces: paymentId };
  expect((await by.pay(other, right)).status).toBe(409);
  expect(await (await by.pay(id, right)).json()).toEqual({ status: "active" });
  expect((await by.pay(id, right)).status).toBe(409);
  const record = await by.record(id);
  const replacing = record.payments.find(({ reversal, refundedCents }) => reversal === null && refundedCents === 0);
  const { deposit } = await gifts.read<{ deposit: string | null }>(`payments/${paymentId}`);
  expect(deposit).not.toBeNull();
  expect(await gifts.read(`payments/${replacing?.id}`)).toMatchObject({ deposit });
});

test("who has left is neither written to nor renewed, and who was erased is on no sheet", async () => {
  const id = await addPeriod("2026-01-01", "2026-12-10");
  await leave(member.id);
  await followMemberships(backend.services);
  expect(await mailsTo(member.id)).toEqual([]);
  expect((await by.post(`admin/memberships/${id}/renewals`)).status).toBe(409);
  await backend.services.db
    .update(users)
    .set({ email: `${member.id}@erased.invalid` })
    .where(eq(users.id, member.id));
  const standing = await inGoodStanding(backend.services.db, "2026-11-20");
  expect(standing.map((person) => person.id)).not.toContain(member.id);
});

test("who has left is not written to by staff either, which is no reminder of that day", async () => {
  const id = await addPeriod("2026-01-01", "2026-12-10");
  await leave(member.id);
  const { db } = backend.services;
  expect(await (await by.post(`admin/memberships/${id}/reminders`)).json()).toEqual({ sent: false });
  expect(await mailsTo(member.id)).toEqual([]);
  const [row] = await db.select({ remindedAt: memberships.remindedAt }).from(memberships).where(eq(memberships.id, id));
  expect(row).toEqual({ remindedAt: null });
  expect(await db.$count(auditLog, and(eq(auditLog.action, "membership.remind"), eq(auditLog.entityId, id)))).toBe(0);
});

test("a version that begins later does not take the place of the one that is offered", async () => {
  const first = await by.addPlan({ name: { fr: "Soutien" } });
  const change = (validFrom: string) => by.post(`admin/membership-plans/${first}/versions`, by.planDraft({ validFrom }));
  expect(await (await change("2026-11-21")).json()).toMatchObject({ fieldErrors: { validFrom: ["memberships:error.changeLater"] } });
  expect((await change("2026-11-20")).status).toBe(201);
});

test("a reminder names what is left to pay, once a day, and there is none for life", async () => {
  const id = await by.ask(planId, member.cookie);
  await by.pay(id, { amountCents: 1_000 });
  const remind = async (of: string) => (await by.post(`admin/memberships/${of}/reminders`)).json();
  expect([await remind(id), await remind(id)]).toEqual([{ sent: true }, { sent: false }]);
  expect((await mailsTo(member.id)).filter(({ text }) => /\b5\s€/.test(text))).toHaveLength(1);
  const forLife = await addPeriod("2020-01-01", lifetimeEnd, { planId: await by.addPlan({ period: "lifetime", graceDays: 0 }) });
  expect((await by.post(`admin/memberships/${forLife}/reminders`)).status).toBe(409);
});

test("a part of the dues on a request that ended holds its period again", async () => {
  const id = await by.ask(planId, member.cookie);
  await backend.services.db.update(memberships).set({ status: "abandoned" }).where(eq(memberships.id, id));
  expect(await (await by.pay(id, { amountCents: 100 })).json()).toEqual({ status: "pending_payment" });
  expect(await (await by.pay(id, { amountCents: 1_400 })).json()).toEqual({ status: "active" });
});

test("dues that came after the period with its days of grace are refused", async () => {
  const id = await by.ask(planId, member.cookie);
  const { db } = backend.services;
  await db.update(memberships).set({ startDate: "2025-10-21", endDate: "2026-10-20" }).where(eq(memberships.id, id));
  expect(await (await by.pay(id, { receivedOn: "2026-11-20" })).json()).toMatchObject({
    fieldErrors: { receivedOn: ["memberships:error.over"] },
  });
  expect((await by.pay(id, { receivedOn: "2026-11-19" })).status).toBe(201);
});

test("in the days of grace, members read their last day", async () => {
  await addPeriod("2025-11-01", "2026-10-31");
  const { membership } = (await (await backend.request("/api/dashboard", { cookie: member.cookie })).json()) as {
    membership: { until: string } | null;
  };
  expect(membership?.until).toBe("2026-11-30");
});

test("who goes on with another plan is not written to", async () => {
  const other = await by.addPlan({ name: { fr: "Soutien libre" } });
  await addPeriod("2026-01-01", "2026-12-10");
  await addPeriod("2026-11-01", "2027-10-31", { planId: other });
  await followMemberships(backend.services);
  expect(await mailsTo(member.id)).toEqual([]);
});
