import { and, eq, ne } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { pledges } from "#backend/modules/pledges/tables";
import { writeOfStop } from "./change-mails.ts";
import { subscriptions } from "./tables.ts";

/** The subscription of a pledge that goes on. */
export async function liveSubscription(db: Db, pledgeId: string): Promise<typeof subscriptions.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.pledgeId, pledgeId), ne(subscriptions.state, "ended")));
  return row;
}

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;

/** A gift that came is over once its subscription has ended, and no other one goes on: its donor is written to. The pledge is locked. */
export async function endIfOver(services: Deps, pledgeId: string, subscriptionId: string): Promise<boolean> {
  const { db: tx, clock } = services;
  const [pledge] = await tx.select().from(pledges).where(eq(pledges.id, pledgeId));
  if (pledge?.status !== "received") return false;
  const ended = and(
    eq(subscriptions.subscriptionId, subscriptionId),
    eq(subscriptions.pledgeId, pledgeId),
    eq(subscriptions.state, "ended"),
  );
  if ((await tx.$count(subscriptions, ended)) === 0 || (await liveSubscription(tx, pledgeId))) return false;
  await tx.update(pledges).set({ status: "cancelled", dedupeKey: pledgeId, updatedAt: clock() }).where(eq(pledges.id, pledgeId));
  const change = { before: { status: pledge.status }, after: { status: "cancelled" } };
  await recordChange(tx, null, { action: "pledge.status", entityType: "pledge", entityId: pledgeId, ...change });
  await writeOfStop(services, pledge);
  return true;
}
