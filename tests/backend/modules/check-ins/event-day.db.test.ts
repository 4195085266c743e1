import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIns, doorCodes, eventDoorPeople } from "#backend/modules/check-ins/tables";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import type { EventDay } from "#contract/charity/event-day";
import { franceDay } from "#contract/formats/france-time";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend();
  admin = await signIn(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

type Registration = Partial<typeof eventRegistrations.$inferInsert>;

async function register(eventId: string, quotaId = "", values: Registration = {}, person: object = {}) {
  const user = values.guestName ? null : await addPerson(backend, { role: "VOLUNTEER", ...person });
  const row = { eventId, quotaId, userId: user?.id, status: "confirmed" as const, ...values };
  const [added] = await backend.services.db.insert(eventRegistrations).values(row).returning();
  return { id: added?.id ?? "", userId: user?.id ?? "" };
}

const minute = 60_000;
/** Moves an event in time, whatever its form allows. */
const setTimes = (id: string, startsIn: number, minutes = 180) =>
  backend.services.db
    .update(events)
    .set({ startsAt: new Date(Date.now() + startsIn * minute), endsAt: new Date(Date.now() + (startsIn + minutes) * minute) })
    .where(eq(events.id, id));

async function dayOf(id: string) {
  const answer = await backend.request(`/api/admin/events/${id}/day`, { cookie: admin.cookie });
  expect(answer.status).toBe(200);
  const day = (await answer.json()) as EventDay;
  return { ...day, tasks: Object.fromEntries(day.tasks.map(({ name, count }) => [name, count])) };
}

test("before it, an event says how many are expected, who waits and what is to confirm, and names nobody as missing", async () => {
  const { id, quotas } = await addEvent(backend, admin.cookie, { quotas: [{ capacity: 5 }, { capacity: 2 }] });
  await setTimes(id, 5 * 24 * 60);
  const [one, two] = quotas;
  await register(id, one, { partySize: 3 });
  await register(id, two, { guestName: "Mariam Diop" });
  await register(id, one, { status: "waiting", partySize: 4 });
  await register(id, two, { status: "pending" });
  await register(id, two, { status: "cancelled_by_user" });
  expect(await dayOf(id)).toMatchObject({
    ...{ stage: "sign_up", phase: "open", places: 7, missing: [] },
    counts: { expected: 4, arrived: 0, missing: 0, waiting: 1, seeking: 0, away: 0 },
    tasks: { pending: 1, waiting: 1 },
  });
});

test("the day before, an event without anybody for its door and with codes that nobody has seen says so", async () => {
  const { id, quotas } = await addEvent(backend, admin.cookie, { quotas: [{ capacity: 5 }] });
  await setTimes(id, 23 * 60);
  const seen = await register(id, quotas[0]);
  await register(id, quotas[0]);
  await backend.services.db.insert(doorCodes).values({ kind: "ticket", registrationId: seen.id, version: 1, lookup: "x" });
  expect(await dayOf(id)).toMatchObject({ stage: "eve", tasks: { door: 1, codes: 1 } });
  await backend.services.db.insert(eventDoorPeople).values({ eventId: id, userId: seen.userId, addedBy: admin.id });
  expect((await dayOf(id)).tasks).toEqual({ codes: 1 });
});

test("while it runs, those whose places have begun are named with their telephone until they come", async () => {
  const { id, quotas } = await addEvent(backend, admin.cookie, { quotas: [{ capacity: 5 }, { capacity: 5, label: { fr: "Plus tard" } }] });
  await setTimes(id, -30);
  const { db } = backend.services;
  const here = await register(id, quotas[0], { status: "attended" });
  await db.insert(checkIns).values({
    ...{ registrationId: here.id, kind: "entry", mode: "scan", byUserId: admin.id },
    ...{ at: new Date(), deviceId: crypto.randomUUID(), nonce: crypto.randomUUID() },
  });
  const late = await register(id, quotas[0], { partySize: 2 }, { firstName: "Zoé", lastName: "Abadie", phone: "+33612345678" });
  await register(id, quotas[0], { guestName: "Mariam Diop" });
  await register(id, quotas[1]);
  await db
    .update(eventQuotas)
    .set({ startsAt: new Date(Date.now() + 60 * minute), endsAt: new Date(Date.now() + 90 * minute) })
    .where(eq(eventQuotas.id, quotas[1] ?? ""));
  const day = await dayOf(id);
  expect(day).toMatchObject({ stage: "running", counts: { expected: 5, arrived: 1, missing: 2 } });
  expect(day.missing.map(({ name, phone }) => [name, phone])).toEqual([
    ["Mariam Diop", null],
    ["Zoé Abadie", "+33612345678"],
  ]);
  expect(day.missing[1]).toMatchObject({ registrationId: late.id, userId: late.userId, partySize: 2 });
});

test("each number of an event is the length of the list of participants that its link opens", async () => {
  const { id, quotas } = await addEvent(backend, admin.cookie, { quotas: [{ capacity: 9 }, { capacity: 40 }] });
  await setTimes(id, -30);
  const [begun, later] = quotas;
  await backend.services.db
    .update(eventQuotas)
    .set({ startsAt: new Date(Date.now() + 60 * minute), endsAt: new Date(Date.now() + 90 * minute) })
    .where(eq(eventQuotas.id, later ?? ""));
  const now = new Date();
  await register(id, begun, { partySize: 3, awayAt: now });
  await register(id, begun, { replacementSince: now });
  await register(id, begun, { status: "waiting", partySize: 2 });
  for (let away = 0; away < 14; away += 1) await register(id, later, { awayAt: now, partySize: 2 });
  await register(id, later, { replacementSince: now, partySize: 2 });
  await register(id, later);
  const listed = async (query: string) => {
    const answer = await backend.request(`/api/admin/events/${id}/participants?${query}`, { cookie: admin.cookie });
    return ((await answer.json()) as { total: number }).total;
  };
  const { counts } = await dayOf(id);
  expect(counts).toMatchObject({ missing: 2, waiting: 1, seeking: 1, away: 14 });
  expect({
    missing: await listed("status=confirmed&begun=yes"),
    waiting: await listed("status=waiting"),
    seeking: await listed("mark=seeking&begun=no"),
    away: await listed("mark=away&begun=no"),
  }).toEqual({ missing: 2, waiting: 1, seeking: 1, away: 14 });
});

test("after it, an event is to close until who came is noted and its hours are validated", async () => {
  const { id, quotas } = await addEvent(backend, admin.cookie, { quotas: [{ capacity: 5 }] });
  await setTimes(id, -24 * 60);
  const { db } = backend.services;
  const one = await register(id, quotas[0]);
  expect(await dayOf(id)).toMatchObject({ stage: "to_close", counts: { missing: 1 }, tasks: { attendance: 1 } });
  await db.update(eventRegistrations).set({ status: "attended" }).where(eq(eventRegistrations.id, one.id));
  const date = franceDay(new Date(Date.now() - 24 * 60 * minute));
  const [hours] = await db
    .insert(volunteerHours)
    .values({
      userId: one.userId,
      eventId: id,
      date,
      minutes: 180,
      activity: "distribution",
      level: "field",
      source: "event",
      status: "submitted",
    })
    .returning();
  expect(await dayOf(id)).toMatchObject({ stage: "to_close", missing: [], tasks: { hours: 1 } });
  await db.delete(volunteerHours).where(eq(volunteerHours.id, hours?.id ?? ""));
  expect(await dayOf(id)).toMatchObject({ stage: "to_close", counts: { expected: 1, arrived: 1 }, tasks: {}, closed: null });
  await db.update(events).set({ closedAt: new Date(), closedBy: admin.id }).where(eq(events.id, id));
  expect(await dayOf(id)).toMatchObject({ stage: "closed", tasks: {}, closed: { by: expect.any(String) } });
});

test("an event without places has a day, too, and one that does not exist has none", async () => {
  const { id } = await addEvent(backend, admin.cookie);
  const { db } = backend.services;
  await db.delete(eventQuotas).where(eq(eventQuotas.eventId, id));
  await db.delete(registrationRules).where(eq(registrationRules.eventId, id));
  expect(await dayOf(id)).toMatchObject({ phase: "none", places: null, quotas: [], helpers: null });
  expect((await backend.request(`/api/admin/events/${crypto.randomUUID()}/day`, { cookie: admin.cookie })).status).toBe(404);
});
