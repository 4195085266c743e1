import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { momentAt } from "#backend/modules/event-registrations/helpers";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { notificationChoices, notificationPauses } from "#backend/modules/privacy/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import type { EventDay } from "#contract/charity/event-day";
import { franceDay, instantInFrance } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { serverUrl } from "#tests/support/database";
import { addEvent } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie: string;
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

// A Wednesday in the morning.
const times = { startsAt: "2099-06-10T10:00", endsAt: "2099-06-10T12:00" };

async function eventIn(sectorId: string, more: Parameters<typeof addEvent>[2] = {}) {
  return addEvent(backend, cookie, { quotas: [{ capacity: 2 }], ...more, event: { ...times, sectorId, ...more?.event } });
}

async function aSector(): Promise<string> {
  const { id } = await publishContent(backend, "sectors", cookie);
  return id;
}

type Moments = (typeof volunteerProfiles.$inferInsert)["moments"];

async function volunteerIn(sectorId: string, moments: Moments = ["weekdayMorning"], person: object = {}) {
  const { id } = await addPerson(backend, { role: "VOLUNTEER", sectorId, ...person });
  await backend.services.db.insert(volunteerProfiles).values({ userId: id, activities: [], moments });
  return id;
}

const helpersOf = async (id: string, as = cookie) => {
  const answer = await backend.request(`/api/admin/events/${id}/day`, { cookie: as });
  return ((await answer.json()) as EventDay).helpers;
};

async function notify(id: string, people = 50, as = cookie) {
  const answer = await backend.request(`/api/admin/events/${id}/helpers`, { method: "POST", cookie: as, json: { people } });
  return { code: answer.status, notified: ((await answer.json()) as { notified?: number }).notified };
}

const notifiedOf = async (id: string) => {
  const rows = await backend.services.db
    .select({ userId: outgoingMails.userId })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.aboutId, id), eq(outgoingMails.topic, "event_help")));
  return rows.map(({ userId }) => userId);
};

test("the part of the week follows clocks in France, over both changes", () => {
  const at = (time: string) => momentAt(instantInFrance(time) ?? new Date(0));
  expect(["2099-06-10T11:59", "2099-06-10T12:00", "2099-06-10T17:59", "2099-06-10T18:00"].map(at)).toEqual([
    ...["weekdayMorning", "weekdayAfternoon", "weekdayAfternoon", "weekdayEvening"],
  ]);
  expect(["2099-03-28T23:30", "2099-03-29T00:30", "2099-10-25T23:30", "2099-10-26T00:30"].map(at)).toEqual([
    ...["saturday", "sunday", "sunday", "weekdayMorning"],
  ]);
});

test("only volunteers of the sector who have time then, are free and want news are found, and each is notified once", async () => {
  const [here, elsewhere] = [await aSector(), await aSector()];
  const event = await eventIn(here);
  const { db } = backend.services;
  const fits = await volunteerIn(here, ["weekdayMorning", "saturday"]);
  await volunteerIn(elsewhere);
  await volunteerIn(here, ["weekdayEvening", "saturday"]);
  await volunteerIn(here, ["weekdayMorning"], { accountState: "suspended" });
  await addPerson(backend, { role: "VOLUNTEER", sectorId: here });
  const registered = await volunteerIn(here);
  const left = await volunteerIn(here);
  const [quotaId = ""] = event.quotas;
  await db.insert(eventRegistrations).values([
    { eventId: event.id, quotaId, userId: registered, status: "confirmed" },
    { eventId: event.id, quotaId, userId: left, status: "cancelled_by_user" },
  ]);
  const busy = await volunteerIn(here);
  const other = await eventIn(elsewhere);
  await db.insert(eventRegistrations).values({ eventId: other.id, quotaId: other.quotas[0] ?? "", userId: busy, status: "confirmed" });
  const paused = await volunteerIn(here);
  await db.insert(notificationPauses).values({ userId: paused, topic: "all", until: addDays(franceDay(new Date()), 9) });
  const stopped = await volunteerIn(here);
  await db.insert(notificationChoices).values({ userId: stopped, topic: "association", channel: "email", frequency: "never" });

  expect(await helpersOf(event.id)).toMatchObject({ people: 1, notified: 0 });
  expect(await notify(event.id)).toEqual({ code: 200, notified: 1 });
  expect(await notifiedOf(event.id)).toEqual([fits]);
  expect(await helpersOf(event.id)).toMatchObject({ people: 0, names: [], notified: 1 });
  expect(await notify(event.id)).toEqual({ code: 200, notified: 0 });
  const inbox = await db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, fits), eq(notices.channel, "inbox")));
  expect(inbox).toMatchObject([{ topic: "event_help", path: `/dashboard/events/${event.id}` }]);
  const logged = (await db.select().from(auditLog).where(eq(auditLog.entityId, event.id))).filter(({ action }) => action === "event.help");
  expect(logged).toMatchObject([{ changes: { people: { after: 1 } } }]);
});

test("who has a place elsewhere is found for places at other hours, and for none at the same", async () => {
  const [here, elsewhere] = [await aSector(), await aSector()];
  const slot = (from: string, until: string) => ({ capacity: 2, startsAt: `2099-06-10T${from}`, endsAt: `2099-06-10T${until}` });
  const day = { startsAt: "2099-06-10T08:00", endsAt: "2099-06-10T18:00" };
  const other = await eventIn(elsewhere, { event: day, quotas: [slot("08:00", "10:00")] });
  const volunteer = await volunteerIn(here);
  const { db } = backend.services;
  await db.insert(eventRegistrations).values({ eventId: other.id, quotaId: other.quotas[0] ?? "", userId: volunteer, status: "confirmed" });
  const found = async (...quotas: ReturnType<typeof slot>[]) => (await helpersOf((await eventIn(here, { event: day, quotas })).id))?.people;
  expect(await found(slot("10:00", "12:00"))).toBe(1);
  expect(await found(slot("09:00", "11:00"))).toBe(0);
  expect(await found(slot("09:00", "11:00"), slot("14:00", "16:00"))).toBe(0);
  expect(await found(slot("09:00", "11:00"), slot("11:00", "12:00"))).toBe(1);
});

test("each is notified of the hours of a place that suits them, not of those of the whole event", async () => {
  const here = await aSector();
  const quotas = [
    { capacity: 1, startsAt: "2099-06-12T09:00", endsAt: "2099-06-12T11:00" },
    { capacity: 1, needsDriver: true, startsAt: "2099-06-14T10:00", endsAt: "2099-06-14T12:00" },
    { capacity: 1, startsAt: "2099-06-14T14:00", endsAt: "2099-06-14T16:00" },
  ];
  const event = await eventIn(here, { event: { startsAt: "2099-06-12T08:00", endsAt: "2099-06-14T18:00" }, quotas });
  const onFriday = await volunteerIn(here);
  const onSunday = await volunteerIn(here, ["sunday"]);
  expect(await notify(event.id)).toMatchObject({ notified: 2 });
  const sent = await backend.services.db
    .select({ userId: outgoingMails.userId, text: outgoingMails.text })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.aboutId, event.id), eq(outgoingMails.topic, "event_help")));
  const textTo = (id: string) => sent.find(({ userId }) => userId === id)?.text.replaceAll("\u00a0", " ");
  expect(textTo(onFriday)).toContain("12 juin 2099, de 9 h à 11 h");
  expect(textTo(onSunday)).toContain("14 juin 2099, de 14 h à 16 h");
});

test("no more are notified than the page named, and nobody of more than three events in a week", async () => {
  const here = await aSector();
  const people = [await volunteerIn(here), await volunteerIn(here), await volunteerIn(here)];
  const first = await eventIn(here);
  expect(await helpersOf(first.id)).toMatchObject({ people: people.length });
  expect(await notify(first.id, 2)).toMatchObject({ notified: 2 });
  expect(await helpersOf(first.id)).toMatchObject({ people: 1, notified: 2 });
  await notify(first.id);
  for (let time = 0; time < 2; time += 1) expect(await notify((await eventIn(here)).id)).toMatchObject({ notified: 3 });
  expect(await helpersOf((await eventIn(here)).id)).toMatchObject({ people: 0 });
});

test("a notice that was taken back before it left is not counted, and one that exists is not written again", async () => {
  const here = await aSector();
  const event = await eventIn(here);
  const { db } = backend.services;
  const other = await signIn(backend, { role: "ADMIN" });
  const notifyAll = async () => (await notify(event.id, 50, other.cookie)).notified;
  const [first] = [await volunteerIn(here), await volunteerIn(here)];
  expect(await notifyAll()).toBe(2);
  const path = `/api/admin/events/${event.id}`;
  const record = (await (await backend.request(path, { cookie })).json()) as object;
  const moved = await backend.request(path, { method: "PATCH", cookie, json: { ...record, placeName: "Le hangar" } });
  expect(moved.status).toBe(200);
  expect(await helpersOf(event.id)).toMatchObject({ people: 2, notified: 0 });
  expect(await notifyAll()).toBe(2);
  // The retention of notices is shorter than that of mails.
  await db.delete(notices).where(eq(notices.userId, first ?? ""));
  expect(await helpersOf(event.id)).toMatchObject({ people: 0, notified: 2 });
  expect(await notifyAll()).toBe(0);
});

test("an event that is full, by invitation, without a sector, for students or for drivers alone finds nobody who cannot come", async () => {
  const here = await aSector();
  await volunteerIn(here);
  const proposals = [
    await eventIn(here, { quotas: [{ capacity: 0 }] }),
    await eventIn(here, { event: { visibility: "invitation" } }),
    await addEvent(backend, cookie, { event: { ...times, sectorId: null } }),
    await eventIn(here, { roles: ["BENEFICIARY"] }),
  ];
  for (const { id } of proposals) {
    expect(await helpersOf(id)).toBeNull();
    expect((await notify(id)).code).toBe(409);
  }
  expect(await helpersOf((await eventIn(here, { quotas: [{ capacity: 1, needsDriver: true }] })).id)).toMatchObject({ people: 0 });
  expect(await helpersOf((await eventIn(here, { minAge: 18 })).id)).toMatchObject({ people: 0 });
});

test("a minimum age says nothing about a former student's date of birth to whoever may not read it", async () => {
  const here = await aSector();
  const born = { birthDate: "1990-05-01" };
  const former = await volunteerIn(here, undefined, born);
  await volunteerIn(here, undefined, born);
  await backend.services.db.insert(beneficiaryFiles).values({ userId: former });
  const reader = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const found = async (minAge: number | null, as: string) => (await helpersOf((await eventIn(here, { minAge })).id, as))?.people;
  expect([await found(null, cookie), await found(18, cookie), await found(18, reader.cookie)]).toEqual([2, 1, 2]);
  expect((await notify((await eventIn(here, { minAge: 18 })).id)).notified).toBe(1);
});

test("coordinators notify for the sectors in which they may, and nobody else does", async () => {
  const [here, elsewhere] = [await aSector(), await aSector()];
  await volunteerIn(here);
  const event = await eventIn(here);
  const inSector = (sectorId: string) =>
    signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "NOTIFICATIONS_SEND", sectorId }] });
  expect((await notify(event.id, 50, (await signIn(backend, { role: "VOLUNTEER" })).cookie)).code).toBe(404);
  expect((await notify(event.id, 50, (await inSector(elsewhere)).cookie)).code).toBe(404);
  expect(await notify(event.id, 50, (await inSector(here)).cookie)).toEqual({ code: 200, notified: 1 });
});

test("whoever manages the sector sees whom to notify on their page of the event, and does; others see nothing", async () => {
  const here = await aSector();
  await volunteerIn(here);
  const [event, elsewhere] = [await eventIn(here), await eventIn(await aSector())];
  const [manager, other] = [await signIn(backend, { role: "VOLUNTEER" }), await signIn(backend, { role: "VOLUNTEER" })];
  await backend.services.db.insert(sectorManagers).values({ sectorId: here, userId: manager.id });
  const shown = async (id: string, as: string) => (await backend.request(`/api/admin/events/${id}/helpers`, { cookie: as })).json();
  expect(await shown(event.id, manager.cookie)).toMatchObject({ helpers: { people: 1, notified: 0 } });
  expect(await shown(event.id, other.cookie)).toEqual({ helpers: null });
  expect(await shown(elsewhere.id, manager.cookie)).toEqual({ helpers: null });
  expect(await shown(crypto.randomUUID(), manager.cookie)).toEqual({ helpers: null });
  expect(await notify(event.id, 50, manager.cookie)).toEqual({ code: 200, notified: 1 });
  expect((await notify(elsewhere.id, 50, manager.cookie)).code).toBe(404);
});

test.runIf(serverUrl)("sent by several at once, each person is notified once", async () => {
  const here = await aSector();
  for (let person = 0; person < 20; person += 1) await volunteerIn(here);
  const event = await eventIn(here);
  const answers = await Promise.all(Array.from({ length: 8 }, () => notify(event.id)));
  expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200));
  expect(answers.reduce((sum, { notified = 0 }) => sum + notified, 0)).toBe(20);
  expect(await notifiedOf(event.id)).toHaveLength(20);
});
