import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { projectFigures, projectOwners, projectSectors, projects } from "#backend/modules/projects/tables";
import { users } from "#backend/modules/users/tables";
import { type BoardColumn, maxFigures, type ProjectFollow } from "#contract/charity/projects";
import { backendForTest, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addContent, contentRecords, publishContent } from "#tests/support/content";
import { addGift } from "#tests/support/gifts";
import { addPerson, signIn } from "#tests/support/people";

const clock = testClock();
let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend({ clock: clock.clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const at = "/api/admin/projects";
const send = (method: string, path: string, json?: unknown, as = cookie) => backend.request(path, { method, cookie: as, json });
const add = (more: Record<string, unknown> = {}) => addContent(backend, "projects", cookie, more);
const follow = async (id: string) => (await (await send("GET", `${at}/${id}/follow`)).json()) as ProjectFollow;
const refusedField = async (answer: Response) => Object.keys(((await answer.json()) as { fieldErrors: object }).fieldErrors);
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
const logOf = async (entityId: string, entityType = "project") =>
  backend.services.db
    .select({ action: auditLog.action, changes: auditLog.changes })
    .from(auditLog)
    .where(and(eq(auditLog.entityId, entityId), eq(auditLog.entityType, entityType)))
    .orderBy(auditLog.seq);

test("the board shows every project that is not archived by stage, with its sectors, delays, and the received money", async () => {
  const own = await backendForTest({ clock: clock.clock });
  const admin = (await signIn(own, { role: "ADMIN" })).cookie;
  const make = (fr: string, more: Record<string, unknown>) => addContent(own, "projects", admin, { name: { fr }, ...more });
  const [b, a] = [await addContent(own, "sectors", admin, { name: "Brest" }), await addContent(own, "sectors", admin, { name: "Arles" })];
  const cold = await make("Froid", { stage: "running", sectorIds: [b.id, a.id], endsOn: "2026-11-20", budgetEuros: 100 });
  await make("Prévu", { stage: "idea", startsOn: "2026-11-20" });
  await make("À temps", { stage: "idea", startsOn: "2026-11-21" });
  await make("Fini", { stage: "done", startsOn: "2020-01-01", endsOn: "2020-02-01" });
  const gone = await make("Rangé", { stage: "stopped" });
  await own.request(`${at}/${gone.id}/status`, { method: "POST", cookie: admin, json: { status: "archived" } });
  for (const [status, amountCents] of Object.entries({ received: 1_050, promised: 2_000, cancelled: 4_000 }))
    await addGift(own, { email: "lou@example.org", status: status as "received", amountCents, projectId: cold.id });
  const { columns } = (await (await own.request("/api/admin/project-board", { cookie: admin })).json()) as { columns: BoardColumn[] };
  expect(columns.map(({ stage, total, cards }) => [stage, total, cards.map(({ name, late }) => [name.fr, late])])).toEqual([
    [
      "idea",
      2,
      [
        ["Prévu", "start"],
        ["À temps", null],
      ],
    ],
    ["running", 1, [["Froid", "end"]]],
    ["done", 1, [["Fini", null]]],
    ["stopped", 0, []],
  ]);
  expect(columns[1]?.cards[0]).toMatchObject({
    id: cold.id,
    sectors: ["Arles", "Brest"],
    budgetEuros: 100,
    receivedCents: 1_050,
    version: 1,
  });
});

test("a project is moved to another stage from the state that the board showed, and it is recorded", async () => {
  const { id, version } = await add({ stage: "idea" });
  const move = (json: object) => send("POST", `${at}/${id}/stage`, json);
  expect((await move({ stage: "running", version })).status).toBe(200);
  expect(await codeOf(await move({ stage: "done", version }))).toEqual([409, "stale"]);
  expect((await move({ stage: "running", version: version + 1 })).status).toBe(200);
  expect((await move({ stage: "nowhere", version: version + 1 })).status).toBe(422);
  expect((await send("POST", `${at}/${crypto.randomUUID()}/stage`, { stage: "done", version: 1 })).status).toBe(404);
  const [row] = await backend.services.db.select().from(projects).where(eq(projects.id, id));
  expect([row?.stage, row?.version]).toEqual(["running", version + 1]);
  const log = await logOf(id);
  expect(log.map(({ action }) => action)).toEqual(["project.create", "project.stage"]);
  expect(log.at(-1)?.changes).toEqual({ stage: { before: "idea", after: "running" } });
  await send("POST", `${at}/${id}/status`, { status: "archived" });
  expect(await codeOf(await move({ stage: "done", version: version + 2 }))).toEqual([409, "wrong_state"]);
});

test("two who move a project at once move it once", async () => {
  const { id, version } = await add({ stage: "idea" });
  const both = await Promise.all(["running", "stopped"].map((stage) => send("POST", `${at}/${id}/stage`, { stage, version })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await logOf(id)).length).toBe(2);
});

test.each(["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const)(
  "nothing of a project is for a %s",
  async (role) => {
    const { id, version } = await add();
    const gift = await addGift(backend, { email: "lou@example.org" });
    const other = await signIn(backend, { role });
    const figure = { label: { fr: "Kits" }, amount: 1, unit: "kits", countedOn: "2026-11-01" };
    const calls: [string, string, unknown?][] = [
      ["GET", "/api/admin/project-board"],
      ["GET", `${at}/${id}/follow`],
      ["POST", `${at}/${id}/stage`, { stage: "done", version }],
      ["PUT", `${at}/${id}/owner`, { email: other.email }],
      ["DELETE", `${at}/${id}/owner`],
      ["POST", `${at}/${id}/figures`, figure],
      ["DELETE", `${at}/${id}/figures/${crypto.randomUUID()}`],
      ["PUT", `/api/admin/pledges/${gift.id}/project`, { projectId: id }],
    ];
    for (const [method, path, json] of calls) {
      const answers = [await send(method, path, json, other.cookie), await send(method, path, json, "")];
      expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 403, 401]);
    }
  },
);

test("a project has several sectors, by which the list is filtered and sorted", async () => {
  const [b, a] = [
    await addContent(backend, "sectors", cookie, { name: "Béziers" }),
    await addContent(backend, "sectors", cookie, { name: "Albi" }),
  ];
  const both = await add({ sectorIds: [b.id, a.id, b.id] });
  const one = await add({ sectorIds: [b.id] });
  const ids = async (query: string) => {
    const { items } = (await (await send("GET", `${at}?perPage=100&${query}`)).json()) as { items: { id: string; sectorIds: string[] }[] };
    expect(items.find(({ id }) => id === both.id)?.sectorIds ?? [a.id, b.id].sort()).toEqual([a.id, b.id].sort());
    return items.map(({ id }) => id);
  };
  expect((await ids(`sectorIds=${b.id}`)).sort()).toEqual([both.id, one.id].sort());
  expect(await ids(`sectorIds=${a.id}`)).toEqual([both.id]);
  expect(await ids(`sectorIds=${b.id}&sort=sectorIds&order=asc`)).toEqual([both.id, one.id]);
  expect(await ids(`sectorIds=${b.id}&sort=sectorIds&order=desc`)).toEqual([one.id, both.id]);
});

test("the database links each sector of a project: no dangling reference, no duplicates, and a sector with projects cannot be deleted", async () => {
  const { db } = backend.services;
  const sector = await addContent(backend, "sectors", cookie);
  const { id, version } = await add({ sectorIds: [sector.id] });
  const ties = () => db.select().from(projectSectors).where(eq(projectSectors.projectId, id));
  expect(await ties()).toEqual([{ projectId: id, sectorId: sector.id }]);
  const edit = (sectorIds: unknown, from: number) => send("PATCH", `${at}/${id}`, { ...contentRecords.projects, sectorIds, version: from });
  expect((await edit([sector.id, crypto.randomUUID()], version)).status).toBe(422);
  const write = (sectorIds: string[]) => db.update(projects).set({ sectorIds }).where(eq(projects.id, id));
  await expect(write([crypto.randomUUID()])).rejects.toMatchObject({ cause: { code: "23503" } });
  await write([sector.id, sector.id]);
  expect(await ties()).toEqual([{ projectId: id, sectorId: sector.id }]);
  const remove = () => send("DELETE", `/api/admin/sectors/${sector.id}`);
  expect(await codeOf(await remove())).toEqual([409, "in_use"]);
  expect((await edit([], version)).status).toBe(200);
  expect([await ties(), (await remove()).status]).toEqual([[], 200]);
});

test("a sector has the number of its published projects, without deleted ones", async () => {
  const sector = await publishContent(backend, "sectors", cookie);
  const dependents = async () =>
    ((await (await send("GET", `/api/admin/sectors/${sector.id}`)).json()) as { dependents: number }).dependents;
  const { id } = await add({ sectorIds: [sector.id] });
  expect(await dependents()).toBe(0);
  await send("POST", `${at}/${id}/status`, { status: "published" });
  expect(await dependents()).toBe(1);
  await send("POST", `${at}/${id}/status`, { status: "draft" });
  expect((await send("DELETE", `${at}/${id}`)).status).toBe(200);
  expect(await backend.services.db.$count(projectSectors, eq(projectSectors.sectorId, sector.id))).toBe(0);
});

test("a sector deleted while a project selects it exists for both, or for neither", async () => {
  const sector = await addContent(backend, "sectors", cookie);
  const { id, version } = await add();
  const [taken, removed] = await Promise.all([
    send("PATCH", `${at}/${id}`, { ...contentRecords.projects, sectorIds: [sector.id], version }),
    send("DELETE", `/api/admin/sectors/${sector.id}`),
  ]);
  expect([
    [200, 409],
    [422, 200],
  ]).toContainEqual([taken.status, removed.status]);
});

test("one person of the team manages a project, nobody who has left, and each change is recorded", async () => {
  const { id } = await add();
  const [first, second] = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "ADMIN" })];
  const student = await addPerson(backend, { role: "BENEFICIARY" });
  const set = (email: string) => send("PUT", `${at}/${id}/owner`, { email });
  const refused = [await set(student.email), await set("nobody@maillon.example"), await set("none")];
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(await refusedField(refused[0] as Response)).toEqual(["email"]);
  expect([(await set(first.email)).status, (await set(second.email.toUpperCase())).status, (await set(second.email)).status]).toEqual([
    200, 200, 200,
  ]);
  expect((await follow(id)).owner?.email).toBe(second.email);
  await backend.services.db.update(users).set({ accountState: "suspended" }).where(eq(users.id, second.id));
  expect((await follow(id)).owner).toBeNull();
  expect([(await send("DELETE", `${at}/${id}/owner`)).status, (await send("DELETE", `${at}/${id}/owner`)).status]).toEqual([200, 404]);
  const log = (await logOf(id)).filter(({ action }) => action === "project.owner");
  expect(log.map(({ changes }) => changes?.owner)).toEqual([
    { after: first.id },
    { before: first.id, after: second.id },
    { before: second.id },
  ]);
  await expect(backend.services.db.insert(projectOwners).values({ projectId: id, userId: student.id })).rejects.toMatchObject({
    cause: { code: "23514" },
  });
});

const figure = { label: { fr: "Kits livrés", en: "Kits delivered" }, amount: 12, unit: "kits", countedOn: "2026-11-20" } as const;
const count = (id: string, more: object = {}) => send("POST", `${at}/${id}/figures`, { ...figure, ...more });

test("figures are added and removed, the latest first, and recorded", async () => {
  const [{ id }, other] = [await add(), await add()];
  expect([(await count(id)).status, (await count(id, { countedOn: "2026-11-21", amount: 0, unit: "other" })).status]).toEqual([200, 200]);
  const { figures } = await follow(id);
  expect(figures).toMatchObject([{ amount: 0, unit: "other", countedOn: "2026-11-21" }, figure]);
  const remove = (project: string) => send("DELETE", `${at}/${project}/figures/${figures[1]?.id}`);
  expect([(await remove(other.id)).status, (await remove(id)).status, (await remove(id)).status]).toEqual([404, 200, 404]);
  const log = await logOf(id);
  expect(log.map(({ action }) => action)).toEqual(["project.create", "project.add_figure", "project.add_figure", "project.remove_figure"]);
  expect(log.at(-1)?.changes).toEqual({ figure: { before: figure } });
});

test("a figure is a whole number with a unit, and its day is not in the future", async () => {
  const { id } = await add();
  const wrong = { amount: -1, unit: "euros", countedOn: "2026-11-22", label: { fr: " " } };
  for (const [field, value] of Object.entries(wrong)) {
    const answer = await count(id, { [field]: value });
    expect([answer.status, ...(await refusedField(answer))]).toEqual([422, field === "label" ? "label.fr" : field]);
  }
  expect((await count(id, { amount: 1.5 })).status).toBe(422);
  expect((await count(crypto.randomUUID())).status).toBe(404);
  for (const broken of [{ amount: -1 }, { unit: "euros" as "kits" }, { label: { fr: "" } }])
    await expect(backend.services.db.insert(projectFigures).values({ ...figure, projectId: id, ...broken })).rejects.toMatchObject({
      cause: { code: "23514" },
    });
});

test("concurrent additions never exceed the limit of figures", async () => {
  const { id } = await add();
  const rest = Array.from({ length: maxFigures - 1 }, () => ({ ...figure, projectId: id }));
  await backend.services.db.insert(projectFigures).values(rest);
  const both = await Promise.all([count(id), count(id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await backend.services.db.$count(projectFigures, eq(projectFigures.projectId, id))).toBe(maxFigures);
});

test("staff allocate a gift to a project: the donor's choice and the time of its last change stay, and the project sums received money", async () => {
  const { id } = await add();
  const updatedAt = new Date("2026-01-02T03:04:05Z");
  const gift = await addGift(backend, {
    email: "lou@example.org",
    allocation: "dressed",
    status: "received",
    amountCents: 1_234,
    updatedAt,
  });
  await addGift(backend, { email: "lou@example.org", status: "received", amountCents: 1_000, projectId: id });
  await addGift(backend, { email: "lou@example.org", status: "promised", amountCents: 700, projectId: id });
  await addGift(backend, { email: "lou@example.org", status: "cancelled", amountCents: 50_000, projectId: id });
  const give = (projectId: string | null) => send("PUT", `/api/admin/pledges/${gift.id}/project`, { projectId });
  const unknown = await give(crypto.randomUUID());
  expect([unknown.status, await refusedField(unknown)]).toEqual([422, ["projectId"]]);
  const given = await give(id);
  expect(await given.json()).toMatchObject({
    project: { id, name: contentRecords.projects.name },
    allocation: "dressed",
    status: "received",
  });
  expect(await follow(id)).toMatchObject({ received: { cents: 2_234, gifts: 2 }, promised: { cents: 700, gifts: 1 } });
  const [row] = await backend.services.db.select().from(pledges).where(eq(pledges.id, gift.id));
  expect(row?.updatedAt).toEqual(updatedAt);
  const list = (await (await send("GET", `/api/admin/pledges?projectId=${id}&status=received`)).json()) as { total: number };
  expect(list.total).toBe(2);
  expect(await codeOf(await send("DELETE", `${at}/${id}`))).toEqual([409, "in_use"]);
  expect([(await give(id)).status, (await give(null)).status]).toEqual([200, 200]);
  expect((await follow(id)).received.gifts).toBe(1);
  const log = (await logOf(gift.id, "pledge")).map(({ action, changes }) => [action, changes?.project]);
  expect(log).toEqual([
    ["pledge.project", { before: null, after: id }],
    ["pledge.project", { before: id, after: null }],
  ]);
});

test("a project deleted while a gift is allocated to it exists for both, or for neither", async () => {
  const { id } = await add();
  const gift = await addGift(backend, { email: "lou@example.org" });
  const [given, removed] = await Promise.all([
    send("PUT", `/api/admin/pledges/${gift.id}/project`, { projectId: id }),
    send("DELETE", `${at}/${id}`),
  ]);
  expect([
    [200, 409],
    [422, 200],
  ]).toContainEqual([given.status, removed.status]);
});

test("a project has its next events, drafts too, and not those that are over or archived", async () => {
  const { id } = await add();
  const hold = (fr: string, startsAt: string, endsAt: string) =>
    addContent(backend, "events", cookie, { title: { fr }, projectId: id, sectorId: null, startsAt, endsAt });
  await hold("Demain", "2026-11-22T10:00", "2026-11-22T11:00");
  await hold("En cours", "2026-11-21T10:00", "2026-11-21T11:30");
  await hold("Hier", "2026-11-20T10:00", "2026-11-20T11:00");
  const archived = await hold("Annulé", "2026-11-23T10:00", "2026-11-23T11:00");
  await send("POST", `/api/admin/events/${archived.id}/status`, { status: "archived" });
  expect((await follow(id)).events.map(({ title, status }) => [title.fr, status])).toEqual([
    ["En cours", "draft"],
    ["Demain", "draft"],
  ]);
});
