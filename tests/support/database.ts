import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { openEmbedded, openServer } from "#backend/db/client";
import { emptyDatabaseFile, emptyDatabaseName } from "./empty-database";

export type TestDatabase = Awaited<ReturnType<typeof openEmbedded>> | (Awaited<ReturnType<typeof openServer>> & { url: string });

/** The PostgreSQL server of this run, when it has one; tests of races need it and are skipped without. */
export const serverUrl = process.env.TEST_DATABASE_URL;

/** An empty, migrated database of the test file's own: embedded, or a new one on the server. Closing it removes it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (!serverUrl) return openEmbedded({ loadDataDir: new Blob([readFileSync(emptyDatabaseFile())]) });
  const { url, drop } = await createOnServer(serverUrl, emptyDatabaseName());
  const database = await openServer(url, 20);
  return {
    ...database,
    url,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** A new database on a server, a copy of the template. */
export async function createOnServer(server: string, template: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `maillon_test_${randomBytes(6).toString("hex")}`;
  await onServer(`create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropWhenLeft(name) };
}

/** A closed pool's connections leave the server a moment later; dropping by force would cut them off, which is an error of theirs. */
async function dropWhenLeft(name: string) {
  const deadline = Date.now() + 10_000;
  const left = async () => (await onServer(`select 1 from pg_stat_activity where datname = '${name}'`)).rowCount === 0;
  while (!(await left()) && Date.now() < deadline);
  await onServer(`drop database ${name} with (force)`);
}

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
