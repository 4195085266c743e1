import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { endUnanswered } from "#backend/modules/event-registrations/unanswered";
import { outgoingMails } from "#backend/modules/mails/tables";
import type { WorkQueues } from "#contract/charity/work-queues";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { cookiesOf, signIn } from "#tests/support/people";

const hour = 3_600_000;
const time = testClock();
let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
});
afterAll(() => backend.close());

const office = async () => (await signIn(backend, { role: "ADMIN" })).cookie;
const wall = (hours: number) => new Date(time.clock().getTime() + (hours + 1) * hour).toISOString().slice(0, 16);

async function opened(rules: Parameters<typeof addEvent>[2]) {
  const admin = await office();
  const event = await addEvent(backend, admin, { event: { startsAt: wall(60), endsAt: wall(62) }, offerHours: 1, ...rules });
  const join = async () => {
    const person = await signIn(backend, { role: "VOLUNTEER" });
    const json = { quotaId: event.quotas[0] };
    const answer = await backend.request(`/api/my-events/${event.id}/registration`, { method: "POST", cookie: person.cookie, json });
    return { ...person, status: ((await answer.json()) as { status: string }).status };
  };
  return { ...event, admin, join };
}
const statusOf = async (userId: string) =>
  (await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.userId, userId))).map(({ status }) => status);
const refusals = async (userId: string) =>
  backend.services.db
    .select()
    .from(outgoingMails)
    .where(and(eq(outgoingMails.userId, userId), eq(outgoingMails.topic, "event_refused")));
const queueOf = async (cookie: string) =>
  ((await (await backend.request("/api/work-queues", { cookie })).json()) as WorkQueues).queues.places;

test("a request that nobody answers waits in the queue of staff, and is answered when the event begins, once", async () => {
  const { id, admin, join } = await opened({ manual: true, quotas: [{ capacity: 3 }] });
  const person = await join();
  expect(person.status).toBe("pending");
  expect(await queueOf(admin)).toMatchObject({ count: 1, oldest: expect.any(String), late: 0 });
  const list = (await (await backend.request("/api/admin/events", { cookie: admin })).json()) as { items: object[] };
  expect(list.items).toContainEqual(expect.objectContaining({ id, pending: 1, waiting: 0 }));
  time.pass(20 * 3600);
  expect(await queueOf(await office())).toMatchObject({ count: 1, late: 1 });
  time.pass(39 * 3600);
  await endUnanswered(backend.services);
  expect(await statusOf(person.id)).toEqual(["pending"]);
  time.pass(2 * 3600);
  await endUnanswered(backend.services);
  await endUnanswered(backend.services);
  expect(await statusOf(person.id)).toEqual(["refused"]);
  expect(await refusals(person.id)).toHaveLength(1);
  // Its person reads that until the event is over.
  const own = await backend.request("/api/my-events?which=coming", { cookie: await cookiesOf(backend, person.id) });
  expect(((await own.json()) as { items: object[] }).items).toMatchObject([{ id, mine: { status: "refused" } }]);
  expect(await queueOf(await office())).toBeUndefined();
});

test("who waited is told that there was no place, who has one is not; who came all the same is noted as present while there is a place", async () => {
  const { id, quotas, join } = await opened({ quotas: [{ capacity: 1 }] });
  const [seated, waiting] = [await join(), await join()];
  expect([seated.status, waiting.status]).toEqual(["confirmed", "waiting"]);
  time.pass(61 * 3600);
  await endUnanswered(backend.services);
  expect([await statusOf(seated.id), await statusOf(waiting.id)]).toEqual([["confirmed"], ["refused"]]);
  expect([await refusals(seated.id), await refusals(waiting.id)]).toMatchObject([[], [{ topic: "event_refused" }]]);
  const { db } = backend.services;
  const idOf = async (userId: string) =>
    (await db.select().from(eventRegistrations).where(eq(eventRegistrations.userId, userId))).map((row) => row.id);
  const note = async (userId: string) => {
    const answer = await backend.request(`/api/admin/events/${id}/participants/act`, {
      ...{ method: "POST", cookie: await office() },
      json: { action: "attended", selection: { ids: await idOf(userId) } },
    });
    return (await answer.json()) as object;
  };
  expect(await note(waiting.id)).toMatchObject({ changed: 0, leftCount: 1 });
  const places = (await (await backend.request(`/api/admin/events/${id}/places`, { cookie: await office() })).json()) as {
    rules: { version: number };
  };
  const more = { roles: ["VOLUNTEER"], maxParty: 5, offerHours: 1, cancelUntilHours: 24, version: places.rules.version };
  const json = { ...more, quotas: [{ id: quotas[0], label: { fr: "Places" }, capacity: 2 }] };
  expect((await backend.request(`/api/admin/events/${id}/places`, { method: "PUT", cookie: await office(), json })).status).toBe(200);
  expect(await note(waiting.id)).toMatchObject({ changed: 1 });
  expect(await statusOf(waiting.id)).toEqual(["attended"]);
});

test("requests for an event that was over long ago end without a mail", async () => {
  const { join } = await opened({ manual: true, quotas: [{ capacity: 3 }] });
  const person = await join();
  time.pass(90 * 3600);
  await endUnanswered(backend.services);
  expect(await statusOf(person.id)).toEqual(["refused"]);
  expect(await refusals(person.id)).toEqual([]);
});

test("of two refused requests of one person, staff note the last one as present, and the first stays", async () => {
  // Hours of a day that the database has not reached are refused.
  time.set("2026-11-21T10:00:00Z");
  const { id, admin, quotas, join } = await opened({ manual: true, quotas: [{ capacity: 3 }] });
  const person = await join();
  const act = async (action: string, ids: string[]) =>
    backend.request(`/api/admin/events/${id}/participants/act`, { method: "POST", cookie: admin, json: { action, selection: { ids } } });
  const { db } = backend.services;
  const own = () =>
    db.select().from(eventRegistrations).where(eq(eventRegistrations.userId, person.id)).orderBy(eventRegistrations.position);
  const ids = async () => (await own()).map((row) => row.id);
  await act("refuse", await ids());
  const json = { quotaId: quotas[0] };
  const again = await backend.request(`/api/my-events/${id}/registration`, { method: "POST", cookie: person.cookie, json });
  expect(again.status).toBe(200);
  await act("refuse", (await ids()).slice(1));
  expect(await statusOf(person.id)).toEqual(["refused", "refused"]);
  time.pass(61 * 3600);
  const present = await backend.request(`/api/admin/events/${id}/participants/act`, {
    ...{ method: "POST", cookie: await office() },
    json: { action: "attended", selection: { ids: await ids() } },
  });
  expect(await present.json()).toMatchObject({ changed: 1 });
  expect((await own()).map(({ status }) => status)).toEqual(["refused", "attended"]);
});
