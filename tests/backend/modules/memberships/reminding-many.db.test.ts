import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { pendingDebits } from "#backend/modules/card-payments/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { memberships, renewalConsents, renewals } from "#backend/modules/memberships/tables";
import type { BulkResult } from "#contract/api/bulk";
import { type ManyReminders, membershipsApi } from "#contract/charity/memberships";
import { backendForTest, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { signIn } from "#tests/support/people";
import { cardSettings, startStripe } from "#tests/support/stripe";
import { runDue, storedTask } from "#tests/support/tasks";

/** `isConnected`: whether a provider that takes payments is there. */
async function opened({ isConnected = false } = {}) {
  const time = testClock(new Date("2026-11-20T10:00:00Z"));
  const connected = isConnected && { settings: cardSettings, paymentProvider: (await startStripe({ clock: time.clock })).provider };
  const backend = await backendForTest({ clock: time.clock, ...connected });
  const admin = await signIn(backend, { role: "ADMIN" });
  const by = membershipsOf(backend, () => admin.cookie);
  const planId = await by.addPlan();
  const { db } = backend.services;
  const remind = async (json: ManyReminders) =>
    (await (await backend.request(membershipsApi.remindMany.path, { method: "POST", cookie: admin.cookie, json })).json()) as BulkResult;
  /** A period of somebody, who is somebody else each time. */
  const add = async (lastName: string, more: Partial<typeof memberships.$inferInsert> = {}) => {
    const { id: userId } = await signIn(backend, { role: "VOLUNTEER", lastName });
    const period = { userId, planId, startDate: "2025-12-01", endDate: "2026-11-30", ...more };
    const [row] = await db.insert(memberships).values(period).returning();
    return { id: row?.id ?? "", userId, family: row?.family ?? "" };
  };
  const mailed = async (userIds: string[]) => {
    const rows = await db.select().from(outgoingMails).where(inArray(outgoingMails.userId, userIds));
    return rows.map(({ topic }) => topic).sort();
  };
  return { time, backend, db, by, planId, remind, add, mailed };
}

test("reminders of a selection go to those whom they fit: the dry run counts and names them, and says why others are left out", async () => {
  const { db, planId, remind, add, mailed } = await opened();
  const [ending, unpaid, cancelled, renewed] = [
    await add("Ending"),
    await add("Unpaid", { status: "pending_payment", priceCents: 1_500, method: "transfer", reference: "ADH-AAAA-BBBB" }),
    await add("Cancelled", { status: "cancelled" }),
    await add("Renewed"),
  ];
  await db.insert(memberships).values({ userId: renewed.userId, planId, startDate: "2026-12-01", endDate: "2027-11-30" });
  const all = [ending, unpaid, cancelled, renewed];
  const selection = { ids: all.map(({ id }) => id) };
  const dry = await remind({ selection, dryRun: true });
  expect(dry).toMatchObject({ count: 4, changed: 2, leftCount: 2, task: null });
  expect(dry.names.map((name) => name.split(" ").at(-1)).sort()).toEqual(["Ending", "Unpaid"]);
  expect(dry.left.map(({ obstacle }) => obstacle).sort()).toEqual(["ended", "followed"]);
  const people = all.map(({ userId }) => userId);
  expect(await mailed(people)).toEqual([]);
  expect(await remind({ selection, dryRun: false })).toMatchObject({ count: 4, changed: 2, leftCount: 2 });
  expect(await mailed(people)).toEqual(["membership_due", "membership_waiting"]);
  const again = await remind({ selection, dryRun: false });
  expect([again.changed, again.left.map(({ obstacle }) => obstacle).sort()]).toEqual([0, ["ended", "followed", "today", "today"]]);
});

test("what renews by itself or is being debited is left out, from the consent on", async () => {
  const { db, planId, remind, add, mailed } = await opened({ isConnected: true });
  const people = [await add("Consented"), await add("Announced"), await add("Ended"), await add("Stopped"), await add("Debited")] as const;
  const [consented, announced, ended, stopped, debited] = people;
  const terms = { planId, priceCents: 1_500, reduced: false, wordsVersion: 1, consentedAt: new Date("2025-12-01T10:00:00Z") };
  const consent = async ({ id, userId, family }: (typeof people)[number], isOver = false) => {
    const state = isOver
      ? ({ state: "ended", endedAt: new Date("2026-10-01T10:00:00Z"), endedWhy: "member" } as const)
      : ({ state: "active", customerId: `cus_${id}`, meansId: `pm_${id}` } as const);
    const [row] = await db
      .insert(renewalConsents)
      .values({ userId, membershipId: id, family, ...terms, ...state })
      .returning();
    return row?.id ?? "";
  };
  const notice = { noticeAt: new Date("2026-11-10T10:00:00Z"), chargeOn: "2026-11-28" };
  await consent(consented);
  await consent(ended, true);
  await db.insert(renewals).values({ consentId: await consent(announced), membershipId: announced.id, ...notice });
  await db.insert(renewals).values({ consentId: await consent(stopped), membershipId: stopped.id, ...notice, state: "stopped" });
  await db.insert(pendingDebits).values({ membershipId: debited.id, providerReference: "pi_1", amountCents: 1_500 });
  const { left } = await remind({ selection: { ids: people.map(({ id }) => id) }, dryRun: true });
  const whyOf = (lastName: string) => left.find(({ name }) => name.endsWith(lastName))?.obstacle;
  expect([whyOf("Consented"), whyOf("Announced"), whyOf("Debited"), left.length]).toEqual(["renews", "renews", "debited", 3]);
  await remind({ selection: { ids: people.map(({ id }) => id) }, dryRun: false });
  expect(await mailed([consented.userId, announced.userId, debited.userId])).toEqual([]);
  expect(await mailed([ended.userId, stopped.userId])).toEqual(["membership_due", "membership_due"]);
});

test("one member is not reminded of what the list leaves out either, and the answer says why", async () => {
  const { db, by, planId, add, mailed } = await opened({ isConnected: true });
  const [followed, renewing, free] = [await add("Followed"), await add("Renewing"), await add("Free")];
  await db.insert(memberships).values({ userId: followed.userId, planId, startDate: "2026-12-01", endDate: "2027-11-30" });
  await db.insert(renewalConsents).values({
    ...{ userId: renewing.userId, membershipId: renewing.id, family: renewing.family, planId, priceCents: 1_500, reduced: false },
    ...{ wordsVersion: 1, consentedAt: new Date("2025-12-01T10:00:00Z"), customerId: "cus_1", meansId: "pm_1", state: "active" },
  });
  const answerOf = async ({ id }: { id: string }) => {
    const answer = await by.post(`admin/memberships/${id}/reminders`);
    const { fieldErrors, sent } = (await answer.json()) as { fieldErrors?: { id?: string[] }; sent?: boolean };
    return [answer.status, sent ?? fieldErrors?.id?.[0], (await by.record(id)).reminderObstacle];
  };
  expect(await answerOf(followed)).toEqual([409, "memberships:bulk.obstacle.followed", "followed"]);
  expect(await answerOf(renewing)).toEqual([409, "memberships:bulk.obstacle.renews", "renews"]);
  expect(await answerOf(free)).toEqual([200, true, "today"]);
  expect(await mailed([followed.userId, renewing.userId, free.userId])).toEqual(["membership_due"]);
});

test("while no provider is there, members with a consent are reminded with the others", async () => {
  const { db, planId, remind, add, mailed } = await opened();
  const { id, userId, family } = await add("Consented");
  await db.insert(renewalConsents).values({
    ...{ userId, membershipId: id, family, planId, priceCents: 1_500, reduced: false, wordsVersion: 1 },
    ...{ consentedAt: new Date("2025-12-01T10:00:00Z"), customerId: "cus_1", meansId: "pm_1" },
    state: "active",
  });
  const selection = { ids: [id] };
  expect(await remind({ selection, dryRun: true })).toMatchObject({ changed: 1, left: [] });
  await remind({ selection, dryRun: false });
  expect(await mailed([userId])).toEqual(["membership_due"]);
});

test("all that match the filters and the search of the list are reminded, many of them by a task", async () => {
  const { backend, db, planId, remind, add, mailed } = await opened();
  const [lou] = [await add("Zébulon"), await add("Other"), await add("Zébulon", { status: "cancelled" })];
  const named = { all: true as const, query: { state: "ending", q: "zébulon" } };
  expect(await remind({ selection: named, dryRun: true })).toMatchObject({ count: 1, changed: 1 });
  expect(await remind({ selection: named, dryRun: false })).toMatchObject({ changed: 1 });
  expect(await mailed([lou?.userId ?? ""])).toEqual(["membership_due"]);
  const lapsed = Array.from({ length: 210 }, (_, at) => ({
    ...{ userId: lou?.userId, planId, status: "cancelled" as const, startDate: `${1700 + at}-01-01`, endDate: `${1700 + at}-12-31` },
  }));
  await db.insert(memberships).values(lapsed);
  const { task } = await remind({ selection: { all: true, query: {} }, dryRun: false });
  await runDue(backend);
  expect(await storedTask(backend, task ?? "")).toMatchObject({ state: "done", done: 1, leftOut: 212 });
});
