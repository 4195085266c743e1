import pg from "pg";
import { vi } from "vitest";
import type { TestDatabase } from "./database";

export type Sent = { text: string; values: unknown[] };

/** The statements that the database receives while something is done, on any connection. */
export async function statementsDuring(database: TestDatabase, act: () => Promise<unknown>): Promise<Sent[]> {
  const driver: { query(...statement: never[]): unknown } = "client" in database ? database.client : pg.Client.prototype;
  const query = vi.spyOn(driver, "query");
  await act();
  const sent = query.mock.calls.map((given: unknown[]) => sentOf(given));
  query.mockRestore();
  return sent;
}

function sentOf([statement, values]: unknown[]): Sent {
  if (typeof statement === "string") return { text: statement, values: (values as unknown[] | undefined) ?? [] };
  const { text = "", values: own = values } = (statement ?? {}) as { text?: string; values?: unknown };
  return { text, values: (own as unknown[] | undefined) ?? [] };
}

type Step = "seqscan" | "sort";

/** How the database reads those of them that match, as JSON with the rows that each step gave, without scans of whole tables and without sorts if it has another way. */
export async function plansOf(
  database: TestDatabase,
  matching: RegExp,
  act: () => Promise<unknown>,
  without: readonly Step[] = ["seqscan", "sort"],
): Promise<string[]> {
  const sent = (await statementsDuring(database, act)).filter(({ text }) => matching.test(text));
  const plans: string[] = [];
  await withConnection(database, async (run) => {
    for (const step of without) await run(`set enable_${step} = off`);
    for (const { text, values } of sent) plans.push(JSON.stringify((await run(`explain (analyze, format json) ${text}`, values)).rows));
    for (const step of without) await run(`reset enable_${step}`);
  });
  return plans;
}

type Run = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

async function withConnection(database: TestDatabase, act: (run: Run) => Promise<void>) {
  if ("client" in database) return act((text, values) => database.client.query(text, values as unknown[]));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await act((text, values) => client.query(text, values as unknown[]));
  } finally {
    await client.end();
  }
}
