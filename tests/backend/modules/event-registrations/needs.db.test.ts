import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import type { PageOf } from "#contract/api/endpoint";
import type { Helpers } from "#contract/charity/event-day";
import type { ComingEvent } from "#contract/charity/event-registrations";
import type { EventPage } from "#contract/charity/public-events";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { addSeries, editEvent } from "#tests/support/event-series";
import { addEvent, placesOf, savePlaces } from "#tests/support/events";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie = "";
let sectorId = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  ({ id: sectorId } = await addContent(backend, "sectors", cookie));
});
afterAll(() => backend.close());

// A Saturday.
const times = { startsAt: "2099-06-13T10:00", endsAt: "2099-06-13T12:00" };
const here = () => ({ ...times, sectorId });

async function volunteer({ manages }: { manages?: string } = {}) {
  const person = await signIn(backend, { role: "VOLUNTEER", sectorId });
  const { db } = backend.services;
  await db
    .insert(volunteerProfiles)
    .values({ userId: person.id, activities: [], moments: ["saturday"] })
    .onConflictDoNothing();
  if (manages) await db.insert(sectorManagers).values({ sectorId: manages, userId: person.id });
  return person;
}

type Refused = { fieldErrors?: Record<string, string[]> };

async function answerOf(person: { cookie: string }, id: string, quotaId: string | undefined) {
  const answer = await backend.request(`/api/my-events/${id}/registration`, { method: "POST", cookie: person.cookie, json: { quotaId } });
  return ((await answer.json()) as Refused).fieldErrors?.quotaId?.[0] ?? answer.status;
}

async function added(who: { email: string } | { guestName: string }, id: string, quotaId: string | undefined) {
  const json = { ...who, quotaId, partySize: 1 };
  const answer = await backend.request(`/api/admin/events/${id}/participants`, { method: "POST", cookie, json });
  const { fieldErrors } = (await answer.json()) as Refused;
  return fieldErrors?.email?.[0] ?? fieldErrors?.quotaId?.[0] ?? answer.status;
}

const helpersOf = async (id: string) =>
  ((await (await backend.request(`/api/admin/events/${id}/day`, { cookie })).json()) as { helpers: Helpers | null }).helpers?.people;

/** Puts somebody at an event of a type, as noted by staff. */
async function wasAt(
  userId: string,
  type: "training" | "meeting",
  { day = "2020-01-10", status = "attended" as "attended" | "no_show" } = {},
) {
  const past = await addEvent(backend, cookie, { event: { ...times, type } });
  const { db } = backend.services;
  await db.insert(eventRegistrations).values({ eventId: past.id, quotaId: past.quotas[0] ?? "", userId, status });
  const times2020 = { startsAt: new Date(`${day}T10:00Z`), endsAt: new Date(`${day}T12:00Z`) };
  await db.update(events).set(times2020).where(eq(events.id, past.id));
}

test("places for managers are for those of the sector of the event, whoever registers or adds them", async () => {
  const { id, quotas } = await addEvent(backend, cookie, { event: here(), quotas: [{ capacity: 9 }, { capacity: 9, leadOnly: true }] });
  const { id: elsewhere } = await addContent(backend, "sectors", cookie);
  const [lead, other] = [await volunteer({ manages: sectorId }), await volunteer()];
  const foreign = await signIn(backend, { role: "VOLUNTEER", sectorId: elsewhere });
  await backend.services.db.insert(sectorManagers).values({ sectorId: elsewhere, userId: foreign.id });
  expect(await answerOf(lead, id, quotas[1])).toBe(200);
  expect(await answerOf(other, id, quotas[1])).toBe("events:refused.lead");
  expect(await answerOf(foreign, id, quotas[1])).toBe("events:refused.lead");
  expect(await added(other, id, quotas[1])).toBe("events:error.notEligible");
  expect(await answerOf(other, id, quotas[0])).toBe(200);

  expect(await added({ guestName: "Une invitée" }, id, quotas[1])).toBe("events:error.guestLead");
  expect(await added({ guestName: "Une invitée" }, id, quotas[0])).toBe(200);

  const seats = await backend.services.db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.quotaId, quotas[0] ?? ""));
  const json = { quotaId: quotas[1], selection: { ids: seats.map((seat) => seat.id) } };
  const moved = await backend.request(`/api/admin/events/${id}/participants/move`, { method: "POST", cookie, json });
  expect(await moved.json()).toMatchObject({ changed: 0, left: [{ obstacle: "eligible" }, { obstacle: "eligible" }] });
});

test("free places for managers are counted for these alone, in lists, their filter and on the public page", async () => {
  const { id, quotas } = await addEvent(backend, cookie, {
    event: { ...here(), visibility: "public" },
    quotas: [{ capacity: 1 }, { capacity: 9, leadOnly: true }],
  });
  const [lead, other, last] = [await volunteer({ manages: sectorId }), await volunteer(), await volunteer()];
  expect(await answerOf(last, id, quotas[0])).toBe(200);
  const seenBy = async (person: { cookie: string }, query = "") => {
    const path = `/api/my-events/coming?perPage=100&startsAtFrom=2099-06-13${query}`;
    const { items } = (await (await backend.request(path, { cookie: person.cookie })).json()) as PageOf<ComingEvent>;
    return items.find((event) => event.id === id);
  };
  expect(await seenBy(lead)).toMatchObject({ free: 9, phase: "open" });
  expect(await seenBy(other)).toMatchObject({ free: 0, phase: "full" });
  expect([await seenBy(lead, "&free=yes"), await seenBy(other, "&free=yes")]).toEqual([expect.objectContaining({ id }), undefined]);
  const page = (await (await backend.request(`/api/events/${id}/page`)).json()) as EventPage;
  expect([page.phase, page.registration?.places]).toEqual(["full", "full"]);
  expect(page.registration?.quotas.map(({ places }) => places)).toEqual(["full", "free"]);
});

test("places for managers are none of guests, are copied, find managers alone, and need a sector", async () => {
  const only = [{ capacity: 9, leadOnly: true }];
  const { id } = await addEvent(backend, cookie, { event: here(), guests: true, quotas: only });
  const page = (await (await backend.request(`/api/events/${id}/page`)).json()) as EventPage;
  expect(page.registration?.quotas).toMatchObject([{ guests: false }]);
  await volunteer();
  const before = await helpersOf(id);
  await volunteer({ manages: sectorId });
  expect(await helpersOf(id)).toBe((before ?? 0) + 1);
  const copy = await backend.request(`/api/admin/events/${id}/copy`, { method: "POST", cookie, json: { day: "2028-03-14" } });
  const { id: copied } = (await copy.json()) as { id: string };
  const rows = await backend.services.db.select().from(eventQuotas).where(eq(eventQuotas.eventId, copied));
  expect(rows).toMatchObject([{ leadOnly: true }]);
  const nobodys = await addEvent(backend, cookie, { event: { ...times, sectorId: null } });
  const refused = await savePlaces(backend, cookie, nobodys.id, { version: 1, quotas: [{ id: nobodys.quotas[0], ...only[0] }] });
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ fieldErrors: { "quotas[0].leadOnly": ["events:error.leadWithoutSector"] } }),
  ]);
});

test("an event with places for managers keeps its team, a date of a series too, until these places are gone", async () => {
  const [one, two] = await addSeries(backend, cookie);
  const ids = [one?.id ?? "", two?.id ?? ""] as const;
  const edit = async (id: string, change: object) => {
    const answer = await editEvent(backend, cookie, id, { ...change });
    return [answer.status, ((await answer.json()) as Refused).fieldErrors];
  };
  const setPlaces = async (leadOnly: boolean) => {
    const { rules, quotas } = await placesOf(backend, cookie, ids[1]);
    return savePlaces(backend, cookie, ids[1], { version: rules.version, quotas: [{ id: quotas[0]?.id, capacity: 4, leadOnly }] });
  };
  expect(await edit(ids[0], { sectorId, scope: "all" })).toEqual([200, undefined]);
  expect((await setPlaces(true)).status).toBe(200);
  expect(await edit(ids[1], { sectorId: null })).toEqual([422, { sectorId: ["events:error.leadPlaces"] }]);
  const refused = expect.stringMatching(/^content:events.own.scope.refused.team\?day=/);
  expect(await edit(ids[0], { sectorId: null, scope: "all" })).toEqual([422, { sectorId: [refused] }]);
  expect((await setPlaces(false)).status).toBe(200);
  expect(await edit(ids[0], { sectorId: null, scope: "all" })).toEqual([200, undefined]);
});

test("an event that needs a training takes those who were at one before it, and nobody who missed it or was at a meeting", async () => {
  const { id, quotas } = await addEvent(backend, cookie, { event: here(), needsTraining: true, quotas: [{ capacity: 9 }] });
  const [trained, missed, met, later] = [await volunteer(), await volunteer(), await volunteer(), await volunteer()];
  await wasAt(trained.id, "training");
  await wasAt(missed.id, "training", { status: "no_show" });
  await wasAt(met.id, "meeting");
  await wasAt(later.id, "training", { day: "2099-07-01" });
  expect(await helpersOf(id)).toBe(1);
  for (const person of [missed, met, later]) expect(await answerOf(person, id, quotas[0])).toBe("events:refused.training");
  expect(await added(missed, id, quotas[0])).toBe("events:error.notEligible");
  expect(await answerOf(trained, id, quotas[0])).toBe(200);
  const page = (await (await backend.request(`/api/events/${id}/page`)).json()) as EventPage;
  expect(page.registration).toMatchObject({ needsTraining: true });
});

test("guests are at no training: the form says so, and the database refuses both", async () => {
  const { id, quotas } = await addEvent(backend, cookie, { event: here(), guests: true });
  const both = { version: 1, guests: true, needsTraining: true, quotas: [{ id: quotas[0] }] };
  const refused = await savePlaces(backend, cookie, id, both);
  expect(await refused.json()).toMatchObject({ fieldErrors: { guests: ["events:error.guestsTraining"] } });
  const { db } = backend.services;
  await expect(db.update(registrationRules).set({ needsTraining: true }).where(eq(registrationRules.eventId, id))).rejects.toThrow();
});
