import { and, asc, eq, like, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { followMemberships } from "#backend/modules/memberships/reminding";
import { memberships } from "#backend/modules/memberships/tables";
import { notices } from "#backend/modules/notices/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { cookiesOf, signIn } from "#tests/support/people";

const day = 24 * 3_600_000;

async function officeWithPlan() {
  const time = testClock(new Date("2026-11-20T10:00:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  const member = await signIn(backend, { role: "VOLUNTEER" });
  const by = membershipsOf(backend, () => admin.cookie);
  const planId = await by.addPlan();
  const { db } = backend.services;
  const mails = (userId = member.id) =>
    db
      .select()
      .from(outgoingMails)
      .where(and(eq(outgoingMails.userId, userId), like(outgoingMails.topic, "membership_%")))
      .orderBy(asc(outgoingMails.createdAt), asc(outgoingMails.topic));
  const topics = async () => (await mails()).map(({ topic }) => topic);
  const start = time.clock().getTime();
  /** The job, some days after the beginning, twice. */
  const runAfter = async (days: number) => {
    time.set(new Date(start + days * day).toISOString());
    for (const _ of [1, 2]) await followMemberships(backend.services);
  };
  const stateOf = async (id: string) => (await db.select().from(memberships).where(eq(memberships.id, id)))[0]?.status;
  return { backend, time, admin, member, by, planId, db, mails, topics, runAfter, stateOf };
}

test("a request is written about with how to pay it, once more while nothing comes, and when it ends", async () => {
  const { member, by, planId, mails, topics, runAfter, stateOf } = await officeWithPlan();
  const id = await by.ask(planId, member.cookie);
  const [mail] = await mails();
  const { reference } = await by.record(id);
  expect(mail?.text).toContain(reference);
  expect(mail?.text).toMatch(/IBAN.: FR/);
  expect(mail?.text).toMatch(/15.€/);
  expect(mail?.text).toContain("20 décembre 2026");
  expect((await by.own(member.cookie)).items).toMatchObject([{ id, lapsesOn: "2026-12-20" }]);
  await runAfter(19);
  expect(await topics()).toEqual(["membership_waiting"]);
  await runAfter(20);
  expect(await topics()).toEqual(["membership_waiting", "membership_waiting"]);
  await runAfter(29);
  expect([await stateOf(id), (await topics()).length]).toEqual(["pending_payment", 2]);
  await runAfter(30);
  expect([await stateOf(id), await topics()]).toEqual(["abandoned", ["membership_waiting", "membership_waiting", "membership_lapsed"]]);
  expect((await mails()).at(-1)?.text).toContain(reference);
});

test("a member whose next period is not paid reads that the current one ends", async () => {
  const { backend, member, by, planId, db, mails, runAfter } = await officeWithPlan();
  const [current] = await db
    .insert(memberships)
    .values({ userId: member.id, planId, startDate: "2025-12-26", endDate: "2026-12-25" })
    .returning();
  const next = await by.ask(planId, await cookiesOf(backend, member.id));
  await runAfter(6);
  const due = (await mails()).find(({ topic }) => topic === "membership_due");
  expect(due?.text).toContain((await db.select().from(memberships).where(eq(memberships.id, next)))[0]?.reference ?? "none");
  expect(due?.subject).toContain("25 décembre 2026");
  expect(current?.endDate).toBe("2026-12-25");
});

test("what is missing of dues is written about once, and does not end", async () => {
  const { member, by, planId, mails, topics, runAfter, stateOf } = await officeWithPlan();
  const id = await by.ask(planId, member.cookie, { method: "cash" });
  await by.pay(id, { amountCents: 500 });
  expect((await by.own(member.cookie)).items).toMatchObject([{ id, lapsesOn: null }]);
  for (const days of [20, 21, 40, 80]) await runAfter(days);
  expect(await topics()).toEqual(["membership_waiting", "membership_waiting"]);
  expect((await mails())[1]?.text).toMatch(/10.€/);
  expect(await stateOf(id)).toBe("pending_payment");
});

test("staff record dues at the desk: only who has not paid an hour later reads how to pay", async () => {
  const { backend, by, planId, mails, time } = await officeWithPlan();
  const enter = async () => {
    const { id: userId, email } = await signIn(backend, { role: "VOLUNTEER" });
    const added = await by.post("admin/memberships", { planId, email, method: "cash" });
    return { userId, id: ((await added.json()) as { id: string }).id };
  };
  const [paid, inPart, waiting] = [await enter(), await enter(), await enter()];
  await by.pay(paid.id);
  await by.pay(inPart.id, { amountCents: 500 });
  const sent = async (userId: string) => (await mails(userId)).map(({ topic, status }) => [topic, status]);
  expect(await sent(paid.userId)).toEqual(
    expect.arrayContaining([
      ["membership_waiting", "expired"],
      ["membership_active", "waiting"],
    ]),
  );
  expect(await sent(inPart.userId)).toEqual([["membership_waiting", "expired"]]);
  const ofDues = and(eq(notices.topic, "membership_waiting"), ne(notices.channel, "email"));
  expect(await backend.services.db.$count(notices, ofDues)).toBe(0);
  const [mail] = await mails(waiting.userId);
  expect(mail?.dueAt.getTime()).toBe(time.clock().getTime() + 3_600_000);
});

test("who pays by card is on the page of payment, and reads nothing until it stays unpaid", async () => {
  const { member, by, planId, db, topics, runAfter } = await officeWithPlan();
  const id = await by.ask(planId, member.cookie);
  await db.delete(outgoingMails);
  await db.update(memberships).set({ method: "card" }).where(eq(memberships.id, id));
  await runAfter(20);
  expect(await topics()).toEqual(["membership_waiting"]);
});

test("a next period that is cancelled will not begin: nothing is said to end today", async () => {
  const { member, by, planId, db, mails } = await officeWithPlan();
  const [next] = await db
    .insert(memberships)
    .values({ userId: member.id, planId, startDate: "2027-01-01", endDate: "2027-12-31" })
    .returning();
  const answer = await by.post(`admin/memberships/${next?.id}/cancellation`, { reason: "Doublon" });
  expect(answer.status).toBe(200);
  const [mail] = await mails();
  expect(mail?.topic).toBe("membership_cancelled");
  expect(mail?.text.replaceAll(/\s/g, " ")).toContain("du 1er janvier 2027 au 31 décembre 2027 : elle ne commencera pas");
  expect(mail?.text).not.toContain("aujourd’hui");
});

test("a person asks for a membership twenty times a day, since each request is a mail", async () => {
  const { backend, member, by, planId, topics } = await officeWithPlan();
  const statuses: number[] = [];
  for (let at = 0; at < 21; at += 1) {
    const json = { planId, reduced: false, method: "transfer", renews: false };
    const answer = await backend.request("/api/own-membership", { method: "POST", cookie: member.cookie, json });
    statuses.push(answer.status);
    const { id } = (await answer.json()) as { id?: string };
    await backend.request(`/api/own-membership/${id}/withdrawal`, { method: "POST", cookie: member.cookie, json: {} });
  }
  expect(statuses).toEqual([...Array(20).fill(201), 429]);
  expect((await topics()).length).toBe(20);
  expect((await by.own(member.cookie)).items.some(({ status }) => status === "pending_payment")).toBe(false);
});
