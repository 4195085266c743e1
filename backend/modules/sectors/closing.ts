import { and, eq, gt, isNull, notInArray, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { SectorMerge } from "#contract/charity/sectors";
import { sectors } from "./tables.ts";

/** What prevents a sector from being closed: who belongs to it and has not left, dates to come, and published sectors under it. */
export async function heldBy(db: Db, id: string): Promise<SectorMerge["held"]> {
  const [held] = await db
    .select({
      people: db.$count(users, and(eq(users.sectorId, id), notInArray(users.accountState, ["refused", "left"]))),
      events: db.$count(events, and(eq(events.sectorId, id), onLine(events), isNull(events.cancelledAt), gt(events.endsAt, sql`now()`))),
      sectors: db.$count(sectors, and(eq(sectors.parentId, id), onLine(sectors))),
    })
    .from(sql`(values (1)) as held`);
  return held ?? { people: 0, events: 0, sectors: 0 };
}

/** A sector can be closed once nothing depends on it; a merged one stays closed. */
export async function refuseState(db: Db, { id, status, mergedIntoId }: typeof sectors.$inferSelect) {
  if (!id) return;
  const [before] = await db.select({ status: sectors.status }).from(sectors).where(eq(sectors.id, id));
  if (!before || before.status === status) return;
  if (mergedIntoId) throw new Refusal("wrong_state");
  if (status !== "archived") return;
  const held = await heldBy(db, id);
  const count = held.people + held.events + held.sectors;
  if (count > 0) throw new Refusal("still_home", { count });
}
