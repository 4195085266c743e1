import { eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { pledges } from "#backend/modules/pledges/tables";
import { payments } from "./tables.ts";

export type Pledge = typeof pledges.$inferSelect;

/** What came of a pledge, less what was taken back, in cents. */
export async function receivedOf(tx: Db, pledgeId: string): Promise<number> {
  const [row] = await tx
    .select({ cents: sql`coalesce(sum(${payments.signedCents}), 0)`.mapWith(Number) })
    .from(payments)
    .where(eq(payments.pledgeId, pledgeId));
  return row?.cents ?? 0;
}

/**
 * The state of a locked pledge after its payments changed: it is received once all of it came, a monthly one with its first payment. What was
 * recorded by mistake makes it a promise again; what was returned does not.
 */
export async function settlePledge(tx: Db, now: Date, actor: Actor | null, pledge: Pledge, { mistake }: { mistake: boolean }) {
  if (pledge.status === "cancelled") return;
  const received = await receivedOf(tx, pledge.id);
  const isPaid = pledge.rhythm === "monthly" ? received > 0 : received >= pledge.amountCents;
  const status = isPaid ? "received" : mistake ? "promised" : pledge.status;
  if (status === pledge.status) return;
  await tx.update(pledges).set({ status, updatedAt: now }).where(eq(pledges.id, pledge.id));
  const change = { before: { status: pledge.status }, after: { status } };
  await recordChange(tx, actor, { action: "pledge.status", entityType: "pledge", entityId: pledge.id, ...change });
}
