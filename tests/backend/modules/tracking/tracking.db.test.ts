import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { sectors } from "#backend/modules/sectors/tables";
import { trackingEntries } from "#backend/modules/tracking/tables";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";

type Someone = Awaited<ReturnType<typeof signIn>>;
let backend: TestBackend;
let time: ReturnType<typeof testClock>;
let reader: Someone;
let other: Someone;
let student: { id: string };

beforeEach(async () => {
  time = testClock(new Date("2026-11-18T10:00:00Z"));
  backend = await backendForTest({ clock: time.clock });
  reader = await signIn(backend, { role: "ADMIN", lastName: "Lectrice", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  other = await signIn(backend, { role: "ADMIN", lastName: "Autre" });
  student = await addPerson(backend, { role: "BENEFICIARY", lastName: "Zarembski" });
});

const draft = { kind: "call", title: "Rappeler pour l’adresse", occurredAt: "2026-11-18T09:00", visibility: "staff" };

const send = (who: Someone, path: string, json: object, method = "POST") =>
  backend.request(`/api/admin/tracking${path}`, { method, cookie: who.cookie, json });

async function add(who: Someone, more: object = {}): Promise<string> {
  const answer = await send(who, "", { ...draft, subjectId: student.id, ...more });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function list(who: Someone, query = "") {
  const answer = await backend.request(`/api/admin/tracking?show=all${query}`, { cookie: who.cookie });
  return ((await answer.json()) as { items: { id: string; title: string; due: string | null }[] }).items;
}

/** Logged in again, after the clock has advanced. */
const again = async (who: Someone) => ({ ...who, cookie: await cookiesOf(backend, who.id) });

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

const loggedReads = () =>
  backend.services.db
    .select({ entityType: auditLog.entityType, entityId: auditLog.entityId, actorId: auditLog.actorId })
    .from(auditLog)
    .where(eq(auditLog.action, "tracking_entry.read_restricted"))
    .orderBy(auditLog.seq);

test("an entry that the person reads, and its correction, is a notice to them; an unread one goes when they do not read it any more", async () => {
  const notified = async () => {
    const ofPerson = and(eq(notices.userId, student.id), eq(notices.topic, "entry_shared"));
    const rows = await backend.services.db.select().from(notices).where(ofPerson);
    return rows.map(({ values }) => values.kind).sort();
  };
  const id = await add(reader, { visibility: "subject" });
  await add(reader);
  expect(await notified()).toEqual(["entry"]);
  const inbox = await backend.request("/api/account/inbox", { cookie: await cookiesOf(backend, student.id) });
  const [notice] = ((await inbox.json()) as { items: object[] }).items;
  expect(notice).toMatchObject({ title: "Votre équipe a noté quelque chose dans votre suivi" });
  expect(JSON.stringify(notice)).not.toContain("adresse");
  expect((await send(reader, `/${id}`, { ...draft, visibility: "staff" }, "PUT")).status).toBe(200);
  expect(await notified()).toEqual([]);
  expect((await send(reader, `/${id}`, { ...draft, visibility: "subject" }, "PUT")).status).toBe(200);
  expect((await send(reader, `/${id}/corrections`, { title: "Plutôt le 15" })).status).toBe(201);
  expect(await notified()).toEqual(["correction", "entry"]);
});

describe("a restricted entry", () => {
  test("is found by no way in without the right, and each reading with it is recorded", async () => {
    const id = await add(reader, { visibility: "restricted", title: "Santé fragile", nextActionAt: "2026-11-18" });
    expect(await list(other)).toEqual([]);
    expect(await list(other, "&q=fragile")).toEqual([]);
    expect(await list(other, "&q=Zarembski")).toEqual([]);
    const figures = await backend.request("/api/admin/tracking/figures", { cookie: other.cookie });
    expect(await figures.json()).toMatchObject({ open: 0, today: 0 });
    const ofPerson = await backend.request(`/api/admin/people/${student.id}/tracking`, { cookie: other.cookie });
    expect(await ofPerson.json()).toEqual({ items: [], more: false });
    expect((await backend.request(`/api/admin/tracking/${id}`, { cookie: other.cookie })).status).toBe(404);
    for (const [path, method, json] of [
      ["/corrections", "POST", { title: "Non" }],
      ["/action", "PUT", { nextActionAt: "2026-12-01" }],
      ["/done", "PUT", { done: true }],
      ["", "PUT", draft],
    ] as const)
      expect([path, (await send(other, `/${id}${path}`, json, method)).status]).toEqual([path, 404]);
    expect(await loggedReads()).toEqual([]);

    expect((await list(reader, "&q=fragile")).map(({ title }) => title)).toEqual(["Santé fragile"]);
    await backend.request(`/api/admin/tracking/${id}`, { cookie: reader.cookie });
    await backend.request(`/api/admin/people/${student.id}/tracking`, { cookie: reader.cookie });
    expect(await loggedReads()).toEqual([
      { entityType: "list", entityId: "/dashboard/admin/tracking", actorId: reader.id },
      { entityType: "tracking_entry", entityId: id, actorId: reader.id },
      { entityType: "person", entityId: student.id, actorId: reader.id },
    ]);
  });

  test("is neither written nor assigned without the right", async () => {
    const restricted = { ...draft, subjectId: student.id, visibility: "restricted" };
    expect(await codeOf(await send(other, "", restricted))).toEqual([403, "restricted"]);
    const open = await add(other);
    expect(await codeOf(await send(other, `/${open}`, { ...draft, visibility: "restricted" }, "PUT"))).toEqual([403, "restricted"]);
    const given = { ...restricted, nextActionAt: "2026-11-20", nextActionUserId: other.id };
    expect((await send(reader, "", given)).status).toBe(422);
    const id = await add(reader, { visibility: "restricted" });
    const action = { nextActionAt: "2026-11-20", nextActionUserId: other.id };
    expect((await send(reader, `/${id}/action`, action, "PUT")).status).toBe(422);
  });

  test("counts in the sector of the right alone, where nobody is brought by whoever gains it", async () => {
    const { db } = backend.services;
    const about = { kind: "local_team", status: "published" } as const;
    const [here, there] = await db
      .insert(sectors)
      .values([
        { ...about, slug: "ici", name: "Ici", position: 901 },
        { ...about, slug: "la", name: "Là", position: 902 },
      ])
      .returning();
    if (!here || !there) throw new Error("no sectors");
    const volunteer = await addPerson(backend, { role: "VOLUNTEER", sectorId: here.id });
    student = volunteer;
    await add(reader, { visibility: "restricted" });
    const permission = "BENEFICIARY_READ_RESTRICTED" as const;
    const inHere = await signIn(backend, { role: "ADMIN", inSectors: [{ permission, sectorId: here.id }] });
    const inThere = await signIn(backend, { role: "ADMIN", inSectors: [{ permission, sectorId: there.id }] });
    expect([(await list(inHere)).length, (await list(inThere)).length]).toEqual([1, 0]);
    const move = { sectorId: there.id, selection: { ids: [volunteer.id] }, dryRun: false };
    const answer = await backend.request("/api/admin/people/team", { method: "POST", cookie: inThere.cookie, json: move });
    expect(answer.status).toBeLessThan(500);
    expect((await list(inThere)).length).toBe(0);
  });
});

test("staff neither read nor write what the team says about themselves", async () => {
  student = other;
  await add(reader, { visibility: "staff" });
  expect(await list(other)).toEqual([]);
  expect(await codeOf(await send(other, "", { ...draft, subjectId: other.id }))).toEqual([403, "own_account"]);
  await add(reader, { visibility: "subject" });
  expect((await list(other)).length).toBe(1);
});

test("the author edits for 24 hours, nobody else ever, and a correction follows", async () => {
  const id = await add(other);
  expect((await send(reader, `/${id}`, { ...draft, title: "Autre" }, "PUT")).status).toBe(403);
  time.pass(24 * 3600 - 1);
  [other, reader] = [await again(other), await again(reader)];
  expect((await send(other, `/${id}`, { ...draft, title: "Rappelé" }, "PUT")).status).toBe(200);
  time.pass(1);
  expect(await codeOf(await send(other, `/${id}`, { ...draft, title: "Trop tard" }, "PUT"))).toEqual([409, "wrong_state"]);
  expect((await send(reader, `/${id}/corrections`, { title: "L’adresse a changé" })).status).toBe(201);
  const record = await (await backend.request(`/api/admin/tracking/${id}`, { cookie: other.cookie })).json();
  expect(record).toMatchObject({
    title: "Rappelé",
    editableUntil: null,
    corrections: [{ title: "L’adresse a changé", visibility: "staff", correctsId: id }],
  });
});

test("the database refuses a late edit, another person or author, and a correction that others read", async () => {
  const { db } = backend.services;
  const id = await add(other);
  const refuses = async (change: Partial<typeof trackingEntries.$inferInsert>) =>
    expect(db.update(trackingEntries).set(change).where(eq(trackingEntries.id, id))).rejects.toThrow();
  await refuses({ title: "Sans date" });
  await refuses({ title: "Tard", editedAt: new Date("2026-11-19T10:00:00Z") });
  await refuses({ authorId: reader.id });
  await refuses({ subjectUserId: reader.id });
  await refuses({ doneAt: time.clock() });
  const values = { kind: "note", title: "Correction", occurredAt: time.clock(), authorId: other.id, correctsId: id } as const;
  await expect(db.insert(trackingEntries).values({ ...values, subjectUserId: student.id, visibility: "subject" })).rejects.toThrow();
  const [correction] = await db
    .insert(trackingEntries)
    .values({ ...values, subjectUserId: student.id, visibility: "staff" })
    .returning();
  const again = { ...values, correctsId: correction?.id ?? "", subjectUserId: student.id, visibility: "staff" } as const;
  await expect(db.insert(trackingEntries).values(again)).rejects.toThrow();
  expect(await codeOf(await send(other, `/${id}`, { ...draft, visibility: "subject" }, "PUT"))).toEqual([422, "invalid"]);
});

describe("next actions", () => {
  test("come the nearest first, and say how near they are by the days of France", async () => {
    time.set("2026-11-18T22:30:00Z");
    other = await again(other);
    const at = { overdue: "2026-11-17", today: "2026-11-18", week: "2026-11-22", later: "2026-11-23" };
    for (const due of ["later", "today", "overdue", "week"] as const) await add(other, { title: due, nextActionAt: at[due] });
    await add(other, { title: "rien" });
    const shown = async (query: string) => {
      const answer = await backend.request(`/api/admin/tracking${query}`, { cookie: other.cookie });
      return ((await answer.json()) as { items: { title: string; due: string }[] }).items.map(({ title, due }) => `${title} ${due}`);
    };
    expect(await shown("")).toEqual(["overdue overdue", "today today", "week week", "later later"]);
    expect(await shown("?due=week")).toEqual(["week week"]);
    time.set("2026-11-18T23:05:00Z");
    other = await again(other);
    expect(await shown("?due=today")).toEqual([]);
    expect(await shown("?due=overdue")).toEqual(["overdue overdue", "today overdue"]);
  });

  test("tell whom they are given to, in the inbox and by mail, without what they are about", async () => {
    const { db } = backend.services;
    const english = await signIn(backend, { role: "ADMIN", locale: "en" });
    const id = await add(other, { title: "Secret", nextActionAt: "2026-11-20", nextActionUserId: english.id });
    const mails = () => db.select().from(outgoingMails).where(eq(outgoingMails.topic, "follow_up_assigned"));
    const [mail] = await mails();
    expect([mail?.userId, mail?.subject]).toEqual([english.id, "A follow-up action for you, by 20 November 2026"]);
    expect(JSON.stringify(mail)).not.toMatch(/Secret|Zarembski/);
    expect(await db.$count(notices, and(eq(notices.userId, english.id), eq(notices.channel, "inbox")))).toBe(1);
    await send(other, `/${id}/action`, { nextActionAt: "2026-11-20", nextActionUserId: english.id }, "PUT");
    expect((await mails()).length).toBe(1);
    await send(other, `/${id}/action`, { nextActionAt: "2026-11-20", nextActionUserId: other.id }, "PUT");
    expect((await mails()).map(({ status }) => status)).toEqual(["expired"]);
    expect(await db.$count(notices, eq(notices.userId, english.id))).toBe(0);
    await send(other, `/${id}/action`, { nextActionAt: "2026-11-20", nextActionUserId: english.id }, "PUT");
    expect((await mails()).map(({ status }) => status).sort()).toEqual(["expired", "waiting"]);
    expect(await db.$count(notices, and(eq(notices.userId, english.id), eq(notices.channel, "inbox")))).toBe(1);
  });

  test("are given to open accounts of administrators only, and never to whom they are about", async () => {
    const volunteer = await addPerson(backend, { role: "VOLUNTEER" });
    const suspended = await addPerson(backend, { role: "ADMIN", accountState: "suspended" });
    for (const who of [volunteer.id, suspended.id, student.id, crypto.randomUUID()]) {
      const answer = await send(other, "", { ...draft, subjectId: student.id, nextActionAt: "2026-11-20", nextActionUserId: who });
      expect(answer.status).toBe(422);
    }
    const without = await send(other, "", { ...draft, subjectId: student.id, nextActionUserId: reader.id });
    expect(without.status).toBe(422);
  });

  test("that are due wait on the dashboard of whom they are given to", async () => {
    const queue = async (who: Someone) => {
      const answer = await backend.request("/api/work-queues", { cookie: who.cookie });
      return ((await answer.json()) as { queues: { followUp: object } }).queues.followUp;
    };
    const id = await add(reader, { nextActionAt: "2026-11-17", nextActionUserId: other.id });
    await add(reader, { nextActionAt: "2026-11-18", nextActionUserId: other.id });
    await add(reader, { nextActionAt: "2026-11-19", nextActionUserId: other.id });
    expect(await queue(other)).toEqual({ count: 2, oldest: "2026-11-16T23:00:00.000Z", late: 1 });
    expect(await queue(reader)).toEqual({ count: 0, oldest: null, late: 0 });
    expect((await send(reader, `/${id}/done`, { done: true }, "PUT")).status).toBe(200);
    expect(await queue(other)).toMatchObject({ count: 1, late: 0 });
    await send(reader, `/${id}/done`, { done: false }, "PUT");
    expect(await queue(other)).toMatchObject({ count: 2 });
  });
});

test("other roles open none of it", async () => {
  const id = await add(other);
  for (const role of ["VOLUNTEER", "BENEFICIARY", "DONATOR_INDIVIDUAL"] as const) {
    const { cookie } = await signIn(backend, { role, permissions: role === "VOLUNTEER" ? ["NEWS_PUBLISH"] : [] });
    for (const path of ["", "/figures", `/${id}`, `/people/${student.id}`])
      expect([role, path, (await backend.request(`/api/admin/tracking${path}`, { cookie })).status]).toEqual([role, path, 403]);
  }
});

test("the entries about a person are read by the page, each once", async () => {
  const { db } = backend.services;
  const at = time.clock();
  const values = { subjectUserId: student.id, authorId: other.id, kind: "note", visibility: "staff", occurredAt: at } as const;
  await db.insert(trackingEntries).values(Array.from({ length: 51 }, (_, n) => ({ ...values, title: `Note ${n}` })));
  const page = async (before = "") => {
    const answer = await backend.request(`/api/admin/people/${student.id}/tracking${before}`, { cookie: other.cookie });
    return (await answer.json()) as { items: { id: string; title: string }[]; more: boolean };
  };
  const first = await page();
  const second = await page(`?before=${first.items.at(-1)?.id}`);
  expect([first.items.length, first.more, second.items.length, second.more]).toEqual([50, true, 1, false]);
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(51);
});

test("entries are erased with the person, and two years after they are done", async () => {
  const { db } = backend.services;
  const stillToDo = await add(other, { nextActionAt: "2026-12-01" });
  const old = await add(other, { nextActionAt: "2026-12-01" });
  await send(other, `/${old}/done`, { done: true }, "PUT");
  await send(other, `/${old}/corrections`, { title: "Correction" });
  time.set("2028-11-17T23:00:00Z");
  await applyRetention(backend.services);
  expect(await db.$count(trackingEntries)).toBe(3);
  time.set("2028-11-18T23:00:00Z");
  await applyRetention(backend.services);
  expect((await db.select().from(trackingEntries)).map(({ id }) => id)).toEqual([stillToDo]);
  await erasePeople(backend.services, null, [student.id], time.clock());
  expect(await db.$count(trackingEntries)).toBe(0);
  const { rows } = await db.execute(sql`select changes::text as text from audit_log where entity_type = 'tracking_entry'`);
  expect(JSON.stringify(rows)).not.toMatch(/adresse|Correction/);
});

test("one person notes 120 things an hour", async () => {
  const id = await add(reader);
  for (let at = 0; at < 119; at += 1) await backend.services.limits.take("followUpByPerson", reader.id);
  expect((await send(reader, "", { ...draft, subjectId: student.id })).status).toBe(429);
  expect((await send(reader, `/${id}/action`, { nextActionAt: "2026-11-20", nextActionUserId: other.id }, "PUT")).status).toBe(429);
});
