import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Db } from "./client.ts";

export const migrationsFolder = "backend/db/migrations";

/** The last of the migrations that the baseline replaces. The last file of the baseline has its time, so a database that had it needs no baseline. */
const lastBeforeBaseline = { tag: "0040_account-list-order", at: 1795464790563 };

let newest: number | undefined;

/** Whether the database has had every migration of this release; it may have had later ones, from a newer process. Throws when it does not answer. */
export async function hasAllMigrations(db: Db): Promise<boolean> {
  newest ??= newestMigration();
  return ((await newestApplied(db)) ?? 0) >= newest;
}

/** Throws an error with instructions when the database has had some of the migrations that the baseline replaces, but not all. */
export async function refuseBeforeBaseline(db: Db): Promise<void> {
  const { rows } = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`);
  const applied = rows[0]?.migrated ? await newestApplied(db) : undefined;
  if (applied === undefined || applied >= lastBeforeBaseline.at) return;
  throw new Error(
    `this database is of a version too old to be updated at once, and was left as it is. ` +
      `First start the last version that has ${migrationsFolder}/${lastBeforeBaseline.tag}.sql on it, then this one: see "Update" in docs/operations.md.`,
  );
}

async function newestApplied(db: Db): Promise<number | undefined> {
  const { rows } = await db.execute(sql`select max(created_at) as newest from drizzle.__drizzle_migrations`);
  return rows[0]?.newest == null ? undefined : Number(rows[0].newest);
}

function newestMigration(): number {
  const { entries } = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, "utf8")) as { entries: { when: number }[] };
  return Math.max(...entries.map(({ when }) => when));
}
