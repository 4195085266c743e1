import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#backend/db/client";
import { backendForTest, startBackend, type TestBackend } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";

const running = async (db: Db) => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like '%audit_log%'`);
  return rows[0]?.count ?? 0;
};

/** Puts a view in place of a table, which does something before it gives the rows. */
async function before(db: Db, table: string, statement: string) {
  await db.execute(sql.raw(`alter table ${table} rename to ${table}_rows`));
  const body = `begin ${statement}; return query select * from ${table}_rows; end`;
  await db.execute(sql.raw(`create function ${table}_read() returns setof ${table}_rows language plpgsql as $$ ${body} $$`));
  await db.execute(sql.raw(`create view ${table} as select * from ${table}_read()`));
}

async function slowAuditLog(seconds: number) {
  const backend = await backendForTest();
  const { db } = backend.services;
  const { cookie } = await signIn(backend, { role: "ADMIN", permissions: ["AUDIT_READ"] });
  await before(db, "audit_log", `perform pg_sleep(${seconds})`);
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
    await expect.poll(() => running(db)).toBe(0);
  },
  60_000,
);

describe.runIf(serverUrl)("counting and searching in all rows", () => {
  let backend: TestBackend;
  let cookie: string;
  beforeAll(async () => {
    backend = await startBackend();
    ({ cookie } = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] }));
  });
  afterAll(() => backend.close());

  test.each([
    ["POST", "/api/admin/people/pending-approval/bulk", { step: "approve", selection: { all: true, query: {} }, dryRun: true }],
    ["POST", "/api/admin/volunteer-hours/bulk", { decision: "validate", selection: { all: true, query: {} }, dryRun: true }],
    ["GET", "/api/admin/volunteer-hours/valuation?year=2026", undefined],
    ["GET", "/api/admin/tracking/figures", undefined],
    ["GET", "/api/admin/cheque-deposits", undefined],
    ["GET", "/api/admin/cash-counts", undefined],
    ["GET", "/api/admin/payment-journal?year=2026", undefined],
    ["POST", "/api/admin/payment-journal", { year: 2026, kind: "csv" }],
    ["POST", "/api/admin/payment-journal", { year: 2026, kind: "csv" }, { "idempotency-key": crypto.randomUUID() }],
    ["GET", "/api/office-search?q=kit", undefined],
    ["GET", "/api/admin/people?q=Martin", undefined],
    ["GET", "/api/admin/payment-donors?q=Martin", undefined],
    ["GET", "/api/admin/membership-assembly?day=2026-06-30", undefined],
    ["GET", "/api/admin/volunteer-certificates?q=Martin", undefined],
  ] as const)(
    "has the few connections of lists: %s %s",
    async (method, path, json, headers: Record<string, string> = {}) => {
      const others = Promise.all(Array.from({ length: 3 }, () => backend.services.database.lists.execute(sql`select pg_sleep(2)`)));
      const began = performance.now();
      expect((await backend.request("/api/articles")).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(1_000);
      const answer = await backend.request(path, { method, cookie, headers, ...(json && { json }) });
      expect([answer.status, answer.ok || (await answer.text())]).toEqual([200, true]);
      // It waited for one of the connections that the others held.
      expect(performance.now() - began).toBeGreaterThan(1_000);
      await others;
    },
    20_000,
  );
});

test.runIf(serverUrl)("an aborted request cancels its query in the database, and its connection is reused", async () => {
  const { db, list } = await slowAuditLog(4);
  const leaving = new AbortController();
  const pending = list({ signal: leaving.signal });
  await expect.poll(() => running(db), { interval: 20 }).toBe(1);
  leaving.abort();
  await expect.poll(() => running(db), { timeout: 1_500, interval: 20 }).toBe(0);
  expect((await pending).status).toBe(503);
});

test.runIf(serverUrl)("a change whose request is aborted before its commit is rolled back", async () => {
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

test.runIf(serverUrl)("a lost database is answered with 503 and Retry-After", async () => {
  const backend = await backendForTest();
  await before(backend.services.db, "articles", "raise exception 'gone' using errcode = '57P01'");
  const answer = await backend.request("/api/articles");
  expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toMatchObject([503, "5", { code: "unavailable" }]);
});

test("a full disk has its own message", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  await db.execute(sql`
    create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'no space left' using errcode = '53100'; end $$`);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await db.execute(sql`create trigger full_disk before insert on saved_views for each row execute function full_disk()`);
  const json = { list: "/dashboard/admin/mails", name: "Vue", query: "", shared: false };
  const answer = await backend.request("/api/saved-views", { method: "POST", cookie, json });
  expect([answer.status, await answer.json()]).toMatchObject([507, { code: "storage_full" }]);
});
