import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { subscriptions } from "#backend/modules/card-payments/tables";
import type { pledges } from "./tables.ts";

/** Debits on their way, in cents: a column of a query on `pledges`. */
export const pendingCents =
  sql`(select coalesce(sum(due.amount_cents), 0) from pending_debits due where due.pledge_id = pledges.id)`.mapWith(Number);

/** The monthly gift of a pledge that the provider takes; null for another one, and for one that has ended. */
export async function debitOf(db: Db, pledgeId: string) {
  const [live] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.pledgeId, pledgeId), ne(subscriptions.state, "ended")));
  return live ?? null;
}

/** Whether a monthly gift that the provider took has ended there. The donor begins another one. */
export async function hasEnded(db: Db, { id, rhythm }: Pick<typeof pledges.$inferSelect, "id" | "rhythm">): Promise<boolean> {
  if (rhythm !== "monthly") return false;
  const states = await db.selectDistinct({ state: subscriptions.state }).from(subscriptions).where(eq(subscriptions.pledgeId, id));
  return states.length > 0 && states.every(({ state }) => state === "ended");
}
