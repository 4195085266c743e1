import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { sql } from "drizzle-orm";
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
  return { db: embedded as unknown as Db, kind: "embedded", client, close: () => client.close() };
}

/** A PostgreSQL server, version 15 or later. Several processes may start at once: one of them migrates. */
export async function openServer(connectionString: string, max = 10): Promise<Database & { pool: pg.Pool }> {
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 5_000 });
  // An idle connection that the server ended is replaced by the pool; a server that is gone shows at the next query.
  pool.on("error", () => {});
  const db = overPg({ client: pool, ...options });
  const holder = await pool.connect();
  try {
    const one = overPg({ client: holder, ...options });
    await one.execute(sql`select pg_advisory_lock(hashtext('maillon migrations'))`);
    await migratePg(one, { migrationsFolder });
    await one.execute(sql`select pg_advisory_unlock(hashtext('maillon migrations'))`);
  } finally {
    holder.release();
  }
  return { db, kind: "server", pool, close: () => pool.end() };
}
