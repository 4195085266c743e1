import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { backendForTest } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";

const endAllOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

test.runIf(serverUrl)("a server that ends our idle connections is answered by new ones", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  await Promise.all(Array.from({ length: 5 }, () => db.execute(sql`select pg_sleep(0.05)`)));
  await db.execute(endAllOthers);
  await expect.poll(() => backend.ready()).toBe(true);
});

test.runIf(serverUrl)("connections cut fifty times under eight writers end nothing, and lose nothing that was acknowledged", async () => {
  const backend = await backendForTest();
  const { db, database } = backend.services;
  await db.execute(sql`create table written (id uuid primary key)`);
  const acknowledged: string[] = [];
  let failed = 0;
  let stopped = false;
  const write = async () => {
    while (!stopped) {
      const id = crypto.randomUUID();
      const done = db.transaction(async (tx) => {
        await tx.execute(sql`insert into written values (${id})`);
        await new Promise((resolve) => setTimeout(resolve, 2));
        await tx.execute(sql`select 1`);
      });
      await done.then(
        () => acknowledged.push(id),
        () => {
          failed += 1;
        },
      );
    }
  };
  const writers = Array.from({ length: 8 }, write);
  for (let round = 0; round < 50; round += 1) {
    await database.jobs.execute(endAllOthers);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  const cutLast = performance.now();
  await expect.poll(() => backend.ready(), { timeout: 2_000, interval: 20 }).toBe(true);
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length, { timeout: 2_000, interval: 20 }).toBeGreaterThan(before);
  expect(performance.now() - cutLast).toBeLessThan(2_000);
  stopped = true;
  await Promise.all(writers);
  const { rows } = await db.execute<{ id: string }>(sql`select id from written`);
  const kept = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect([failed > 0, acknowledged.length > 100]).toEqual([true, true]);
});
