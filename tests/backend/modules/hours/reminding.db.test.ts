import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { events } from "#backend/modules/events/tables";
import { remindOfProposals } from "#backend/modules/hours/reminding";
import { volunteerHours } from "#backend/modules/hours/tables";
import { notices } from "#backend/modules/notices/tables";
import { notificationPauses } from "#backend/modules/privacy/tables";
import type { Valuation } from "#contract/charity/volunteer-hours-admin";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { mailsTo } from "#tests/support/outbox";
import { addPerson, signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

const path = "/api/admin/volunteer-hours";
const post = async (to: string, json: object, cookie = admin.cookie) => {
  const answer = await backend.request(to, { method: "POST", cookie, json });
  return { status: answer.status, body: (await answer.json()) as { entries?: number; fieldErrors?: object; remark?: string } };
};
const run = () => remindOfProposals(backend.services);
const about = async (email: string) => (await mailsTo(backend, email)).filter(({ topic }) => topic === "hours_proposed");
const valuation = async (year: number) =>
  (await (await backend.request(`${path}/valuation?year=${year}`, { cookie: admin.cookie })).json()) as Valuation;

/** Hours from 18:00 on that nobody has confirmed. */
async function propose(userId: string, date: string, more: Partial<typeof volunteerHours.$inferInsert> = {}) {
  const proposed = { activity: "delivery", level: "field", source: "event", status: "proposed", minutes: 120, startsAt: 18 * 60 } as const;
  const [row] = await backend.services.db
    .insert(volunteerHours)
    .values({ ...proposed, userId, date, ...more })
    .returning();
  return row?.id ?? "";
}

test("whoever has proposals is written to once they are over, in one mail, and not again", async () => {
  const person = await addPerson(backend, { role: "VOLUNTEER", locale: "fr" });
  time.set("2026-11-20T18:59:00Z");
  await propose(person.id, "2026-11-20");
  await propose(person.id, "2026-11-19");
  await run();
  expect(await about(person.email)).toHaveLength(1);
  time.set("2026-11-20T19:01:00Z");
  await Promise.all([run(), run()]);
  await run();
  const [last, first, ...more] = await about(person.email);
  expect([last?.text.includes("20 novembre 2026"), first?.text.includes("19 novembre 2026"), more]).toEqual([true, true, []]);
  expect(last?.text).toContain("/dashboard/volunteer-hours");
});

test("a proposal of more than ninety days ago is confirmed, or corrected, and marked as old", async () => {
  const person = await signIn(backend, { role: "VOLUNTEER" });
  time.set("2026-11-20T12:00:00Z");
  const [one, two] = [await propose(person.id, "2026-03-01"), await propose(person.id, "2026-03-02")];
  const confirmed = await post(`/api/volunteer-hours/${one}/confirm`, { version: 1 }, person.cookie);
  expect([confirmed.status, confirmed.body.remark]).toEqual([200, "old"]);
  const correct = async (date: string) => {
    const json = { date, minutes: 60, activity: "delivery", version: 1 };
    return (await backend.request(`/api/volunteer-hours/${two}`, { method: "PATCH", cookie: person.cookie, json })).status;
  };
  expect([await correct("2026-03-03"), await correct("2026-03-02")]).toEqual([422, 200]);
});

test("an event with hours that their people have not confirmed is not closed, and they are reminded every three days at most", async () => {
  const { id } = await addEvent(backend, admin.cookie);
  const { db } = backend.services;
  await db
    .update(events)
    .set({ startsAt: new Date("2026-11-01T08:00:00Z"), endsAt: new Date("2026-11-01T10:00:00Z") })
    .where(eq(events.id, id));
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  time.set("2026-11-20T12:00:00Z");
  await propose(person.id, "2026-11-01", { eventId: id });
  const day = (await (await backend.request(`/api/admin/events/${id}/day`, { cookie: admin.cookie })).json()) as object;
  expect(day).toMatchObject({ stage: "to_close", tasks: [{ name: "proposed", count: 1 }] });
  await run();
  const remind = async () => (await post(`${path}/remind`, { eventId: id })).body.entries;
  expect(await remind()).toBe(0);
  time.pass(3 * 24 * 3600 + 60);
  admin = await signIn(backend, { role: "ADMIN" });
  expect(await remind()).toBe(1);
  await run();
  expect(await about(person.email)).toHaveLength(2);
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect((await post(`${path}/remind`, { eventId: id }, volunteer.cookie)).status).toBe(403);
  for (const year of [-1, 1999, 2201, 1e9])
    expect([(await post(`${path}/remind`, { year })).status, (await post(`${path}/close`, { year })).status]).toEqual([422, 422]);
});

test("a year is closed with proposals fourteen days after their people were written to once more", async () => {
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  const gone = await addPerson(backend, { role: "VOLUNTEER", accountState: "left" });
  time.set("2024-06-02T12:00:00Z");
  await propose(person.id, "2024-06-01");
  await propose(gone.id, "2024-06-01");
  await run();
  time.set("2024-12-31T22:30:00Z");
  await run();
  expect(await about(person.email)).toHaveLength(1);
  time.set("2025-01-02T12:00:00Z");
  const close = async () => (await post(`${path}/close`, { year: 2024 })).body.fieldErrors;
  expect((await valuation(2024)).proposed).toEqual({ entries: 2, minutes: 240, deletableFrom: null });
  expect(await close()).toEqual({ year: ["hours:error.stillProposed"] });
  await run();
  expect(await about(person.email)).toHaveLength(2);
  expect(await about(gone.email)).toEqual([]);
  expect((await valuation(2024)).proposed.deletableFrom).toBe("2025-01-16");
  time.set("2025-01-15T12:00:00Z");
  expect(await close()).toEqual({ year: ["hours:error.stillProposed"] });
  time.set("2025-01-16T12:00:00Z");
  expect(await close()).toBeUndefined();
  expect(await backend.services.db.$count(volunteerHours, eq(volunteerHours.userId, person.id))).toBe(0);
});

test("whoever pauses reminders has them in the inbox alone, but for the one before a year is closed", async () => {
  const { db } = backend.services;
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  await db.insert(notificationPauses).values({ userId: person.id, topic: "reminders", until: "2027-03-01" });
  const inInbox = () => db.$count(notices, and(eq(notices.userId, person.id), eq(notices.channel, "inbox")));
  time.set("2026-11-19T12:00:00Z");
  await propose(person.id, "2026-11-18");
  await run();
  expect([(await about(person.email)).length, await inInbox()]).toEqual([0, 1]);
  time.set("2027-01-10T12:00:00Z");
  await run();
  await run();
  expect([(await about(person.email)).length, await inInbox()]).toEqual([1, 2]);
});
