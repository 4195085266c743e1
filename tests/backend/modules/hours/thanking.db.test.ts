import { setTimeout } from "node:timers/promises";
import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { lockPeopleOf } from "#backend/modules/hours/certificates";
import { hourPeriods, hourThanks, volunteerHours } from "#backend/modules/hours/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { backendForTest, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";

const path = "/api/admin/volunteer-hours";

async function charity({ thanks }: { thanks?: "none" | "send" } = {}) {
  const backend = await backendForTest({ clock: testClock().clock });
  const { db } = backend.services;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  if (thanks) {
    const json = { version: 0, facts: { thanks } };
    expect((await backend.request("/api/admin/organisation/hours", { method: "PUT", cookie, json })).status).toBe(200);
  }
  let days = 0;
  /** Whole days of ten hours that wait, one after the other. */
  const waiting = async (userId: string, count: number) => {
    const rows = Array.from({ length: count }, () => {
      days += 1;
      const date = new Date(Date.UTC(2025, 0, days)).toISOString().slice(0, 10);
      return { userId, date, minutes: 600, activity: "delivery", level: "field", source: "self", status: "submitted" } as const;
    });
    return (await db.insert(volunteerHours).values(rows).returning()).map(({ id }) => id);
  };
  const post = async (to: string, json: object) => expect((await backend.request(to, { method: "POST", cookie, json })).status).toBe(200);
  const validate = (ids: string[]) => post(`${path}/bulk`, { decision: "validate", selection: { ids }, dryRun: false });
  const thanksTo = async (userId: string) => {
    const rows = await db
      .select()
      .from(outgoingMails)
      .where(and(eq(outgoingMails.userId, userId), eq(outgoingMails.topic, "hours_thanks")));
    return rows.map(({ subject }) => subject.replace(/\s/g, " ")).sort();
  };
  const { id: validatorId } = await addPerson(backend, { role: "ADMIN" });
  const validated = { status: "validated" as const, validatorId, validatedAt: new Date() };
  return { backend, db, waiting, post, validate, validated, thanksTo };
}

test("a charity that has not asked for it thanks nobody", async () => {
  for (const settings of [{}, { thanks: "none" as const }]) {
    const { backend, db, waiting, validate, thanksTo } = await charity(settings);
    const { id } = await addPerson(backend, { role: "VOLUNTEER" });
    await validate(await waiting(id, 6));
    expect([await thanksTo(id), await db.$count(hourThanks)]).toEqual([[], 0]);
  }
});

test("who reaches 50 and 100 validated hours is thanked, by mail and in the inbox, once for each", async () => {
  const { backend, db, waiting, post, validate, thanksTo } = await charity({ thanks: "send" });
  const { id } = await addPerson(backend, { role: "VOLUNTEER" });
  await validate(await waiting(id, 4));
  await waiting(id, 9);
  expect(await thanksTo(id)).toEqual([]);
  const [fifth = ""] = await waiting(id, 1);
  await validate([fifth]);
  expect(await thanksTo(id)).toEqual(["Merci pour vos 50 h de bénévolat"]);
  const inbox = await db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, id), eq(notices.topic, "hours_thanks")));
  expect(inbox).not.toEqual([]);
  // Taken back and validated once more, they are not reached again.
  await post(`${path}/${fifth}/take-back`, { reason: "Quel jour ?" });
  await db
    .update(volunteerHours)
    .set({ status: "submitted", rejectReason: null, rejectedAt: null, validatorId: null })
    .where(eq(volunteerHours.id, fifth));
  await validate([fifth]);
  expect(await thanksTo(id)).toHaveLength(1);
  await validate(await waiting(id, 5));
  await validate(await waiting(id, 5));
  expect(await thanksTo(id)).toEqual(["Merci pour vos 100 h de bénévolat", "Merci pour vos 50 h de bénévolat"]);
});

test("who reaches both at once is thanked for the higher number, and who had them before for none; an erasure takes that with it", async () => {
  const { backend, db, waiting, validate, validated, thanksTo } = await charity({ thanks: "send" });
  const [quick, old] = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
  const before = await waiting(old.id, 11);
  await db.update(volunteerHours).set(validated).where(inArray(volunteerHours.id, before));
  await validate([...(await waiting(quick.id, 10)), ...(await waiting(old.id, 1))]);
  expect([await thanksTo(quick.id), await thanksTo(old.id)]).toEqual([["Merci pour vos 100 h de bénévolat"], []]);
  expect(await db.select({ hours: hourThanks.hours }).from(hourThanks).orderBy(hourThanks.hours)).toEqual([{ hours: 50 }, { hours: 100 }]);
  await erasePeople(backend.services, null, [quick.id], backend.services.clock());
  expect(await db.$count(hourThanks)).toBe(0);
});

test("who reaches a number by a correction of a closed year is thanked", async () => {
  const { backend, db, waiting, post, validated, thanksTo } = await charity({ thanks: "send" });
  const { id } = await addPerson(backend, { role: "VOLUNTEER" });
  const days = await waiting(id, 5);
  const [last = ""] = days;
  await db.update(volunteerHours).set({ minutes: 300 }).where(eq(volunteerHours.id, last));
  await db.update(volunteerHours).set(validated).where(inArray(volunteerHours.id, days));
  const [period] = await db.insert(hourPeriods).values({ year: 2025, closedAt: new Date() }).returning();
  await db.update(volunteerHours).set({ status: "locked", lockedPeriodId: period?.id }).where(inArray(volunteerHours.id, days));
  await post(`${path}/${last}/correct`, { minutes: 600 });
  expect(await thanksTo(id)).toEqual(["Merci pour vos 50 h de bénévolat"]);
});

test.runIf(serverUrl)("whose hours two people validate at the same time is thanked for the number that both reach", async () => {
  const { backend, db, waiting, validate, validated, thanksTo } = await charity({ thanks: "send" });
  const { id } = await addPerson(backend, { role: "VOLUNTEER" });
  await validate(await waiting(id, 3));
  const [one = "", other = ""] = await waiting(id, 2);
  let second: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await lockPeopleOf(tx, eq(volunteerHours.id, one));
    await tx.update(volunteerHours).set(validated).where(eq(volunteerHours.id, one));
    second = validate([other]);
    await setTimeout(500);
  });
  await second;
  expect(await thanksTo(id)).toEqual(["Merci pour vos 50 h de bénévolat"]);
});
