import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "#backend/db/client";
import { backendForTest } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";

const running = async (db: Db) => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like '%audit_log%'`);
  return rows[0]?.count ?? 0;
};

/** Each read of a row of the audit log takes so many seconds from now on. */
async function slowAuditLog(seconds: number) {
  const backend = await backendForTest();
  const { db } = backend.services;
  const { cookie } = await signIn(backend, { role: "ADMIN", permissions: ["AUDIT_READ"] });
  await db.execute(sql`insert into audit_log (actor_kind, action, entity_type, entity_id, fields) values ('system', 'a', 'b', 'c', '{}')`);
  await db.execute(sql.raw(`alter table audit_log rename to audit_log_rows`));
  await db.execute(sql.raw(`create view audit_log as select audit_log_rows.* from audit_log_rows, pg_sleep(${seconds})`));
  return { backend, db, list: (init?: RequestInit) => backend.request("/api/admin/audit-log?q=nothing", { cookie, ...init }) };
}

test.runIf(serverUrl)(
  "ten slow searches of staff leave public pages quick, and each gets an answer in words",
  async () => {
    const { backend, db, list } = await slowAuditLog(30);
    const slow = Array.from({ length: 10 }, () => list());
    await expect.poll(() => running(db)).toBeGreaterThan(0);
    expect(await running(db)).toBeLessThanOrEqual(3);
    for (let round = 0; round < 10; round += 1) {
      const began = performance.now();
      expect((await backend.request("/api/articles")).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(1_000);
    }
    const answers = await Promise.all(slow);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(answers.map(({ headers }) => headers.get("retry-after"))).toEqual(answers.map(() => "5"));
    const codes = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { code: string }).code));
    expect(codes).toContain("too_slow");
    expect(await running(db)).toBe(0);
  },
  60_000,
);

test.runIf(serverUrl)("a request that is given up ends its query in the database, and its connection serves others", async () => {
  const { db, list } = await slowAuditLog(4);
  const leaving = new AbortController();
  const asked = list({ signal: leaving.signal });
  await expect.poll(() => running(db), { interval: 20 }).toBe(1);
  leaving.abort();
  await expect.poll(() => running(db), { timeout: 1_500, interval: 20 }).toBe(0);
  expect((await asked).status).toBe(503);
});

test.runIf(serverUrl)("a change whose request is given up before its commit is taken back", async () => {
  const { services } = await backendForTest();
  const { cancelledBy } = await import("#backend/db/connections");
  await services.db.execute(sql`create table things (n int)`);
  const leaving = new AbortController();
  const change = cancelledBy(leaving.signal, () =>
    services.db.transaction(async (tx) => {
      await tx.execute(sql`insert into things values (1)`);
      leaving.abort();
    }),
  );
  await expect(change).rejects.toThrow("the request is over");
  expect((await services.db.execute(sql`select n from things`)).rows).toEqual([]);
});

test.runIf(serverUrl)(
  "a database that is gone is answered with 503 and a time to come back, and so is a lock that does not come free",
  async () => {
    const backend = await backendForTest();
    const { db } = backend.services;
    await db.execute(
      sql`create function fail() returns void language plpgsql as $$ begin raise exception 'x' using errcode = '57P01'; end $$`,
    );
    await db.execute(sql`alter table articles rename to articles_rows`);
    await db.execute(sql`create view articles as select articles_rows.* from articles_rows, fail()`);
    const answer = await backend.request("/api/articles");
    expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toMatchObject([503, "5", { code: "unavailable" }]);
  },
);

test("a full disk is said in words", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  await db.execute(sql`
    create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'no space left' using errcode = '53100'; end $$`);
  await db.execute(sql`create trigger full_disk before insert or update on users for each row execute function full_disk()`);
  await db.execute(sql`drop trigger full_disk on users`);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await db.execute(sql`create trigger full_disk before insert on saved_views for each row execute function full_disk()`);
  const json = { list: "/dashboard/list", name: "Vue", query: "", shared: false };
  const answer = await backend.request("/api/saved-views", { method: "POST", cookie, json });
  expect([answer.status, await answer.json()]).toMatchObject([507, { code: "storage_full" }]);
});
