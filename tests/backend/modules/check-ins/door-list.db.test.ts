import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueCodes, replaceCodes } from "#backend/modules/check-ins/issuing";
import { eventDoorPeople } from "#backend/modules/check-ins/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import type { DoorList } from "#contract/charity/door-list";
import { lookupOf } from "#contract/charity/door-lookup";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addRegistration, addRunningEvent, answerAt } from "#tests/support/door";
import { addPerson, signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let admin = { id: "", cookie: "" };
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

const request = (eventId: string, cookie = admin.cookie, since = "") =>
  backend.request(`/api/doors/${eventId}/list${since && `?since=${encodeURIComponent(since)}`}`, { cookie });
const listOf = async (...call: Parameters<typeof request>) => ((await (await request(...call)).json()) as { list: DoorList }).list;
const issued = async (id: string) => (await issueCodes(backend.services, "ticket", [id])).get(id) ?? { code: "", letters: "" };

test("the list of a door has hashes of codes in place of these, and of a person a first name, an initial, and the place", async () => {
  const event = await addRunningEvent(backend);
  const person = await addPerson(backend, { role: "VOLUNTEER", firstName: "Lina", lastName: "Belkacem" });
  const id = await addRegistration(backend, event, { userId: person.id }, { partySize: 2 });
  const guest = await addRegistration(backend, event, { guestName: "Karim ben Diallo" });
  const gone = await addRegistration(backend, event, { guestName: "Zoé Martinet" }, { status: "cancelled_by_user" });
  const [old, { code, letters }] = [
    await issued(id),
    (await replaceCodes(backend.services, "ticket", [id])).get(id) ?? { code: "", letters: "" },
  ];
  const text = await (await request(event.eventId)).text();
  for (const secret of [code, letters, old.code, old.letters, "Belkacem", "Diallo", "Zoé", person.email])
    expect(text).not.toContain(secret);
  const { list } = JSON.parse(text) as { list: DoorList };
  const entry = (which: string) => list.entries.find((one) => one.id === which);
  const lookups = (codes: string[]) => Promise.all(codes.map((one) => lookupOf(list.salt, one)));
  expect(entry(id)).toEqual({
    ...{ id, name: "Lina B.", partySize: 2, quotaId: event.quotaId, status: "confirmed", insideSince: null, accountOpen: true },
    codes: await lookups([code, letters]),
    replaced: await lookups([old.code, old.letters]),
  });
  expect(entry(id)?.codes.map((one) => one.length)).toEqual([16, 4]);
  expect([entry(guest)?.name, entry(gone)?.name, entry(gone)?.status]).toEqual(["Karim D.", null, "cancelled_by_user"]);
  expect([list.whole, list.event.isOn, list.quotas.map((quota) => quota.id)]).toEqual([true, true, [event.quotaId]]);
});

test("only who may stand at a door has its list, until the right is withdrawn or the session ends", async () => {
  const [event, other] = [await addRunningEvent(backend), await addRunningEvent(backend)];
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect((await request(event.eventId, volunteer.cookie)).status).toBe(404);
  const { db } = backend.services;
  await db.insert(eventDoorPeople).values({ eventId: event.eventId, userId: volunteer.id, addedBy: admin.id });
  expect((await request(event.eventId, volunteer.cookie)).status).toBe(200);
  expect((await request(other.eventId, volunteer.cookie)).status).toBe(404);
  await db.delete(eventDoorPeople).where(eq(eventDoorPeople.userId, volunteer.id));
  expect((await request(event.eventId, volunteer.cookie)).status).toBe(404);
  for (const role of ["BENEFICIARY", "DONATOR_MERCHANT"] as const)
    expect((await request(event.eventId, (await signIn(backend, { role })).cookie)).status).toBe(403);
  expect((await request(event.eventId, "")).status).toBe(401);
});

test("each session has a key of its own for each event, and the same one each time", async () => {
  const [event, other] = [await addRunningEvent(backend), await addRunningEvent(backend)];
  const second = await signIn(backend, { role: "ADMIN" });
  const keys = [
    (await listOf(event.eventId)).key,
    (await listOf(event.eventId)).key,
    (await listOf(other.eventId)).key,
    (await listOf(event.eventId, second.cookie)).key,
  ];
  expect([keys[0] === keys[1], new Set(keys).size, Buffer.from(keys[0] ?? "", "base64url").length]).toEqual([true, 3, 32]);
});

test("there is no list more than twelve hours before an event, nor from a day after its end on", async () => {
  const hour = 3_600_000;
  const now = time.clock().getTime();
  const at = async (from: number, to: number) => {
    const { eventId } = await addRunningEvent(backend, { startsAt: new Date(now + from * hour), endsAt: new Date(now + to * hour) });
    return (await listOf(eventId)) !== null;
  };
  expect([await at(12.1, 14), await at(11.9, 14), await at(-30, -23.9), await at(-30, -24)]).toEqual([false, true, true, false]);
});

test("the changes since a list are who came, was moved to another state, or has another code", async () => {
  const event = await addRunningEvent(backend);
  const [inside, cancelled, replaced, same] = [
    await addRegistration(backend, event, { guestName: "Ana Costa" }),
    await addRegistration(backend, event, { guestName: "Isa Morel" }),
    await addRegistration(backend, event, { guestName: "Nabil Haddad" }),
    await addRegistration(backend, event, { guestName: "Paul Dupont" }),
  ];
  const { code } = await issued(inside);
  await backend.services.db
    .update(eventRegistrations)
    .set({ updatedAt: time.clock() })
    .where(eq(eventRegistrations.eventId, event.eventId));
  time.pass(600);
  const { at } = await listOf(event.eventId);
  expect((await listOf(event.eventId, admin.cookie, at)).entries).toEqual([]);
  time.pass(5);
  expect(await answerAt(backend, admin.cookie, event.eventId, { code })).toBe("ok");
  await backend.services.db
    .update(eventRegistrations)
    .set({ status: "cancelled_by_staff", updatedAt: time.clock() })
    .where(eq(eventRegistrations.id, cancelled));
  await replaceCodes(backend.services, "ticket", [replaced]);
  const changes = await listOf(event.eventId, admin.cookie, at);
  const found = new Map(changes.entries.map((entry) => [entry.id, entry]));
  expect([changes.whole, found.size, found.has(same)]).toEqual([false, 3, false]);
  expect([found.get(inside)?.status, found.get(inside)?.insideSince]).toEqual(["attended", time.clock().toISOString()]);
  expect(found.get(cancelled)?.status).toBe("cancelled_by_staff");
  expect(found.get(replaced)?.replaced).toHaveLength(2);
});
