import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { pledges } from "#backend/modules/pledges/tables";
import { isPaidAt, PaymentFailure, type PaymentProvider, refundWaits, soon } from "#backend/ports/payment-provider";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import type { ReversalDraft } from "#contract/giving/payments";
import { lockForm, sentWith } from "./form-keys.ts";
import { noteReceiptsToReplace } from "./receipts-to-replace.ts";
import { mailRefunds, type RefundMailDeps } from "./refund-mails.ts";
import { heldByDatabase } from "./refusals.ts";
import { type Pledge, settlePledge } from "./settling.ts";
import { payments, statementLines } from "./tables.ts";
import { isOrdered, keepOrder, refundIsWaiting, refuseWhileWaiting } from "./waiting-refunds.ts";

type Deps = Pick<Services, "db" | "clock" | "paymentProvider">;
export type ReversalDeps = Deps & RefundMailDeps;
type Payment = typeof payments.$inferSelect;

/**
 * Takes back a payment or a part of it: never more than came, whatever others take back at the same moment. The same form again takes back no more.
 * What came through the provider is returned there first, by the same means. A refund that it has not made yet is no reversal, and has no id: it waits, its
 * payment with it, and is recorded once it is made, with the form that ordered it. `isDonorNotified`: whoever returned a gift has written to its donor.
 */
export async function reversePayment(
  services: ReversalDeps,
  actor: Actor,
  id: string,
  draft: ReversalDraft,
  { isDonorNotified = false } = {},
): Promise<{ id: string | null }> {
  const { db, clock } = services;
  const now = clock();
  if (draft.reversal === "refund" && draft.receivedOn && draft.receivedOn > franceDay(now))
    throw fieldRefusal("receivedOn", "payments:error.future");
  if (await isOrdered(db, id, draft.submission)) return { id: null };
  const returned = await returnThroughProvider(services, actor, id, draft);
  if (returned?.waits) return { id: (await recordedAs(db, returned.id)) ?? null };
  const providerReference = returned?.id ?? null;
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      await lockForm(tx, draft.submission);
      const known = await sentWith(tx, draft.submission);
      const same = known.find(({ refundOf }) => refundOf === id);
      if (same) return { id: same.id };
      if (known.length > 0) throw new Refusal("already_sent");
      const isMistake = draft.reversal === "mistake";
      const { origins, of } = await lockedOrigins(tx, id, isMistake);
      const reported = await reportedAs(tx, id, providerReference);
      if (reported) return { id: reported };
      const rows = await insertReversals(tx, { now, actor, draft, providerReference }, amountsOf(origins, id, draft));
      for (const pledge of of) await settlePledge(tx, now, actor, pledge, { mistake: isMistake });
      await noteReceiptsToReplace({ clock, db: tx }, rows);
      await mailRefunds({ ...services, db: tx }, rows, { byBank: draft.byBank, isDonorNotified });
      for (const { refundOf, amountCents, method, receivedOn, reversal } of rows)
        await recordChange(tx, actor, {
          ...({ action: "payment.reverse", entityType: "payment", entityId: refundOf ?? id } as const),
          after: { amountCents, method, receivedOn, reversal },
        });
      const row = rows.find(({ refundOf }) => refundOf === id);
      if (!row) throw new Refusal("unexpected");
      return { id: row.id };
    }),
  );
}

/**
 * Returns money through the provider that it came by, and says what the provider calls it; null for all other money, and for what is returned by
 * other means. One that waits is stored, also when its answer is late.
 */
async function returnThroughProvider(
  { db, clock, paymentProvider }: Deps,
  actor: Actor,
  id: string,
  draft: ReversalDraft,
): Promise<{ id: string; waits: boolean } | null> {
  const [origin] = await db.select().from(payments).where(eq(payments.id, id));
  if (!origin?.providerReference || origin.refundOf) return null;
  if (draft.reversal === "mistake") return neverCame(paymentProvider, origin.providerReference);
  // The provider reports itself what a bank took back.
  if (draft.byBank) throw new Refusal("wrong_state");
  if ((await sentWith(db, draft.submission)).length > 0) return null;
  if (draft.method !== origin.method) return noneWaits(paymentProvider, origin.providerReference);
  if (draft.amountCents > leftOf(origin)) throw fieldRefusal("amount", "payments:error.tooMuch");
  if (draft.receivedOn && draft.receivedOn < origin.receivedOn) throw fieldRefusal("receivedOn", "payments:error.beforePayment");
  if (!paymentProvider) throw new Refusal("unavailable");
  const { amountCents } = draft;
  const ordered = refundOnce(paymentProvider, { ...origin, paymentId: origin.providerReference }, draft).then(async (refund) => {
    if (refund.waits) await keepOrder(db, clock(), actor, { paymentId: id, providerReference: refund.id, amountCents }, draft);
    return refund;
  });
  try {
    return await soon(ordered);
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    if (error.fate === "unreached") throw new Refusal("unavailable");
    throw error.reason === refundWaits ? refundIsWaiting() : fieldRefusal("amount", "payments:error.notReturned");
  }
}

/**
 * One refund, however often it is sent and by whichever form: its key is what is refunded, so that an answer that was lost is found again. A refusal
 * is repeated for a day under its key; then the form's own is tried.
 */
async function refundOnce(provider: PaymentProvider, origin: Payment & { paymentId: string }, { amountCents, submission }: ReversalDraft) {
  const { id, paymentId, refundedCents } = origin;
  const refund = (key: string) => provider.refund({ paymentId, amountCents, key });
  try {
    return await refund(`${id} ${refundedCents} ${amountCents}`);
  } catch (error) {
    if (!(error instanceof PaymentFailure) || error.fate !== "refused" || error.reason === refundWaits) throw error;
    return refund(submission);
  }
}

/** Refuses to return by other means what a refund at the provider may return as well. Where no provider is connected any more, it is not asked. */
async function noneWaits(provider: PaymentProvider | null, paymentId: string): Promise<null> {
  if (!provider) return null;
  const found = await soon(provider.payment(paymentId)).catch((error: unknown) => {
    if (!(error instanceof PaymentFailure)) throw error;
    if (error.fate === "unreached") throw new Refusal("unavailable");
    return null;
  });
  if (found?.notReturned.some(({ state }) => state === "waiting")) throw refundIsWaiting();
  return null;
}

/** Refuses to call a mistake what the provider has as paid. What it knows nothing of, as of its test mode, is corrected here alone. */
async function neverCame(provider: PaymentProvider | null, paymentId: string): Promise<null> {
  if (!provider) throw new Refusal("unavailable");
  const isPaid = await soon(isPaidAt(provider, paymentId)).catch((error: unknown) => {
    throw error instanceof PaymentFailure ? new Refusal("unavailable") : error;
  });
  if (isPaid) throw fieldRefusal("reversal", "payments:error.byProvider");
  return null;
}

/** The reversal that the provider has reported before this form was stored. What it does not return itself waits for what it will return. */
async function reportedAs(tx: Db, id: string, providerReference: string | null): Promise<string | undefined> {
  if (providerReference) return recordedAs(tx, providerReference);
  await refuseWhileWaiting(tx, id);
}

async function recordedAs(tx: Db, providerReference: string): Promise<string | undefined> {
  const [row] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.providerReference, providerReference));
  return row?.id;
}

/**
 * A payment, with the other parts of the cheque that is corrected as a whole, and their pledges: locked, pledges first, each in the order of ids.
 * Before them the line of the statement, as where it is decided.
 */
async function lockedOrigins(tx: Db, id: string, isMistake: boolean): Promise<{ origins: Payment[]; of: Pledge[] }> {
  const [origin] = await tx.select().from(payments).where(eq(payments.id, id));
  if (!origin) throw new Refusal("not_found");
  if (origin.refundOf) throw new Refusal("wrong_state");
  if (origin.statementLineId) await tx.select().from(statementLines).where(eq(statementLines.id, origin.statementLineId)).for("update");
  const whole = isMistake && origin.method === "cheque";
  const these = whole ? and(eq(payments.submission, origin.submission), isNull(payments.refundOf)) : eq(payments.id, id);
  const found = whole ? await tx.select({ pledgeId: payments.pledgeId }).from(payments).where(these) : [origin];
  const pledgeIds = found.flatMap(({ pledgeId }) => pledgeId ?? []);
  const of = pledgeIds.length
    ? await tx.select().from(pledges).where(inArray(pledges.id, pledgeIds)).orderBy(asc(pledges.id)).for("update")
    : [];
  const origins = await tx.select().from(payments).where(these).orderBy(asc(payments.id)).for("update");
  return { origins, of };
}

const leftOf = ({ amountCents, refundedCents }: Payment) => amountCents - refundedCents;

/** What is taken back of each payment, in cents. A cheque that was recorded by mistake is taken back as a whole, whichever part the form names. */
function amountsOf(origins: Payment[], id: string, { reversal, amountCents }: ReversalDraft): { origin: Payment; amountCents: number }[] {
  const [first] = origins;
  if (!first || reversal === "refund" || first.method !== "cheque") return origins.map((origin) => ({ origin, amountCents }));
  const own = origins.filter((origin) => origin.id === id).reduce((sum, origin) => sum + leftOf(origin), 0);
  const all = origins.reduce((sum, origin) => sum + leftOf(origin), 0);
  if (own === 0 || amountCents > all) throw fieldRefusal("amount", "payments:error.tooMuch");
  if (amountCents !== own && amountCents !== all) throw fieldRefusal("amount", "payments:error.wholeCheque");
  return origins.filter((origin) => leftOf(origin) > 0).map((origin) => ({ origin, amountCents: leftOf(origin) }));
}

type Sent = { now: Date; actor: Actor; draft: ReversalDraft; providerReference: string | null };

function insertReversals(tx: Db, { now, actor, draft, providerReference }: Sent, taken: { origin: Payment; amountCents: number }[]) {
  const { reversal, reason, submission } = draft;
  return tx
    .insert(payments)
    .values(
      taken.map(({ origin, amountCents }, part) => ({
        ...{ amountCents, reversal, reason, submission, part, refundOf: origin.id, pledgeId: origin.pledgeId, providerReference },
        // Of a mistake they are those of the payment, by a trigger.
        ...{ receivedOn: draft.receivedOn ?? origin.receivedOn, method: draft.method ?? origin.method },
        ...{ donorId: origin.donorId, donorName: origin.donorName, createdBy: actor.id, createdAt: now, updatedAt: now },
      })),
    )
    .returning();
}
