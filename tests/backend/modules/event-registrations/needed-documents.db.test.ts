import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import { eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { accountDecisions } from "#backend/modules/verification/tables";
import type { EventDay } from "#contract/charity/event-day";
import type { EventDocumentKind } from "#contract/charity/event-documents";
import type { EventPage } from "#contract/charity/public-events";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { datesOf, repeat } from "#tests/support/event-series";
import { addEvent, savePlaces } from "#tests/support/events";
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
const day = "2099-06-13";
const here = () => ({ startsAt: `${day}T10:00`, endsAt: `${day}T12:00`, sectorId });

async function volunteer() {
  const person = await signIn(backend, { role: "VOLUNTEER", sectorId });
  await backend.services.db
    .insert(volunteerProfiles)
    .values({ userId: person.id, activities: [], moments: ["saturday"] })
    .onConflictDoNothing();
  return person;
}

/** A document of somebody, as staff decided on it. */
const send = (ownerId: string, kind: EventDocumentKind, verification: "pending" | "accepted" = "accepted") =>
  backend.services.db.insert(documents).values({
    ...{ ownerId, kind, verification, visibility: "owner", mime: "application/pdf", bytes: 1, sha256: "0" },
    storageKey: crypto.randomUUID(),
  });

/** The days of a driver's documents, as staff decided on them. */
function licenceUntil(userId: string, licenceExpiry: string, status: (typeof driverProfiles.$inferInsert)["status"] = "approved") {
  const days = { licenceExpiry, insuranceExpiry: day, inspectionExpiry: day, status };
  return backend.services.db
    .insert(driverProfiles)
    .values({ userId, vehicle: "car", ...days })
    .onConflictDoUpdate({ target: driverProfiles.userId, set: days });
}

async function driver(until = day) {
  const person = await volunteer();
  await send(person.id, "LICENCE");
  await licenceUntil(person.id, until);
  return person;
}

type Answer = { fieldErrors?: Record<string, string[]>; status?: string };

async function register(person: { cookie: string }, { id, quotas }: { id: string; quotas: string[] }) {
  const json = { quotaId: quotas[0] };
  const answer = await backend.request(`/api/my-events/${id}/registration`, { method: "POST", cookie: person.cookie, json });
  const { fieldErrors, status } = (await answer.json()) as Answer;
  return fieldErrors?.quotaId?.[0] ?? status;
}

const read = async <T>(path: string, by = cookie) => (await (await backend.request(path, { cookie: by })).json()) as T;
const lackingFor = async (person: { cookie: string }, id: string) =>
  (await read<{ lackingDocuments: string[] }>(`/api/my-events/${id}`, person.cookie)).lackingDocuments;
const helpersOf = async (id: string) => (await read<EventDay>(`/api/admin/events/${id}/day`)).helpers?.people;

test("an event takes those alone whose document was accepted and counts on its day, and says which one is missing", async () => {
  const event = await addEvent(backend, cookie, { event: here(), needsDocuments: ["LICENCE"], quotas: [{ capacity: 9 }] });
  const [has, sent, nothing, expired] = [await driver(), await volunteer(), await volunteer(), await driver("2099-06-12")];
  await send(sent.id, "LICENCE", "pending");
  await licenceUntil(sent.id, day);
  expect(await helpersOf(event.id)).toBe(1);
  for (const person of [sent, nothing, expired]) {
    expect(await register(person, event)).toBe("events:refused.documents");
    expect(await lackingFor(person, event.id)).toEqual(["LICENCE"]);
  }
  expect(await lackingFor(has, event.id)).toEqual([]);
  expect(await register(has, event)).toBe("confirmed");
  const json = { email: nothing.email, quotaId: event.quotas[0], partySize: 1 };
  const added = await backend.request(`/api/admin/events/${event.id}/participants`, { method: "POST", cookie, json });
  expect(await added.json()).toMatchObject({ fieldErrors: { email: ["events:error.notEligible"] } });
  const page = await read<EventPage>(`/api/events/${event.id}/page`);
  expect(page.registration).toMatchObject({ needsDocuments: ["LICENCE"] });
});

test("a driver's document counts while the team approves the profile: not by a day that its holder typed, nor of who is blocked", async () => {
  const event = await addEvent(backend, cookie, { event: here(), needsDocuments: ["LICENCE"], quotas: [{ capacity: 9 }] });
  const [typed, blocked] = [await driver("2098-01-01"), await driver()];
  const path = "/api/account/driving";
  const { version } = await read<{ version: string }>(path, typed.cookie);
  const json = { vehicle: "car", licenceExpiry: "2099-12-31", insuranceExpiry: day, inspectionExpiry: day, version };
  expect((await backend.request(path, { method: "PUT", cookie: typed.cookie, json })).status).toBe(200);
  await licenceUntil(blocked.id, day, "blocked");
  for (const person of [typed, blocked]) {
    expect(await lackingFor(person, event.id)).toEqual(["LICENCE"]);
    expect(await register(person, event)).toBe("events:refused.documents");
  }
  await licenceUntil(typed.id, "2099-12-31");
  expect(await register(typed, event)).toBe("confirmed");
});

test("a student's document counts as long as the file is valid: until the end of August after it was opened or confirmed", async () => {
  const student = await signIn(backend, { role: "BENEFICIARY" });
  await send(student.id, "PROOF_STUDIES");
  const { db } = backend.services;
  const lacks = async (startsOn: string) => {
    const event = { startsAt: `${startsOn}T10:00`, endsAt: `${startsOn}T12:00` };
    const { id } = await addEvent(backend, cookie, { event, roles: ["BENEFICIARY"], needsDocuments: ["PROOF_STUDIES"] });
    return (await lackingFor(student, id)).length === 1;
  };
  const decided = { userId: student.id, verdict: "accept" as const, reason: "–" };
  await db.insert(accountDecisions).values({ ...decided, decidedAt: new Date("2098-08-31T10:00:00Z") });
  expect([await lacks("2098-08-31"), await lacks("2098-09-01")]).toEqual([false, true]);
  await db.insert(accountDecisions).values({ ...decided, decidedAt: new Date("2098-09-01T10:00:00Z") });
  expect([await lacks("2098-09-01"), await lacks("2099-08-31"), await lacks("2099-09-01")]).toEqual([false, false, true]);
});

test("who waits and lacks a document is passed by the waiting list until it counts, and staff read what is missing", async () => {
  const event = await addEvent(backend, cookie, { event: here(), quotas: [{ capacity: 1 }] });
  const [seated, first, second, third] = [await driver(), await driver(), await driver(), await driver()];
  for (const person of [seated, first, second]) await register(person, event);
  await licenceUntil(first.id, "2099-06-12");
  const changed = { version: 1, needsDocuments: ["LICENCE" as const], quotas: [{ id: event.quotas[0] ?? "" }] };
  expect((await savePlaces(backend, cookie, event.id, changed)).status).toBe(200);
  type List = { items: { userId: string; status: string; lackingDocuments: string[] }[] };
  const listed = async () =>
    new Map((await read<List>(`/api/admin/events/${event.id}/participants`)).items.map((row) => [row.userId, row]));
  expect((await listed()).get(first.id)).toMatchObject({ status: "waiting", lackingDocuments: ["LICENCE"] });
  await backend.request(`/api/my-events/${event.id}/cancel`, { method: "POST", cookie: seated.cookie, json: {} });
  const after = await listed();
  expect([after.get(first.id)?.status, after.get(second.id)?.status]).toEqual(["waiting", "offered"]);
  await backend.request(`/api/my-events/${event.id}/offer`, { method: "POST", cookie: second.cookie, json: { accepted: false } });
  // Nobody who may have the free place waits: a newcomer takes it.
  expect(await register(third, event)).toBe("confirmed");
  await backend.services.db
    .update(eventRegistrations)
    .set({ status: "cancelled_by_staff" })
    .where(and(eq(eventRegistrations.eventId, event.id), eq(eventRegistrations.userId, third.id)));
  const promote = async () => {
    const json = { action: "promote", selection: { all: true, query: { status: "waiting" } } };
    const answer = await backend.request(`/api/admin/events/${event.id}/participants/act`, { method: "POST", cookie, json });
    return (await answer.json()) as object;
  };
  expect(await promote()).toMatchObject({ changed: 0, left: [{ obstacle: "documents" }] });
  await licenceUntil(first.id, day);
  expect(await promote()).toMatchObject({ changed: 1 });
});

test("copies and dates of a series need the same documents", async () => {
  const { id } = await addEvent(backend, cookie, { event: here(), needsDocuments: ["LICENCE", "INSURANCE"] });
  const copied = await backend.request(`/api/admin/events/${id}/copy`, { method: "POST", cookie, json: { day: "2026-12-20" } });
  const copy = (await copied.json()) as { id: string };
  expect((await repeat(backend, cookie, id, ["2099-06-20"])).code).toBe(200);
  const dates = await datesOf(backend, id);
  expect(dates).toHaveLength(2);
  for (const eventId of [copy.id, ...dates.map((date) => date.id)]) {
    const [rules] = await backend.services.db.select().from(registrationRules).where(eq(registrationRules.eventId, eventId));
    expect(rules?.needsDocuments).toEqual(["LICENCE", "INSURANCE"]);
  }
});

test("guests send no documents: the form says so, and the database refuses both", async () => {
  const { id, quotas } = await addEvent(backend, cookie, { event: here(), guests: true });
  const both = { version: 1, guests: true, needsDocuments: ["LICENCE" as const], quotas: [{ id: quotas[0] ?? "" }] };
  expect(await (await savePlaces(backend, cookie, id, both)).json()).toMatchObject({
    fieldErrors: { guests: ["events:error.guestsDocuments"] },
  });
  const { db } = backend.services;
  const needs = db
    .update(registrationRules)
    .set({ needsDocuments: ["LICENCE"] })
    .where(eq(registrationRules.eventId, id));
  await expect(needs).rejects.toThrow();
});

test("an event needs no document that one of its roles cannot send", async () => {
  const { id, quotas } = await addEvent(backend, cookie, { event: here() });
  const save = async (roles: ("ADMIN" | "VOLUNTEER" | "BENEFICIARY")[], ...needsDocuments: EventDocumentKind[]) => {
    const rules = { version: 1, roles, needsDocuments, quotas: [{ id: quotas[0] ?? "" }] };
    const answer = await savePlaces(backend, cookie, id, rules);
    return ((await answer.json()) as Answer).fieldErrors?.needsDocuments?.[0] ?? answer.status;
  };
  const refused = "events:error.documentsRole";
  expect([await save(["VOLUNTEER"], "PROOF_STUDIES"), await save(["BENEFICIARY"], "LICENCE")]).toEqual([refused, refused]);
  expect(await save(["VOLUNTEER", "BENEFICIARY"], "LICENCE")).toBe(refused);
  expect(await save(["VOLUNTEER", "ADMIN"], "LICENCE", "INSURANCE")).toBe(200);
});
