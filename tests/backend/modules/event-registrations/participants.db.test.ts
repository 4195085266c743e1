import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { eventQuestions, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { users } from "#backend/modules/users/tables";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
let reader: typeof admin;
beforeAll(async () => {
  backend = await startBackend();
  admin = await signIn(backend, { role: "ADMIN" });
  reader = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
});
afterAll(() => backend.close());

const add = async (cookie: string, id: string, json: object) => {
  const answer = await backend.request(`/api/admin/events/${id}/participants`, { method: "POST", cookie, json });
  return { status: answer.status, text: await answer.text() };
};
const listed = async (id: string, query: string) => {
  const answer = await backend.request(`/api/admin/events/${id}/participants?${query}`, { cookie: admin.cookie });
  return ((await answer.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
};

test("who may not read a student's date of birth learns nothing of it from the minimum age of an event", async () => {
  const student = { role: "BENEFICIARY", birthDate: "2005-05-05" } as const;
  const { email, id } = await signIn(backend, student);
  const answersTo = async (cookie: string) => {
    const texts: string[] = [];
    for (const minAge of [16, 99]) {
      const event = await addEvent(backend, admin.cookie, {
        roles: ["BENEFICIARY"],
        minAge,
        quotas: [{ capacity: 0 }],
        waitingList: false,
      });
      const { status, text } = await add(cookie, event.id, { email, quotaId: event.quotas[0], partySize: 1 });
      texts.push(`${status} ${/events:error\.\w+|"errors":\{[^}]*\}/.exec(text)?.[0] ?? text}`);
    }
    return texts;
  };
  const [young, old] = await answersTo(admin.cookie);
  expect(young).toBe(old);
  expect(young).toContain("ageWithheld");
  const [ofReader, other] = await answersTo(reader.cookie);
  expect(ofReader).not.toBe(other);
  // Of volunteers, staff read it anyway.
  await backend.services.db.update(users).set({ role: "VOLUNTEER" }).where(eq(users.id, id));
  const event = await addEvent(backend, admin.cookie, { minAge: 16 });
  expect((await add(admin.cookie, event.id, { email, quotaId: event.quotas[0], partySize: 1 })).status).toBe(200);
});

test("the log has all rules of an event's places", async () => {
  const event = await addEvent(backend, admin.cookie, {
    minAge: 18,
    needsMembership: true,
    quotas: [{ label: { fr: "Tri" }, capacity: 4 }],
  });
  const rows = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, event.id));
  const places = rows.find(({ action }) => action === "event_registration.places");
  expect(places?.changes).toMatchObject({ minAge: { after: 18 }, needsMembership: { after: true }, quotas: { after: ["Tri (4)"] } });
});

test("participants are found and sorted by name, those without account too, and under a new name once they have one", async () => {
  const event = await addEvent(backend, admin.cookie, { quotas: [{ capacity: 9 }] });
  const places = { quotaId: event.quotas[0], partySize: 1 };
  const person = await signIn(backend, { role: "VOLUNTEER", firstName: "Zoé", lastName: "Abadie" });
  await add(admin.cookie, event.id, { ...places, email: person.email });
  await add(admin.cookie, event.id, { ...places, guestName: "Mariam Diop" });
  expect(await listed(event.id, "sort=name&order=asc")).toEqual(["Mariam Diop", "Zoé Abadie"]);
  expect([await listed(event.id, "q=diop"), await listed(event.id, "q=zoe"), await listed(event.id, "q=nobody")]).toEqual([
    ["Mariam Diop"],
    ["Zoé Abadie"],
    [],
  ]);
  expect(await listed(event.id, `q=${encodeURIComponent(person.email)}`)).toEqual(["Zoé Abadie"]);
  const { db } = backend.services;
  const counted = async () => (await db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, event.id))).length;
  await db.update(users).set({ firstName: "Anna" }).where(eq(users.id, person.id));
  expect(await listed(event.id, "sort=name&order=asc")).toEqual(["Anna Abadie", "Mariam Diop"]);
  expect(await counted()).toBe(2);
});

test("participants are narrowed to those without account and to those whose required answer is missing, and acts change these alone", async () => {
  const { id, quotas } = await addEvent(backend, admin.cookie, { quotas: [{ capacity: 9 }] });
  const { db } = backend.services;
  const question = { eventId: id, kind: "text" as const, required: true, label: { fr: "Une taille ?" } };
  const [asks] = await db
    .insert(eventQuestions)
    .values([
      { ...question, position: 0 },
      { ...question, position: 1, archivedAt: new Date() },
      { ...question, position: 2, required: false },
    ])
    .returning();
  const given = { question: asks?.id ?? "", kind: "text" as const, label: { fr: "Une taille ?" }, answer: "M" };
  const row = { eventId: id, quotaId: quotas[0] ?? "", status: "confirmed" as const };
  const person = await signIn(backend, { role: "VOLUNTEER", firstName: "Zoé", lastName: "Abadie" });
  await db.insert(eventRegistrations).values([
    { ...row, guestName: "Ana Silva" },
    { ...row, guestName: "Bao Tran", answers: [given] },
    { ...row, guestName: "Cleo Petit", status: "cancelled_by_staff" },
    { ...row, userId: person.id },
  ]);
  expect(await listed(id, "mark=guest&sort=name")).toEqual(["Ana Silva", "Bao Tran", "Cleo Petit"]);
  expect(await listed(id, "mark=unanswered&sort=name")).toEqual(["Ana Silva", "Zoé Abadie"]);
  expect(await listed(id, "mark=unanswered&begun=yes")).toEqual([]);
  expect(await listed(id, "mark=nothing&begun=nothing&sort=name")).toHaveLength(4);
  const acted = await backend.request(`/api/admin/events/${id}/participants/act`, {
    ...{ method: "POST", cookie: admin.cookie },
    json: { action: "cancel", selection: { all: true, query: { mark: "unanswered" } }, dryRun: true },
  });
  expect(await acted.json()).toMatchObject({ count: 2, names: ["Ana Silva", "Zoé Abadie"] });
});

test("somebody registers for an event ten times at most", async () => {
  const event = await addEvent(backend, admin.cookie, { quotas: [{ capacity: 3 }] });
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const post = (path: string, json: object = {}) => backend.request(`/api/my-events/${event.id}/${path}`, { method: "POST", cookie, json });
  const statuses: number[] = [];
  for (let time = 0; time < 11; time += 1) {
    statuses.push((await post("registration", { quotaId: event.quotas[0], partySize: 1 })).status);
    await post("cancel");
  }
  expect(statuses.slice(0, 10).every((status) => status < 300)).toBe(true);
  expect(statuses[10]).toBe(422);
});
