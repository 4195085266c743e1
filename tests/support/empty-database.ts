import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { openEmbedded, openServer } from "#backend/db/client";
import { removeTemporaryFolders } from "./temporary-folder";

const migrations = "backend/db/migrations";
const cache = "node_modules/.cache/maillon";

/** Where the migrated, empty database of these migrations is kept: made once, loaded by each test file. */
export function emptyDatabaseFile(): string {
  return `${cache}/empty-${migrationsHash()}.tar`;
}

/** The same on a PostgreSQL server: a database that is copied for each test file, in half the time of all migrations. */
export function emptyDatabaseName(): string {
  return `maillon_empty_${migrationsHash()}`;
}

function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(migrations)
    .filter((file) => file.endsWith(".sql"))
    .sort())
    hash.update(readFileSync(`${migrations}/${name}`));
  hash.update(readFileSync(`${migrations}/meta/_journal.json`));
  return hash.digest("hex").slice(0, 16);
}

/** The names of the databases of this run on a server begin with this. */
export function testDatabases(): string {
  return `maillon_test_${process.env.TEST_RUN}_`;
}

/** Before the tests; what it answers removes the databases and folders of this run after them. */
export default async function makeEmptyDatabase() {
  // Workers inherit it. Each project comes here: the first one names the run.
  process.env.TEST_RUN ??= randomBytes(4).toString("hex");
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (serverUrl) await makeEmptyDatabaseOn(serverUrl);
  else await makeEmptyFile();
  return async () => {
    if (serverUrl) await removeTestDatabases(serverUrl);
    await removeTemporaryFolders();
  };
}

async function makeEmptyFile() {
  const file = emptyDatabaseFile();
  if (existsSync(file)) return;
  mkdirSync(cache, { recursive: true });
  const database = await openEmbedded();
  const dump = await database.client.dumpDataDir("none");
  writeFileSync(file, new Uint8Array(await dump.arrayBuffer()));
  await database.close();
}

async function removeTestDatabases(serverUrl: string) {
  await onServer(serverUrl, async (client) => {
    const { rows } = await client.query("select datname from pg_database where starts_with(datname, $1)", [testDatabases()]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}

/** Made under another name and then renamed, so that one that is there is whole. It stays for the next run, as the file does. */
async function makeEmptyDatabaseOn(serverUrl: string) {
  const name = emptyDatabaseName();
  const making = `${name}_${process.pid}`;
  const isThere = await onServer(serverUrl, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${making}`);
    return rowCount === 1;
  });
  if (isThere) return;
  const url = new URL(serverUrl);
  url.pathname = `/${making}`;
  await (await openServer(url.href, 1)).close();
  await onServer(serverUrl, async (client) => {
    // The closed connection leaves the server a moment later.
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [making]);
    // Another run may have been faster.
    await client.query(`alter database ${making} rename to ${name}`).catch(() => client.query(`drop database ${making} with (force)`));
  });
}

async function onServer<Answer>(url: string, act: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
