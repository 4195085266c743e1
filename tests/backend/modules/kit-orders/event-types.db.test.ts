import { globSync, readFileSync } from "node:fs";
import { and, eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aids } from "#backend/modules/aids/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { applyRetention } from "#backend/modules/privacy/retention";
import { users } from "#backend/modules/users/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addKits, addStudent, aidsOf, orderKit } from "#tests/support/kits";
import { addPerson, signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const asType = async (id: string, type: string) => {
  const path = `/api/admin/events/${id}`;
  const record = (await (await backend.request(path, { cookie: admin })).json()) as object;
  return backend.request(path, { method: "PATCH", cookie: admin, json: { ...record, type } });
};
const add = (id: string, quotaId: string | undefined, email: string) =>
  backend.request(`/api/admin/events/${id}/participants`, { method: "POST", cookie: admin, json: { email, quotaId, partySize: 1 } });
const act = (id: string, action: string, ids: string[]) =>
  backend.request(`/api/admin/events/${id}/participants/act`, { method: "POST", cookie: admin, json: { action, selection: { ids } } });
const registrationsOf = (id: string) => backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
const ordersOf = (id: string) =>
  backend.services.db
    .select({ kind: kitOrders.kind })
    .from(kitOrders)
    .innerJoin(eventRegistrations, and(eq(eventRegistrations.id, kitOrders.registrationId), eq(eventRegistrations.eventId, id)));

test("an event at which students are registered keeps its type where orders would be lost or missing, and the number is said", async () => {
  const delivery = await addKits(backend, admin);
  expect((await asType(delivery.id, "dressed")).status).toBe(200);
  expect((await asType(delivery.id, "delivery")).status).toBe(200);
  const first = await addStudent(backend);
  expect((await orderKit(backend, first.cookie, delivery)).status).toBe(200);
  for (const type of ["dressed", "other"]) {
    const answer = await asType(delivery.id, type);
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: "people_registered", count: 1 }]);
  }
  const { db } = backend.services;
  await expect(db.update(events).set({ type: "other" }).where(eq(events.id, delivery.id))).rejects.toThrow();

  const meeting = await addKits(backend, admin, { type: "meeting" });
  await backend.request(`/api/my-events/${meeting.id}/registration`, {
    method: "POST",
    cookie: (await addStudent(backend)).cookie,
    json: { quotaId: meeting.quotas[0] },
  });
  expect((await asType(meeting.id, "training")).status).toBe(200);
  expect((await asType(meeting.id, "delivery")).status).toBe(409);
  expect((await backend.request(`/api/my-events/${delivery.id}/cancel`, { method: "POST", cookie: first.cookie })).status).toBe(200);
  expect((await asType(delivery.id, "other")).status).toBe(200);
});

test("volunteers alone leave the type of an event free", async () => {
  const { id, quotas } = await addKits(backend, admin, { type: "other", roles: ["VOLUNTEER", "BENEFICIARY"] });
  const volunteer = await addPerson(backend, { role: "VOLUNTEER" });
  expect((await add(id, quotas[0], volunteer.email)).status).toBe(200);
  expect((await asType(id, "delivery")).status).toBe(200);
  expect(await ordersOf(id)).toEqual([]);
  await backend.services.db
    .update(users)
    .set({ role: "BENEFICIARY", updatedAt: backend.services.clock() })
    .where(eq(users.id, volunteer.id));
  expect(await ordersOf(id)).toEqual([{ kind: "delivery" }]);
});

test("who is there as a volunteer and becomes a student has no order and receives nothing", async () => {
  const quotas = [{ capacity: 5, roles: ["VOLUNTEER" as const] }];
  const event = await addKits(backend, admin, { hours: 1, roles: ["VOLUNTEER", "BENEFICIARY"], quotas });
  const [driver, late] = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
  const over = await addKits(backend, admin, { hours: 1, roles: ["VOLUNTEER", "BENEFICIARY"] });
  expect((await add(event.id, event.quotas[0], driver.email)).status).toBe(200);
  expect((await add(over.id, over.quotas[0], late.email)).status).toBe(200);
  time.pass(5 * 3600);
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
  const { db, clock } = backend.services;
  await db
    .update(users)
    .set({ role: "BENEFICIARY", updatedAt: clock() })
    .where(inArray(users.id, [driver.id, late.id]));
  expect([await ordersOf(event.id), await ordersOf(over.id)]).toEqual([[], []]);
  const ids = (await registrationsOf(event.id)).map(({ id }) => id);
  expect((await act(event.id, "attended", ids)).status).toBe(200);
  expect(await aidsOf(backend, driver.id)).toEqual([]);
});

test("once only an attendance depends on the type, or the event is over, the refusal advises no cancellation", async () => {
  const event = await addKits(backend, admin, { hours: 1 });
  const [came, other] = [await addStudent(backend), await addStudent(backend)];
  for (const { cookie } of [came, other]) expect((await orderKit(backend, cookie, event)).status).toBe(200);
  const { db } = backend.services;
  const refusalOf = async () => {
    const answer = await asType(event.id, "meeting");
    return [answer.status, ((await answer.json()) as { fieldErrors?: unknown }).fieldErrors];
  };
  const typeStays = (count: number) => [422, { type: [`content:error.typeStays?count=${count}`] }];
  expect(await refusalOf()).toEqual([409, undefined]);
  await db
    .update(events)
    .set({ startsAt: new Date("2025-01-01T10:00Z"), endsAt: new Date("2025-01-01T12:00Z") })
    .where(eq(events.id, event.id));
  expect(await refusalOf()).toEqual(typeStays(2));
  await db.update(eventRegistrations).set({ status: "attended" }).where(eq(eventRegistrations.eventId, event.id));
  expect(await refusalOf()).toEqual(typeStays(2));
});

test.runIf(serverUrl)(
  "an order and another type at the same moment: the event stays a delivery, or nobody is registered",
  {
    timeout: 120_000,
  },
  async () => {
    for (let times = 0; times < 8; times += 1) {
      const event = await addKits(backend, admin);
      const { cookie } = await addStudent(backend);
      const [ordered, changed] = await Promise.all([orderKit(backend, cookie, event), asType(event.id, "meeting")]);
      expect([ordered.status === 200, changed.status === 200].filter(Boolean)).toHaveLength(1);
      expect(await ordersOf(event.id)).toHaveLength(ordered.status === 200 ? 1 : 0);
    }
  },
);

test.runIf(serverUrl)(
  "a registration and another role of its person at the same moment leave no student without an order",
  {
    timeout: 120_000,
  },
  async () => {
    const { db } = backend.services;
    for (let times = 0; times < 8; times += 1) {
      const { id, quotas } = await addKits(backend, admin, { roles: ["VOLUNTEER", "BENEFICIARY"] });
      const person = await addPerson(backend, { role: "VOLUNTEER" });
      await Promise.all([add(id, quotas[0], person.email), db.update(users).set({ role: "BENEFICIARY" }).where(eq(users.id, person.id))]);
      expect(await ordersOf(id)).toHaveLength((await registrationsOf(id)).length);
    }
  },
);

test("the aid follows the attendance whenever it is corrected, also when the order has been erased", async () => {
  const event = await addKits(backend, admin, { hours: 1 });
  const student = await addStudent(backend);
  await orderKit(backend, student.cookie, event);
  time.pass(40 * 86_400);
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
  await applyRetention(backend.services);
  expect(await ordersOf(event.id)).toEqual([]);
  const ids = (await registrationsOf(event.id)).map(({ id }) => id);
  expect((await act(event.id, "attended", ids)).status).toBe(200);
  expect(await aidsOf(backend, student.id)).toMatchObject([{ kind: "parcel", eventId: event.id }]);
  expect((await act(event.id, "no_show", ids)).status).toBe(200);
  expect(await aidsOf(backend, student.id)).toEqual([]);
});

test("the migration adds the aids of what students received before there were any, once, and of nobody else", async () => {
  const { db } = backend.services;
  const [delivery, fitting, distribution] = [
    await addKits(backend, admin, { hours: 1 }),
    await addKits(backend, admin, { hours: 1, type: "dressed" }),
    await addKits(backend, admin, { hours: 1, type: "distribution" }),
  ];
  const all = [delivery, fitting, distribution];
  const [there, absent] = [await addPerson(backend, { role: "BENEFICIARY" }), await addPerson(backend, { role: "BENEFICIARY" })];
  const volunteer = await addPerson(backend, { role: "VOLUNTEER" });
  const helped = await addPerson(backend, { role: "BENEFICIARY" });
  for (const { id: eventId, quotas } of all)
    await db.insert(eventRegistrations).values([
      { eventId, quotaId: quotas[0] ?? "", userId: there.id, status: "attended" },
      { eventId, quotaId: quotas[0] ?? "", userId: absent.id, status: "no_show" },
      { eventId, quotaId: quotas[0] ?? "", userId: volunteer.id, status: "attended" },
      { eventId, quotaId: quotas[0] ?? "", userId: helped.id, status: "attended" },
    ]);
  await db.delete(aids);
  // A volunteer then, and a student since.
  const common = { minutes: 120, activity: "delivery", level: "field", source: "event", status: "proposed" } as const;
  await db.insert(volunteerHours).values(all.map(({ id: eventId }) => ({ ...common, userId: helped.id, eventId, date: "2026-01-10" })));
  const [path = ""] = globSync("backend/db/migrations/*_kit-order-faults.sql");
  const migration = readFileSync(path, "utf8").split("--> statement-breakpoint");
  const backfill = migration.find((statement) => statement.includes("INSERT INTO aids") && !statement.includes("FUNCTION")) ?? "";
  const ids = all.map(({ id }) => id);
  for (let times = 0; times < 2; times += 1) {
    await db.execute(sql.raw(backfill));
    const added = await db.select().from(aids).where(inArray(aids.eventId, ids));
    expect(added.map(({ userId, kind }) => [userId, kind]).toSorted()).toEqual([
      [there.id, "clothes"],
      [there.id, "parcel"],
    ]);
  }
});
