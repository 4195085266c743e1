import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventDoorPeople } from "#backend/modules/check-ins/tables";
import { eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants } from "#backend/modules/users/tables";
import type { EventDay } from "#contract/charity/event-day";
import type { Participant } from "#contract/charity/event-participants";
import type { EventSeries } from "#contract/charity/event-series";
import { franceDay } from "#contract/formats/france-time";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { datesOf, repeat } from "#tests/support/event-series";
import { addEvent } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
let coordinator: Awaited<ReturnType<typeof signIn>>;
let here = "";
let elsewhere = "";
beforeAll(async () => {
  backend = await startBackend();
  admin = await signIn(backend, { role: "ADMIN" });
  const rows = await backend.services.db
    .insert(sectors)
    .values(["Lyon", "Lille"].map((name) => ({ kind: "local_team" as const, name, slug: name.toLowerCase() })))
    .returning();
  [here, elsewhere] = rows.map(({ id }) => id) as [string, string];
  coordinator = await signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "EVENTS_MANAGE", sectorId: here }] });
});
afterAll(() => backend.close());

const path = (id: string, more = "") => `/api/admin/events/${id}${more}`;
const addOwn = (event: object = {}, rules: object = {}) =>
  addEvent(backend, admin.cookie, { event: { sectorId: here, ...event }, quotas: [{ capacity: 9 }], ...rules });
const read = async <Answer>(url: string, cookie = coordinator.cookie) => (await (await backend.request(url, { cookie })).json()) as Answer;

test("a coordinator finds registered people by name, and by their whole address, but learns no address or telephone from the search", async () => {
  const { id, quotas } = await addOwn();
  const values = { email: "zoe.martin@maillon.example", phone: "+33612345678", firstName: "Zoé", lastName: "Abadie" };
  const student = await addPerson(backend, { role: "BENEFICIARY", ...values });
  const quotaId = quotas[0] ?? "";
  await backend.services.db.insert(eventRegistrations).values([
    { eventId: id, quotaId, userId: student.id, status: "confirmed" },
    {
      eventId: id,
      quotaId,
      guestName: "Bo",
      guestEmail: "bo.guest@maillon.example",
      guestLocale: "fr",
      guestTextVersion: 1,
      status: "confirmed",
    },
  ]);
  const found = async (cookie: string, q: string) => {
    const query = new URLSearchParams({ q });
    const { items } = await read<{ items: Participant[] }>(path(id, `/participants?${query}`), cookie);
    const json = { action: "cancel", selection: { all: true, query: { q } }, dryRun: true };
    const counted = await backend.request(path(id, "/participants/act"), { method: "POST", cookie, json });
    expect([q, await counted.json()]).toMatchObject([q, { count: items.length }]);
    return items.map(({ name }) => name);
  };
  const parts = ["zoe@ 061", "martin@", "@maillon", "maillon.example @", "+336123 @", "6123 @maillon.example", "@ zoé", "bo.guest@"];
  for (const part of parts) expect([part, await found(coordinator.cookie, part)]).toEqual([part, []]);
  for (const q of ["Abadie", "zoe abadie", "ZOE.Martin@maillon.example"])
    expect(await found(coordinator.cookie, q)).toEqual(["Zoé Abadie"]);
  expect(await found(coordinator.cookie, "bo.guest@maillon.example")).toEqual(["Bo"]);
  expect(await found(coordinator.cookie, "0612345678")).toEqual([]);
  expect(await found(admin.cookie, "martin@")).toEqual(["Zoé Abadie"]);
});

/** People of other teams, whom a coordinator may not name, and those whom they may. */
async function people() {
  const { db } = backend.services;
  const add = (role: "ADMIN" | "VOLUNTEER", more: object = {}) => addPerson(backend, { role, phone: "+33600000000", ...more });
  const manager = await add("VOLUNTEER", { sectorId: elsewhere });
  await db.insert(sectorManagers).values({ sectorId: here, userId: manager.id });
  const over = [{ permission: "EVENTS_SCAN" as const, sectorId: here }];
  const former = await add("VOLUNTEER", { inSectors: over });
  await db.update(permissionGrants).set({ expiresOn: "2020-01-01" }).where(eq(permissionGrants.userId, former.id));
  return {
    own: [await add("VOLUNTEER", { sectorId: here }), manager, await add("VOLUNTEER", { inSectors: over }), coordinator],
    strangers: [
      await add("VOLUNTEER", { sectorId: elsewhere }),
      await add("VOLUNTEER"),
      await add("ADMIN"),
      await add("VOLUNTEER", { inSectors: [{ permission: "EVENTS_SCAN", sectorId: elsewhere }] }),
      former,
    ],
  };
}

test("a coordinator names somebody of their team as in charge; of anybody else they learn no more than of an unknown address", async () => {
  const { id } = await addOwn({ status: "draft" });
  const { own, strangers } = await people();
  const name = async (cookie: string, contactEmail: string) => {
    const answer = await backend.request(path(id, "/contact"), { method: "PUT", cookie, json: { contactEmail } });
    return { status: answer.status, ...((await answer.json()) as object), requestId: undefined };
  };
  const unknown = await name(coordinator.cookie, "nobody@maillon.example");
  expect(unknown).toMatchObject({ status: 422, fieldErrors: { contactEmail: ["events:error.contactInTeam"] } });
  for (const { email } of strangers) expect(await name(coordinator.cookie, email)).toEqual(unknown);
  expect((await read<EventDay>(path(id, "/day"))).contact).toBeNull();
  for (const { email } of own) {
    expect((await name(coordinator.cookie, email)).status).toBe(200);
    expect((await read<EventDay>(path(id, "/day"))).contact?.email).toBe(email);
  }
  // Whom an administrator named is shown to them: to save the form again is no discovery.
  const [chosen] = strangers;
  expect((await name(admin.cookie, chosen?.email ?? "")).status).toBe(200);
  expect((await name(coordinator.cookie, chosen?.email ?? "")).status).toBe(200);
});

test("a coordinator sends people of their team to the door, and so many in an hour; of anybody else they learn nothing", async () => {
  const { id } = await addOwn();
  const { own, strangers } = await people();
  const add = async (cookie: string, email: string) => {
    const answer = await backend.request(path(id, "/door-people"), { method: "POST", cookie, json: { email } });
    return { status: answer.status, ...((await answer.json()) as object), requestId: undefined };
  };
  const unknown = await add(coordinator.cookie, "nobody@maillon.example");
  expect(unknown).toMatchObject({ status: 422, fieldErrors: { email: ["door:error.noVolunteerInTeam"] } });
  for (const { email } of strangers) expect(await add(coordinator.cookie, email)).toEqual(unknown);
  for (const { email } of own) expect((await add(coordinator.cookie, email)).status).toBe(200);
  const atDoor = () => backend.services.db.$count(eventDoorPeople, eq(eventDoorPeople.eventId, id));
  expect(await atDoor()).toBe(own.length);
  expect((await add(admin.cookie, strangers[0]?.email ?? "")).status).toBe(200);
  for (let at = 0; at < 300; at += 1) await backend.services.limits.take("addParticipantByPerson", coordinator.id).catch(() => {});
  expect((await add(coordinator.cookie, "nobody@maillon.example")).status).toBe(429);
});

test("what is left to do counts hours for whoever acts, and says whether they decide on them", async () => {
  const { id } = await addOwn();
  const { db } = backend.services;
  const hour = 3_600_000;
  await db
    .update(events)
    .set({ startsAt: new Date(Date.now() - 27 * hour), endsAt: new Date(Date.now() - 24 * hour) })
    .where(eq(events.id, id));
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  await db.insert(volunteerHours).values({
    ...{ userId: person.id, eventId: id, date: franceDay(new Date(Date.now() - 24 * hour)), minutes: 180 },
    ...{ activity: "distribution", level: "field", source: "event", status: "submitted" },
  });
  const close = async (left: number) => {
    const answer = await backend.request(path(id, "/close"), { method: "POST", cookie: coordinator.cookie, json: { left } });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  const tasks = [{ name: "hours", count: 1 }];
  expect(await read<EventDay>(path(id, "/day"), admin.cookie)).toMatchObject({ tasks, decidesHours: true });
  expect(await read<EventDay>(path(id, "/day"))).toMatchObject({ tasks, decidesHours: false });
  expect(await close(0)).toMatchObject({ status: 409, code: "stale", count: 1 });
  expect(await close(1)).toMatchObject({ status: 200 });
});

test("whoever looks after the events of a team may stand at their doors: nobody is missing there", async () => {
  const { db } = backend.services;
  const soon = { startsAt: new Date(Date.now() + 3_600_000), endsAt: new Date(Date.now() + 7_200_000) };
  const [nice] = await db.insert(sectors).values({ kind: "local_team", name: "Nice", slug: "nice" }).returning();
  const sectorId = nice?.id ?? "";
  const { id } = await addOwn({ sectorId });
  await db.update(events).set(soon).where(eq(events.id, id));
  const tasks = async () => (await read<EventDay>(path(id, "/day"), admin.cookie)).tasks.map(({ name }) => name);
  expect(await tasks()).toContain("door");
  await addPerson(backend, { role: "VOLUNTEER", inSectors: [{ permission: "EVENTS_MANAGE", sectorId }] });
  expect(await tasks()).not.toContain("door");
});

test("of a student, which documents are missing is for those who may read them; others learn that some are", async () => {
  const { id, quotas } = await addOwn({}, { roles: ["BENEFICIARY", "VOLUNTEER"] });
  const { db } = backend.services;
  const student = await addPerson(backend, { role: "BENEFICIARY", sectorId: here });
  const helper = await addPerson(backend, { role: "VOLUNTEER" });
  const row = { eventId: id, quotaId: quotas[0] ?? "", status: "confirmed" as const };
  await db.insert(eventRegistrations).values([student, helper].map(({ id: userId }) => ({ ...row, userId })));
  const needs = async (needsDocuments: ("LICENCE" | "PROOF_STUDIES")[]) =>
    db.update(registrationRules).set({ needsDocuments }).where(eq(registrationRules.eventId, id));
  const lacking = async (cookie: string) => {
    const { items } = await read<{ items: Participant[] }>(path(id, "/participants"), cookie);
    const of = (userId: string) => items.find((item) => item.userId === userId);
    return [student, helper].map((person) => [of(person.id)?.lacksDocuments, of(person.id)?.lackingDocuments]);
  };
  await needs(["PROOF_STUDIES"]);
  const held = (sectorId: string) => [{ permission: "BENEFICIARY_READ_RESTRICTED" as const, sectorId }];
  const manages = { permission: "EVENTS_MANAGE" as const, sectorId: here };
  const reads = await signIn(backend, { role: "VOLUNTEER", inSectors: [...held(here), manages] });
  const readsOthers = await signIn(backend, { role: "VOLUNTEER", inSectors: [...held(elsewhere), manages] });
  const without = [
    [true, []],
    [true, ["PROOF_STUDIES"]],
  ];
  const withKinds = [
    [true, ["PROOF_STUDIES"]],
    [true, ["PROOF_STUDIES"]],
  ];
  for (const { cookie } of [coordinator, readsOthers, admin]) expect(await lacking(cookie)).toEqual(without);
  expect(await lacking(reads.cookie)).toEqual(withKinds);
  await needs([]);
  expect(await lacking(coordinator.cookie)).toEqual([
    [false, []],
    [false, []],
  ]);
});

test("where the other dates of a series are of another team, it still is one, under the title of a date that the reader looks after", async () => {
  const event = { title: { fr: "Secret de Lille" }, startsAt: "2032-01-14T18:30", endsAt: "2032-01-14T21:00" };
  const first = await addEvent(backend, admin.cookie, { event: { ...event, sectorId: elsewhere }, quotas: [{ capacity: 4 }] });
  expect(await repeat(backend, admin.cookie, first.id, ["2032-01-21", "2032-01-28"])).toMatchObject({ code: 200 });
  const [, second] = await datesOf(backend, first.id);
  const own = second?.id ?? "";
  const change = { sectorId: here, title: { fr: "Tri de Lyon" }, seriesDay: second?.seriesDay };
  await backend.services.db.update(events).set(change).where(eq(events.id, own));
  const shown = await read<EventSeries>(path(own, "/series"));
  expect([shown.series !== null, shown.dates.map(({ id }) => id)]).toEqual([true, [own]]);
  const list = (cookie: string) => read<{ items: { id: string; seriesTitle: { fr: string } }[] }>("/api/admin/events?perPage=100", cookie);
  const titleFor = async (cookie: string) => (await list(cookie)).items.find(({ id }) => id === own)?.seriesTitle.fr;
  expect(await titleFor(coordinator.cookie)).toBe("Tri de Lyon");
  expect(await titleFor(admin.cookie)).toBe("Secret de Lille");
});
