import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { rightsNow } from "#backend/identity/account-scope";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { type Holder, sectorsWith } from "#contract/accounts/permissions";
import { volunteerHours } from "./tables.ts";

type Reader = Pick<Actor, "id" | "role"> & Pick<Holder, "extraData">;

/**
 * The hours that somebody sees in the back-office: administrators all, volunteers those of the sectors that they lead, or in which they hold
 * HOURS_VALIDATE. Undefined for all.
 */
export function hoursSeenBy(db: Db, actor: Reader): SQL | undefined {
  if (actor.role === "ADMIN") return undefined;
  if (actor.role !== "VOLUNTEER") return sql`false`;
  const led = db.select({ id: sectorManagers.sectorId }).from(sectorManagers).where(eq(sectorManagers.userId, actor.id));
  const granted = sectorsWith(actor, ["HOURS_VALIDATE"]);
  return or(inArray(volunteerHours.sectorId, led), granted.length > 0 ? inArray(volunteerHours.sectorId, granted) : undefined);
}

/** Those that they decide on: never their own. */
export const hoursDecidedBy = (db: Db, actor: Reader): SQL | undefined => and(hoursSeenBy(db, actor), ne(volunteerHours.userId, actor.id));

/** The same with the rights that count now, until the end of the transaction. */
export async function hoursToDecide(tx: Db, actor: Actor): Promise<SQL | undefined> {
  const current = await rightsNow(tx, actor);
  await tx
    .select({ id: sectorManagers.sectorId })
    .from(sectorManagers)
    .where(and(eq(sectorManagers.userId, actor.id), sql`${actor.role} <> 'ADMIN'`))
    .for("share");
  return hoursDecidedBy(tx, current);
}
