import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { drizzle as overPg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres/session";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle as overPglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import { migrationsFolder, refuseBeforeBaseline } from "./applied-migrations.ts";
import { breakConnection, Connections, transactionDialect } from "./connections.ts";
import { addExtensions } from "./extensions.ts";
import { preparingClient } from "./prepared.ts";
import { likeness } from "./word-search.ts";

/**
 * The database, or a transaction on it. Both drivers behave the same, so there is one type.
 * The embedded database has one connection: inside a transaction use only its handle, or it deadlocks.
 */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type Database = {
  db: Db;
  /** The same database over a few separate connections, for long lists and searches: slow ones do not block other requests. */
  lists: Db;
  /** The same for background work of minutes. */
  jobs: Db;
  /** Embedded (PGlite, this process alone) or a PostgreSQL server that other processes may share. */
  kind: "embedded" | "server";
  /** Subscribes to a channel of the database on which any process publishes; returns how to stop. `lost` is called when messages may have been missed. */
  listen(channel: string, listeners: { message: (text: string) => void; lost: () => void }): Promise<() => Promise<void>>;
  /** Runs something under a lock with this name, across all processes on the database. */
  alone(name: string, act: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
};

const options = { casing: "snake_case" } as const;
const extensions = { btree_gist, citext, pg_trgm, unaccent };

/** A database inside this process, stored in a folder, or in memory when `dataDir` is missing. */
export async function openEmbedded(settings: Pick<PGliteOptions, "dataDir" | "loadDataDir"> = {}): Promise<Database & { client: PGlite }> {
  if (settings.dataDir) await mkdir(dirname(settings.dataDir), { recursive: true });
  const client = await PGlite.create({ ...settings, extensions });
  const embedded = overPglite({ client, ...options });
  const db = embedded as unknown as Db;
  try {
    await refuseBeforeBaseline(db);
    await migratePglite(embedded, { migrationsFolder });
    await client.exec(`set ${likeness.setting} = ${likeness.value}`);
  } catch (error) {
    await client.close();
    throw error;
  }
  return {
    db,
    lists: db,
    jobs: db,
    kind: "embedded",
    client,
    listen: (channel, { message }) => client.listen(channel, message),
    alone: async (_, act) => void (await act()),
    close: () => client.close(),
  };
}

/** Milliseconds after which a statement of a request is given up: under the 8 s that a request has. */
const statementTimeout = 5_000;
const lockTimeout = 4_000;
/** After this time without activity of its process, a transaction is ended and its locks are released. */
const idleTimeout = 20_000;
const jobTimeout = 10 * 60_000;

/**
 * A PostgreSQL server, version 15 or later. Several processes may start at once: one of them migrates. `max` connections serve requests,
 * at most three of them long lists; jobs have up to three more. `prepare` says whether connections keep prepared statements, which a pooler that
 * gives each transaction another connection may not allow.
 */
export async function openServer(
  connectionString: string,
  max = 10,
  { prepare = true } = {},
): Promise<Database & { pool: Connections; listPool: Connections; jobPool: Connections }> {
  const alone: Database["alone"] = (name, act) => aloneOnServer(connectionString, name, act);
  await alone("migrations", () => migrateServer(connectionString));
  const short = { statement_timeout: statementTimeout, lock_timeout: lockTimeout, idle_in_transaction_session_timeout: idleTimeout };
  const forLists = Math.min(3, Math.ceil(max / 3));
  const ofRequests = {
    connectionString,
    ...short,
    // Compiling a statement takes longer than most of them run: a list of 100,000 rows is far above the cost at which the database begins to.
    options: `-c ${likeness.setting}=${likeness.value} -c jit=off`,
    ...(prepare && { Client: preparingClient() }),
  };
  const pool = new Connections({ ...ofRequests, max: Math.max(max - forLists, 1) });
  const lists = new Connections({ ...ofRequests, max: forLists });
  const jobs = new Connections({ connectionString, max: 3, statement_timeout: jobTimeout });
  return {
    db: over(pool),
    lists: over(lists),
    jobs: over(jobs),
    kind: "server",
    pool,
    listPool: lists,
    jobPool: jobs,
    listen: (channel, listeners) => listenOnServer(connectionString, channel, listeners),
    alone,
    close: async () => void (await Promise.all([pool.end(), lists.end(), jobs.endWithoutLong()])),
  };
}

function over(connections: Connections): Db {
  const transaction = <T>(run: (tx: Db) => Promise<T>) => connections.transaction(run, transactionDialect);
  return Object.assign(overPg({ client: connections, ...options }), { transaction }) as unknown as Db;
}

/** On a connection of its own: a migration may take longer than any request. */
async function migrateServer(connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    const db = overPg({ client, ...options });
    await refuseBeforeBaseline(db);
    await addExtensions(db);
    await migratePg(db, { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** Holds the lock on a connection of its own, since a pool may have only one; its end frees the lock. */
async function aloneOnServer(connectionString: string, name: string, act: () => Promise<unknown>) {
  const holder = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  holder.on("error", () => {});
  await holder.connect();
  try {
    await holder.query("select pg_advisory_lock(hashtext($1))", [`maillon ${name}`]);
    await act();
  } finally {
    await holder.end();
  }
}

const betweenTries = 500;
/** Milliseconds between two questions whether a subscribed connection still answers, and how long each may take. */
const betweenChecks = 10_000;
const longestCheck = 3_000;

/** A connection of its own that subscribes to a channel, and is reopened whenever it is lost. */
async function listenOnServer(connectionString: string, channel: string, { message, lost }: Parameters<Database["listen"]>[1]) {
  let stopped = false;
  let current: pg.Client | undefined;
  let checking: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const client = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5_000 });
    client.on("notification", ({ payload }) => message(payload ?? ""));
    client.on("error", () => {});
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    current = client;
    // A network that drops what it carries ends no connection: the subscription would be silent for ever.
    checking = setInterval(() => {
      const timer = setTimeout(breakConnection, longestCheck, client);
      client.query("select 1").then(
        () => clearTimeout(timer),
        () => clearTimeout(timer),
      );
    }, betweenChecks).unref();
    client.once("end", () => {
      clearInterval(checking);
      lost();
      again();
    });
  };
  const again = () => {
    if (!stopped) setTimeout(() => connect().then(lost, again), betweenTries).unref();
  };
  await connect();
  return async () => {
    stopped = true;
    current?.removeAllListeners("end");
    clearInterval(checking);
    await current?.end();
  };
}
