import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { press } from "#backend/modules/press/tables";
import { purgeExports } from "#backend/modules/tasks/queries";
import { exportParts, tasks } from "#backend/modules/tasks/tables";
import { users } from "#backend/modules/users/tables";
import { exportsApi } from "#contract/accounts/exports";
import type { Task } from "#contract/accounts/tasks";
import { backendForTest, testClock } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { addCuttings, kindsWith, runDue } from "#tests/support/tasks";

const pressExport = {
  list: "/dashboard/admin/press/export.csv",
  endpoint: "/api/admin/press/records",
  params: {},
  query: "q=article&sort=title",
  listQuery: { q: "article", sort: "position", order: "desc" },
  address: "/dashboard/admin/press/export",
};

async function office() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  const start = (json: object = pressExport, cookie = admin.cookie) =>
    backend.request(exportsApi.start.path, { method: "POST", cookie, json });
  const part = (id: string, from = 0, cookie = admin.cookie) => backend.request(`/api/exports/tasks/${id}/rows?from=${from}`, { cookie });
  const read = async (id: string) => {
    const rows: { id: string; title: { fr: string } }[] = [];
    let from: number | null = 0;
    while (from !== null) {
      const answer: { items: typeof rows; next: number | null } = await (await part(id, from)).json();
      rows.push(...answer.items);
      from = answer.next;
    }
    return rows;
  };
  const task = async (id: string) =>
    ((await (await backend.request(`/api/account/tasks/${id}`, { cookie: admin.cookie })).json()) as { task: Task }).task;
  return { time, backend, admin, start, part, read, task };
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
  expect(done.file?.address).toBe("/dashboard/admin/press/export?q=article&sort=title");
  expect((await read(id)).map((row) => row.id)).toEqual(ids.toReversed());
  const logged = await db.select().from(auditLog).where(eq(auditLog.action, "list.export"));
  expect(logged.map(({ actorId, entityId, changes }) => [actorId, entityId, changes?.rows?.after])).toEqual([
    [admin.id, pressExport.list, count],
  ]);
  expect(JSON.stringify(await db.select().from(auditLog).where(eq(auditLog.action, "task.start")))).not.toContain("article");
  const other = await signIn(backend, { role: "ADMIN" });
  expect((await part(id, 0, other.cookie)).status).toBe(404);
  time.pass(25 * 3_600);
  const again = await signIn(backend, { role: "ADMIN" });
  await db.update(tasks).set({ ownerId: again.id }).where(eq(tasks.id, id));
  expect((await part(id, 0, again.cookie)).status).toBe(404);
  await purgeExports(db, time.clock());
  expect(await db.$count(exportParts)).toBe(0);
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
    endpoint: "/api/admin/people/volunteers",
    listQuery: {},
    address: "/dashboard/admin/users/volunteers/export",
  };
  expect((await start(people)).status).toBe(403);
  // Also under the name of another list.
  expect((await start({ ...people, list: pressExport.list })).status).toBe(403);
  const exporter = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const { task: id } = await (await start(people, exporter.cookie)).json();
  await runDue(backend);
  expect((await part(id, 0, exporter.cookie)).status).toBe(200);
  await backend.services.db.update(users).set({ role: "VOLUNTEER" }).where(eq(users.id, exporter.id));
  expect((await part(id, 0, exporter.cookie)).status).toBe(403);
  expect((await start({ ...pressExport, endpoint: "/api/admin/nothing" }, admin.cookie)).status).toBe(403);
});
