import { count, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { press } from "#backend/modules/press/tables";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { processWithJobs } from "#tests/support/process-with-jobs";
import { addCuttings, archiveAll, itemsOf, storedTask } from "#tests/support/tasks";

const rows = 2_000;
const kills = 20;

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
    const processes = [await processWithJobs(database.url), await processWithJobs(database.url)];
    let killed = 0;
    let seen = 0;
    const state = async () => {
      const task = await storedTask(backend, id);
      if (task.state === "running" && killed < kills && task.done >= seen + 25) {
        await processes[killed % 2]?.kill();
        killed += 1;
        seen = (await storedTask(backend, id)).done;
      }
      return task.state;
    };
    await expect.poll(state, { timeout: 500_000, interval: 20 }).toBe("done");
    expect(killed).toBe(kills);
    expect(await storedTask(backend, id)).toMatchObject({ done: rows, leftOut: 0, failed: 0 });
    expect((await itemsOf(backend, id)).every(({ outcome }) => outcome === "done")).toBe(true);
    expect(await db.$count(press, eq(press.status, "archived"))).toBe(rows);
    const logged = await db.select({ rows: count() }).from(auditLog).where(eq(auditLog.action, "press.archive")).groupBy(auditLog.entityId);
    expect([logged.length, Math.max(...logged.map((one) => one.rows))]).toEqual([rows, 1]);
  },
  600_000,
);
