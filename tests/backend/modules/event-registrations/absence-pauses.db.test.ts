import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { notices } from "#backend/modules/notices/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import type { EventDay } from "#contract/charity/event-day";
import type { participantRoles } from "#contract/charity/event-registrations";
import type { RegistrationPause } from "#contract/charity/registration-pauses";
import { franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { type AbsenceRuleDraft, addAbsence as addAbsenceTo, setAbsenceRule } from "#tests/support/absences";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { addEvent } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";

type ParticipantRole = (typeof participantRoles)[number];

const time = testClock();
let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const setRule = (rule?: AbsenceRuleDraft) => setAbsenceRule(backend, admin, rule);

const roles: ParticipantRole[] = ["VOLUNTEER", "BENEFICIARY"];

/** Somebody who was absent from an event on each of some days. */
async function absentee(daysAgo: number[], role: ParticipantRole = "VOLUNTEER") {
  const person = await signIn(backend, { role });
  for (const days of daysAgo) await addAbsence(person.id, days);
  return person;
}

const addAbsence = (userId: string, days: number, status?: "confirmed") => addAbsenceTo(backend, admin, { userId, days, status });

const pauseFor = async (cookie: string) =>
  ((await (await backend.request("/api/my-events/pause", { cookie })).json()) as { pause: RegistrationPause | null }).pause;

/** What becomes of a registration for an event to come. */
async function outcome(cookie: string) {
  const { id, quotas } = await addEvent(backend, admin, { roles, quotas: [{ capacity: 2 }] });
  const shown = (await (await backend.request(`/api/my-events/${id}`, { cookie })).json()) as { quotas: { refused: string | null }[] };
  const json = { quotaId: quotas[0], partySize: 1 };
  const answer = await backend.request(`/api/my-events/${id}/registration`, { method: "POST", cookie, json });
  expect(shown.quotas[0]?.refused).toBe(answer.status === 200 ? null : "paused");
  return answer.status === 200 ? "registered" : Object.values(((await answer.json()) as { fieldErrors: object }).fieldErrors).flat()[0];
}

const noticesOf = (userId: string) =>
  backend.services.db
    .select({ values: notices.values, path: notices.path })
    .from(notices)
    .where(and(eq(notices.userId, userId), eq(notices.topic, "registration_paused")));

const act = (eventId: string, action: string, ids: string[]) =>
  backend.request(`/api/admin/events/${eventId}/participants/act`, { method: "POST", cookie: admin, json: { action, selection: { ids } } });

test("without a rule, nobody is paused; a rule has all its numbers or none", async () => {
  const person = await absentee([1, 2, 3]);
  expect(await outcome(person.cookie)).toBe("registered");
  expect((await setRule({ pauseDays: null })).body).toMatchObject({ fieldErrors: { pauseDays: expect.anything() } });
  expect((await setRule({ absences: 1 })).status).toBe(422);
  expect(await pauseFor(person.cookie)).toBeNull();
});

test("the third absence in 90 days pauses until 30 days after the last one, which the person reads", async () => {
  await setRule();
  const today = franceDay(time.clock());
  expect(await outcome((await absentee([96, 20, 5])).cookie)).toBe("registered");
  expect(await outcome((await absentee([20, 5])).cookie)).toBe("registered");
  const { cookie } = await absentee([95, 20, 5]);
  expect(await outcome(cookie)).toBe("events:refused.paused");
  expect(await pauseFor(cookie)).toEqual({
    until: addDays(today, 25),
    absences: [5, 20, 95].map((days) => ({ eventId: expect.any(String), title: { fr: `Tri ${days}` }, day: addDays(today, -days) })),
  });
});

test("a pause ends after its last day", async () => {
  await setRule();
  expect(await outcome((await absentee([40, 35, 30])).cookie)).toBe("events:refused.paused");
  expect(await outcome((await absentee([40, 35, 31])).cookie)).toBe("registered");
});

test("students are paused where the rule is for everybody, staff never", async () => {
  await setRule();
  const student = await absentee([3, 2, 1], "BENEFICIARY");
  expect(await pauseFor(student.cookie)).toBeNull();
  await setRule({ pausedGroup: "everybody" });
  expect(await pauseFor(student.cookie)).not.toBeNull();
  expect(await pauseFor((await absentee([3, 2, 1], "ADMIN")).cookie)).toBeNull();
});

test("staff add a paused person all the same", async () => {
  await setRule();
  const person = await absentee([3, 2, 1]);
  const { id, quotas } = await addEvent(backend, admin, { roles });
  const json = { email: person.email, quotaId: quotas[0], partySize: 1 };
  const answer = await backend.request(`/api/admin/events/${id}/participants`, { method: "POST", cookie: admin, json });
  expect(await answer.json()).toEqual({ status: "confirmed" });
});

test("whoever notes the absence notifies the person once; a correction takes the unread notice and the pause back", async () => {
  await setRule();
  const person = await absentee([9, 8]);
  const last = await addAbsence(person.id, 1, "confirmed");
  expect(await noticesOf(person.id)).toEqual([]);
  for (const _ of [1, 2]) await act(last.eventId, "no_show", [last.id]);
  const until = addDays(franceDay(time.clock()), 29);
  expect(await noticesOf(person.id)).toEqual([{ values: { until }, path: "/dashboard/my-events" }]);
  expect((await act(last.eventId, "attended", [last.id])).status).toBe(200);
  expect(await noticesOf(person.id)).toEqual([]);
  expect(await pauseFor(person.cookie)).toBeNull();
});

test("an administrator lifts a pause once; its absences count no longer, and the log says who excused them", async () => {
  await setRule();
  const person = await absentee([3, 2, 1]);
  const path = `/api/admin/people/${person.id}/registration-pause`;
  expect(await (await backend.request(path, { cookie: admin })).json()).toEqual({ pause: await pauseFor(person.cookie) });
  expect((await backend.request(`${path}/lift`, { method: "POST", cookie: person.cookie })).status).toBe(403);
  const lifted = await Promise.all([1, 2].map(() => backend.request(`${path}/lift`, { method: "POST", cookie: admin })));
  expect(lifted.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await pauseFor(person.cookie)).toBeNull();
  await addAbsence(person.id, 0);
  expect(await outcome(person.cookie)).toBe("registered");
  const logged = await backend.services.db
    .select({ entityId: auditLog.entityId })
    .from(auditLog)
    .innerJoin(eventRegistrations, sql`${eventRegistrations.id}::text = ${auditLog.entityId}::text`)
    .where(and(eq(auditLog.action, "event_registration.excuse"), eq(eventRegistrations.userId, person.id)));
  expect(logged).toHaveLength(3);
});

test("a pause is lifted whole, also where earlier absences would make another", async () => {
  await setRule();
  const person = await absentee([6, 5, 4, 3, 2, 1]);
  await backend.request(`/api/admin/people/${person.id}/registration-pause/lift`, { method: "POST", cookie: admin });
  expect(await pauseFor(person.cookie)).toBeNull();
});

test("an absence that was excused counts again once it is noted again", async () => {
  await setRule({ absences: 2 });
  const person = await absentee([2]);
  const last = await addAbsence(person.id, 1);
  await backend.request(`/api/admin/people/${person.id}/registration-pause/lift`, { method: "POST", cookie: admin });
  await addAbsence(person.id, 0);
  expect(await pauseFor(person.cookie)).toBeNull();
  await act(last.eventId, "attended", [last.id]);
  await act(last.eventId, "no_show", [last.id]);
  expect(await pauseFor(person.cookie)).not.toBeNull();
});

test("nobody who is paused is notified of an event that needs people", async () => {
  await setRule();
  const { id: sectorId } = await publishContent(backend, "sectors", admin);
  const { db } = backend.services;
  const [free, paused] = [
    await addPerson(backend, { role: "VOLUNTEER", sectorId }),
    await addPerson(backend, { role: "VOLUNTEER", sectorId }),
  ];
  for (const { id } of [free, paused])
    await db.insert(volunteerProfiles).values({ userId: id, activities: [], moments: ["weekdayMorning"] });
  for (const days of [3, 2, 1]) await addAbsence(paused.id, days);
  // A Wednesday in the morning.
  const times = { startsAt: "2099-06-10T10:00", endsAt: "2099-06-10T12:00" };
  const { id } = await addEvent(backend, admin, { event: { ...times, sectorId }, quotas: [{ capacity: 2 }] });
  const shown = (await (await backend.request(`/api/admin/events/${id}/day`, { cookie: admin })).json()) as EventDay;
  expect(shown.helpers?.people).toBe(1);
});
