import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#backend/http/actor";
import { checkScope, lockManaged } from "#backend/identity/event-scope";
import { checkIns, eventDoorPeople } from "#backend/modules/check-ins/tables";
import { eventQuestions, eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants } from "#backend/modules/users/tables";
import type { Permission } from "#contract/accounts/roles";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { contentRecords } from "#tests/support/content";
import { serverUrl } from "#tests/support/database";
import { addRegistration, addRunningEvent, answerAt, scanAt } from "#tests/support/door";
import { everyEndpoint } from "#tests/support/endpoints";
import { datesOf, repeat } from "#tests/support/event-series";
import { addEvent, placesOf } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";
import { runDue } from "#tests/support/tasks";

let backend: TestBackend;
let admin = "";
let here = "";
let elsewhere = "";
let coordinator: Awaited<ReturnType<typeof signIn>>;
let stranger = "";
let volunteer = "";

const holding = (sectorId: string, ...held: Permission[]) =>
  signIn(backend, { role: "VOLUNTEER", inSectors: held.map((permission) => ({ permission, sectorId })) });

beforeAll(async () => {
  backend = await startBackend();
  admin = (await signIn(backend, { role: "ADMIN" })).cookie;
  const rows = await backend.services.db
    .insert(sectors)
    .values(
      ["Lyon", "Lille"].map((name) => ({ kind: "local_team" as const, name, slug: name.toLowerCase(), status: "published" as const })),
    )
    .returning();
  [here, elsewhere] = rows.map(({ id }) => id) as [string, string];
  coordinator = await holding(here, "EVENTS_MANAGE");
  stranger = (await holding(elsewhere, "EVENTS_MANAGE")).cookie;
  volunteer = (await holding(here, "ACCOUNTS_MANAGE", "NOTIFICATIONS_SEND")).cookie;
});
afterAll(() => backend.close());

const question = crypto.randomUUID();

/** An event with requests for its places, and a place that somebody has. */
async function addFull(sectorId: string | null, title = "Distribution") {
  const quotas = [{ capacity: 5 }, { capacity: 5 }];
  const { id, quotas: groups } = await addEvent(backend, admin, { event: { sectorId, title: { fr: title } }, manual: true, quotas });
  const [first = "", second = ""] = groups;
  const answers = [{ question, kind: "text" as const, label: { fr: "Régime" }, answer: "Aucun" }];
  const people = [
    { guestName: "Ana", status: "pending" as const },
    { guestName: "Bo", status: "pending" as const },
    { guestName: "Chi", status: "confirmed" as const, answers },
  ];
  const rows = await backend.services.db
    .insert(eventRegistrations)
    .values(people.map((person) => ({ eventId: id, quotaId: first, partySize: 1, ...person })))
    .returning();
  const [ana = "", bo = "", chi = ""] = rows.map((row) => row.id);
  const helper = await addPerson(backend, { role: "VOLUNTEER", sectorId });
  const [row] = await backend.services.db.select().from(events).where(eq(events.id, id));
  const { rules } = await placesOf(backend, admin, id);
  return { id, first, second, ana, bo, chi, helper, version: row?.version ?? 0, rulesVersion: rules.version };
}
type Full = Awaited<ReturnType<typeof addFull>>;

type Act = { of: string; path: string; json?: object; status?: number };

const eventPath = "/api/admin/events/:id";

/** Everything about one event, in an order in which all of it can be done, with the status for whoever looks after it. */
function acts({ id, first, second, ana, bo, chi, helper, version, rulesVersion }: Full): Act[] {
  const own = (of: string, json?: object, status?: number): Act => ({
    of,
    path: of
      .slice(of.indexOf(" ") + 1)
      .replace(":id", id)
      .replace(":registrationId", chi)
      .replace(":question", question)
      .replace(":userId", helper.id),
    json,
    status,
  });
  const registration = `${eventPath}/participants/:registrationId`;
  const rules = { roles: ["VOLUNTEER"], manual: true, maxParty: 5, offerHours: 12, cancelUntilHours: 24, version: rulesVersion };
  const groups = [first, second].map((quota) => ({ id: quota, label: { fr: "Places" }, capacity: 6 }));
  return [
    own(`GET ${eventPath}`),
    own(`GET ${eventPath}/places`),
    own(`GET ${eventPath}/notified`),
    own(`GET ${eventPath}/participants`),
    own(`GET ${eventPath}/questions`),
    own(`GET ${eventPath}/series`),
    own(`GET ${eventPath}/day`),
    own(`GET ${eventPath}/codes`),
    own(`GET ${eventPath}/codes/pdf`),
    own("GET /api/doors/:id"),
    own("GET /api/doors/:id/people?name=Chi"),
    own(`PUT ${eventPath}/places`, { ...rules, quotas: groups }),
    own(`PUT ${eventPath}/questions`, { version, eventQuestions: [] }),
    own(`POST ${eventPath}/participants`, { guestName: "Dan", quotaId: second }),
    own(`POST ${eventPath}/participants/act`, { action: "confirm", selection: { ids: [ana] }, dryRun: true }),
    own(`POST ${eventPath}/participants/act`, { action: "confirm", selection: { ids: [ana] } }),
    own(`POST ${eventPath}/participants/act`, { action: "refuse", selection: { ids: [bo] } }),
    own(`POST ${eventPath}/participants/move`, { quotaId: second, selection: { ids: [ana] } }),
    own(`PUT ${registration}/answers`, { version: 1, answers: {} }),
    own(`PUT ${registration}`, { note: "Vient à vélo", version: 1 }),
    own(`DELETE ${registration}/answers/:question`),
    own(`PUT ${eventPath}/contact`, { contactEmail: helper.email }),
    own(`POST ${eventPath}/door-people`, { email: helper.email }),
    own(`DELETE ${eventPath}/door-people/:userId`),
    own(`POST ${eventPath}/codes/rotate`, {}),
    own(`POST ${eventPath}/status`, { status: "published" }),
    own(`POST ${eventPath}/copy`, { day: "2027-06-01" }),
    own(`POST ${eventPath}/series`, { frequency: "weekly", interval: 1, count: 2, days: ["2030-01-17"] }),
    // It is not over, and once cancelled never will be.
    own(`POST ${eventPath}/close`, { left: 0 }, 409),
    own(`POST ${eventPath}/series/cancel`, { reason: { fr: "Pluie" }, scope: "this", people: { this: 9, following: 9, all: 9 } }),
    own(`POST ${eventPath}/cancel`, { reason: { fr: "Pluie" }, people: 9 }, 409),
    own(`POST ${eventPath}/reinstatement`, { reason: "Le temps est sec." }),
  ];
}

/** What needs a record as it is now, or is about many events: the tests below make these requests. */
const tested = [
  `PATCH ${eventPath}`,
  ...["GET /api/admin/events", "GET /api/admin/events/records", "GET /api/admin/events/choices", "POST /api/admin/events"],
  ...["POST /api/admin/events/bulk", "GET /api/admin/event-series", "GET /api/admin/sectors/choices", "GET /api/admin/projects/choices"],
];

const send = (cookie: string, { of, path, json }: Act) =>
  backend.request(path, { method: of.slice(0, of.indexOf(" ")), cookie, ...(json && { json }) });

async function statusesOf(cookie: string, event: Full) {
  const answers: [string, number][] = [];
  for (const act of acts(event)) answers.push([act.of, (await send(cookie, act)).status]);
  return answers;
}

/** All that is stored about an event. */
async function storedOf(id: string) {
  const { db } = backend.services;
  return {
    event: await db.select().from(events).where(eq(events.id, id)),
    rules: await db.select().from(registrationRules).where(eq(registrationRules.eventId, id)),
    quotas: await db.select().from(eventQuotas).where(eq(eventQuotas.eventId, id)).orderBy(eventQuotas.id),
    questions: await db.select().from(eventQuestions).where(eq(eventQuestions.eventId, id)).orderBy(eventQuestions.id),
    registrations: await db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id)).orderBy(eventRegistrations.id),
    doorPeople: await db.select().from(eventDoorPeople).where(eq(eventDoorPeople.eventId, id)),
  };
}

const expected = (event: Full, status: number) => acts(event).map(({ of }) => [of, status]);

test("whoever looks after events of a team does all about these that administrators do", async () => {
  for (const cookie of [admin, coordinator.cookie]) {
    const event = await addFull(here);
    const isDone = acts(event).map(({ of, status = 200 }) => [of, status]);
    expect(await statusesOf(cookie, event)).toEqual(isDone);
    const rows = await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, event.id));
    const states = Object.fromEntries(rows.map(({ name, status }) => [name, status]));
    expect(states).toEqual({ Ana: "cancelled_by_staff", Bo: "refused", Chi: "cancelled_by_staff", Dan: "cancelled_by_staff" });
  }
});

/** A question about an event and somebody at its door. */
async function addDetails({ id, helper }: Full) {
  const { db } = backend.services;
  const [row] = await db
    .insert(eventQuestions)
    .values({ eventId: id, position: 0, kind: "text", label: { fr: "Venez-vous en voiture ?" } })
    .returning();
  await db.insert(eventDoorPeople).values({ eventId: id, userId: helper.id, addedBy: helper.id });
  return row?.id ?? "";
}

test("events of another team, and of none, are not found, and nothing about them changes", async () => {
  for (const [cookie, sectorId] of [
    [stranger, here],
    [coordinator.cookie, elsewhere],
    [coordinator.cookie, null],
  ] as const) {
    const event = await addFull(sectorId);
    await addDetails(event);
    const before = await storedOf(event.id);
    expect(await statusesOf(cookie, event)).toEqual(expected(event, 404));
    expect(await storedOf(event.id)).toEqual(before);
  }
});

test("what the body or the path of an act names of another event is none of theirs, and stays as it is", async () => {
  const [own, other] = [await addFull(here), await addFull(elsewhere)];
  const [mine, theirs] = [await addDetails(own), await addDetails(other)];
  const before = await storedOf(other.id);
  const act = async (of: string, json?: object) => {
    const path = `/api/admin/events/${own.id}${of.slice(of.indexOf(" ") + 1)}`;
    const answer = await send(coordinator.cookie, { of, path, json });
    const { changed, count } = (await answer.json()) as { changed?: number; count?: number };
    return [answer.status, changed ?? count ?? null];
  };
  const ids = [other.ana, other.bo, other.chi];
  const rules = { roles: ["VOLUNTEER"], manual: true, maxParty: 5, offerHours: 12, cancelUntilHours: 24, version: own.rulesVersion };
  const answers = [
    await act("POST /participants/act", { action: "confirm", selection: { ids } }),
    await act("POST /participants/act", { action: "cancel", selection: { ids }, dryRun: true }),
    await act("POST /participants/move", { quotaId: own.second, selection: { ids } }),
    await act("POST /codes/rotate", { registrationIds: ids }),
  ];
  expect(answers).toEqual(answers.map(() => [200, 0]));
  const refused = [
    await act("POST /participants/move", { quotaId: other.second, selection: { ids: [own.ana] } }),
    await act("POST /participants", { guestName: "Dan", quotaId: other.second }),
    await act("PUT /places", { ...rules, quotas: [{ id: other.first, label: { fr: "Places" }, capacity: 6 }] }),
    await act("PUT /questions", { version: own.version, eventQuestions: [{ id: theirs, kind: "text", label: { fr: "Autre" } }] }),
    await act(`PUT /participants/${other.chi}`, { note: "Vient", version: 1 }),
    await act(`PUT /participants/${other.chi}/answers`, { version: 1, answers: {} }),
    await act(`DELETE /participants/${other.chi}/answers/${question}`),
    await act(`DELETE /door-people/${other.helper.id}`),
  ];
  expect(refused.map(([status]) => status)).toEqual([422, 422, 409, 409, 404, 404, 404, 404]);
  // The same forms with what is theirs are saved.
  const groups = [own.first, own.second].map((id) => ({ id, label: { fr: "Places" }, capacity: 6 }));
  expect((await act("PUT /places", { ...rules, quotas: groups }))[0]).toBe(200);
  const eventQuestions = [{ id: mine, kind: "text", label: { fr: "Autre" } }];
  expect((await act("PUT /questions", { version: own.version, eventQuestions }))[0]).toBe(200);
  expect(await storedOf(other.id)).toEqual(before);
});

test("without the right these requests are refused, whatever else a volunteer holds", async () => {
  const event = await addFull(here);
  const answers = await statusesOf(volunteer, event);
  expect(answers).toEqual(acts(event).map(({ of }) => [of, of.includes("/api/doors/") ? 404 : 403]));
  for (const of of tested) {
    const [method = "", path = ""] = of.split(" ");
    const answer = await backend.request(path.replace(":id", event.id), {
      method,
      cookie: volunteer,
      ...(method !== "GET" && { json: {} }),
    });
    expect([of, answer.status]).toEqual([of, 403]);
  }
});

test("the table has every endpoint that the right opens, and those of administrators stay closed", async () => {
  const isOpened = ({ access }: { access: unknown }) => JSON.stringify(access)?.includes("EVENTS_MANAGE");
  const all = await everyEndpoint();
  const endpoints = all.filter(({ path }) => path.startsWith("/api/admin/event"));
  const opened = all.filter(isOpened).map(({ method, path }) => `${method} ${path}`);
  const listed = [...acts(await addFull(here)).map(({ of }) => of), ...tested];
  expect(opened.filter((one) => !listed.includes(one))).toEqual([]);
  const closed = endpoints.filter((one) => !isOpened(one) && typeof one.access === "object" && !one.access.roles.includes("VOLUNTEER"));
  expect(closed.map(({ method, path }) => `${method} ${path.replace("/api/admin/events", "")}`).toSorted()).toEqual([
    ...["DELETE /:id", "DELETE /bin/:id", "GET /bin", "POST /:id/position", "POST /:id/reopen", "POST /bin/restore"],
    ...["POST /import", "POST /import/check", "POST /import/rows", "POST /import/undo"],
  ]);
});

const titles = async (cookie: string, path: string) => {
  const answer = (await (await backend.request(path, { cookie })).json()) as { items: { title: { fr: string } }[]; total: number };
  return { titles: answer.items.map(({ title }) => title.fr).toSorted(), total: answer.total };
};

test("lists, files, choices, counts and the search have events of their team alone", async () => {
  const [own, others, none] = [
    await addFull(here, "Zitrone une"),
    await addFull(elsewhere, "Zitrone deux"),
    await addFull(null, "Zitrone trois"),
  ];
  await backend.services.db.update(events).set({ visibility: "invitation" });
  for (const path of ["/api/admin/events", "/api/admin/events/records"]) {
    expect(await titles(coordinator.cookie, `${path}?q=Zitrone`)).toEqual({ titles: ["Zitrone une"], total: 1 });
    expect(await titles(coordinator.cookie, `${path}?q=Zitrone&sectorId=${elsewhere}`)).toEqual({ titles: [], total: 0 });
    expect(await titles(coordinator.cookie, `${path}?q=Zitrone&pending=yes`)).toEqual({ titles: ["Zitrone une"], total: 1 });
    expect((await titles(admin, `${path}?q=Zitrone`)).total).toBe(3);
  }
  const choices = async (of: string) => (await backend.request(`/api/admin/${of}/choices`, { cookie: coordinator.cookie })).text();
  const offered = await choices("events");
  expect([own, others, none].map(({ id }) => offered.includes(id))).toEqual([true, false, false]);
  const sectorChoices = await choices("sectors");
  expect([sectorChoices.includes(here), sectorChoices.includes(elsewhere)]).toEqual([true, false]);
  const found = await (await backend.request("/api/office-search?q=Zitrone", { cookie: coordinator.cookie })).json();
  expect(found).toMatchObject({ events: [{ id: own.id, managed: true }] });
  const queueOf = async (cookie: string) =>
    ((await (await backend.request("/api/work-queues", { cookie })).json()) as { queues: { places?: { count: number } } }).queues.places
      ?.count;
  const waiting = (await titles(coordinator.cookie, "/api/admin/events?pending=yes")).total;
  expect([await queueOf(coordinator.cookie), await queueOf(volunteer)]).toEqual([waiting, undefined]);
  expect(await queueOf(admin)).toBeGreaterThan(waiting);
});

test("an event is set up for their team alone, and is moved to no other one", async () => {
  const draft = (sectorId: string | null) => ({ ...contentRecords.events, sectorId });
  const create = (sectorId: string | null) =>
    backend.request("/api/admin/events", { method: "POST", cookie: coordinator.cookie, json: draft(sectorId) });
  for (const sectorId of [elsewhere, null]) {
    const refused = await create(sectorId);
    expect([refused.status, await refused.json()]).toMatchObject([422, { fieldErrors: { sectorId: ["events:error.otherSector"] } }]);
  }
  const added = await create(here);
  expect(added.status).toBe(201);
  const { id } = (await added.json()) as { id: string };
  const edit = (cookie: string, sectorId: string | null, version: number) =>
    backend.request(`/api/admin/events/${id}`, { method: "PATCH", cookie, json: { ...draft(sectorId), version } });
  expect((await edit(stranger, elsewhere, 1)).status).toBe(404);
  expect((await edit(coordinator.cookie, elsewhere, 1)).status).toBe(422);
  expect((await edit(coordinator.cookie, here, 1)).status).toBe(200);
  expect((await edit(admin, elsewhere, 2)).status).toBe(200);
  expect((await edit(coordinator.cookie, here, 3)).status).toBe(404);
});

test("an action on all that match changes events of their team alone, and deletes none", async () => {
  const [own, other] = [await addFull(here, "Quetsche"), await addFull(elsewhere, "Quetsche")];
  await backend.services.db.delete(eventRegistrations).where(inArray(eventRegistrations.eventId, [own.id, other.id]));
  const bulk = async (cookie: string, json: object) => {
    const answer = await backend.request("/api/admin/events/bulk", { method: "POST", cookie, json });
    return { code: answer.status, ...((await answer.json()) as object) };
  };
  const all = { selection: { all: true, query: { q: "Quetsche" } } };
  for (const selection of [all.selection, { ids: [own.id, other.id] }])
    expect(await bulk(coordinator.cookie, { action: "draft", dryRun: true, selection })).toMatchObject({ code: 200, count: 1, changed: 1 });
  expect(await bulk(coordinator.cookie, { action: "remove", ...all })).toMatchObject({ code: "forbidden" });
  expect(await bulk(coordinator.cookie, { action: "draft", ...all })).toMatchObject({ count: 1, changed: 1 });
  const status = async (id: string) => (await backend.services.db.select().from(events).where(eq(events.id, id)))[0]?.status;
  expect([await status(own.id), await status(other.id)]).toEqual(["draft", "published"]);
});

test("an action on very many events is a task, which changes those of their team alone, as they are then", async () => {
  const { db } = backend.services;
  const title = { fr: "Pflaume" };
  const times = { startsAt: new Date("2033-02-01T10:00:00Z"), endsAt: new Date("2033-02-01T12:00:00Z"), publishedAt: new Date() };
  const place = { type: "other", placeName: "Le local", placeAddress: "1 rue Haute" } as const;
  const values = Array.from({ length: 212 }, (_, at) => ({
    ...{ title, status: "published" as const, sectorId: at < 210 ? here : elsewhere },
    ...times,
    ...place,
  }));
  const rows = await db.insert(events).values(values).returning();
  const json = { action: "draft", selection: { all: true, query: { q: "Pflaume" } } };
  const answer = await backend.request("/api/admin/events/bulk", { method: "POST", cookie: coordinator.cookie, json });
  expect(((await answer.json()) as { task: string | null }).task).not.toBeNull();
  const moved = rows[7]?.id ?? "";
  await db.update(events).set({ sectorId: elsewhere }).where(eq(events.id, moved));
  await runDue(backend);
  const ids = rows.map(({ id }) => id);
  const still = await db
    .select({ sectorId: events.sectorId })
    .from(events)
    .where(and(inArray(events.id, ids), eq(events.status, "published")));
  expect(still).toEqual(Array.from({ length: 3 }, () => ({ sectorId: elsewhere })));
});

test("of a series with dates of another team, they see and change theirs alone", async () => {
  const event = { title: { fr: "Tri" }, startsAt: "2031-01-15T18:30", endsAt: "2031-01-15T21:00", sectorId: here };
  const { id } = await addEvent(backend, admin, { event, quotas: [{ capacity: 4 }] });
  expect(await repeat(backend, coordinator.cookie, id, ["2031-01-22", "2031-01-29"], { publish: true })).toMatchObject({ code: 200 });
  const [, second, third] = await datesOf(backend, id);
  await backend.services.db
    .update(events)
    .set({ sectorId: elsewhere })
    .where(eq(events.id, third?.id ?? ""));
  const shown = await backend.request(`/api/admin/events/${id}/series`, { cookie: coordinator.cookie });
  expect(((await shown.json()) as { dates: { id: string }[] }).dates.map((date) => date.id)).toEqual([id, second?.id]);
  const record = { ...contentRecords.events, ...event, title: { fr: "Tri du soir" } };
  const [{ version } = { version: 0 }] = await datesOf(backend, id);
  const json = { ...record, version, scope: "all" };
  expect((await backend.request(`/api/admin/events/${id}`, { method: "PATCH", cookie: coordinator.cookie, json })).status).toBe(200);
  expect((await datesOf(backend, id)).map((date) => date.title.fr)).toEqual(["Tri du soir", "Tri du soir", "Tri"]);
  const cancel = { reason: { fr: "Pluie" }, scope: "all", people: { this: 0, following: 0, all: 0 } };
  const path = `/api/admin/events/${id}/series/cancel`;
  expect((await backend.request(path, { method: "POST", cookie: stranger, json: cancel })).status).toBe(404);
  const cancelled = await backend.request(path, { method: "POST", cookie: coordinator.cookie, json: cancel });
  expect(await cancelled.json()).toEqual({ dates: 2, notified: 0 });
  expect((await datesOf(backend, id)).map(({ cancelledAt }) => cancelledAt !== null)).toEqual([true, true, false]);
  const choices = async (cookie: string) => (await backend.request("/api/admin/event-series", { cookie })).text();
  const [{ seriesId } = { seriesId: "" }] = await datesOf(backend, id);
  expect((await choices(coordinator.cookie)).includes(seriesId ?? "")).toBe(true);
  await backend.services.db
    .update(events)
    .set({ sectorId: elsewhere })
    .where(eq(events.seriesId, seriesId ?? ""));
  expect((await choices(coordinator.cookie)).includes(seriesId ?? "")).toBe(false);
});

test("a task about many registrations stops at those of an event that has left the team meanwhile", async () => {
  const event = await addFull(here);
  const names = Array.from({ length: 210 }, (_, at) => ({
    eventId: event.id,
    quotaId: event.first,
    partySize: 1,
    guestName: `Personne ${at}`,
    status: "pending" as const,
  }));
  await backend.services.db.insert(eventRegistrations).values(names);
  const json = { action: "refuse", selection: { all: true, query: { status: "pending" } } };
  const answer = await backend.request(`/api/admin/events/${event.id}/participants/act`, {
    method: "POST",
    cookie: coordinator.cookie,
    json,
  });
  const { task } = (await answer.json()) as { task: string | null };
  expect(task).not.toBeNull();
  await backend.services.db.update(events).set({ sectorId: elsewhere }).where(eq(events.id, event.id));
  await runDue(backend);
  const pending = and(eq(eventRegistrations.eventId, event.id), eq(eventRegistrations.status, "pending"));
  expect(await backend.services.db.$count(eventRegistrations, pending)).toBe(212);
  const page = await backend.request(`/api/account/tasks/${task}/items`, { cookie: coordinator.cookie });
  expect([page.status, (await page.text()).includes("Personne 1")]).toEqual([200, false]);
});

test.runIf(serverUrl)("an event that moves to another team while somebody acts is not found, and the act waits for the move", async () => {
  const event = await addFull(here);
  const { db } = backend.services;
  const grants = [{ permission: "EVENTS_MANAGE" as const, sectorId: here }];
  const actor = { ...coordinator, permissions: [], extraData: { sectorGrants: grants } } as unknown as Actor;
  let acting: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.update(events).set({ sectorId: elsewhere }).where(eq(events.id, event.id));
    acting = db.transaction((other) => lockManaged(other, actor, event.id)).catch((error) => error.code);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  expect(await acting).toBe("not_found");
  await db.update(events).set({ sectorId: here }).where(eq(events.id, event.id));
  expect(await db.transaction((tx) => lockManaged(tx, actor, event.id))).toMatchObject({ id: coordinator.id });
  await db.delete(permissionGrants).where(eq(permissionGrants.userId, coordinator.id));
  await expect(db.transaction((tx) => lockManaged(tx, actor, event.id))).rejects.toMatchObject({ code: "not_found" });
});

test.runIf(serverUrl)("at a door, what waits for the move of its event to another team is not found after it", async () => {
  const { db } = backend.services;
  const { cookie } = await holding(here, "EVENTS_MANAGE");
  const door = await addRunningEvent(backend, { sectorId: here });
  const registrationId = await addRegistration(backend, door, { guestName: "Mo" });
  expect(await answerAt(backend, cookie, door.eventId, { registrationId })).toBe("ok");
  const [entry] = await db.select().from(checkIns).where(eq(checkIns.registrationId, registrationId));
  const post = (path: string, json: object) => backend.request(path, { method: "POST", cookie, json });
  const acting = [
    () => post(`/api/doors/${door.eventId}/undo`, { checkInId: entry?.id }),
    () => post(`/api/kits/${door.eventId}/moves`, { move: "in_preparation", ids: [registrationId] }),
    () => scanAt(backend, cookie, door.eventId, { registrationId, kind: "exit" }),
  ];
  const setSector = (sectorId: string) => db.update(events).set({ sectorId }).where(eq(events.id, door.eventId));
  for (const act of acting) {
    let waiting: ReturnType<typeof act> | undefined;
    await db.transaction(async (tx) => {
      await tx.update(events).set({ sectorId: elsewhere }).where(eq(events.id, door.eventId));
      waiting = act();
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    expect((await waiting)?.status).toBe(404);
    await setSector(here);
  }
  expect((await acting[0]?.())?.status).toBe(200);
});

test("the rights of who changes many events are read once in a transaction", async () => {
  const { db } = backend.services;
  const holder = await holding(here, "EVENTS_MANAGE");
  const grants = [{ permission: "EVENTS_MANAGE" as const, sectorId: here }];
  const actor = { ...holder, permissions: [], extraData: { sectorGrants: grants } } as unknown as Actor;
  await db.transaction(async (tx) => {
    const reads = vi.spyOn(tx, "select");
    const own = { sectorId: here };
    await checkScope(tx, actor, own, own);
    const first = reads.mock.calls.length;
    for (let at = 0; at < 3; at += 1) await checkScope(tx, actor, own, own);
    expect([first, reads.mock.calls.length]).toEqual([2, 2]);
    await expect(checkScope(tx, actor, { sectorId: elsewhere }, own)).rejects.toMatchObject({ code: "not_found" });
  });
});
