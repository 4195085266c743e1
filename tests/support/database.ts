import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { openEmbedded, openServer } from "#backend/db/client";
import { emptyAgain, type NewState, newState } from "./empty-again";
import { emptyDatabaseFile, emptyDatabaseName, testDatabases } from "./empty-database";

export type TestDatabase = Awaited<ReturnType<typeof openEmbedded>> | (Awaited<ReturnType<typeof openServer>> & { url: string });

/** The PostgreSQL server of this run, when it has one; tests of races need it and are skipped without. */
export const serverUrl = process.env.TEST_DATABASE_URL;

/** Databases of this worker that no test uses now, empty again. Making and removing one takes the server longer than most tests. */
const free: string[] = [];
/** Each one's own state when it was new: the server may have analysed the template between two copies. */
const asNew = new Map<string, NewState>();

/** An empty, migrated database for one test or file: embedded, or one on the server. Closing it removes it, or empties it for the next one. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (!serverUrl) return openEmbedded({ loadDataDir: new Blob([readFileSync(emptyDatabaseFile())]) });
  const name = free.pop() ?? (await create(emptyDatabaseName()));
  const state = asNew.get(name) ?? (await withClient(urlOf(name), newState));
  asNew.set(name, state);
  const database = await openServer(urlOf(name), 20);
  return {
    ...database,
    url: urlOf(name),
    async close() {
      await database.close();
      await freeWhenLeft(name, state);
    },
  };
}

/** A new database on a server, a copy of the template. */
export async function createOnServer(template: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = await create(template);
  return {
    url: urlOf(name),
    drop: async () => {
      await isLeft(name);
      await drop(name);
    },
  };
}

async function create(template: string): Promise<string> {
  const name = `${testDatabases()}${randomBytes(6).toString("hex")}`;
  await onServer(`create database ${name} template ${template}`);
  return name;
}

const drop = (name: string) => onServer(`drop database ${name} with (force)`);

function urlOf(name: string): string {
  const url = new URL(serverUrl as string);
  url.pathname = `/${name}`;
  return url.href;
}

/** Removes the database where it cannot be as new: somebody is still connected, or something other than rows was changed. */
async function freeWhenLeft(name: string, state: NewState) {
  const isFree = (await isLeft(name)) && (await withClient(urlOf(name), (client) => emptyAgain(client, state)));
  if (isFree) free.push(name);
  else {
    asNew.delete(name);
    await drop(name);
  }
}

/** A closed pool's connections leave the server a moment later; dropping by force would cut them off, which is an error of theirs. */
async function isLeft(name: string): Promise<boolean> {
  const deadline = Date.now() + 10_000;
  const left = async () => (await onServer(`select 1 from pg_stat_activity where datname = '${name}'`)).rowCount === 0;
  while (Date.now() < deadline) if (await left()) return true;
  return false;
}

const onServer = (statement: string) => withClient(serverUrl as string, (client) => client.query(statement));

async function withClient<Answer>(url: string, act: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
