import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { drizzle as overPg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres/session";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle as overPglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";

/**
 * The database, or a transaction on it. Both drivers answer alike, so one type stands for them.
 * The embedded database has one connection: inside a transaction use only its handle, or wait for ever.
 */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type Database = {
  db: Db;
  /** Embedded (PGlite, this process alone) or a PostgreSQL server that other processes may share. */
  kind: "embedded" | "server";
  /** Hears what is said on a channel of the database by any process, until it is told to stop. `lost` is called when messages may have been missed. */
  listen(channel: string, listeners: { message: (text: string) => void; lost: () => void }): Promise<() => Promise<void>>;
  /** Does something while no other process on the database does a thing of the same name. */
  alone(name: string, act: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
};

const migrationsFolder = "backend/db/migrations";
const options = { casing: "snake_case" } as const;
const extensions = { btree_gist, citext, unaccent };

/** A database inside this process, kept in a folder, or in memory when `dataDir` is missing. */
export async function openEmbedded(settings: Pick<PGliteOptions, "dataDir" | "loadDataDir"> = {}): Promise<Database & { client: PGlite }> {
  if (settings.dataDir) await mkdir(dirname(settings.dataDir), { recursive: true });
  const client = await PGlite.create({ ...settings, extensions });
  const embedded = overPglite({ client, ...options });
  await migratePglite(embedded, { migrationsFolder });
  return {
    db: embedded as unknown as Db,
    kind: "embedded",
    client,
    listen: (channel, { message }) => client.listen(channel, message),
    alone: async (_, act) => void (await act()),
    close: () => client.close(),
  };
}

/** A PostgreSQL server, version 15 or later. Several processes may start at once: one of them migrates. */
export async function openServer(connectionString: string, max = 10): Promise<Database & { pool: pg.Pool }> {
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 5_000 });
  // An idle connection that the server ended is replaced by the pool; a server that is gone shows at the next query.
  pool.on("error", () => {});
  const db = overPg({ client: pool, ...options });
  const alone: Database["alone"] = (name, act) => aloneOnServer(connectionString, name, act);
  await alone("migrations", () => migratePg(db, { migrationsFolder }));
  const listen: Database["listen"] = (channel, listeners) => listenOnServer(connectionString, channel, listeners);
  return { db, kind: "server", pool, listen, alone, close: () => pool.end() };
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

/** A connection of its own that hears a channel, and is made anew whenever it is lost. */
async function listenOnServer(connectionString: string, channel: string, { message, lost }: Parameters<Database["listen"]>[1]) {
  let stopped = false;
  let current: pg.Client | undefined;
  const connect = async (): Promise<void> => {
    const client = new pg.Client({ connectionString, keepAlive: true });
    client.on("notification", ({ payload }) => message(payload ?? ""));
    client.on("error", () => {});
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    current = client;
    client.once("end", () => {
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
    await current?.end();
  };
}
