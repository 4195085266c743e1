import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { applyRetention } from "#backend/modules/privacy/retention";
import { retentionProgress } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import type { PersonRecord } from "#contract/accounts/people";
import { backendForTest, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";

const day = 86_400;
type Person = Parameters<typeof addPerson>[1];

/** An account that nobody used, closed by the nightly run; the clock stands at the day it was closed. */
async function archived(person: Partial<Person> = {}) {
  const time = testClock(new Date("2026-11-21T04:20:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const { db } = backend.services;
  const seen = { lastInteractionAt: new Date("2010-01-01"), createdAt: new Date("2010-01-01") };
  const { id } = await addPerson(backend, { role: "VOLUNTEER", ...seen, ...person });
  const { id: staffId } = await addPerson(backend, { role: "ADMIN" });
  const nights = async (...days: number[]) => {
    for (const passed of days) {
      time.pass(passed * day);
      await applyRetention(backend.services);
    }
  };
  await nights(0, 23, 7);
  const staff = () => cookiesOf(backend, staffId);
  const step = async (json: unknown, who?: string) =>
    backend.request(`/api/admin/people/${id}/steps`, { method: "POST", cookie: who ?? (await staff()), json });
  const steps = async () => {
    const answer = await backend.request(`/api/admin/people/${id}`, { cookie: await staff() });
    return ((await answer.json()) as PersonRecord).more?.steps;
  };
  const row = async () => (await db.select().from(users).where(eq(users.id, id)))[0];
  const progress = () => db.select().from(retentionProgress).where(eq(retentionProgress.userId, id));
  return { backend, db, time, id, staffId, step, steps, row, progress, nights };
}
const restore = { step: "restore", reason: "Elle a appelé le 20 novembre." };

test("staff reopen an account that the nightly run closed: with a reason, recorded, and the person is notified", async () => {
  const { db, time, id, staffId, step, steps, row, progress, nights } = await archived({ passwordHash: "kept" });
  expect([(await row())?.accountState, await steps()]).toEqual(["left", ["restore"]]);
  expect((await step({ step: "restore" })).status).toBe(422);
  expect((await step(restore)).status).toBe(200);
  expect(await row()).toMatchObject({ accountState: "validated", passwordHash: "kept", lastInteractionAt: time.clock() });
  const which = and(eq(auditLog.entityId, id), eq(auditLog.action, "user.restore"));
  const [line] = await db.select().from(auditLog).where(which);
  expect([line?.actorId, line?.reason, line?.changes]).toEqual([
    staffId,
    restore.reason,
    { accountState: { before: "left", after: "validated" } },
  ]);
  const [mail] = await db
    .select()
    .from(outgoingMails)
    .where(and(eq(outgoingMails.userId, id), eq(outgoingMails.topic, "account_restored")));
  expect([mail?.text.includes(restore.reason), mail?.text.includes("/login")]).toEqual([true, true]);
  expect((await step(restore)).status).toBe(409);
  expect(await progress()).toEqual([]);
  await nights(1, 60);
  expect([(await row())?.accountState, await progress()]).toEqual(["validated", []]);
});

test.each([
  ["suspended", "suspended"],
  ["refused", "refused"],
  ["waiting", "waiting"],
  ["registered", "registered"],
] as const)("an account that was %s when it was closed is %s again; an address never proved is still to be proved", async (was, is) => {
  const emailVerifiedAt = was === "registered" ? null : new Date("2010-01-01");
  const { step, row } = await archived({ role: "BENEFICIARY", accountState: was, emailVerifiedAt });
  expect((await step(restore)).status).toBe(200);
  expect(await row()).toMatchObject({ accountState: is, emailVerifiedAt });
});

test("an erased account cannot be reopened, nor one that its owner closed; volunteers reopen none", async () => {
  const { backend, db, id, step, steps, row, nights } = await archived();
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect((await step(restore, volunteer.cookie)).status).toBe(403);
  const gone = await addPerson(backend, { role: "VOLUNTEER", accountState: "left" });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const answer = await backend.request(`/api/admin/people/${gone.id}/steps`, { method: "POST", cookie, json: restore });
  expect(answer.status).toBe(409);
  for (const accountState of ["validated", "waiting"] as const)
    await expect(db.update(users).set({ accountState }).where(eq(users.id, gone.id))).rejects.toThrow();
  await expect(db.update(users).set({ accountState: "waiting" }).where(eq(users.id, id))).rejects.toThrow();
  await nights(30);
  expect([(await row())?.firstName, await steps()]).toEqual(["–", []]);
  expect((await step(restore)).status).toBe(409);
});

test.skipIf(!serverUrl)("reopened during the nightly erasure, an account is either restored or erased completely", async () => {
  const ends = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const { backend, time, step, row } = await archived();
    time.pass(30 * day);
    const [answer] = await Promise.all([step(restore), applyRetention(backend.services)]);
    const { accountState, firstName } = (await row()) ?? {};
    expect([200, 409]).toContain(answer.status);
    expect([accountState, firstName]).toEqual(answer.status === 200 ? ["validated", "Aya"] : ["left", "–"]);
    ends.add(String(accountState));
  }
  expect(ends.size).toBeGreaterThan(0);
});
