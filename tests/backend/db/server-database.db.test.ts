import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openServer } from "#backend/db/client";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { openDatabaseProxy } from "#tests/support/database-proxy";

const endAllOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

test.runIf(serverUrl)("idle connections ended by the server are replaced", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  await Promise.all(Array.from({ length: 5 }, () => db.execute(sql`select pg_sleep(0.05)`)));
  await db.execute(endAllOthers);
  await expect.poll(() => backend.ready()).toBe(true);
});

test.runIf(serverUrl)("statements of requests are not compiled, which takes longer than most of them run", async () => {
  const database = await openTestDatabase();
  for (const db of [database.db, database.lists]) expect((await db.execute(sql`show jit`)).rows).toEqual([{ jit: "off" }]);
  await database.close();
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
  const writesGoOn = async () => {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(before);
  };
  for (let round = 0; round < 50; round += 1) {
    await writesGoOn();
    await database.jobs.execute(endAllOthers);
  }
  await expect.poll(() => backend.ready(), { interval: 20 }).toBe(true);
  await writesGoOn();
  stopped = true;
  await Promise.all(writers);
  const { rows } = await db.execute<{ id: string }>(sql`select id from written`);
  const stored = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(failed).toBeGreaterThan(0);
});

test.runIf(serverUrl)(
  "connections that a network drops without a word are given up, those of requests and that of a subscription",
  {
    timeout: 60_000,
  },
  async () => {
    const own = await openTestDatabase();
    if (!("url" in own)) throw new Error("the database has no address");
    const proxy = await openDatabaseProxy(own.url);
    const database = await openServer(proxy.url, 1);
    onTestFinished(() => database.close());
    // The server's own time-outs stay as they are; what is given up is 2 s later than this.
    database.pool.options.statement_timeout = 500;
    const lost: string[] = [];
    const received: string[] = [];
    const channel = { message: (text: string) => void received.push(text), lost: () => void lost.push("lost") };
    onTestFinished(await database.listen("dropped", channel));
    await database.db.execute(sql`select 1`);

    await proxy.set("dropped");
    const waiting = database.db.execute(sql`select 2`);
    await expect(waiting).rejects.toThrow();
    const begun = database.db.transaction((tx) => tx.execute(sql`select 3`));
    await proxy.set(null);
    await begun.catch(() => {});
    expect((await database.db.execute(sql`select 4 as four`)).rows).toEqual([{ four: 4 }]);
    expect(database.pool.totalCount).toBe(1);

    // Once when it ended, and once when it subscribed again.
    await expect.poll(() => lost.length, { timeout: 30_000 }).toBe(2);
    await database.db.execute(sql`select pg_notify('dropped', 'again')`);
    await expect.poll(() => received).toContain("again");
  },
);

test.runIf(serverUrl)(
  "a database without an extension is refused with the words of what to do, and one whose owner asks gets it",
  async () => {
    const owner = new pg.Client({ connectionString: serverUrl });
    await owner.connect();
    const name = `maillon_test_extension_${process.pid}`;
    const as = (user: string) => Object.assign(new URL(serverUrl ?? ""), { username: user, password: "sesame", pathname: `/${name}` }).href;
    onTestFinished(async () => {
      await owner.query(`drop database if exists ${name} with (force)`);
      await owner.query(`drop role if exists ${name}`);
      await owner.end();
    });
    await owner.query(`create database ${name}`);
    await owner.query(`create role ${name} login password 'sesame'`);
    await expect(openServer(as(name), 1)).rejects.toThrow(
      /^the extension btree_gist is missing and could not be created \(permission denied.*\)\. Install postgresql-contrib .*create extension btree_gist;$/,
    );
    await owner.query(`alter database ${name} owner to ${name}`);
    await owner.query(`grant create on database ${name} to ${name}`);
    const database = await openServer(as(name), 1);
    const { rows } = await database.db.execute(sql`select extname from pg_extension where extname <> 'plpgsql' order by 1`);
    await database.close();
    expect(rows.map(({ extname }) => extname)).toEqual(["btree_gist", "citext", "pg_trgm", "unaccent"]);
  },
);
