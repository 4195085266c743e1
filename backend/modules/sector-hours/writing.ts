import { and, eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { done } from "#backend/http/routes";
import { sectors } from "#backend/modules/sectors/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type HoursDraft, maxHours } from "#contract/charity/sector-hours";
import { sectorHours } from "./tables.ts";

/** One more opening in the week of a sector. */
export function addHours(db: Db, actor: Actor, id: string, opening: HoursDraft) {
  return db.transaction(async (tx) => {
    const [sector] = await tx.select({ merged: sectors.mergedIntoId }).from(sectors).where(eq(sectors.id, id)).for("update");
    if (!sector) throw new Refusal("not_found");
    if (sector.merged) throw new Refusal("wrong_state");
    if (opening.closesAt <= opening.opensAt) throw fieldRefusal("closesAt", "sectors:hours.error.closesFirst");
    if ((await tx.$count(sectorHours, eq(sectorHours.sectorId, id))) >= maxHours)
      throw fieldRefusal("weekday", "sectors:hours.error.tooMany");
    await tx
      .insert(sectorHours)
      .values({ ...opening, sectorId: id, note: opening.note.fr ? opening.note : null })
      .catch(overlapping);
    await recordChange(tx, actor, { action: "team.add_hours", entityType: "team", entityId: id, after: { hours: opening } });
    return done;
  });
}

export function removeHours(db: Db, actor: Actor, id: string, hoursId: string) {
  return db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(sectorHours)
      .where(and(eq(sectorHours.sectorId, id), eq(sectorHours.id, hoursId)))
      .returning();
    if (!gone) throw new Refusal("not_found");
    const { weekday, opensAt, closesAt, kind, note } = gone;
    const hours = { weekday, opensAt, closesAt, kind, note };
    await recordChange(tx, actor, { action: "team.remove_hours", entityType: "team", entityId: id, before: { hours } });
    return done;
  });
}

/** Two people may edit the same week at once: a database constraint decides. */
function overlapping(error: unknown): never {
  const cause = ((error as { cause?: unknown }).cause ?? error) as { code?: string };
  if (cause.code === "23P01") throw fieldRefusal("opensAt", "sectors:hours.error.overlap");
  throw error;
}
