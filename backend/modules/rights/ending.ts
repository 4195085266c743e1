import { and, eq, inArray } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { franceDay } from "#contract/formats/france-time";
import { describeGrants, notifyOfRights } from "./notifying.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

const heldIn = (sectorId: string, now: Date) => and(eq(permissionGrants.sectorId, sectorId), isRightInForce(franceDay(now)));

/** The number of rights that end with a sector. */
export const countRightsIn = (db: Db, sectorId: string, now: Date) => db.$count(permissionGrants, heldIn(sectorId, now));

/**
 * Ends all rights in a sector that is merged: a merge gives nobody a right over people of another sector. Those who hold one still are notified. Call
 * it in the transaction of the merge.
 */
export async function endRightsIn(services: Deps, actor: Actor, sectorId: string) {
  const { db, clock } = services;
  const theirs = db.select({ id: permissionGrants.userId }).from(permissionGrants).where(heldIn(sectorId, clock()));
  const holders = await db.select().from(users).where(inArray(users.id, theirs)).orderBy(users.id).for("update");
  for (const holder of holders) {
    const ofHolder = eq(permissionGrants.userId, holder.id);
    const held = await db.select().from(permissionGrants).where(ofHolder);
    const retained = held.filter((grant) => grant.sectorId !== sectorId);
    await recordChange(db, actor, {
      action: "user.rights",
      entityType: "person",
      entityId: holder.id,
      before: { permissions: await describeGrants(db, held) },
      after: { permissions: await describeGrants(db, retained) },
    });
  }
  await db.delete(permissionGrants).where(eq(permissionGrants.sectorId, sectorId));
  for (const holder of holders) await notifyOfRights(services, holder);
}
