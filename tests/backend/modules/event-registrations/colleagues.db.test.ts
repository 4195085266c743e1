import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import type { EventForPerson } from "#contract/charity/event-registrations";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const number = "+33612345678";

/** A person at an event, who says in their settings whether they share their number. */
async function atEvent(
  { id, quotas }: { id: string; quotas: string[] },
  {
    role = "VOLUNTEER",
    status = "confirmed",
    shares = true,
    ...person
  }: { role?: "VOLUNTEER" | "BENEFICIARY"; status?: "confirmed" | "waiting"; shares?: boolean; firstName?: string; phone?: string | null },
) {
  const signed = await signIn(backend, { role, phone: number, ...person });
  const [quotaId = ""] = quotas;
  await backend.services.db.insert(eventRegistrations).values({ eventId: id, quotaId, userId: signed.id, status });
  if (role === "VOLUNTEER") await share(signed.cookie, shares);
  return signed;
}

async function share(cookie: string, sharesPhone: boolean) {
  const path = "/api/account/volunteering";
  const { version } = (await (await backend.request(path, { cookie })).json()) as { version: string | null };
  const json = { activities: [], moments: [], sharesPhone, version };
  expect((await backend.request(path, { method: "PUT", cookie, json })).status).toBe(200);
}

const anEvent = () =>
  addEvent(backend, admin, {
    event: { startsAt: "2099-06-10T10:00", endsAt: "2099-06-10T12:00" },
    roles: ["VOLUNTEER", "BENEFICIARY"],
    quotas: [{ capacity: 9 }],
  });
const numbersFor = async ({ cookie }: { cookie: string }, id: string) => {
  const event = (await (await backend.request(`/api/my-events/${id}`, { cookie })).json()) as EventForPerson;
  return event.colleagues.map(({ firstName, phone }) => `${firstName} ${phone}`);
};

test("volunteers with a place read the numbers of those at the same event who share theirs, and of nobody else", async () => {
  const event = await anEvent();
  const reader = await atEvent(event, { firstName: "Nour", shares: false });
  const ana = await atEvent(event, { firstName: "Ana" });
  await atEvent(event, { firstName: "Bao", shares: false });
  await atEvent(event, { firstName: "Cleo", status: "waiting" });
  await atEvent(event, { firstName: "Dina", phone: null });
  await atEvent(await anEvent(), { firstName: "Elle" });
  expect(await numbersFor(reader, event.id)).toEqual([`Ana ${number}`]);
  expect(await numbersFor(ana, event.id)).toEqual([]);
  await share(ana.cookie, false);
  expect(await numbersFor(reader, event.id)).toEqual([]);
});

test("who has no place, waits for one or is helped there reads none, and nobody does once the event is over", async () => {
  const event = await anEvent();
  await atEvent(event, { firstName: "Ana" });
  const outsider = await signIn(backend, { role: "VOLUNTEER" });
  const waits = await atEvent(event, { status: "waiting" });
  const student = await atEvent(event, { role: "BENEFICIARY" });
  for (const person of [outsider, waits, student]) expect(await numbersFor(person, event.id)).toEqual([]);
  const reader = await atEvent(event, { shares: false });
  expect(await numbersFor(reader, event.id)).toEqual([`Ana ${number}`]);
  const past = { startsAt: new Date("2020-01-01T10:00:00Z"), endsAt: new Date("2020-01-01T12:00:00Z") };
  await backend.services.db.update(events).set(past).where(eq(events.id, event.id));
  expect(await numbersFor(reader, event.id)).toEqual([]);
});
