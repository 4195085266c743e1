import { and, asc, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import type { MailTopic } from "#backend/modules/mails/topics";
import { followMemberships } from "#backend/modules/memberships/reminding";
import { membershipPlans, memberships } from "#backend/modules/memberships/tables";
import { payments } from "#backend/modules/payments/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { refusal } from "#tests/support/payments";
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

const statusOf = async (id: string) => (await by.record(id)).status;
const mailsAbout = (userId: string, topic: MailTopic) =>
  backend.services.db
    .select()
    .from(outgoingMails)
    .where(and(eq(outgoingMails.topic, topic), eq(outgoingMails.userId, userId)))
    .orderBy(asc(outgoingMails.createdAt));
const isMember = async (cookie: string) =>
  ((await (await backend.request("/api/user/me", { cookie })).json()) as { hasActiveMembership: boolean }).hasActiveMembership;

describe("a membership", () => {
  test("waits for its dues, is active with all of them, and has a number of a series without gaps", async () => {
    const id = await by.ask(planId, member.cookie);
    expect(await by.record(id)).toMatchObject({ status: "pending_payment", startDate: "2026-11-20", endDate: "2027-11-19", number: null });
    expect(await isMember(member.cookie)).toBe(false);
    expect(await (await by.pay(id, { amountCents: 500 })).json()).toEqual({ status: "pending_payment" });
    expect(await (await by.pay(id, { amountCents: 1_000 })).json()).toEqual({ status: "active" });
    const record = await by.record(id);
    expect(record).toMatchObject({
      state: "valid",
      receivedCents: 1_500,
      validUntil: "2027-12-19",
      number: expect.stringMatching(/^MEM-2026-\d{6}$/),
    });
    expect(await isMember(member.cookie)).toBe(true);
    expect(await by.own(member.cookie)).toMatchObject({ currentId: id, card: { letters: expect.any(String) } });
    const [mail] = await backend.services.db
      .select()
      .from(outgoingMails)
      .where(and(eq(outgoingMails.topic, "membership_active"), eq(outgoingMails.userId, member.id)));
    expect(mail?.subject).toBe("Votre adhésion est active");
    // The next number is taken in the same transaction as a membership that becomes active.
    const other = await signIn(backend, { role: "VOLUNTEER" });
    const second = await by.ask(planId, other.cookie);
    await by.pay(second);
    const numbers = [record.number, (await by.record(second)).number].map((number) => Number(number?.slice(-6)));
    expect(numbers[1]).toBe((numbers[0] ?? 0) + 1);
  });

  test("the same payment sent twice is recorded once", async () => {
    const id = await by.ask(planId, member.cookie);
    const submission = crypto.randomUUID();
    for (const _ of [1, 2]) expect((await by.pay(id, { submission })).status).toBe(201);
    expect(await backend.services.db.$count(payments, eq(payments.membershipId, id))).toBe(1);
  });

  test("its renewal begins on the day after its end, once, and is valid from then on", async () => {
    const id = await by.ask(planId, member.cookie);
    await by.pay(id);
    const { offers } = await by.own(member.cookie);
    expect(offers.find((offer) => offer.id === planId)).toMatchObject({ startDate: "2027-11-20", endDate: "2028-11-19" });
    const next = await by.ask(planId, member.cookie);
    expect(await by.record(next)).toMatchObject({ startDate: "2027-11-20", endDate: "2028-11-19" });
    expect(await refusal(await by.post("own-membership", { planId, method: "cash" }, member.cookie))).toEqual([
      422,
      { planId: ["memberships:error.already"] },
    ]);
    expect((await by.post(`admin/memberships/${id}/renewals`)).status).toBe(422);
    await by.pay(next);
    expect(await by.record(next)).toMatchObject({ status: "active", state: "coming" });
    expect((await by.own(member.cookie)).currentId).toBe(id);
  });

  test("that costs nothing is active at once, and a reduced or free amount is what is expected", async () => {
    const free = await by.addPlan({ name: { fr: "Honneur" }, priceCents: 0, period: "lifetime", graceDays: 0 });
    expect(await by.record(await by.ask(free, member.cookie))).toMatchObject({ status: "active", method: null, endDate: "9999-12-31" });
    expect((await by.own(member.cookie)).offers.map(({ id }) => id)).not.toContain(free);
    expect((await by.post("own-membership", { planId: free, method: "cash" }, member.cookie)).status).toBe(422);
    const plan = await by.addPlan({ name: { fr: "Soutien" }, priceCents: 2_000, reducedCents: 500, freeAmount: true });
    const wrong = { planId: plan, method: "cash", amountCents: 1_999 };
    expect(await refusal(await by.post("own-membership", wrong, member.cookie))).toEqual([
      422,
      { amount: ["memberships:error.leastAmount"] },
    ]);
    expect(await by.record(await by.ask(plan, member.cookie, { reduced: true }))).toMatchObject({ priceCents: 500, reduced: true });
    const other = await signIn(backend, { role: "VOLUNTEER" });
    expect(await by.record(await by.ask(plan, other.cookie, { amountCents: 5_000 }))).toMatchObject({ priceCents: 5_000 });
    const fixed = { planId, method: "cash", amountCents: 9_000 };
    expect(await refusal(await by.post("own-membership", fixed, other.cookie))).toEqual([
      422,
      { amount: ["memberships:error.fixedAmount"] },
    ]);
  });

  test("is cancelled with a reason that the log does not have, and withdrawn by its person only while nothing came", async () => {
    const id = await by.ask(planId, member.cookie);
    const stranger = await signIn(backend, { role: "VOLUNTEER" });
    expect((await by.post(`own-membership/${id}/withdrawal`, {}, stranger.cookie)).status).toBe(404);
    expect((await by.post(`own-membership/${id}/withdrawal`, {}, member.cookie)).status).toBe(200);
    const again = await by.ask(planId, member.cookie);
    await by.pay(again);
    expect((await by.post(`own-membership/${again}/withdrawal`, {}, member.cookie)).status).toBe(409);
    expect((await by.post(`admin/memberships/${again}/cancellation`, { reason: "" })).status).toBe(422);
    expect((await by.post(`admin/memberships/${again}/cancellation`, { reason: "Déménage à Brest" })).status).toBe(200);
    expect(await by.record(again)).toMatchObject({ status: "cancelled", cancelledReason: "Déménage à Brest", receivedCents: 1_500 });
    expect(await isMember(member.cookie)).toBe(false);
    const [mail, ...more] = await mailsAbout(member.id, "membership_cancelled");
    expect([more.length, mail?.text.includes("Brest")]).toEqual([0, false]);
    for (const part of [/MEM-2026-/, /15.€/]) expect(mail?.text).toMatch(part);
    const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, again));
    expect(log.map(({ action }) => action)).toContain("membership.cancel");
    expect(JSON.stringify(log)).not.toContain("Brest");
  });

  test("waits again when its payment was a mistake, and is refunded when all of it was returned", async () => {
    const id = await by.ask(planId, member.cookie);
    await by.pay(id);
    const {
      number,
      payments: [paid],
    } = await by.record(id);
    const reversal = (more: object) => ({ amountCents: 1_500, reason: "Erreur", submission: crypto.randomUUID(), ...more });
    expect((await by.post(`admin/payments/${paid?.id}/reversals`, reversal({ reversal: "mistake" }))).status).toBe(201);
    expect(await by.record(id)).toMatchObject({ status: "pending_payment", receivedCents: 0 });
    await by.pay(id);
    expect(await by.record(id)).toMatchObject({ status: "active", number });
    const again = (await by.record(id)).payments.find(({ reversal: back, refundedCents }) => back === null && refundedCents === 0);
    const returned = { reversal: "refund", receivedOn: "2026-11-20", method: "transfer" };
    await by.post(`admin/payments/${again?.id}/reversals`, reversal({ ...returned, amountCents: 500 }));
    expect(await statusOf(id)).toBe("active");
    const same = reversal({ ...returned, amountCents: 1_000 });
    for (const _ of [1, 2]) await by.post(`admin/payments/${again?.id}/reversals`, same);
    expect(await statusOf(id)).toBe("refunded");
    const written = await mailsAbout(member.id, "membership_refunded");
    expect(written.map(({ text }) => [/\b(5|10).€/.exec(text)?.[1], text.includes("terminée")])).toEqual([
      ["5", false],
      ["10", true],
    ]);
    expect((await by.pay(id)).status).toBe(409);
  });
});

describe("plans", () => {
  test("a change is a new version: memberships stay with theirs, and the database refuses another", async () => {
    const first = await by.addPlan({ name: { fr: "Mécène" }, priceCents: 4_000 });
    const id = await by.ask(first, member.cookie);
    const changed = await by.post(`admin/membership-plans/${first}/versions`, by.planDraft({ name: { fr: "Mécène" }, priceCents: 5_000 }));
    const { id: second } = (await changed.json()) as { id: string };
    expect(await by.record(id)).toMatchObject({ priceCents: 4_000, plan: { id: first, version: 1 } });
    const other = await signIn(backend, { role: "VOLUNTEER" });
    expect((await by.post("own-membership", { planId: first, method: "cash" }, other.cookie)).status).toBe(422);
    expect(await by.record(await by.ask(second, other.cookie))).toMatchObject({ priceCents: 5_000, plan: { version: 2 } });
    expect((await by.post(`admin/membership-plans/${first}/versions`, by.planDraft())).status).toBe(409);
    const { items } = await by.read<{ items: { id: string; memberships: number }[] }>("admin/membership-plans");
    expect(items.filter((plan) => plan.id === first || plan.id === second)).toMatchObject([{ id: second, version: 2, memberships: 2 }]);
    const { db } = backend.services;
    await expect(db.update(membershipPlans).set({ priceCents: 1 }).where(eq(membershipPlans.id, second))).rejects.toThrow();
  });

  test.each([
    [{ period: "months" }, "months"],
    [{ period: "lifetime" }, "graceDays"],
    [{ reducedCents: 1_500 }, "reducedCents"],
    [{ roles: [] }, "roles"],
    [{ priceCents: -1 }, "priceCents"],
  ])("%j is refused at %s", async (more, field) => {
    const answer = await by.post("admin/membership-plans", by.planDraft(more));
    expect(answer.status).toBe(422);
    expect(Object.keys(((await answer.json()) as { fieldErrors: object }).fieldErrors)).toEqual([field]);
  });

  test("one that is closed, begins later or is for another role cannot be asked for", async () => {
    const later = await by.addPlan({ validFrom: "2027-01-01" });
    const admins = await by.addPlan({ roles: ["ADMIN"] });
    const closed = await by.addPlan();
    const put = { method: "PUT", cookie: admin.cookie, json: { active: false } } as const;
    expect((await backend.request(`/api/admin/membership-plans/${closed}/active`, put)).status).toBe(200);
    const { offers } = await by.own(member.cookie);
    for (const id of [later, admins, closed]) {
      expect(offers.map((offer) => offer.id)).not.toContain(id);
      expect((await by.post("own-membership", { planId: id, method: "cash" }, member.cookie)).status).toBe(422);
    }
  });
});

describe("the list", () => {
  test("finds by name and number, and by what a day makes of each", async () => {
    const person = await signIn(backend, { role: "VOLUNTEER", lastName: "Quennehen" });
    const { db } = backend.services;
    const add = (startDate: string, endDate: string, more: object = {}) =>
      db.insert(memberships).values({ userId: person.id, planId, startDate, endDate, ...more });
    await add("2024-01-01", "2024-12-31", { number: "MEM-2024-000007" });
    await add("2025-11-01", "2026-10-31");
    await add("2026-11-02", "2026-12-10");
    await add("2027-01-01", "2027-12-31");
    const found = async (query: string) => (await by.list(`?userId=${person.id}${query}`)).items.map(({ endDate }) => endDate);
    expect(await found("&sort=endDate&order=asc")).toEqual(["2024-12-31", "2026-10-31", "2026-12-10", "2027-12-31"]);
    expect(await found("&state=expired")).toEqual(["2024-12-31"]);
    expect(await found("&state=grace")).toEqual(["2026-10-31"]);
    expect(await found("&state=ending")).toEqual(["2026-12-10"]);
    expect(await found("&state=coming")).toEqual(["2027-12-31"]);
    expect((await found("&state=valid")).toSorted()).toEqual(["2026-10-31", "2026-12-10"]);
    expect((await by.list("?q=Quennehen")).total).toBe(4);
    expect((await by.list("?q=2024-000007")).items).toMatchObject([{ name: expect.stringContaining("Quennehen"), state: "expired" }]);
  });

  test.each([
    ["VOLUNTEER", 403, 200],
    ["BENEFICIARY", 403, 403],
    ["DONATOR_INDIVIDUAL", 403, 403],
  ] as const)("a %s gets %i for it, and %i for the own membership", async (role, ofAll, own) => {
    const { cookie } = await signIn(backend, { role });
    expect((await backend.request("/api/admin/memberships", { cookie })).status).toBe(ofAll);
    expect((await backend.request("/api/admin/membership-plans", { cookie })).status).toBe(ofAll);
    expect((await backend.request("/api/own-membership", { cookie })).status).toBe(own);
  });
});

describe("the job", () => {
  const mailsTo = (userId: string) =>
    backend.services.db
      .select({ topic: outgoingMails.topic })
      .from(outgoingMails)
      .where(and(eq(outgoingMails.userId, userId), like(outgoingMails.topic, "membership_%")));

  test("writes once before the end and once after it, and not to who has renewed", async () => {
    const renewed = await signIn(backend, { role: "VOLUNTEER" });
    const ended = await signIn(backend, { role: "VOLUNTEER" });
    const { db } = backend.services;
    const of = (userId: string, startDate: string, endDate: string) => ({ userId, planId, startDate, endDate });
    await db
      .insert(memberships)
      .values([
        of(member.id, "2026-01-01", "2026-12-20"),
        of(renewed.id, "2026-01-01", "2026-12-20"),
        of(renewed.id, "2026-12-21", "2027-12-20"),
        of(ended.id, "2025-11-14", "2026-11-13"),
      ]);
    for (const _ of [1, 2]) await followMemberships(backend.services);
    expect(await mailsTo(member.id)).toEqual([{ topic: "membership_due" }]);
    expect(await mailsTo(renewed.id)).toEqual([]);
    expect(await mailsTo(ended.id)).toEqual([{ topic: "membership_expired" }]);
  });

  test("ends what nobody paid for a month, not what is paid in part", async () => {
    const other = await signIn(backend, { role: "VOLUNTEER" });
    const [unpaid, partly] = [await by.ask(planId, member.cookie), await by.ask(planId, other.cookie)];
    await by.pay(partly, { amountCents: 100 });
    const waitingFor = async (days: number) => {
      const statusAt = new Date(time.clock().getTime() - days * 24 * 3_600_000);
      await backend.services.db.update(memberships).set({ statusAt }).where(eq(memberships.status, "pending_payment"));
      await followMemberships(backend.services);
    };
    await waitingFor(29);
    expect(await statusOf(unpaid)).toBe("pending_payment");
    await waitingFor(30);
    expect([await statusOf(unpaid), await statusOf(partly)]).toEqual(["abandoned", "pending_payment"]);
    // Its period is free again.
    expect(await by.ask(planId, member.cookie)).toEqual(expect.any(String));
  });

  test("staff write a reminder once a day", async () => {
    const id = await by.ask(planId, member.cookie);
    for (const _ of [1, 2]) expect((await by.post(`admin/memberships/${id}/reminders`)).status).toBe(200);
    // The first is of the request itself.
    expect(await mailsTo(member.id)).toEqual([{ topic: "membership_waiting" }, { topic: "membership_waiting" }]);
  });
});
