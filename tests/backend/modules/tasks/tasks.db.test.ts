import { and, count, eq, inArray, isNull, like, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { deletedContents } from "#backend/modules/deleted-contents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { press } from "#backend/modules/press/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { tasks } from "#backend/modules/tasks/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { exportsApi } from "#contract/accounts/exports";
import type { Notice } from "#contract/accounts/inbox";
import { exceptionsPage, maxRowsInRequest, type Task, type TaskException, type TaskItem, type TaskUndo } from "#contract/accounts/tasks";
import { pressApi } from "#contract/publishing/press";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";
import { addCuttings, archiveAll, itemsOf, kindsWith, pressBulk, runDue, runOneChunk, storedTask } from "#tests/support/tasks";

const many = maxRowsInRequest + 1;

async function office() {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const read = async (id: string, query = "", cookie = admin.cookie) =>
    (await (await backend.request(`/api/account/tasks/${id}${query}`, { cookie })).json()) as {
      task: Task;
      exceptions: TaskException[];
      more: boolean;
    };
  const cancel = (id: string, cookie = admin.cookie) => backend.request(`/api/account/tasks/${id}/cancel`, { method: "POST", cookie });
  return { backend, admin, read, cancel };
}

const logged = ({ services: { db } }: TestBackend, action: string) =>
  db.select().from(auditLog).where(eq(auditLog.action, action)).orderBy(auditLog.seq);

const statesOf = async ({ services: { db } }: TestBackend) => {
  const rows = await db.select({ status: press.status, rows: count() }).from(press).groupBy(press.status);
  return Object.fromEntries(rows.map((row) => [row.status, row.rows]));
};

test("an action on more rows than a request changes is a task: what is done and what is left out add up to what was said", async () => {
  const { backend, admin, read } = await office();
  const { db } = backend.services;
  const ids = await addCuttings(backend, many);
  await db
    .update(press)
    .set({ status: "archived" })
    .where(inArray(press.id, ids.slice(0, 2)));
  const id = await archiveAll(backend, admin.cookie, { q: "article", english: "none" });
  expect((await read(id)).task).toMatchObject({ state: "waiting", total: many, done: 0 });
  // What matches later is not part of it, and what was deleted is named.
  await addCuttings(backend, 1);
  await db.delete(press).where(eq(press.id, ids[2] ?? ""));
  await runDue(backend);
  const { task, exceptions, more } = await read(id);
  expect(task).toMatchObject({ state: "done", total: many, done: many - 3, leftOut: 3, failed: 0, list: "/dashboard/admin/press" });
  expect(task.title).toBe("tasks:titleOf.content.archived");
  expect(more).toBe(false);
  expect(exceptions.map(({ name, reason, path }) => [name, reason, path])).toEqual([
    ["Article 0", "tasks:reason.unchanged", `/dashboard/admin/press/${ids[0]}/edit`],
    ["Article 1", "tasks:reason.unchanged", `/dashboard/admin/press/${ids[1]}/edit`],
    [null, "tasks:reason.gone", null],
  ]);
  expect(await statesOf(backend)).toEqual({ archived: many - 1, draft: 1 });
  const rows = await logged(backend, "press.archive");
  expect([rows.length, new Set(rows.map((row) => row.entityId)).size]).toEqual([many - 3, many - 3]);
  const starts = await logged(backend, "task.start");
  expect(starts).toHaveLength(1);
  expect(starts[0]).toMatchObject({ actorId: admin.id, entityType: "task", entityId: id, requestId: rows[0]?.requestId });
  const { request, parameters, query, rows: total } = starts[0]?.changes ?? {};
  expect([request?.after, parameters?.after, total?.after]).toEqual([pressBulk, "action=archived", many]);
  expect(query?.after).toContain("english=none");
  expect(JSON.stringify(starts)).not.toContain("article");
});

test("an action on as many rows as a request may change is done at once", async () => {
  const { backend, admin } = await office();
  await addCuttings(backend, maxRowsInRequest);
  expect(await archiveAll(backend, admin.cookie)).toBeNull();
  expect([await statesOf(backend), await backend.services.db.$count(tasks)]).toEqual([{ archived: maxRowsInRequest }, 0]);
});

test("exceptions are read page by page", async () => {
  const { backend, admin, read } = await office();
  await addCuttings(backend, many);
  await backend.services.db.update(press).set({ status: "archived" });
  const id = await archiveAll(backend, admin.cookie);
  await runDue(backend);
  const first = await read(id);
  const second = await read(id, `?after=${first.exceptions.at(-1)?.position}`);
  expect([first.exceptions.length, first.more, second.exceptions[0]?.name]).toEqual([exceptionsPage, true, `Article ${exceptionsPage}`]);
});

test("a cancelled task changes nothing more, and is cancelled once, by its owner alone", async () => {
  const { backend, admin, read, cancel } = await office();
  await addCuttings(backend, many);
  const id = await archiveAll(backend, admin.cookie);
  await runOneChunk(backend);
  const { done } = (await read(id)).task;
  expect(done).toBeGreaterThan(0);
  const other = await signIn(backend, { role: "ADMIN" });
  expect((await cancel(id, other.cookie)).status).toBe(404);
  expect([(await cancel(id)).status, (await cancel(id)).status]).toEqual([200, 409]);
  await runDue(backend);
  expect((await read(id)).task).toMatchObject({ state: "cancelled", done });
  expect(await statesOf(backend)).toEqual({ archived: done, draft: many - done });
});

test("one person has five tasks under way at most, exports among them; another one starts theirs", async () => {
  const { backend, admin, cancel } = await office();
  await addCuttings(backend, many);
  const body = { action: "archived", selection: { all: true, query: {} }, dryRun: false };
  const bulk = (cookie = admin.cookie) => backend.request(pressBulk, { method: "POST", cookie, json: body });
  const exported = { list: "/dashboard/admin/press/export.csv", params: {}, query: "", listQuery: {} };
  const start = () => backend.request(exportsApi.start.path, { method: "POST", cookie: admin.cookie, json: exported });
  const [first, ...more] = [await bulk(), await bulk(), await bulk(), await bulk(), await start()];
  expect(more.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
  for (const refused of [await bulk(), await start()]) {
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { code: "too_many_tasks", count: 5, title: expect.stringMatching(/^5 de vos tâches/) },
    ]);
  }
  expect((await bulk((await signIn(backend, { role: "ADMIN" })).cookie)).status).toBe(200);
  await cancel((await (first as Response).json()).task);
  expect([(await bulk()).status, (await bulk()).status]).toEqual([200, 429]);
  await runDue(backend);
  expect((await bulk()).status).toBe(200);
}, 60_000);

test.skipIf(!serverUrl)("tasks that are started at once are counted one after another", async () => {
  const { backend, admin } = await office();
  await addCuttings(backend, many);
  const json = { action: "archived", selection: { all: true, query: {} }, dryRun: false };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => backend.request(pressBulk, { method: "POST", cookie: admin.cookie, json })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
  expect(await backend.services.db.$count(tasks)).toBe(5);
});

test("a task stops by itself when its owner loses the right to it", async () => {
  const { backend, admin, read } = await office();
  await addCuttings(backend, many);
  const id = await archiveAll(backend, admin.cookie);
  await runOneChunk(backend);
  const { done } = (await read(id)).task;
  await backend.services.db.update(users).set({ role: "VOLUNTEER" }).where(eq(users.id, admin.id));
  await runDue(backend);
  expect((await read(id)).task).toMatchObject({ state: "stopped", reason: "tasks:reason.rights", done });
  expect((await logged(backend, "press.archive")).length).toBe(done);
});

test("whoever lost the right to a list no longer reads its names in a task", async () => {
  const { backend, admin, read } = await office();
  await addCuttings(backend, many);
  await backend.services.db.update(press).set({ status: "archived" });
  const id = await archiveAll(backend, admin.cookie);
  await runDue(backend);
  await backend.services.db.update(users).set({ role: "VOLUNTEER" }).where(eq(users.id, admin.id));
  const { exceptions } = await read(id);
  expect(exceptions[0]).toMatchObject({ name: null, path: null, reason: "tasks:reason.unchanged" });
});

type Line = { items: TaskItem[]; next: string | null };

/** All lines of the result of a task. */
async function linesOf(backend: TestBackend, id: string, cookie: string): Promise<TaskItem[]> {
  const lines: TaskItem[] = [];
  let from = "";
  do {
    const answer = await backend.request(`/api/account/tasks/${id}/items${from}`, { cookie });
    const { items, next } = (await answer.json()) as Line;
    lines.push(...items);
    from = next ? `?from=${encodeURIComponent(next)}` : "";
  } while (from);
  return lines;
}

test("the result is read line by line once the task is over, by its owner, and the reading is logged once", async () => {
  const { backend, admin } = await office();
  const ids = await addCuttings(backend, 701);
  await backend.services.db
    .update(press)
    .set({ status: "archived" })
    .where(eq(press.id, ids[1] ?? ""));
  const id = await archiveAll(backend, admin.cookie);
  const path = `/api/account/tasks/${id}/items`;
  expect((await backend.request(path, { cookie: admin.cookie })).status).toBe(409);
  await runDue(backend);
  const lines = await linesOf(backend, id, admin.cookie);
  expect([lines.length, new Set(lines.map((line) => line.id)).size]).toEqual([701, 701]);
  expect(lines.slice(0, 2)).toMatchObject([
    { name: "Article 0", outcome: "done", reason: null },
    { name: "Article 1", outcome: "left_out", reason: "tasks:reason.unchanged" },
  ]);
  const exports = await logged(backend, "list.export");
  expect(exports).toHaveLength(1);
  expect(exports[0]).toMatchObject({ actorId: admin.id, entityId: "/dashboard/admin/press/export.csv" });
  expect(exports[0]?.changes).toMatchObject({ query: { after: `task=${id}` }, rows: { after: 701 } });
  const other = await signIn(backend, { role: "ADMIN" });
  expect((await backend.request(path, { cookie: other.cookie })).status).toBe(404);
  expect((await backend.request(`${path}?from=made-up`, { cookie: admin.cookie })).status).toBe(400);
});

test("names of people are in the result of those alone who may export their list", async () => {
  const { backend, admin } = await office();
  const { db } = backend.services;
  const [lyon] = await db.insert(sectors).values({ name: "Lyon", slug: "lyon" }).returning();
  const rows = Array.from({ length: many }, (_, at) => ({
    ...{ role: "VOLUNTEER" as const, accountState: "validated" as const, emailVerifiedAt: new Date() },
    ...{ firstName: "Lou", lastName: `Bénévole ${at}`, email: `lou-${at}@example.org` },
  }));
  await db.insert(users).values(rows);
  const json = { list: "volunteers", selection: { all: true, query: {} }, sectorId: lyon?.id, dryRun: false };
  const answer = await backend.request("/api/admin/people/team", { method: "POST", cookie: admin.cookie, json });
  const { task } = (await answer.json()) as { task: string };
  await runDue(backend);
  const named = async () => (await linesOf(backend, task, admin.cookie)).filter(({ name }) => name?.startsWith("Lou")).length;
  expect(await named()).toBe(0);
  const giver = await signIn(backend, { role: "ADMIN" });
  await db.insert(permissionGrants).values({ userId: admin.id, permission: "EXPORT_PERSONAL_DATA", grantedBy: giver.id });
  expect(await named()).toBe(many);
}, 60_000);

const inboxOf = async (backend: TestBackend, cookie: string, language = "fr") => {
  const headers = { "accept-language": language };
  return (await (await backend.request("/api/account/inbox", { cookie, headers })).json()) as { items: Notice[]; unread: number };
};
const plain = (text = "") => text.replaceAll(/[\u00a0\u202f]/g, " ");

test("whoever started a task finds its end in the inbox, once, until they have seen it", async () => {
  const { backend, admin } = await office();
  const ids = await addCuttings(backend, many);
  await backend.services.db
    .update(press)
    .set({ status: "archived" })
    .where(inArray(press.id, ids.slice(0, 3)));
  const id = await archiveAll(backend, admin.cookie);
  await runOneChunk(backend);
  expect((await inboxOf(backend, admin.cookie)).items).toEqual([]);
  await runDue(backend);
  await runDue(backend);
  const { items, unread } = await inboxOf(backend, admin.cookie);
  expect([unread, items.length, items[0]?.topic, items[0]?.path]).toEqual([1, 1, "task_ended", `/account/tasks/${id}`]);
  expect(plain(items[0]?.title)).toBe(`Archiver ${many} fiches : c’est fini, ${many - 3} sur ${many}, 3 exceptions`);
  expect((await inboxOf(backend, admin.cookie, "en")).items[0]).toMatchObject({
    title: `Archive ${many} records: finished, ${many - 3} of ${many}, 3 exceptions`,
    action: "See the result",
  });
  const seen = async (cookie: string) =>
    (await (await backend.request(`/api/account/tasks/${id}/seen`, { method: "POST", cookie })).json()) as { news: boolean };
  const other = await signIn(backend, { role: "ADMIN" });
  expect([await seen(other.cookie), (await inboxOf(backend, admin.cookie)).unread]).toEqual([{ news: false }, 1]);
  expect([await seen(admin.cookie), await seen(admin.cookie)]).toEqual([{ news: true }, { news: false }]);
  expect((await inboxOf(backend, admin.cookie)).unread).toBe(0);
});

test("a task that stops by itself tells its owner why; one that they stop tells nothing", async () => {
  const { backend, admin, cancel } = await office();
  await addCuttings(backend, many);
  const stoppedByHand = await archiveAll(backend, admin.cookie);
  await cancel(stoppedByHand);
  await runDue(backend);
  expect((await inboxOf(backend, admin.cookie)).items).toEqual([]);
  await archiveAll(backend, admin.cookie);
  await backend.services.db.update(users).set({ role: "VOLUNTEER" }).where(eq(users.id, admin.id));
  await runDue(backend);
  const [notice] = (await inboxOf(backend, admin.cookie)).items;
  expect(plain(notice?.title)).toBe(`Archiver ${many} fiches : la tâche s’est arrêtée à 0 sur ${many}, vous n’en avez plus le droit`);
});

const undo = async (backend: TestBackend, id: string, cookie: string) => {
  const answer = await backend.request(`/api/account/tasks/${id}/undo`, { method: "POST", cookie });
  return { status: answer.status, task: ((await answer.json()) as { task?: string }).task ?? "" };
};

test("a deletion by a task is taken back by another one; what is gone for good, or taken, stays away and is named", async () => {
  const { backend, admin, read } = await office();
  const { db } = backend.services;
  const ids = await addCuttings(backend, many);
  const id = await archiveAll(backend, admin.cookie, {}, "remove");
  expect((await undo(backend, id, admin.cookie)).status).toBe(409);
  await runDue(backend);
  expect(await db.$count(press)).toBe(0);
  await db.delete(deletedContents).where(eq(deletedContents.id, ids[0] ?? ""));
  const other = await signIn(backend, { role: "ADMIN" });
  expect((await undo(backend, id, other.cookie)).status).toBe(404);
  const answer = (await (await backend.request(`/api/account/tasks/${id}`, { cookie: admin.cookie })).json()) as { undo: TaskUndo };
  expect(answer.undo).toMatchObject({ way: "restore", rows: many - 1 });
  const undone = await undo(backend, id, admin.cookie);
  expect(undone.status).toBe(201);
  // One of them is gone before its turn.
  await db.delete(deletedContents).where(eq(deletedContents.id, ids[1] ?? ""));
  await runDue(backend);
  expect((await read(undone.task)).task).toMatchObject({ state: "done", total: many - 1, done: many - 2, leftOut: 1 });
  expect([await db.$count(press), await db.$count(deletedContents)]).toEqual([many - 2, 0]);
  expect((await logged(backend, "press.undelete")).length).toBe(many - 2);
  expect((await logged(backend, "task.start"))[1]?.changes).toMatchObject({ undoes: { after: id } });
  expect((await undo(backend, id, admin.cookie)).status).toBe(409);
});

test("too many rows of one deletion for a request are put back by a task", async () => {
  const { backend, admin } = await office();
  await addCuttings(backend, many);
  const batch = await archiveAll(backend, admin.cookie, {}, "remove");
  await runDue(backend);
  const path = pressApi.admin.restore.path;
  const answer = await backend.request(path, { method: "POST", cookie: admin.cookie, json: { batch } });
  const { task, restored } = (await answer.json()) as { task: string; restored: number };
  expect([restored, await backend.services.db.$count(press)]).toEqual([0, 0]);
  await runDue(backend);
  expect([await storedTask(backend, task), await backend.services.db.$count(press)]).toMatchObject([{ state: "done", done: many }, many]);
});

test("what a task published, and is still published, becomes a draft again; other actions are not taken back", async () => {
  const { backend, admin, read } = await office();
  const { db } = backend.services;
  const ids = await addCuttings(backend, many);
  const before = inArray(press.id, ids.slice(0, 2));
  await db.update(press).set({ status: "published" }).where(before);
  const id = await archiveAll(backend, admin.cookie, {}, "published");
  await runDue(backend);
  await db
    .update(press)
    .set({ status: "archived" })
    .where(eq(press.id, ids[5] ?? ""));
  const { task } = await undo(backend, id, admin.cookie);
  await runDue(backend);
  expect((await read(task)).task).toMatchObject({ state: "done", done: many - 3, title: "tasks:titleOf.content.draft" });
  expect(await statesOf(backend)).toEqual({ published: 2, archived: 1, draft: many - 3 });
  expect((await undo(backend, task, admin.cookie)).status).toBe(409);
});

test("whoever lost the right to a list takes nothing back", async () => {
  const { backend, admin } = await office();
  await addCuttings(backend, many);
  const id = await archiveAll(backend, admin.cookie, {}, "remove");
  await runDue(backend);
  await backend.services.db.update(users).set({ role: "VOLUNTEER" }).where(eq(users.id, admin.id));
  expect((await undo(backend, id, admin.cookie)).status).toBe(409);
});

test("tasks of others are not found, and not listed", async () => {
  const { backend, admin } = await office();
  await addCuttings(backend, many);
  const id = await archiveAll(backend, admin.cookie);
  const other = await signIn(backend, { role: "ADMIN" });
  const status = async (path: string, cookie: string) => (await backend.request(`/api/account/tasks${path}`, { cookie })).status;
  const list = async (cookie: string) => (await (await backend.request("/api/account/tasks", { cookie })).json()).items.length;
  const underWay = async (cookie: string) => (await (await backend.request("/api/account/tasks/summary", { cookie })).json()).underWay;
  expect([await status(`/${id}`, admin.cookie), await status(`/${id}`, other.cookie)]).toEqual([200, 404]);
  expect([await list(admin.cookie), await list(other.cookie)]).toEqual([1, 0]);
  expect([await underWay(admin.cookie), await underWay(other.cookie)]).toEqual([1, 0]);
});

test("an item that fails each time is named, and the others are done; a refusal leaves an item out", async () => {
  const { backend, admin, read } = await office();
  const ids = await addCuttings(backend, many);
  const id = await archiveAll(backend, admin.cookie);
  const faulty = kindsWith(backend, pressBulk, (own) => async (call, some) => {
    const results = await own(call, some);
    if (some.includes(ids[7] ?? "")) throw new Error("no luck");
    if (some.includes(ids[40] ?? "")) throw new Refusal("wrong_state");
    return results;
  });
  await runDue(backend, faulty);
  const { task, exceptions } = await read(id);
  expect(task).toMatchObject({ state: "done", done: many - 2, leftOut: 1, failed: 1 });
  expect(exceptions.map(({ id: item, outcome, reason }) => [item, outcome, reason])).toEqual([
    [ids[7], "failed", "tasks:reason.fault"],
    [ids[40], "left_out", "tasks:reason.refused"],
  ]);
  expect(await statesOf(backend)).toEqual({ archived: many - 2, draft: 2 });
  expect((await logged(backend, "press.archive")).length).toBe(many - 2);
  expect(backend.logged.filter(({ msg }) => msg === "an item of a task failed")).toHaveLength(1);
});

test("a fault that passes leaves no trace", async () => {
  const { backend, admin, read } = await office();
  await addCuttings(backend, many);
  const id = await archiveAll(backend, admin.cookie);
  let faults = 2;
  const shaky = kindsWith(backend, pressBulk, (own) => async (call, some) => {
    const results = await own(call, some);
    if (faults-- > 0) throw new Error("no luck");
    return results;
  });
  await runDue(backend, shaky);
  expect((await read(id)).task).toMatchObject({ state: "done", done: many, failed: 0 });
  expect((await logged(backend, "press.archive")).length).toBe(many);
});

test("a task that ends the process each time it is taken is given up", async () => {
  const { backend, admin, read } = await office();
  await addCuttings(backend, many);
  const id = await archiveAll(backend, admin.cookie);
  await backend.services.db.update(tasks).set({ tries: 10 }).where(eq(tasks.id, id));
  await runDue(backend);
  expect((await read(id)).task).toMatchObject({ state: "failed", reason: "tasks:reason.fault", done: 0 });
});

test("several tasks wait for each other, in turn", async () => {
  const { backend, admin, read } = await office();
  await addCuttings(backend, many);
  const first = await archiveAll(backend, admin.cookie);
  const second = await archiveAll(backend, admin.cookie, {}, "draft");
  await runOneChunk(backend);
  await runOneChunk(backend);
  expect([(await read(first)).task.state, (await read(second)).task.state]).toEqual(["running", "running"]);
  await runDue(backend);
  expect([(await read(first)).task.state, (await read(second)).task.state]).toEqual(["done", "done"]);
});

test.skipIf(!serverUrl)(
  "two runners share no task, also when a chunk takes longer than the lease",
  async () => {
    const { backend, admin } = await office();
    const { db } = backend.services;
    await addCuttings(backend, many);
    const id = await archiveAll(backend, admin.cookie);
    let begun = () => {};
    const started = new Promise<void>((resolve) => (begun = resolve));
    let goOn = () => {};
    const waits = new Promise<void>((resolve) => (goOn = resolve));
    const slow = kindsWith(backend, pressBulk, (own) => async (call, ids) => {
      begun();
      await waits;
      return own(call, ids);
    });
    const first = runDue(backend, slow);
    await started;
    // The lease is over for everybody who reads it, and a chunk is under way.
    let taken = 0;
    const counting = kindsWith(backend, pressBulk, (own) => (call, ids) => {
      taken += 1;
      return own(call, ids);
    });
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    await runDue(backend, counting);
    expect(taken).toBe(0);
    goOn();
    await first;
    expect(await storedTask(backend, id)).toMatchObject({ state: "done", done: many });
    expect((await db.select().from(auditLog).where(like(auditLog.action, "press.archive"))).length).toBe(many);
  },
  60_000,
);

test("a runner that lost its lease writes nothing more", async () => {
  const { backend, admin } = await office();
  await addCuttings(backend, many);
  const id = await archiveAll(backend, admin.cookie);
  const taker = crypto.randomUUID();
  let chunks = 0;
  const robbed = kindsWith(backend, pressBulk, (own) => async (call, ids) => {
    chunks += 1;
    const results = await own(call, ids);
    // As if another runner had taken the task after this chunk.
    await call.db.update(tasks).set({ leaseHolder: taker, leaseEndsAt: sql`now() + interval '1 hour'` }).where(eq(tasks.id, id));
    return results;
  });
  await runDue(backend, robbed);
  expect([chunks, (await storedTask(backend, id)).state, (await storedTask(backend, id)).leaseHolder]).toEqual([1, "running", taker]);
  const handled = (await itemsOf(backend, id)).filter(({ outcome }) => outcome !== null).length;
  expect((await logged(backend, "press.archive")).length).toBe(handled);
});

test("a task takes the rights of now: a coordinator's ends at the border of their sector", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const [lyon] = await db.insert(sectors).values({ name: "Lyon", slug: "lyon" }).returning();
  const sectorId = lyon?.id ?? "";
  const coordinator = await signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "ACCOUNTS_MANAGE", sectorId }] });
  const rows = Array.from({ length: many }, (_, at) => ({
    ...{ role: "VOLUNTEER" as const, accountState: "to_validate" as const, emailVerifiedAt: new Date(), sectorId },
    ...{ firstName: "Lou", lastName: `Attente ${at}`, email: `attente-${at}@example.org` },
  }));
  await db.insert(users).values(rows);
  const json = { step: "approve", dryRun: false, selection: { all: true, query: {} } };
  const post = (body: object) =>
    backend.request("/api/admin/people/pending-approval/bulk", { method: "POST", cookie: coordinator.cookie, json: body });
  expect(await (await post({ ...json, dryRun: true })).json()).toMatchObject({ count: many, changed: many, task: null });
  const { task } = await (await post(json)).json();
  // One has left the sector since.
  const gone = await db.select({ id: users.id }).from(users).where(eq(users.lastName, "Attente 3"));
  await db
    .update(users)
    .set({ sectorId: null })
    .where(eq(users.id, gone[0]?.id ?? ""));
  await runDue(backend);
  expect(await storedTask(backend, task)).toMatchObject({ state: "done", done: many - 1, leftOut: 1 });
  expect(await db.$count(users, and(eq(users.accountState, "validated"), like(users.lastName, "Attente%")))).toBe(many - 1);
  await db.delete(permissionGrants);
  const answer = await (await backend.request(`/api/account/tasks/${task}`, { cookie: coordinator.cookie })).json();
  expect(answer.exceptions).toMatchObject([{ name: null }]);
}, 60_000);

test("many people get a team in a task, and each one mail; who has left since is not changed", async () => {
  const { backend, admin } = await office();
  const { db } = backend.services;
  const [lyon] = await db.insert(sectors).values({ name: "Lyon", slug: "lyon" }).returning();
  const rows = Array.from({ length: many }, (_, at) => ({
    ...{ role: "VOLUNTEER" as const, accountState: "validated" as const, emailVerifiedAt: new Date(), sectorId: at < 2 ? lyon?.id : null },
    ...{ firstName: "Lou", lastName: `Bénévole ${at}`, email: `lou-${at}@example.org` },
  }));
  await db.insert(users).values(rows);
  const json = { list: "volunteers", selection: { all: true, query: {} }, sectorId: lyon?.id, dryRun: false };
  const answer = await backend.request("/api/admin/people/team", { method: "POST", cookie: admin.cookie, json });
  const { task } = (await answer.json()) as { task: string };
  const gone = { email: "lou-5@example.org", accountState: "left" as const };
  await db.update(users).set({ accountState: gone.accountState }).where(eq(users.email, gone.email));
  await runDue(backend);
  expect(await storedTask(backend, task)).toMatchObject({ state: "done", done: many - 3, leftOut: 3 });
  expect(await db.$count(users, and(eq(users.email, gone.email), isNull(users.sectorId)))).toBe(1);
  expect(await db.$count(outgoingMails, eq(outgoingMails.topic, "profile_changed"))).toBe(many - 3);
}, 60_000);

test("what is over stays as it is, whatever the code does", async () => {
  const { backend, admin } = await office();
  const { db } = backend.services;
  await addCuttings(backend, many);
  const id = await archiveAll(backend, admin.cookie);
  const set = (values: Partial<typeof tasks.$inferInsert>) => db.update(tasks).set(values).where(eq(tasks.id, id));
  await expect(set({ done: many + 1 })).rejects.toThrow();
  await expect(set({ state: "done", startedAt: new Date(), finishedAt: new Date() })).rejects.toThrow();
  await runDue(backend);
  await expect(set({ state: "running", finishedAt: null })).rejects.toThrow();
  await expect(db.execute(sql`update task_items set outcome = 'failed', reason = 'x' where task_id = ${id}`)).rejects.toThrow();
});

test("a task that is over is erased after thirty days, with its items", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  await addPerson(backend, { role: "VOLUNTEER" });
  await addCuttings(backend, many);
  const id = await archiveAll(backend, admin.cookie);
  const old = backend.services.declarations.retention.find(({ table }) => table === "tasks");
  const left = async () => {
    await backend.services.db.execute(sql`delete from tasks it where ${old?.where(time.clock())}`);
    return [await backend.services.db.$count(tasks), (await itemsOf(backend, id)).length];
  };
  time.pass(29 * 86_400);
  expect(await left()).toEqual([1, many]);
  time.pass(2 * 86_400);
  expect(await left()).toEqual([0, 0]);
});
