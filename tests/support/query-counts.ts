import { expect, vi } from "vitest";
import type { TestBackend } from "./backend";
import type { TestDatabase } from "./database";

/** How many statements the database receives while something is done. */
async function statementsOf(database: TestDatabase, act: () => Promise<Response>): Promise<{ statements: number; status: number }> {
  const drivers: { query(...statement: never[]): unknown }[] =
    "client" in database ? [database.client] : [database.pool, database.listPool];
  const queries = drivers.map((driver) => vi.spyOn(driver, "query"));
  const { status } = await act();
  const statements = queries.reduce((sum, query) => sum + query.mock.calls.length, 0);
  for (const query of queries) query.mockRestore();
  return { statements, status };
}

/** The number of statements of each path for this person. */
export async function costs(backend: TestBackend, database: TestDatabase, paths: Record<string, string>, cookie: string) {
  const found: Record<string, { statements: number; status: number }> = {};
  for (const [name, path] of Object.entries(paths)) found[name] = await statementsOf(database, () => backend.request(path, { cookie }));
  return found;
}

/** Each was answered, with so many statements at most. */
export function expectFew(found: Awaited<ReturnType<typeof costs>>, most: number) {
  for (const [name, { statements, status }] of Object.entries(found)) {
    expect([name, status]).toEqual([name, 200]);
    expect(statements, name).toBeGreaterThan(0);
    expect(statements, name).toBeLessThanOrEqual(most);
  }
}
