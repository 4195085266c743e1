import { like, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { sectors } from "./tables.ts";

/** A free slug made from a name. */
export async function freeSlug(tx: Db, slug: string): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sector_slugs'))`);
  const rows = await tx
    .select({ slug: sectors.slug })
    .from(sectors)
    .where(like(sectors.slug, `${slug}%`));
  const taken = new Set(rows.map((row) => row.slug));
  let free = slug;
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`;
  return free;
}
