import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { hourRates, volunteerHours } from "#backend/modules/hours/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { tasks } from "#backend/modules/tasks/tables";
import type { HoursBulkOutcome, StaffHoursRow } from "#contract/charity/volunteer-hours-admin";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { serverUrl } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";
import { runDue } from "#tests/support/tasks";

let backend: TestBackend;
const time = testClock();
const sectorIds = { led: "", granted: "", other: "" };
let admin: Awaited<ReturnType<typeof signIn>>;
let leader: typeof admin;
let holder: typeof admin;
let volunteer: typeof admin;

beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  const { db } = backend.services;
  for (const name of ["led", "granted", "other"] as const) {
    const [row] = await db.insert(sectors).values({ name, slug: name, status: "published" }).returning();
    sectorIds[name] = row?.id ?? "";
  }
  admin = await signIn(backend, { role: "ADMIN", firstName: "Samira" });
  leader = await signIn(backend, { role: "VOLUNTEER", sectorId: sectorIds.led });
  holder = await signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "HOURS_VALIDATE", sectorId: sectorIds.granted }] });
  volunteer = await signIn(backend, { role: "VOLUNTEER", sectorId: sectorIds.led });
  await db.insert(sectorManagers).values({ sectorId: sectorIds.led, userId: leader.id });
});
afterAll(() => backend.close());

const path = "/api/admin/volunteer-hours";
const send = async (cookie: string, json: object, to = `${path}/bulk`) => {
  const answer = await backend.request(to, { method: "POST", cookie, json });
  return { status: answer.status, body: (await answer.json()) as HoursBulkOutcome };
};
const decide = (cookie: string, ids: string[], more: object = {}) =>
  send(cookie, { decision: "validate", selection: { ids }, dryRun: false, ...more });

async function addHours(userId: string, more: Partial<typeof volunteerHours.$inferInsert> = {}): Promise<string> {
  const about = { date: "2026-11-01", minutes: 60, activity: "delivery", level: "field", source: "self", status: "submitted" } as const;
  const [row] = await backend.services.db
    .insert(volunteerHours)
    .values({ ...about, userId, ...more })
    .returning();
  return row?.id ?? "";
}
const rowOf = async (id: string) => (await backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.id, id)))[0];

describe("who may validate", () => {
  const who = { admin: () => admin, leader: () => leader, holder: () => holder, volunteer: () => volunteer };
  test.each([
    ["admin", "led", true],
    ["admin", null, true],
    ["leader", "led", true],
    ["leader", "granted", false],
    ["leader", null, false],
    ["holder", "granted", true],
    ["holder", "led", false],
    ["volunteer", "led", false],
  ] as const)("%s, hours of the sector %s: %s", async (name, sector, may) => {
    const { id: userId } = await addPerson(backend, { role: "VOLUNTEER" });
    const id = await addHours(userId, { sectorId: sector && sectorIds[sector] });
    const seen = await backend.request(`${path}/${id}`, { cookie: who[name]().cookie });
    const { body } = await decide(who[name]().cookie, [id]);
    expect([seen.status, body.changed, (await rowOf(id))?.status]).toEqual([may ? 200 : 404, may ? 1 : 0, may ? "validated" : "submitted"]);
  });

  test.each(["BENEFICIARY", "DONATOR_MERCHANT"] as const)("a %s is refused", async (role) => {
    const { cookie } = await signIn(backend, { role });
    expect((await decide(cookie, [crypto.randomUUID()])).status).toBe(403);
  });

  test("a right that ended meanwhile opens nothing", async () => {
    const { db } = backend.services;
    const former = await signIn(backend, { role: "VOLUNTEER" });
    await db.insert(sectorManagers).values({ sectorId: sectorIds.other, userId: former.id });
    const id = await addHours(volunteer.id, { sectorId: sectorIds.other });
    await db.delete(sectorManagers).where(eq(sectorManagers.userId, former.id));
    expect((await decide(former.cookie, [id])).body.changed).toBe(0);
  });
});

describe("nobody validates their own", () => {
  test.each(["admin", "leader"] as const)("%s: by id, among others, by all that match, or when rejecting", async (name) => {
    const actor = { admin, leader }[name];
    const own = await addHours(actor.id, { sectorId: sectorIds.led, date: "2026-10-02" });
    const other = await addHours(volunteer.id, { sectorId: sectorIds.led, date: "2026-10-02" });
    expect((await decide(actor.cookie, [own])).body).toMatchObject({ changed: 0, left: [{ obstacle: "own" }] });
    expect((await decide(actor.cookie, [own], { decision: "reject", reason: "non" })).body.changed).toBe(0);
    const all = { all: true, query: { dateFrom: "2026-10-02", dateTo: "2026-10-02", status: "submitted" } };
    await send(actor.cookie, { decision: "validate", selection: all, dryRun: false });
    expect([(await rowOf(own))?.status, (await rowOf(other))?.status]).toEqual(["submitted", "validated"]);
  });

  test("the database refuses it by itself", async () => {
    const id = await addHours(admin.id);
    const own = { status: "validated", validatorId: admin.id, validatedAt: time.clock() } as const;
    await expect(backend.services.db.update(volunteerHours).set(own).where(eq(volunteerHours.id, id))).rejects.toThrow();
  });

  test("nor by entering them as staff and importing: they wait", async () => {
    const json = { email: admin.email, date: "2026-11-03", minutes: 60, activity: "other" };
    const made = await send(admin.cookie, json, path);
    const { id } = made.body as unknown as { id: string };
    expect([made.status, (await rowOf(id))?.status, (await rowOf(id))?.source]).toEqual([201, "submitted", "self"]);
  });
});

test("a validation fixes the rate of the day, writes one mail for all of a person, and a row for each in the log", async () => {
  const { db } = backend.services;
  await db.insert(hourRates).values([
    { level: "field", cents: 1202, validFrom: "2026-01-01", validTo: "2026-06-30" },
    { level: "field", cents: 1250, validFrom: "2026-07-01" },
  ]);
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  const ids = [await addHours(person.id, { date: "2026-06-30", minutes: 90 }), await addHours(person.id, { date: "2026-07-01" })];
  expect((await decide(admin.cookie, ids)).body).toMatchObject({ changed: 2, minutes: 150 });
  expect([(await rowOf(ids[0] ?? ""))?.rateCents, (await rowOf(ids[1] ?? ""))?.rateCents]).toEqual([1202, 1250]);
  const mails = await db.select().from(outgoingMails).where(eq(outgoingMails.recipient, person.email));
  expect(mails.map(({ topic, subject }) => [topic, subject.replace(/\s/g, " ")])).toEqual([
    ["hours_validated", "2 h 30 de bénévolat validées"],
  ]);
  expect(mails[0]?.text?.replace(/\s/g, " ")).toContain("Total de l’année : 2 h 30.");
  const log = await db.select().from(auditLog).where(inArray(auditLog.entityId, ids));
  expect(log.map(({ action, entityType }) => [action, entityType])).toEqual(Array(2).fill(["volunteer_hours.validate", "volunteer_hours"]));
});

test("rejected hours have a reason, are read by their person, and are sent again", async () => {
  const person = await signIn(backend, { role: "VOLUNTEER" });
  const id = await addHours(person.id);
  expect((await decide(admin.cookie, [id], { decision: "reject" })).status).toBe(422);
  await decide(admin.cookie, [id], { decision: "reject", reason: "Quel jour ?" });
  const own = (await (await backend.request(`/api/volunteer-hours/${id}`, { cookie: person.cookie })).json()) as StaffHoursRow;
  expect(own).toMatchObject({ status: "rejected", rejectReason: "Quel jour ?", validator: "Samira" });
  const again = { date: "2026-11-02", minutes: 45, activity: "other", version: own.version };
  expect((await backend.request(`/api/volunteer-hours/${id}`, { method: "PATCH", cookie: person.cookie, json: again })).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ status: "submitted", rejectReason: null, validatorId: null, minutes: 45 });
});

test.runIf(serverUrl)("two who decide at once: one does", async () => {
  const id = await addHours(volunteer.id, { sectorId: sectorIds.led, date: "2026-09-01" });
  const answers = await Promise.all([admin, leader].map(({ cookie }) => decide(cookie, [id])));
  expect(answers.map(({ body }) => body.changed).sort()).toEqual([0, 1]);
});

test("five hundred at once are a task, which leaves one's own", async () => {
  const { db } = backend.services;
  const people = await Promise.all(Array.from({ length: 5 }, () => addPerson(backend, { role: "VOLUNTEER" })));
  const about = { activity: "other", level: "field", source: "self", status: "submitted", minutes: 5, date: "2026-08-15" } as const;
  const rows = Array.from({ length: 500 }, (_, at) => ({ ...about, userId: people[at % 5]?.id ?? "" }));
  await db.insert(volunteerHours).values([...rows, { ...about, userId: admin.id }]);
  const all = { all: true, query: { dateFrom: "2026-08-15", dateTo: "2026-08-15" } };
  const { body } = await send(admin.cookie, { decision: "validate", selection: all, dryRun: false });
  expect(body.task).not.toBeNull();
  await runDue(backend);
  const [task] = await db
    .select()
    .from(tasks)
    .where(eq(tasks.id, body.task ?? ""));
  expect(task).toMatchObject({ state: "done", done: 500, leftOut: 1 });
  expect(await db.$count(volunteerHours, and(eq(volunteerHours.date, "2026-08-15"), eq(volunteerHours.status, "validated")))).toBe(500);
});

test("the list has what waits first, the oldest before, and only what the reader may see", async () => {
  const first = await addHours(volunteer.id, { sectorId: sectorIds.led, date: "2026-05-01", submittedAt: new Date("2026-05-02") });
  const second = await addHours(volunteer.id, { sectorId: sectorIds.led, date: "2026-05-02", submittedAt: new Date("2026-05-03") });
  const done = { status: "validated", validatorId: admin.id, validatedAt: time.clock() } as const;
  const third = await addHours(volunteer.id, { sectorId: sectorIds.led, date: "2026-05-03", submittedAt: new Date("2026-01-01"), ...done });
  const read = async (cookie: string, query = "") =>
    (
      (await (await backend.request(`${path}?dateFrom=2026-05-01&dateTo=2026-05-31${query}`, { cookie })).json()) as {
        items: StaffHoursRow[];
      }
    ).items;
  expect((await read(leader.cookie)).map(({ id }) => id)).toEqual([first, second, third]);
  expect((await read(holder.cookie)).map(({ id }) => id)).toEqual([]);
  expect((await read(leader.cookie, "&status=validated")).map(({ id }) => id)).toEqual([third]);
  expect((await read(admin.cookie, `&userId=${volunteer.id}&outliers=yes`)).map(({ id }) => id)).toEqual([]);
  const { id: eventId } = await publishContent(backend, "events", admin.cookie);
  const atEvent = await addHours(volunteer.id, { sectorId: sectorIds.led, date: "2026-05-04", source: "event", eventId });
  expect((await read(admin.cookie, `&eventId=${eventId}`)).map(({ id }) => id)).toEqual([atEvent]);
});

test("who leads a sector adds hours for its people alone, and learns nothing of other addresses", async () => {
  const other = await signIn(backend, { role: "VOLUNTEER", sectorId: sectorIds.other });
  const draft = { date: "2026-11-02", minutes: 60, activity: "delivery" };
  const add = async (cookie: string, more: object) => {
    const answer = await backend.request(path, { method: "POST", cookie, json: { ...draft, ...more } });
    return [answer.status, ((await answer.json()) as { fieldErrors?: unknown }).fieldErrors];
  };
  const unknown = [422, { email: ["hours:error.unknownPerson"] }];
  expect((await add(leader.cookie, { email: volunteer.email }))[0]).toBe(201);
  for (const email of [other.email, "nobody@example.org"]) {
    expect(await add(leader.cookie, { email })).toEqual(unknown);
    expect(await add(leader.cookie, { email, sectorId: sectorIds.led })).toEqual(unknown);
    expect(await add(leader.cookie, { email, sectorId: sectorIds.other })).toEqual([422, { sectorId: ["hours:error.sector"] }]);
  }
  expect((await add(admin.cookie, { email: other.email }))[0]).toBe(201);
});

test("one person sends 120 forms of hours an hour", async () => {
  const person = await signIn(backend, { role: "VOLUNTEER" });
  for (let at = 0; at < 120; at += 1) await backend.services.limits.take("hoursByPerson", person.id);
  const json = { date: "2026-11-02", minutes: 60, activity: "delivery" };
  expect((await backend.request("/api/volunteer-hours", { method: "POST", cookie: person.cookie, json })).status).toBe(429);
  expect(
    (
      await backend.request("/api/volunteer-hours/week", {
        method: "POST",
        cookie: person.cookie,
        json: { monday: "2026-11-02", lines: [] },
      })
    ).status,
  ).toBe(429);
});

test("who leads a sector finds its hours by name, and by no number or address of people of others", async () => {
  const guest = {
    sectorId: sectorIds.other,
    firstName: "Oriane",
    lastName: "Quercy",
    phone: "0655443322",
    email: "oriane@elsewhere.example",
  };
  const { id } = await addPerson(backend, { role: "VOLUNTEER", ...guest });
  const entry = await addHours(id, { sectorId: sectorIds.led });
  const found = async (cookie: string, q: string) => {
    const answer = await backend.request(`${path}?q=${encodeURIComponent(q)}`, { cookie });
    return ((await answer.json()) as { items: { id: string }[] }).items.map((row) => row.id);
  };
  for (const q of ["quercy", "Oriane Quercy"]) expect(await found(leader.cookie, q)).toEqual([entry]);
  for (const q of ["06554433", "elsewhere.example"]) {
    expect(await found(leader.cookie, q)).toEqual([]);
    expect(await found(admin.cookie, q)).toEqual([entry]);
  }
});
