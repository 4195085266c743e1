import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { registrations } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import type { ComingEvent } from "#contract/charity/event-registrations";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { editEvent } from "#tests/support/event-series";
import { addEvent } from "#tests/support/events";
import { feature, startGeocoder } from "#tests/support/geocoder";
import { signIn } from "#tests/support/people";

const lyon = { latitude: 45.7467, longitude: 4.8395 };
const villeurbanne = { latitude: 45.7667, longitude: 4.8799 };
const lille = { latitude: 50.6245, longitude: 3.0498 };

type Listed = { items: ComingEvent[]; measured: boolean; next?: string | null };

async function list(backend: TestBackend, cookie: string, query = "sort=distance") {
  const answer = await backend.request(`/api/my-events/coming?${query}`, { cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Listed;
}

const distances = ({ items }: Listed) => items.map(({ title, km }) => [title.fr, km]);

/** A volunteer who lives at a point. */
async function volunteerAt(backend: TestBackend, point: { latitude: number; longitude: number } | null) {
  const person = await signIn(backend, { role: "VOLUNTEER" });
  if (point) await backend.services.db.update(users).set(point).where(eq(users.id, person.id));
  return person;
}

async function addAt(backend: TestBackend, cookie: string, fr: string, more: object = {}) {
  return publishContent(backend, "events", cookie, { title: { fr }, ...more });
}

test("volunteers read how far events are from their own address, and sort by it, page after page", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await addAt(backend, cookie, "Nulle part");
  await addAt(backend, cookie, "Lille", lille);
  const { id } = await addAt(backend, cookie, "Villeurbanne", villeurbanne);
  const inLyon = await volunteerAt(backend, lyon);
  const found = await list(backend, inLyon.cookie);
  expect(found.measured).toBe(true);
  expect(distances(found)).toEqual([
    ["Villeurbanne", 4],
    ["Lille", 558],
    ["Nulle part", null],
  ]);
  const first = await list(backend, inLyon.cookie, "sort=distance&perPage=2");
  const second = await list(backend, inLyon.cookie, `sort=distance&perPage=2&page=2&after=${encodeURIComponent(first.next ?? "")}`);
  expect([...distances(first), ...distances(second)]).toEqual(distances(found));
  const one = (await (await backend.request(`/api/my-events/${id}`, { cookie: inLyon.cookie })).json()) as ComingEvent;
  expect(one.km).toBe(4);
  // Distances are in answers, points are in none: neither the reader's nor, on the site, that of the event.
  const sent = JSON.stringify([found, one]) + (await (await backend.request("/api/events")).text());
  expect(sent).not.toMatch(/latitude|longitude|45\.7|4\.8[37]/);
});

test("who has no known place reads no distance, and an order by it is that of time", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await addAt(backend, cookie, "Lille", { ...lille, startsAt: "2030-01-10T18:00" });
  await addAt(backend, cookie, "Lyon", { ...lyon, startsAt: "2030-01-09T18:00" });
  const nowhere = await volunteerAt(backend, null);
  await backend.services.db
    .insert(registrations)
    .values({ userId: nowhere.id, kind: "volunteer", at: new Date(), postcode: "69007" })
    .onConflictDoUpdate({ target: registrations.userId, set: { postcode: "69007" } });
  const found = await list(backend, nowhere.cookie);
  expect(found.measured).toBe(false);
  expect(distances(found)).toEqual([
    ["Lyon", null],
    ["Lille", null],
  ]);
});

test("a geocoder places an event by its address, and a person by a postcode alone; another address removes a point that is not found", async () => {
  let known = true;
  const geocoder = await startGeocoder(() => ({ body: JSON.stringify({ features: known ? [feature({})] : [] }) }));
  onTestFinished(() => geocoder.close());
  const backend = await backendForTest({ geocoder: geocoder.geocoder });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const event: Point = await addContent(backend, "events", cookie, { placeAddress: "24 rue du Marché-Levé, 69007 Lyon" });
  expect(event).toMatchObject({ latitude: 45.75, longitude: 4.85 });
  expect(geocoder.requests.at(-1)?.searchParams.get("q")).toBe("24 rue du Marché-Levé 69007 Lyon");
  const person = await volunteerAt(backend, null);
  await backend.services.db
    .insert(registrations)
    .values({ userId: person.id, kind: "volunteer", at: new Date(), addressLine: "3 rue Cachée", postcode: "69003" })
    .onConflictDoUpdate({ target: registrations.userId, set: { addressLine: "3 rue Cachée", postcode: "69003" } });
  await addAt(backend, cookie, "Lille", lille);
  const listed = await list(backend, person.cookie);
  expect(listed.measured).toBe(true);
  for (const { id, km } of listed.items) {
    const one = await (await backend.request(`/api/my-events/${id}`, { cookie: person.cookie })).json();
    expect(one).toMatchObject({ km });
  }
  expect(listed.items.map(({ km }) => km)).toContainEqual(expect.any(Number));
  expect(geocoder.requests.at(-1)?.searchParams.get("q")).toBe("69003");
  known = false;
  const edit = async (changes: object) => (await (await editEvent(backend, cookie, event.id, { ...changes })).json()) as Point;
  expect(await edit({ summary: { fr: "Sans rapport" } })).toMatchObject({ latitude: 45.75, longitude: 4.85 });
  expect(await edit({ placeAddress: "1 place du Pont, 69003 Lyon" })).toMatchObject({ latitude: null, longitude: null });
  expect(await edit({ placeAddress: "2 place du Pont, 69003 Lyon", ...lyon })).toMatchObject(lyon);
});

type Point = { id: string; latitude?: number | null; longitude?: number | null };

test("the list of one's own events says the hours that each counts", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { id, quotas } = await addEvent(backend, cookie, {
    event: { startsAt: "2030-01-09T18:00", endsAt: "2030-01-09T20:00" },
    quotas: [{ capacity: 2 }],
  });
  const { db } = backend.services;
  const people = [await volunteerAt(backend, null), await volunteerAt(backend, null)];
  for (const { id: userId } of people)
    await db.insert(eventRegistrations).values({ eventId: id, quotaId: quotas[0] ?? "", userId, status: "no_show" });
  const entry = { activity: "other", level: "field", source: "event", status: "submitted", date: "2026-01-02", minutes: 120 } as const;
  await db.insert(volunteerHours).values({ ...entry, userId: people[0]?.id ?? "", eventId: id });
  const hours = await Promise.all(
    people.map(async ({ cookie: own }) => {
      const { items } = (await (await backend.request("/api/my-events", { cookie: own })).json()) as Listed;
      return items.map(({ mine }) => mine?.hours);
    }),
  );
  expect(hours).toEqual([[{ minutes: 120, status: "submitted" }], [null]]);
});

test("half a point is refused", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const event = await addContent(backend, "events", cookie, lyon);
  for (const half of [{ latitude: null }, { longitude: null }])
    expect(await (await editEvent(backend, cookie, event.id, half)).json()).toHaveProperty("fieldErrors.longitude");
});
