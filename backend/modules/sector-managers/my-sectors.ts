import { and, asc, eq, exists, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { sectors } from "#backend/modules/sectors/tables";
import { Refusal } from "#backend/refusal";
import { sectorManagers } from "./tables.ts";

/** The most sectors of a manager that one page shows. */
export const maxSectors = 50;

/** The sectors that a person manages now; people who are not of the team manage none. */
export function isOwn(db: Db, actor: Pick<Actor, "id" | "role">): SQL {
  if (actor.role !== "ADMIN" && actor.role !== "VOLUNTEER") return sql`false`;
  const answers = db
    .select({ id: sectorManagers.userId })
    .from(sectorManagers)
    .where(and(eq(sectorManagers.sectorId, sectors.id), eq(sectorManagers.userId, actor.id)));
  return exists(answers);
}

export function sectorsOf(db: Db, actor: Pick<Actor, "id" | "role">) {
  return db.select().from(sectors).where(isOwn(db, actor)).orderBy(asc(sectors.name), asc(sectors.id)).limit(maxSectors);
}

/** Whether they manage this one; otherwise it is not found. */
export async function refuseOthers(db: Db, actor: Pick<Actor, "id" | "role">, id: string) {
  if ((await db.$count(sectors, and(eq(sectors.id, id), isOwn(db, actor)))) === 0) throw new Refusal("not_found");
}
