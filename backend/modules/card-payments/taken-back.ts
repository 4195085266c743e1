import { and, eq, notInArray } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import type { memberships } from "#backend/modules/memberships/tables";
import type { Pledge } from "#backend/modules/payments/settling";
import { openDisputes, payments } from "#backend/modules/payments/tables";
import type { OpenDispute, RefundNotMade } from "#backend/ports/payment-provider";
import { franceDay } from "#contract/formats/france-time";
import { notifyAdmins } from "./mailing.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;
type Target = { pledge?: Pledge; membership?: typeof memberships.$inferSelect };
/** A reversal in the ledger, of a payment. */
type Reversal = { id: string; paymentId: string; amountCents: number };

/** Notifies administrators of a dispute that waits for an answer: it is given at the provider within days, or the dispute is lost. */
export async function noteDisputed(services: Deps, { id }: { id: string }, target: Target, dispute: OpenDispute) {
  if (!dispute.needsAnswer) return;
  // An inquiry becomes a dispute under the same id.
  const key = `${dispute.id} ${dispute.status}`;
  await notifyAdmins(services, "payment_disputed", key, { ...aboutPayment(id, target), values: { reference: referenceOf(target) } });
}

/** Stores what is disputed of a locked payment, and forgets what is not any more. */
export async function followDisputes({ db: tx, clock }: Deps, { id: paymentId }: { id: string }, disputes: OpenDispute[]) {
  const now = clock();
  const ids = disputes.map(({ id }) => id);
  await tx.delete(openDisputes).where(and(eq(openDisputes.paymentId, paymentId), notInArray(openDisputes.providerReference, ids)));
  for (const { id: providerReference, amountCents, needsAnswer, answerBy } of disputes) {
    const values = { amountCents, needsAnswer, answerBy: answerBy && franceDay(answerBy), updatedAt: now };
    await tx
      .insert(openDisputes)
      .values({ paymentId, providerReference, ...values, createdAt: now })
      .onConflictDoUpdate({ target: openDisputes.providerReference, set: values });
  }
}

/** Notifies administrators of what the bank took back: a debit that it returned, or a dispute that is lost. */
export async function noteTakenBack(services: Deps, target: Target, { id, paymentId, amountCents }: Reversal) {
  const values = { cents: String(amountCents), reference: referenceOf(target) };
  await notifyAdmins(services, "payment_taken_back", id, { ...aboutPayment(paymentId, target), values });
}

/** Notifies administrators of money that was given back although it was not left of its payment: the payer has it twice. */
export async function noteTakenTwice(services: Deps, { id }: { id: string }, target: Target, missing: { id: string; amountCents: number }) {
  const values = { cents: String(missing.amountCents), reference: referenceOf(target) };
  await notifyAdmins(services, "payment_taken_back_twice", missing.id, { ...aboutPayment(id, target), values });
}

/** Notifies administrators of a refund that failed: nobody has the money but the charity, also where it was recorded as made. */
export async function noteRefundFailed(services: Deps, { id }: { id: string }, target: Target, refund: RefundNotMade) {
  const recorded = await services.db.$count(payments, eq(payments.providerReference, refund.id));
  const values = { cents: String(refund.amountCents), reference: referenceOf(target), known: recorded > 0 ? "recorded" : "title" };
  await notifyAdmins(services, "refund_failed", refund.id, { ...aboutPayment(id, target), values });
}

const referenceOf = ({ pledge, membership }: Target) => pledge?.reference ?? membership?.reference ?? "";

function aboutPayment(paymentId: string, { pledge, membership }: Target) {
  const about = { subject: pledge ? "pledge" : "membership", subjectId: (pledge ?? membership)?.id ?? "" } as const;
  return { path: `/dashboard/admin/donations/${paymentId}`, about };
}
