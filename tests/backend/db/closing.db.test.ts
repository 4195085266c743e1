import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openServer } from "#backend/db/client";
import { openTestDatabase, serverUrl } from "#tests/support/database";

test.runIf(serverUrl)("a long statement of a job is cancelled when the database is closed, and a short one still ends", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  await database.db.execute(sql`create table steps (name text)`);
  const process = await openServer("url" in database ? database.url : "", 2);
  const long = process.jobs.execute(sql`select pg_sleep(30)`);
  const inTransaction = process.jobs.transaction((tx) => tx.execute(sql`insert into steps select 'long' from pg_sleep(30)`));
  const [first, second] = [expect(long).rejects.toThrow(), expect(inTransaction).rejects.toThrow()];
  await database.db.execute(sql`select pg_sleep(3)`);
  const short = expect(process.jobs.execute(sql`insert into steps select 'short' from pg_sleep(0.3)`)).resolves.toBeDefined();
  await database.db.execute(sql`select pg_sleep(0.1)`);
  const begun = performance.now();
  await process.close();
  expect(performance.now() - begun).toBeLessThan(10_000);
  await Promise.all([first, second, short]);
  expect((await database.db.execute(sql`select name from steps`)).rows).toEqual([{ name: "short" }]);
});
