import { count, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { press } from "#backend/modules/press/tables";
import { exportsApi } from "#contract/accounts/exports";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { doneThroughKills } from "#tests/support/process-with-jobs";
import { addCuttings, archiveAll, itemsOf, storedTask } from "#tests/support/tasks";

// Further numbers by hand: TASK_ROWS=5000 TASK_KILLS=20, EXPORT_ROWS=100000 EXPORT_KILLS=20.
const rows = Number(process.env.TASK_ROWS ?? 2_000);
const kills = Number(process.env.TASK_KILLS ?? 10);

/** More than a request exports. */
const exported = Number(process.env.EXPORT_ROWS ?? 6_000);
const killsOfExport = Number(process.env.EXPORT_KILLS ?? 2);
const longestExport = 90_000 + killsOfExport * 20_000;

test.skipIf(!serverUrl)(
  "a task survives the sudden end of the processes that work on it: nothing is done twice, nothing is lost",
  async () => {
    const database = await openTestDatabase();
    if (!("url" in database)) throw new Error("the database has no address");
    const backend = await backendForTest({ database });
    const { db } = backend.services;
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    await addCuttings(backend, rows);
    const id = await archiveAll(backend, cookie);
    await doneThroughKills(backend, database.url, id, kills, 500_000);
    expect(await storedTask(backend, id)).toMatchObject({ done: rows, leftOut: 0, failed: 0 });
    expect((await itemsOf(backend, id)).every(({ outcome }) => outcome === "done")).toBe(true);
    expect(await db.$count(press, eq(press.status, "archived"))).toBe(rows);
    const logged = await db.select({ rows: count() }).from(auditLog).where(eq(auditLog.action, "press.archive")).groupBy(auditLog.entityId);
    expect([logged.length, Math.max(...logged.map((one) => one.rows))]).toEqual([rows, 1]);
  },
  600_000,
);

test.skipIf(!serverUrl)(
  "an export survives the sudden end of the processes that work on it: it has each row once, in the order of the list",
  async () => {
    const database = await openTestDatabase();
    if (!("url" in database)) throw new Error("the database has no address");
    const backend = await backendForTest({ database });
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const ids = await addCuttings(backend, exported);
    const json = { list: "/dashboard/admin/press/export.csv", params: {}, query: "", listQuery: { sort: "position", order: "desc" } };
    const { task: id } = await (await backend.request(exportsApi.start.path, { method: "POST", cookie, json })).json();
    await doneThroughKills(backend, database.url, id, killsOfExport, longestExport);
    expect(await storedTask(backend, id)).toMatchObject({ total: exported, done: exported, leftOut: 0, failed: 0 });
    const read: string[] = [];
    let parts = 0;
    for (let from: string | null = ""; from !== null; parts += 1) {
      const answer = await backend.request(`/api/exports/tasks/${id}/rows${from && `?from=${encodeURIComponent(from)}`}`, { cookie });
      const part: { items: { id: string }[]; next: string | null } = await answer.json();
      read.push(...part.items.map((row) => row.id));
      from = part.next;
    }
    expect(parts).toBeGreaterThan(2);
    expect(read).toEqual(ids.toReversed());
  },
  2 * longestExport,
);
