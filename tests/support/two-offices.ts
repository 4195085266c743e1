import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { type Db, openServer } from "#backend/db/client";
import type { BackendParts } from "#backend/services";
import { backendForTest, type TestBackend } from "./backend";
import { openTestDatabase } from "./database";
import { signIn } from "./people";

/** Sends a body to one backend as its administrator; answers with the status. Every status below 500 is an answer to somebody who came second. */
export type Office = (path: string, json: object, method?: "POST" | "PUT") => Promise<number>;

/**
 * Two backends on one database, each with its own administrator. Needs PostgreSQL. A statement waits up to a minute for its lock, so that a busy
 * machine alone makes none fail.
 */
export async function twoOffices(parts: Partial<BackendParts> = {}) {
  const database = await openTestDatabase();
  if (!("url" in database)) throw new Error("the database has no address");
  const second = await openServer(database.url, 20);
  const patient = { connectionTimeoutMillis: 60_000, lock_timeout: 60_000, statement_timeout: 60_000 };
  for (const { pool } of [database, second]) Object.assign(pool.options, patient);
  const backends = [await backendForTest({ ...parts, database }), await backendForTest({ ...parts, database: second })] as const;
  const officeOf = async (backend: TestBackend): Promise<Office> => {
    const { cookie } = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
    return async (path, json, method = "POST") => (await backend.request(path, { method, cookie, json })).status;
  };
  const [first, other] = [await officeOf(backends[0]), await officeOf(backends[1])];
  return { backend: backends[0], backends, first, second: other };
}

/** Fails with the statuses that are no answer: a deadlock that was not tried again would be a 503. */
export function expectNoFault(statuses: number[]): void {
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
}

/** How many transactions PostgreSQL has broken off in this database because they waited for each other. */
export async function deadlocksIn(db: Db): Promise<number> {
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const { rows } = await db.execute<{ deadlocks: string }>(sql`select deadlocks from pg_stat_database where datname = current_database()`);
  return Number(rows[0]?.deadlocks);
}
