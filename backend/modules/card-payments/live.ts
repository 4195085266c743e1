import { and, eq, ne } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pledges } from "#backend/modules/pledges/tables";
import { subscriptions } from "./tables.ts";

/** The subscription of a pledge that goes on. */
export async function liveSubscription(db: Db, pledgeId: string): Promise<typeof subscriptions.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.pledgeId, pledgeId), ne(subscriptions.state, "ended")));
  return row;
}

/** A gift that came is over once its subscription has ended, and no other one goes on. The pledge is locked. */
export async function endIfOver(tx: Db, now: Date, pledgeId: string, subscriptionId: string): Promise<boolean> {
  const [pledge] = await tx.select({ status: pledges.status }).from(pledges).where(eq(pledges.id, pledgeId));
  if (pledge?.status !== "received") return false;
  const ended = and(
    eq(subscriptions.subscriptionId, subscriptionId),
    eq(subscriptions.pledgeId, pledgeId),
    eq(subscriptions.state, "ended"),
  );
  if ((await tx.$count(subscriptions, ended)) === 0 || (await liveSubscription(tx, pledgeId))) return false;
  await tx.update(pledges).set({ status: "cancelled", dedupeKey: pledgeId, updatedAt: now }).where(eq(pledges.id, pledgeId));
  const change = { before: { status: pledge.status }, after: { status: "cancelled" } };
  await recordChange(tx, null, { action: "pledge.status", entityType: "pledge", entityId: pledgeId, ...change });
  return true;
}
