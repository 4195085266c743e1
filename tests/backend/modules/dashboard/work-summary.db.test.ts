import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailWorkSummaries, summaryDayOf } from "#backend/modules/dashboard/work-summary";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";

test.each([
  ["2026-11-21T12:00:00Z", null, "2026-11-16"],
  ["2026-11-22T22:59:00Z", null, "2026-11-16"],
  ["2026-11-22T23:01:00Z", "2026-11-23", "2026-11-23"],
  ["2026-11-24T06:30:00Z", "2026-11-24", "2026-11-23"],
  ["2026-11-27T06:30:00Z", "2026-11-27", "2026-11-23"],
  ["2026-03-30T05:30:00Z", "2026-03-30", "2026-03-30"],
  ["2027-01-01T06:30:00Z", "2027-01-01", "2026-12-28"],
])("at %s the summary of the day %s and that of the week of %s are due", (now, day, monday) => {
  expect([summaryDayOf("daily", new Date(now)), summaryDayOf("weekly", new Date(now))]).toEqual([day, monday]);
});

test("who chose the summary reads what waits and since when, once a day; others get none", async () => {
  const time = testClock(new Date("2026-11-24T06:30:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const { services } = backend;
  const choose = (cookie: string, waiting: string) =>
    backend.request("/api/account/notifications", { method: "PUT", cookie, json: { waiting } });
  const [daily, weekly, english, never] = [
    await signIn(backend, { role: "ADMIN", firstName: "Aya", locale: "fr" }),
    await signIn(backend, { role: "ADMIN" }),
    await signIn(backend, { role: "ADMIN", locale: "en" }),
    await signIn(backend, { role: "ADMIN" }),
  ];
  await choose(daily.cookie, "daily");
  await choose(weekly.cookie, "weekly");
  await choose(english.cookie, "daily");
  const sent = async () => (await services.db.select().from(outgoingMails)).filter(({ topic }) => topic === "work_summary");

  await mailWorkSummaries(services, "daily");
  expect(await sent()).toEqual([]);

  const since = (day: string) =>
    ({ role: "VOLUNTEER", accountState: "to_validate", stateChangedAt: new Date(`${day}T10:00:00Z`) }) as const;
  await addPerson({ services }, since("2026-11-02"));
  await addPerson({ services }, since("2026-11-23"));
  await mailWorkSummaries(services, "daily");
  await mailWorkSummaries(services, "daily");
  const mails = await sent();
  expect(mails.map(({ userId }) => userId).sort()).toEqual([daily.id, english.id].sort());
  const textOf = (id: string) => mails.find(({ userId }) => userId === id)?.text;
  expect(textOf(daily.id)).toContain("– 2 comptes à valider, depuis le 2 novembre 2026 (délai dépassé pour un)");
  expect(textOf(english.id)).toContain("– 2 accounts to approve, since 2 November 2026 (one overdue)");

  const weeklyOnes = async (run: string) => {
    time.set(run);
    await mailWorkSummaries(services, "weekly");
    return (await sent()).filter(({ userId }) => userId === weekly.id).length;
  };
  expect(await weeklyOnes("2026-11-30T06:30:00Z")).toBe(1);
  expect(await weeklyOnes("2026-12-02T09:00:00Z")).toBe(1);
  // Nothing ran on Monday the 7th: it is made up for on Wednesday, once, with the day on which it is sent.
  expect(await weeklyOnes("2026-12-09T09:00:00Z")).toBe(2);
  expect(await weeklyOnes("2026-12-10T06:30:00Z")).toBe(2);
  expect(await weeklyOnes("2026-12-14T06:30:00Z")).toBe(3);
  expect((await sent()).some(({ subject, text }) => `${subject} ${text}`.includes("9 décembre 2026"))).toBe(true);
  expect((await sent()).map(({ userId }) => userId)).not.toContain(never.id);
});

test.each([
  ["no longer administers", { role: "VOLUNTEER" }],
  ["is suspended", { accountState: "suspended" }],
] as const)("somebody who %s gets no summary", async (_, change) => {
  const time = testClock(new Date("2026-11-24T06:30:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const { services } = backend;
  const person = await signIn(backend, { role: "ADMIN" });
  await backend.request("/api/account/notifications", { method: "PUT", cookie: person.cookie, json: { waiting: "daily" } });
  await addPerson({ services }, { role: "VOLUNTEER", accountState: "to_validate" });
  await services.db.update(users).set(change).where(eq(users.id, person.id));
  await mailWorkSummaries(services, "daily");
  expect((await services.db.select().from(outgoingMails)).filter(({ topic }) => topic === "work_summary")).toEqual([]);
});

test("a choice about a topic that does not concern somebody is not stored", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const { id, cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const json = { waiting: "daily", articles: "never" };
  expect((await backend.request("/api/account/notifications", { method: "PUT", cookie, json })).status).toBe(200);
  expect(await db.$count(notificationChoices, eq(notificationChoices.userId, id))).toBe(0);
});
