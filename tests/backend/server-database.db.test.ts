import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { backendForTest } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";

test.runIf(serverUrl)("a server that ends our idle connections is answered by new ones", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  await Promise.all(Array.from({ length: 5 }, () => db.execute(sql`select pg_sleep(0.05)`)));
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => backend.ready()).toBe(true);
});
