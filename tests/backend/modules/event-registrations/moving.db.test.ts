import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer } from "#backend/db/client";
import { auditLog } from "#backend/modules/audit/tables";
import { eventQuotas, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { backendForTest, startBackend, type TestBackend } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { addEvent, placesOf } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie: string;
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

type Status = (typeof eventRegistrations.$inferInsert)["status"];
type Backend = Pick<TestBackend, "services" | "request">;

/** Registers a new volunteer directly; the database counts the place. */
async function seat({ services }: Backend, eventId: string, quotaId = "", status: Status = "confirmed", person: object = {}) {
  const { id: userId } = await addPerson({ services }, { role: "VOLUNTEER", ...person });
  const [row] = await services.db
    .insert(eventRegistrations)
    .values({ eventId, quotaId, userId, status, ...person })
    .returning();
  return row?.id ?? "";
}

async function move(of: Backend, id: string, quotaId = "", ids: string[] = [], admin = cookie) {
  const json = { quotaId, selection: { ids } };
  const answer = await of.request(`/api/admin/events/${id}/participants/move`, { method: "POST", cookie: admin, json });
  const body = (await answer.json()) as { changed: number; promoted: number; left: { id: string; name: string; obstacle: string }[] };
  return { ...body, code: answer.status };
}

const registration = async (id: string) =>
  (await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.id, id)))[0];
const topicsAbout = async (eventId: string) => {
  const rows = await backend.services.db
    .select({ topic: outgoingMails.topic })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.aboutId, eventId), eq(outgoingMails.status, "waiting")));
  return rows.map(({ topic }) => topic).sort();
};

test("people are moved as far as there are places, and the waiting list gets what they leave, each with one notice", async () => {
  const event = await addEvent(backend, cookie, { quotas: [{ capacity: 2 }, { capacity: 1, label: { fr: "Tri" } }] });
  const [from, to] = event.quotas;
  const [first, second] = [await seat(backend, event.id, from), await seat(backend, event.id, from)];
  const waits = await seat(backend, event.id, from, "waiting");
  expect(await move(backend, event.id, to, [second, first])).toMatchObject({
    ...{ code: 200, changed: 1, promoted: 1 },
    left: [{ id: second, obstacle: "place" }],
  });
  expect(await registration(first)).toMatchObject({ quotaId: to, status: "confirmed", version: 2 });
  expect(await registration(waits)).toMatchObject({ quotaId: from, status: "offered" });
  expect((await placesOf(backend, cookie, event.id)).quotas.map(({ taken }) => taken)).toEqual([2, 1]);
  expect(await topicsAbout(event.id)).toEqual(["event_moved", "event_offer"]);
  const [moved] = await backend.services.db
    .select()
    .from(outgoingMails)
    .where(and(eq(outgoingMails.aboutId, event.id), eq(outgoingMails.topic, "event_moved")));
  expect(moved?.text).toContain("Tri");
  const [logged] = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, first));
  expect(logged).toMatchObject({ action: "event_registration.move_places", changes: { quota: { before: "Places", after: "Tri" } } });
});

test("a second move takes back the notice of the first, which nobody has read", async () => {
  const event = await addEvent(backend, cookie, { quotas: [{ capacity: 1 }, { capacity: 1 }, { capacity: 1 }] });
  const [one, two, three] = event.quotas;
  const id = await seat(backend, event.id, one);
  await move(backend, event.id, two, [id]);
  await move(backend, event.id, three, [id]);
  expect(await topicsAbout(event.id)).toEqual(["event_moved"]);
  const person = (await registration(id))?.userId ?? "";
  const inbox = await backend.services.db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, person), eq(notices.channel, "inbox")));
  expect(inbox.map(({ topic }) => topic)).toEqual(["event_moved"]);
});

test("who waits is moved with their rank, and is offered a place that is free there, with that notice alone", async () => {
  const event = await addEvent(backend, cookie, { quotas: [{ capacity: 0 }, { capacity: 1 }] });
  const [full, free] = event.quotas;
  const id = await seat(backend, event.id, full, "waiting");
  expect(await move(backend, event.id, free, [id])).toMatchObject({ changed: 1, promoted: 1, left: [] });
  expect(await registration(id)).toMatchObject({ quotaId: free, status: "offered" });
  expect(await topicsAbout(event.id)).toEqual(["event_offer"]);
});

test("who may not have the places, has them, or came, stays with the reason; a party is moved whole", async () => {
  const event = await addEvent(backend, cookie, {
    roles: ["VOLUNTEER", "BENEFICIARY"],
    quotas: [{ capacity: 9 }, { capacity: 3, roles: ["VOLUNTEER"] }, { capacity: 3, needsDriver: true }],
  });
  const [from, ofVolunteers, ofDrivers] = event.quotas;
  const student = await seat(backend, event.id, from, "confirmed", { role: "BENEFICIARY" });
  const came = await seat(backend, event.id, from, "attended");
  const there = await seat(backend, event.id, ofVolunteers);
  const party = await seat(backend, event.id, from, "confirmed", { partySize: 3 });
  const answer = await move(backend, event.id, ofVolunteers, [student, came, there, party]);
  expect(answer.changed).toBe(0);
  expect(Object.fromEntries(answer.left.map(({ id, obstacle }) => [id, obstacle]))).toEqual({
    ...{ [student]: "eligible", [came]: "state", [there]: "same", [party]: "place" },
  });
  expect((await move(backend, event.id, ofDrivers, [party])).left).toMatchObject([{ obstacle: "eligible" }]);
});

test("nobody is moved to places of another event, nor from one", async () => {
  const [one, other] = [await addEvent(backend, cookie), await addEvent(backend, cookie)];
  const id = await seat(backend, one.id, one.quotas[0]);
  expect((await move(backend, one.id, other.quotas[0], [id])).code).toBe(422);
  expect(await move(backend, other.id, other.quotas[0], [id])).toMatchObject({ code: 200, changed: 0, left: [] });
  expect(await registration(id)).toMatchObject({ quotaId: one.quotas[0] });
});

test.runIf(serverUrl)(
  "of forty who are moved at once over two backends to five places, and back and forth, five get one and none is counted twice",
  { timeout: 120_000 },
  async () => {
    const database = await openTestDatabase();
    if (!("url" in database)) throw new Error("the database has no address");
    const second = await openServer(database.url, 20);
    for (const { pool } of [database, second]) pool.options.connectionTimeoutMillis = 60_000;
    const backends = [await backendForTest({ database }), await backendForTest({ database: second })] as const;
    const { cookie: admin } = await signIn(backends[0], { role: "ADMIN" });
    const event = await addEvent(backends[0], admin, { quotas: [{ capacity: 40 }, { capacity: 5 }] });
    const [many, few] = event.quotas;
    const ids: string[] = [];
    for (let person = 0; person < 40; person += 1) ids.push(await seat(backends[0], event.id, many));
    const of = (at: number) => backends[at % 2 === 0 ? 0 : 1];
    const answers = await Promise.all(ids.map((id, at) => move(of(at), event.id, few, [id], admin)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    expect(answers.reduce((sum, { changed }) => sum + changed, 0)).toBe(5);
    expect(answers.flatMap(({ left }) => left.map(({ obstacle }) => obstacle))).toEqual(Array(35).fill("place"));
    const there = ids.filter((_, at) => answers[at]?.changed === 1);
    const both = await Promise.all([
      ...there.map((id, at) => move(of(at), event.id, many, [id], admin)),
      ...ids.map((id, at) => move(of(at + 1), event.id, few, [id], admin)),
    ]);
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([200]));
    const { db } = backends[0].services;
    for (const { id, taken, capacity } of await db.select().from(eventQuotas).where(eq(eventQuotas.eventId, event.id))) {
      expect(taken).toBe(await db.$count(eventRegistrations, eq(eventRegistrations.quotaId, id)));
      expect(taken).toBeLessThanOrEqual(capacity);
    }
  },
);
