import { and, desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { membershipPlans, memberships } from "#backend/modules/memberships/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
let by: ReturnType<typeof membershipsOf>;
let member: typeof admin;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2026-11-20T10:00:00Z")).clock });
  admin = await signIn(backend, { role: "ADMIN" });
  by = membershipsOf(backend, () => admin.cookie);
});
afterAll(() => backend.close());

beforeEach(async () => {
  await backend.services.db.update(membershipPlans).set({ active: false });
  member = await signIn(backend, { role: "VOLUNTEER" });
});

/** A membership that is paid, of a plan that is then closed and gets another version. */
async function paid(): Promise<{ id: string; change: (more: object) => Promise<number> }> {
  const planId = await by.addPlan();
  const id = await by.ask(planId, member.cookie);
  await by.pay(id);
  const put = { method: "PUT", cookie: admin.cookie, json: { active: false } } as const;
  expect((await backend.request(`/api/admin/membership-plans/${planId}/active`, put)).status).toBe(200);
  return { id, change: async (more) => (await by.post(`admin/membership-plans/${planId}/versions`, by.planDraft(more))).status };
}

/** Writes a reminder; answers what its member reads. */
async function reminded(id: string, topic: "membership_due" | "membership_expired" = "membership_due"): Promise<string> {
  expect((await by.post(`admin/memberships/${id}/reminders`)).status).toBe(200);
  const [mail] = await backend.services.db
    .select()
    .from(outgoingMails)
    .where(and(eq(outgoingMails.topic, topic), eq(outgoingMails.userId, member.id)))
    .orderBy(desc(outgoingMails.createdAt))
    .limit(1);
  return mail?.text ?? "";
}

test("a plan that is still offered to its member is what staff renew, and the reminder has its new fee", async () => {
  const { id, change } = await paid();
  expect(await change({ priceCents: 1_800 })).toBe(201);
  expect(await by.record(id)).toMatchObject({ mayRenew: true });
  expect(await reminded(id)).toMatch(/Vous pouvez renouveler dès maintenant.*18.€/s);
  expect((await by.post(`admin/memberships/${id}/renewals`)).status).toBe(201);
});

test.each([
  ["for other roles", { roles: ["ADMIN"] }],
  ["from a later day", { validFrom: "2027-01-01" }],
])("a plan whose newest version is %s is not renewed by staff, and its reminder names no fee but asks to write", async (_, more) => {
  const { id, change } = await paid();
  expect(await change({ priceCents: 1_800, ...more })).toBe(201);
  expect(await by.record(id)).toMatchObject({ status: "active", mayRenew: false });
  const text = await reminded(id);
  expect([/€|renouvel/.test(text), /aucune formule ne vous est proposée. Écrivez.nous/.test(text)]).toEqual([false, true]);
  expect((await by.post(`admin/memberships/${id}/renewals`)).status).toBe(409);
});

test("whoever has a plan that is no longer offered, and may ask for another, reads that; as whoever whose membership is over", async () => {
  const { id } = await paid();
  await by.addPlan();
  const says = /Votre formule ne vous est plus proposée/;
  expect(await reminded(id)).toMatch(says);
  const over = { startDate: "2025-01-01", endDate: "2025-12-31", remindedAt: null };
  await backend.services.db.update(memberships).set(over).where(eq(memberships.id, id));
  expect(await reminded(id, "membership_expired")).toMatch(says);
  await backend.services.db.update(membershipPlans).set({ active: false });
  await backend.services.db.delete(outgoingMails);
  await backend.services.db.update(memberships).set({ remindedAt: null }).where(eq(memberships.id, id));
  expect(await reminded(id, "membership_expired")).not.toContain("revenir quand vous voulez");
});

test("whoever has asked for the next period and not paid reads what it waits for, and no word of renewing", async () => {
  const planId = await by.addPlan();
  const id = await by.ask(planId, member.cookie);
  await by.pay(id);
  await by.ask(planId, member.cookie);
  const text = await reminded(id);
  expect([/renouvel/i.test(text), /Votre demande pour la période suivante attend 15.€/.test(text)]).toEqual([false, true]);
});
