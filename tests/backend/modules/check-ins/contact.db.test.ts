import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import type { EventDay } from "#contract/charity/event-day";
import type { EventForPerson } from "#contract/charity/event-registrations";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { eventGuest } from "#tests/support/event-guests";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const read = async <T>(path: string, by = cookie) => (await (await backend.request(path, { cookie: by })).json()) as T;

async function setContact(id: string, contactEmail: string) {
  const answer = await backend.request(`/api/admin/events/${id}/contact`, { method: "PUT", cookie, json: { contactEmail } });
  return ((await answer.json()) as { fieldErrors?: Record<string, string[]> }).fieldErrors?.contactEmail?.[0] ?? answer.status;
}

const inCharge = () => signIn(backend, { role: "VOLUNTEER", firstName: "Zoé", lastName: "Abadie", phone: "+33612345678" });

test("staff name who is in charge of an event, with an open account, and read their telephone; nobody when the account is not open", async () => {
  const { id } = await addEvent(backend, cookie);
  const person = await inCharge();
  const student = await signIn(backend, { role: "BENEFICIARY" });
  const shown = async () => (await read<EventDay>(`/api/admin/events/${id}/day`)).contact;
  expect(await shown()).toBe(null);
  for (const email of [student.email, "personne@maillon.example"]) expect(await setContact(id, email)).toBe("events:error.contact");
  expect(await setContact(id, person.email)).toBe(200);
  expect(await shown()).toMatchObject({ userId: person.id, name: "Zoé Abadie", phone: "+33612345678" });
  const { db } = backend.services;
  await db.update(users).set({ accountState: "suspended" }).where(eq(users.id, person.id));
  expect(await shown()).toBe(null);
  expect(await setContact(id, "")).toBe(200);
  const [event] = await db.select().from(events).where(eq(events.id, id));
  expect(event?.contactUserId).toBe(null);
});

test("who has a place reads who is in charge until the event is over, guests among them, and nobody who waits", async () => {
  const { id, quotas } = await addEvent(backend, cookie, { quotas: [{ capacity: 9 }], guests: true });
  const person = await inCharge();
  await setContact(id, person.email);
  const expected = { name: "Zoé Abadie", phone: "+33612345678" };
  // Before somebody waits, whom nobody passes.
  const guest = eventGuest(backend, time);
  const token = await guest.register({ id, quotas }, "lou@maillon.example");
  expect(await guest.read(token)).toMatchObject({ state: "registration", contact: expected });
  const [seated, waiting] = [await signIn(backend, { role: "VOLUNTEER" }), await signIn(backend, { role: "VOLUNTEER" })];
  const row = { eventId: id, quotaId: quotas[0] ?? "" };
  const { db } = backend.services;
  await db.insert(eventRegistrations).values([
    { ...row, userId: seated.id, status: "confirmed" },
    { ...row, userId: waiting.id, status: "waiting" },
  ]);
  const contactOf = async (by: string) => (await read<EventForPerson>(`/api/my-events/${id}`, by)).contact;
  expect([await contactOf(seated.cookie), await contactOf(waiting.cookie)]).toEqual([expected, null]);
  await db.update(users).set({ phone: null }).where(eq(users.id, person.id));
  expect(await contactOf(seated.cookie)).toEqual({ name: "Zoé Abadie", phone: null });
  await db.update(users).set({ phone: "+33612345678" }).where(eq(users.id, person.id));
  await db
    .update(events)
    .set({ startsAt: new Date(time.clock().getTime() - 7_200_000), endsAt: new Date(time.clock().getTime() - 3_600_000) })
    .where(eq(events.id, id));
  expect(await contactOf(seated.cookie)).toBe(null);
});

test("a copy has the same person in charge", async () => {
  const { id } = await addEvent(backend, cookie);
  const person = await inCharge();
  await setContact(id, person.email);
  const day = new Date(time.clock().getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
  const answer = await backend.request(`/api/admin/events/${id}/copy`, { method: "POST", cookie, json: { day } });
  const copy = (await answer.json()) as { id: string };
  const [event] = await backend.services.db.select().from(events).where(eq(events.id, copy.id));
  expect(event?.contactUserId).toBe(person.id);
});
