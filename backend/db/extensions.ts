import { sql } from "drizzle-orm";
import type { Db } from "./client.ts";

/** The extensions that the schema needs. All come with PostgreSQL (package postgresql-contrib), and whoever owns the database may create them. */
const needed = ["btree_gist", "citext", "pg_trgm", "unaccent"];

/** Creates the extensions that a PostgreSQL database lacks. Throws an error with instructions where that is not possible. */
export async function addExtensions(db: Db): Promise<void> {
  const { rows } = await db.execute<{ extname: string }>(sql`select extname from pg_extension`);
  const missing = needed.filter((name) => !rows.some(({ extname }) => extname === name));
  for (const name of missing)
    await db.execute(sql`create extension if not exists ${sql.identifier(name)}`).catch(({ cause, message }: Error) => {
      const reason = cause instanceof Error ? cause.message : message;
      throw new Error(
        `the extension ${name} is missing and could not be created (${reason}). ` +
          `Install postgresql-contrib on the server, then run as the database's owner: create extension ${name};`,
      );
    });
}
