import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { messages } from "#backend/modules/contact/tables";
import { notices } from "#backend/modules/notices/tables";
import { press } from "#backend/modules/press/tables";
import { eraseEmail, erasePeople, finishErasures } from "#backend/modules/privacy/erasure";
import { sectors } from "#backend/modules/sectors/tables";
import { purgeExports } from "#backend/modules/tasks/queries";
import { exportParts, taskItems, tasks } from "#backend/modules/tasks/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { campaignsApi } from "#contract/accounts/campaigns";
import { auditLogExport, exportedLists, exportsApi } from "#contract/accounts/exports";
import { subscribersApi } from "#contract/accounts/newsletter";
import type { Task } from "#contract/accounts/tasks";
import { trackingApi } from "#contract/accounts/tracking";
import { applicationsApi } from "#contract/charity/applications";
import { messagesApi } from "#contract/charity/contact";
import { participantsApi } from "#contract/charity/event-participants";
import { expenseClaimsApi } from "#contract/charity/expense-claims";
import { kitOrdersApi } from "#contract/charity/kit-orders";
import { membershipsApi } from "#contract/charity/memberships";
import { monthlyRecordsApi } from "#contract/charity/monthly-records";
import { hoursAdminApi } from "#contract/charity/volunteer-hours-admin";
import { fiscalReceiptsApi } from "#contract/giving/fiscal-receipts";
import { giftsInKindApi } from "#contract/giving/gifts-in-kind";
import { paymentsApi } from "#contract/giving/payments";
import { pledgesApi } from "#contract/giving/pledges";
import { articleRecordsApi } from "#contract/publishing/articles";
import { backendForTest, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";
import { addCuttings, kindsWith, runDue } from "#tests/support/tasks";

const pressExport = {
  list: "/dashboard/admin/press/export.csv",
  params: {},
  query: "q=article&sort=title",
  listQuery: { q: "article", sort: "position", order: "desc" },
};

async function office() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  const start = (json: object = pressExport, cookie = admin.cookie) =>
    backend.request(exportsApi.start.path, { method: "POST", cookie, json });
  const part = (id: string, from?: string, cookie = admin.cookie) =>
    backend.request(`/api/exports/tasks/${id}/rows${from === undefined ? "" : `?from=${encodeURIComponent(from)}`}`, { cookie });
  const read = async (id: string, cookie = admin.cookie) => {
    const rows: { id: string; title: { fr: string } }[] = [];
    let from: string | undefined;
    do {
      const answer: { items: typeof rows; next: string | null } = await (await part(id, from, cookie)).json();
      rows.push(...answer.items);
      from = answer.next ?? undefined;
    } while (from !== undefined);
    return rows;
  };
  const taskOf = async (id: string, cookie: string) =>
    ((await (await backend.request(`/api/account/tasks/${id}`, { cookie })).json()) as { task: Task }).task;
  const task = (id: string) => taskOf(id, admin.cookie);
  return { time, backend, admin, start, part, read, task, taskOf };
}

const count = 1_203;

test("an export reads each row once, in the order of the list, and is its owner's for a day", async () => {
  const { time, backend, admin, start, part, read, task } = await office();
  const { db } = backend.services;
  const ids = await addCuttings(backend, count);
  const { task: id } = await (await start()).json();
  expect((await part(id)).status).toBe(404);
  await runDue(backend);
  const done = await task(id);
  expect(done).toMatchObject({ state: "done", total: count, done: count, list: "/dashboard/admin/press" });
  expect(done.file?.url).toBe("/dashboard/admin/press/export?q=article&sort=title");
  expect((await read(id)).map((row) => row.id)).toEqual(ids.toReversed());
  const logged = await db.select().from(auditLog).where(eq(auditLog.action, "list.export"));
  expect(logged.map(({ actorId, entityId, changes }) => [actorId, entityId, changes?.rows?.after])).toEqual([
    [admin.id, pressExport.list, count],
  ]);
  expect(JSON.stringify(await db.select().from(auditLog).where(eq(auditLog.action, "task.start")))).not.toContain("article");
  const other = await signIn(backend, { role: "ADMIN" });
  expect((await part(id, undefined, other.cookie)).status).toBe(404);
  time.pass(25 * 3_600);
  const again = await signIn(backend, { role: "ADMIN" });
  await db.update(tasks).set({ ownerId: again.id }).where(eq(tasks.id, id));
  expect((await part(id, undefined, again.cookie)).status).toBe(404);
  await purgeExports(db, time.clock());
  expect(await db.$count(exportParts)).toBe(0);
});

test("the audit log is exported with each of its rows once, newest first, and an erasure takes the file away", async () => {
  const { time, backend, start, part, read, taskOf } = await office();
  const { db } = backend.services;
  const exporter = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA", "AUDIT_READ"] });
  const row = { actorKind: "system" as const, action: "press.edit", entityType: "press", entityId: "1", fields: [] };
  await db.insert(auditLog).values(Array.from({ length: count }, () => row));
  const json = { ...pressExport, list: auditLogExport, query: "reason=Contrôle", listQuery: { action: "press.edit" }, reason: "Contrôle" };
  const { task: id } = await (await start(json, exporter.cookie)).json();
  await runDue(backend);
  const rows = await read(id, exporter.cookie);
  const written = await db
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(eq(auditLog.action, "press.edit"))
    .orderBy(desc(auditLog.seq));
  expect(rows.map((one) => one.id)).toEqual(written.map(({ seq }) => String(seq)));
  const logged = await db.select().from(auditLog).where(eq(auditLog.action, "list.export"));
  expect(logged.map(({ entityId, reason, changes }) => [entityId, reason, changes?.rows?.after])).toEqual([
    [auditLogExport, "Contrôle", count],
  ]);
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  await erasePeople(backend.services, null, [person.id], time.clock());
  expect((await part(id, undefined, exporter.cookie)).status).toBe(404);
  expect((await taskOf(id, exporter.cookie)).reason).toBe("tasks:reason.erasedOfLog");
});

test("an export of the log that reads while an address without account is erased goes when the erasure is finished", async () => {
  const { time, backend, start, part } = await office();
  const { db } = backend.services;
  const exporter = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA", "AUDIT_READ"] });
  await db.insert(auditLog).values({ actorKind: "system", action: "press.edit", entityType: "press", entityId: "1", fields: [] });
  await eraseEmail(backend.services, "lin@example.org", time.clock());
  const json = { ...pressExport, list: auditLogExport, query: "reason=Contrôle", listQuery: { action: "press.edit" }, reason: "Contrôle" };
  const { task: id } = await (await start(json, exporter.cookie)).json();
  await runDue(backend);
  expect((await part(id, undefined, exporter.cookie)).status).toBe(200);
  await finishErasures(backend.services);
  expect((await part(id, undefined, exporter.cookie)).status).toBe(404);
  const titles = await db.select({ values: notices.values }).from(notices).where(eq(notices.userId, exporter.id));
  expect(titles.map(({ values }) => values?.state)).toContain("erasedOfLog");
});

test("an export that breaks off goes on where it was", async () => {
  const { backend, start, read } = await office();
  const ids = await addCuttings(backend, count);
  const { task: id } = await (await start()).json();
  const stopping = new AbortController();
  const once = kindsWith(backend, exportsApi.start.path, (own) => (call, some) => {
    stopping.abort();
    return own(call, some);
  });
  await runDue(backend, once, stopping.signal);
  // Rows that are deleted meanwhile are missing in the file, and named.
  await backend.services.db.delete(press).where(eq(press.id, ids[0] ?? ""));
  await runDue(backend);
  expect((await read(id)).map((row) => row.id)).toEqual(ids.slice(1).toReversed());
});

test("people are exported by those alone who may, and not after they lost the right", async () => {
  const { backend, admin, start, part } = await office();
  const people = {
    ...pressExport,
    list: "/dashboard/admin/users/volunteers/export.csv",
    listQuery: {},
  };
  expect((await start(people)).status).toBe(403);
  const exporter = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const { task: id } = await (await start(people, exporter.cookie)).json();
  await runDue(backend);
  expect((await part(id, undefined, exporter.cookie)).status).toBe(200);
  await backend.services.db.update(users).set({ role: "VOLUNTEER" }).where(eq(users.id, exporter.id));
  expect((await part(id, undefined, exporter.cookie)).status).toBe(403);
  expect((await start({ ...pressExport, list: "/dashboard/admin/nothing/export.csv" }, admin.cookie)).status).toBe(422);
});

test("a coordinator exports the people of those sectors in which they may", async () => {
  const { backend, start, part } = await office();
  const values = { kind: "local_team", status: "published", position: 900 } as const;
  const [mine = { id: "" }, other = { id: "" }] = await backend.services.db
    .insert(sectors)
    .values([
      { ...values, slug: "mine", name: "Mine" },
      { ...values, slug: "other", name: "Other" },
    ])
    .returning();
  const inMine = await addPerson(backend, { role: "VOLUNTEER", sectorId: mine.id });
  const inOther = await addPerson(backend, { role: "VOLUNTEER", sectorId: other.id });
  const inSectors = [
    { permission: "ACCOUNTS_MANAGE", sectorId: mine.id },
    { permission: "EXPORT_PERSONAL_DATA", sectorId: mine.id },
    { permission: "ACCOUNTS_MANAGE", sectorId: other.id },
  ] as const;
  const coordinator = await signIn(backend, { role: "VOLUNTEER", inSectors: [...inSectors] });
  const seen = await (await backend.request("/api/admin/people/volunteers", { cookie: coordinator.cookie })).json();
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
  expect(idsOf(seen)).toEqual(expect.arrayContaining([inMine.id, inOther.id]));
  const list = "/dashboard/admin/users/volunteers/export.csv";
  const { task: id } = await (await start({ ...pressExport, list, listQuery: {} }, coordinator.cookie)).json();
  await runDue(backend);
  expect(idsOf(await (await part(id, undefined, coordinator.cookie)).json())).toEqual([inMine.id]);
});

test("starting an export counts among the exports that a person may make in an hour", async () => {
  const { backend, admin, start } = await office();
  const json = { list: pressExport.list, rows: 1, params: {}, query: "" };
  const record = () => backend.request(exportsApi.record.path, { method: "POST", cookie: admin.cookie, json });
  for (let at = 0; at < 119; at += 1) expect((await record()).status).toBe(201);
  expect((await start()).status).toBe(201);
  const refused = await start();
  expect([refused.status, (await refused.json()).code]).toEqual([429, "too_many_requests"]);
});

test("a task that is no export has no rows to read", async () => {
  const { time, backend, admin, part } = await office();
  const [task = { id: "" }] = await backend.services.db
    .insert(tasks)
    .values({
      ...{ kind: "/api/admin/press/bulk", ownerId: admin.id, query: {}, requestId: "test", state: "done", total: 0 },
      ...{ createdAt: time.clock(), startedAt: time.clock(), finishedAt: time.clock() },
    })
    .returning();
  expect((await part(task.id)).status).toBe(404);
});

test("every list that is exported has an endpoint that a task can read, but a short list", async () => {
  const { backend, start } = await office();
  const exporter = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const refused: string[] = [];
  for (const list of Object.keys(exportedLists)) {
    const { status } = await start({ ...pressExport, list, listQuery: {} }, exporter.cookie);
    if (status !== 201) refused.push(list);
    await backend.services.db.delete(tasks);
  }
  expect(refused.sort()).toEqual(["/dashboard/admin/volunteer-hours/civic.csv"]);
});

test("a task reads the list of the page whose file it makes", () => {
  const lists = {
    "sectors/{id}/records": monthlyRecordsApi.list,
    "events/{id}/kits": kitOrdersApi.list,
    "events/{id}/participants": participantsApi.list,
    news: articleRecordsApi.list,
    donations: paymentsApi.list,
    "donations/in-kind": giftsInKindApi.list,
    "donations/pledges": pledgesApi.list,
    "expense-claims": expenseClaimsApi.list,
    "fiscal-receipts": fiscalReceiptsApi.list,
    memberships: membershipsApi.list,
    "jobs/applications": applicationsApi.list,
    messages: messagesApi.list,
    tracking: trackingApi.list,
    "volunteer-hours": hoursAdminApi.list,
    notifications: campaignsApi.list,
    "notifications/subscribers": subscribersApi.list,
  } as const;
  const pages = Object.entries(lists).map(([page, { path }]) => [`/dashboard/admin/${page}/export.csv`, path]);
  const endpoints = Object.entries(exportedLists).map(([list, { endpoint }]) => [list, endpoint]);
  expect(Object.fromEntries(endpoints)).toMatchObject(Object.fromEntries(pages));
});

test("what was read with other rights is not given any more, and the first part cannot be skipped unlogged", async () => {
  const { backend, start, part } = await office();
  const { db } = backend.services;
  await addCuttings(backend, count);
  const reader = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const { task: id } = await (await start(pressExport, reader.cookie)).json();
  await runDue(backend);
  expect((await part(id, "500", reader.cookie)).status).toBe(400);
  const { task: otherId } = await (await start(pressExport, reader.cookie)).json();
  await runDue(backend);
  expect(await db.$count(auditLog, eq(auditLog.action, "list.export"))).toBe(0);
  const { next } = (await (await part(id, undefined, reader.cookie)).json()) as { next: string };
  expect(await db.$count(auditLog, eq(auditLog.action, "list.export"))).toBe(1);
  expect((await part(otherId, next, reader.cookie)).status).toBe(400);
  expect((await part(id, next, reader.cookie)).status).toBe(200);
  await db.delete(permissionGrants).where(eq(permissionGrants.userId, reader.id));
  expect((await part(id, next, reader.cookie)).status).toBe(403);
  expect((await part(id, undefined, reader.cookie)).status).toBe(403);
});

test("an erasure takes away the files that hold the person or their records, and no others", async () => {
  const { time, backend, part } = await office();
  const { services } = backend;
  const { db } = services;
  const exporter = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const erased = await addPerson(backend, { role: "VOLUNTEER" });
  await addPerson(backend, { role: "BENEFICIARY" });
  const written = { topic: "other" as const, name: "Lou Seul", body: "Bonjour", locale: "fr" as const, createdAt: time.clock() };
  await db.insert(messages).values([
    { ...written, email: erased.email, dedupeKey: "1" },
    { ...written, email: "lou@example.org", dedupeKey: "2" },
  ]);
  const exportOf = async (list: string, listQuery = {}) => {
    const json = { list: `/dashboard/admin/${list}/export.csv`, params: {}, query: "", listQuery };
    const answer = await backend.request(exportsApi.start.path, { method: "POST", cookie: exporter.cookie, json });
    return ((await answer.json()) as { task: string }).task;
  };
  const [volunteers, students, ofMessages] = [
    await exportOf("users/volunteers"),
    await exportOf("users/beneficiaries"),
    await exportOf("messages"),
  ];
  await runDue(backend);
  const statuses = async (...ids: string[]) => {
    const found = [];
    for (const id of ids) found.push((await part(id, undefined, exporter.cookie)).status);
    return found;
  };
  expect(await statuses(volunteers, students, ofMessages)).toEqual([200, 200, 200]);
  const late = await exportOf("users/volunteers");
  await db.update(tasks).set({ total: 1 }).where(eq(tasks.id, late));
  await db.insert(taskItems).values({ taskId: late, itemId: erased.id, position: 1 });
  const approving = { kind: "/api/admin/people/pending-approval/bulk", ownerId: exporter.id, query: {}, requestId: "1", total: 1 };
  const [bulk] = await db
    .insert(tasks)
    .values({ ...approving, createdAt: time.clock() })
    .returning();
  await db.insert(taskItems).values({ taskId: bulk?.id ?? "", itemId: erased.id, position: 1 });
  await erasePeople(services, null, [erased.id], time.clock());
  expect(await statuses(volunteers, students, ofMessages, late)).toEqual([404, 200, 404, 404]);
  const shown = async (id: string) =>
    (await (await backend.request(`/api/account/tasks/${id}`, { cookie: exporter.cookie })).json()).task as Task;
  for (const id of [volunteers, ofMessages])
    expect(await shown(id)).toMatchObject({ state: "done", reason: "tasks:reason.erased", file: null });
  expect(await shown(late)).toMatchObject({ state: "stopped", reason: "tasks:reason.erased" });
  expect((await shown(bulk?.id ?? "")).state).toBe("waiting");
  const unread = async () => {
    const inbox = await (await backend.request("/api/account/inbox?unread=true", { cookie: exporter.cookie })).json();
    return (inbox.items as { path: string }[]).map(({ path }) => path);
  };
  const page = (id: string) => `/account/tasks/${id}`;
  // Of a file that was ready, and then was not, there are two.
  expect((await unread()).sort()).toEqual([volunteers, volunteers, ofMessages, ofMessages, students, late].map(page).sort());
  await backend.request(`/api${page(volunteers)}/seen`, { method: "POST", cookie: exporter.cookie, json: {} });
  expect((await unread()).sort()).toEqual([ofMessages, ofMessages, students, late].map(page).sort());
  expect((await db.select().from(exportParts)).map(({ taskId }) => taskId)).toEqual([students]);
});

test("what an export read until an erasure was committed goes when the erasure is finished", async () => {
  const { time, backend, part } = await office();
  const exporter = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  await erasePeople(backend.services, null, [person.id], time.clock());
  const json = { ...pressExport, list: "/dashboard/admin/users/volunteers/export.csv", query: "", listQuery: { state: "left" } };
  const { task } = await (await backend.request(exportsApi.start.path, { method: "POST", cookie: exporter.cookie, json })).json();
  await runDue(backend);
  expect((await part(task, undefined, exporter.cookie)).status).toBe(200);
  await finishErasures(backend.services);
  expect((await part(task, undefined, exporter.cookie)).status).toBe(404);
});
