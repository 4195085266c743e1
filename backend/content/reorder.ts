import { asc, eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { done } from "#backend/http/routes";
import { Refusal } from "#backend/refusal";
import type { EntityType } from "#contract/api/entity-types";
import type { Move } from "#contract/publishing/content";

type Ordered = PgTable & Record<"id" | "position", PgColumn>;

/** Moves a record up or down by one; all positions are renumbered, under a lock on the rows. */
export async function moveRow(tx: Db, actor: Actor, table: Ordered, entityType: EntityType, id: string, to: Move) {
  const rows = await tx
    .select({ id: table.id, position: table.position })
    .from(table)
    .orderBy(asc(table.position), asc(table.id))
    .for("update");
  const from = rows.findIndex((row) => row.id === id);
  if (from < 0) throw new Refusal("not_found");
  const target = to === "up" ? from - 1 : from + 1;
  if (target < 0 || target >= rows.length) return done;
  rows.splice(target, 0, ...rows.splice(from, 1));
  for (const [at, row] of rows.entries()) {
    if (row.position === at + 1) continue;
    await tx
      .update(table)
      .set({ position: at + 1 })
      .where(eq(table.id, row.id));
  }
  await recordChange(tx, actor, {
    action: `${entityType}.move`,
    entityType,
    entityId: id,
    before: { place: from + 1 },
    after: { place: target + 1 },
  });
  return done;
}
