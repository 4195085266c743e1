import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Db } from "./client.ts";

let newest: number | undefined;

/** Whether the database has had every migration of this release; it may have had later ones, from a newer process. Throws when it does not answer. */
export async function hasAllMigrations(db: Db): Promise<boolean> {
  newest ??= newestMigration();
  const applied = await db.execute(sql`select max(created_at) as newest from drizzle.__drizzle_migrations`);
  return Number(applied.rows[0]?.newest ?? 0) >= newest;
}

function newestMigration(): number {
  const { entries } = JSON.parse(readFileSync("backend/db/migrations/meta/_journal.json", "utf8")) as { entries: { when: number }[] };
  return Math.max(...entries.map(({ when }) => when));
}
