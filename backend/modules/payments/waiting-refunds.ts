import { desc, eq, inArray, isNull, or } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal } from "#backend/refusal";
import type { ReversalDraft } from "#contract/giving/payments";
import { lockForm, sentWith } from "./form-keys.ts";
import { payments, waitingRefunds } from "./tables.ts";

export type WaitingRefund = typeof waitingRefunds.$inferSelect;
type Refund = Pick<WaitingRefund, "paymentId" | "providerReference" | "amountCents">;

/** Refuses to return anything of a payment while a refund of it waits at the provider. */
export async function refuseWhileWaiting(db: Db, paymentId: string): Promise<void> {
  if ((await db.$count(waitingRefunds, eq(waitingRefunds.paymentId, paymentId))) > 0) throw refundIsWaiting();
}

export const refundIsWaiting = () => fieldRefusal("amount", "payments:error.refundWaits");

/** Whether a form has ordered a refund of a payment that waits still. While one waits, other forms are refused that were not sent before. */
export async function isOrdered(db: Db, paymentId: string, submission: string): Promise<boolean> {
  const which = or(eq(waitingRefunds.paymentId, paymentId), eq(waitingRefunds.submission, submission));
  const rows = await db.select().from(waitingRefunds).where(which);
  if (rows.some((row) => row.paymentId === paymentId && row.submission === submission)) return true;
  if (rows.length > 0 && (await sentWith(db, submission)).length === 0) throw refundIsWaiting();
  return false;
}

/** Notes refunds that the provider says are waiting. One that was ordered here is known already, or gets its order later. */
export async function noteWaiting(tx: Db, now: Date, refunds: Refund[]): Promise<void> {
  if (refunds.length === 0) return;
  const rows = refunds.map((refund) => ({ ...refund, createdAt: now, updatedAt: now }));
  await tx.insert(waitingRefunds).values(rows).onConflictDoNothing({ target: waitingRefunds.providerReference });
}

/** Stores who ordered a refund that waits, why and with which form, and logs it: once, and not where the provider has reported meanwhile that it is made. */
export function keepOrder(db: Db, now: Date, actor: Actor, refund: Refund, draft: ReversalDraft): Promise<void> {
  const { submission, reason, method } = draft;
  const { paymentId, providerReference, amountCents } = refund;
  return db.transaction(async (tx) => {
    await lockForm(tx, submission);
    // Events of the payment wait for this row, too.
    await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId)).for("update");
    if ((await tx.$count(payments, eq(payments.providerReference, providerReference))) > 0) return;
    const order = { submission, reason, orderedBy: actor.id };
    const stored = await tx
      .insert(waitingRefunds)
      .values({ ...refund, ...order, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: waitingRefunds.providerReference, set: order, setWhere: isNull(waitingRefunds.submission) })
      .returning();
    if (stored.length === 0) return;
    const change = { action: "payment.order_refund", entityType: "payment", entityId: paymentId, reason } as const;
    await recordChange(tx, actor, { ...change, after: { amountCents, method } });
  });
}

/** Forgets refunds that were made or have failed, by the provider's ids, and says what was ordered of them. */
export async function takeEnded(tx: Db, providerReferences: string[]): Promise<WaitingRefund[]> {
  if (providerReferences.length === 0) return [];
  return tx.delete(waitingRefunds).where(inArray(waitingRefunds.providerReference, providerReferences)).returning();
}

/** The refunds of a payment that wait, the newest first, as its page shows them. */
export async function waitingOf(db: Db, paymentId: string) {
  const rows = await db
    .select({ row: waitingRefunds, orderedBy: fullNameIfAny(users) })
    .from(waitingRefunds)
    .leftJoin(users, eq(users.id, waitingRefunds.orderedBy))
    .where(eq(waitingRefunds.paymentId, paymentId))
    .orderBy(desc(waitingRefunds.createdAt), desc(waitingRefunds.id));
  return rows.map(({ row: { id, amountCents, reason, createdAt }, orderedBy }) => ({
    ...{ id, amountCents, reason, orderedBy },
    orderedAt: createdAt.toISOString(),
  }));
}
