import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import { brokenConstraint } from "#backend/db/broken-constraint";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { keepMeans } from "#backend/modules/memberships/consenting";
import { settleDues } from "#backend/modules/memberships/settling";
import { memberships } from "#backend/modules/memberships/tables";
import { noteReceiptsToReplace } from "#backend/modules/payments/receipts-to-replace";
import { insertPayments } from "#backend/modules/payments/recording";
import { mailRefunds } from "#backend/modules/payments/refund-mails";
import { type Pledge, receivedOf, settlePledge } from "#backend/modules/payments/settling";
import { payments } from "#backend/modules/payments/tables";
import { noteWaiting, takeEnded, type WaitingRefund } from "#backend/modules/payments/waiting-refunds";
import { pledges } from "#backend/modules/pledges/tables";
import { PaymentFailure, type PaymentProvider, type ProviderPayment, type TakenBack } from "#backend/ports/payment-provider";
import { franceDay } from "#contract/formats/france-time";
import type { ProviderEventResult } from "#contract/giving/card-payments";
import { endIfOver } from "./live.ts";
import { noteDebitRefused, noteDuesToReturn, noteGiftToReturn, thankForCard, writeOfFailure, writeOfRefusedDues } from "./mailing.ts";
import { failRenewal, isOfFailed, settleRenewal } from "./refused-renewals.ts";
import { checkouts, pendingDebits } from "./tables.ts";
import { followDisputes, noteDisputed, noteRefundFailed, noteTakenBack, noteTakenTwice } from "./taken-back.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail" | "log">;
type Payment = typeof payments.$inferSelect;
type Target = { pledge?: Pledge; membership?: typeof memberships.$inferSelect };
type Result = Exclude<ProviderEventResult, "other_mode">;

/** Whether a payment may be of a page of ours: others use the account too, with ids of their own. */
export const isOurs = ({ checkoutId }: { checkoutId: string | null }) => z.uuid().safeParse(checkoutId).success;

/**
 * Reads a payment again from the provider and records what is missing here: the money that came, and what was taken back of it. Whatever led
 * to it, and however often, each is recorded once. The provider is asked outside the transaction.
 */
export async function recordFromProvider(services: Deps, provider: PaymentProvider, paymentId: string): Promise<Result> {
  const found = await provider.payment(paymentId);
  if (!isOurs(found)) return "foreign";
  if (found.state !== "paid") return services.db.transaction((tx) => noteUnpaid({ ...services, db: tx }, found));
  if (found.currency !== "eur") throw new PaymentFailure("ECURRENCY", "refused");
  return services.db.transaction((tx) => record({ ...services, db: tx }, found));
}

async function record(services: Deps, found: ProviderPayment): Promise<Result> {
  const { db: tx } = services;
  const target = await targetOf(tx, found);
  if (!target) return "foreign";
  const known = await recordedOf(tx, found.id);
  const payment = known ?? (await recordPaid(services, found, target));
  const isTaken = await recordTaken(services, found.taken, payment, target, await followWaiting(services, found, payment));
  await followDisputes(services, payment, found.disputes);
  for (const dispute of found.disputes) await noteDisputed(services, payment, target, dispute);
  for (const refund of found.notReturned) if (refund.state === "failed") await noteRefundFailed(services, payment, target, refund);
  if (!known || isTaken) return "recorded";
  return found.disputes.length > 0 ? "disputed" : "unchanged";
}

/** Notes the refunds that wait, and answers with the orders of those that were made; those of failed ones are forgotten. */
async function followWaiting({ db: tx, clock }: Deps, { taken, notReturned }: ProviderPayment, payment: Payment): Promise<WaitingRefund[]> {
  const waiting = notReturned.filter(({ state }) => state === "waiting");
  const of = { paymentId: payment.id };
  await noteWaiting(
    tx,
    clock(),
    waiting.map(({ id: providerReference, amountCents }) => ({ ...of, providerReference, amountCents })),
  );
  const failed = notReturned.filter(({ state }) => state === "failed");
  return takeEnded(
    tx,
    [...taken, ...failed].map(({ id }) => id),
  );
}

/** A debit on its way is noted, so that its donor or member sees it; one that was refused is on its way no more, and its donor, or member, and administrators read it. */
async function noteUnpaid(services: Deps, { id, state, amountCents, subscriptionId, method, ...found }: ProviderPayment): Promise<Result> {
  const { db: tx, clock } = services;
  const target = await targetOf(tx, { id, ...found });
  if (!target) return "foreign";
  if (await recordedOf(tx, id)) return "unchanged";
  const { pledge, membership } = target;
  if (state === "refused" && membership) await failRenewal(services, membership.id);
  // A card is refused on the page, which says so; a debit days later. Of a renewal, its failure is written, unless it was stopped before.
  if (state === "refused" && membership && method === "sepa_debit" && !(await isOfFailed(tx, found.checkoutId))) {
    await writeOfRefusedDues(services, membership, { paymentId: id, amountCents });
    await noteDebitRefused(services, "membership", membership, { paymentId: id, amountCents });
  }
  if (state === "processing") {
    const now = clock();
    const of = { pledgeId: pledge?.id, membershipId: membership?.id };
    const row = { ...of, providerReference: id, amountCents, createdAt: now, updatedAt: now };
    await tx.insert(pendingDebits).values(row).onConflictDoNothing({ target: pendingDebits.providerReference });
    return "waiting";
  }
  const gone = await tx.delete(pendingDebits).where(eq(pendingDebits.providerReference, id)).returning();
  if (membership && gone.length > 0) await waitFromToday(tx, clock(), membership.id);
  // Of a month, the subscription says so. Nobody pays again what was cancelled.
  if (pledge && pledge.status !== "cancelled" && gone.length > 0 && !subscriptionId) {
    await writeOfFailure(services, pledge, { topic: "pledge_once_failed", key: id, nextTryAt: null });
    await noteDebitRefused(services, "pledge", pledge, { paymentId: id, amountCents });
  }
  return state === "refused" ? "refused" : "waiting";
}

/** A request whose debit was refused waits as one of today: its member, who was not reminded meanwhile, has the time to pay otherwise. */
async function waitFromToday(tx: Db, now: Date, id: string) {
  const waiting = and(eq(memberships.id, id), eq(memberships.status, "pending_payment"));
  await tx.update(memberships).set({ statusAt: now, updatedAt: now }).where(waiting);
}

/** What a payment is of, locked: that of the page that it was made on or, once it is recorded, its own. */
async function targetOf(tx: Db, { id, checkoutId }: Pick<ProviderPayment, "id" | "checkoutId">): Promise<Target | undefined> {
  const [recorded] = await tx
    .select({ pledgeId: payments.pledgeId, membershipId: payments.membershipId })
    .from(payments)
    .where(eq(payments.providerReference, id));
  const [onPage] = await tx
    .select({ pledgeId: checkouts.pledgeId, membershipId: checkouts.membershipId })
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId ?? ""));
  const { pledgeId, membershipId } = recorded ?? onPage ?? {};
  const [pledge] = pledgeId ? await tx.select().from(pledges).where(eq(pledges.id, pledgeId)).for("update") : [];
  const [membership] = membershipId ? await tx.select().from(memberships).where(eq(memberships.id, membershipId)).for("update") : [];
  return pledge || membership ? { pledge, membership } : undefined;
}

async function recordedOf(tx: Db, providerReference: string): Promise<Payment | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.providerReference, providerReference)).for("update");
  return payment;
}

async function recordPaid(services: Deps, found: ProviderPayment, { pledge, membership }: Target): Promise<Payment> {
  const { db: tx, clock } = services;
  const { id: providerReference, receivedCents: amountCents, method, paidAt } = found;
  const of = { pledgeId: pledge?.id, membershipId: membership?.id };
  const row = { receivedOn: franceDay(paidAt), amountCents, method, ...of, submission: randomUUID(), providerReference };
  await insertPayments(tx, clock(), null, [row], pledge ? [pledge] : []);
  const payment = await recordedOf(tx, providerReference);
  if (!payment) throw new Error("a payment by card was not recorded");
  await tx.delete(pendingDebits).where(eq(pendingDebits.providerReference, providerReference));
  await tx
    .update(checkouts)
    .set({ state: "complete", updatedAt: clock() })
    .where(eq(checkouts.id, found.checkoutId ?? ""));
  if (pledge) await thankForCard(services, pledge, amountCents);
  if (pledge && (await isTooMuch(tx, pledge))) await noteGiftToReturn(services, pledge, payment.id);
  // Money of the last month may come after the end.
  if (pledge && found.subscriptionId) await endIfOver(services, pledge.id, found.subscriptionId);
  if (membership) {
    await settlePaid(services, membership, payment.id);
    await settleRenewal(services, membership.id);
    await keepMeans(tx, clock(), membership.id, found.retained);
  }
  return payment;
}

/** Whether money of a gift that comes once was paid although the gift was stopped, or paid otherwise. `pledge` is as it was before. */
const isTooMuch = async (tx: Db, { id, rhythm, status, amountCents }: Pledge) =>
  rhythm === "one_off" && (status === "cancelled" || (await receivedOf(tx, id)) > amountCents);

/**
 * Dues that came by card lead to what all dues lead to. Those of a request that was given up meanwhile, or whose period another one has, are recorded all
 * the same: administrators have a notice to return them.
 */
async function settlePaid(services: Deps, membership: typeof memberships.$inferSelect, paymentId: string) {
  if (membership.status !== "pending_payment" && membership.status !== "abandoned")
    return noteDuesToReturn(services, membership, paymentId);
  try {
    await services.db.transaction((tx) => settleDues({ ...services, db: tx }, null, membership));
  } catch (error) {
    if (brokenConstraint(error) !== "memberships_no_overlap") throw error;
    services.log.warn({ membership: membership.id }, "dues came by card for a period that another membership has");
    await noteDuesToReturn(services, membership, paymentId);
  }
}

/** Records what was taken back and is not known yet, never more than came. What was ordered here has the form, the reason and the author of its order. */
async function recordTaken(
  services: Deps,
  taken: TakenBack[],
  payment: Payment,
  target: Target,
  orders: WaitingRefund[],
): Promise<boolean> {
  if (taken.length === 0) return false;
  const { pledge } = target;
  const { db: tx, clock, translate, log } = services;
  const now = clock();
  const ids = taken.map(({ id }) => id);
  const rows = await tx.select({ id: payments.providerReference }).from(payments).where(inArray(payments.providerReference, ids));
  const known = new Set(rows.map(({ id }) => id));
  let left = payment.amountCents - payment.refundedCents;
  let recorded = false;
  for (const { id: providerReference, amountCents: wanted, at, why } of taken.filter(({ id }) => !known.has(id))) {
    const amountCents = Math.min(wanted, left);
    if (amountCents < wanted) {
      log.error({ payment: payment.id }, "the provider took back more than was left of a payment");
      await noteTakenTwice(services, payment, target, { id: providerReference, amountCents: wanted - amountCents });
    }
    if (amountCents === 0) continue;
    left -= amountCents;
    recorded = true;
    // A reversal is not before its payment.
    const [, receivedOn = payment.receivedOn] = [franceDay(at), payment.receivedOn].sort();
    const { method, pledgeId } = payment;
    const order = orders.find((one) => one.providerReference === providerReference);
    const row = {
      ...({ amountCents, method, pledgeId, receivedOn, providerReference, refundOf: payment.id, reversal: "refund" } as const),
      ...{ reason: order?.reason ?? translate("fr", `cards:taken.${why}`), submission: order?.submission ?? randomUUID() },
      ...{ createdBy: order?.orderedBy, createdAt: now, updatedAt: now },
    };
    const returned = await tx.insert(payments).values(row).returning();
    // Of a dispute, the payer's bank has given the money back before.
    const byBank = why === "dispute";
    await noteReceiptsToReplace(services, returned);
    await mailRefunds(services, returned, { byBank });
    if (byBank) for (const { id } of returned) await noteTakenBack(services, target, { id, paymentId: payment.id, amountCents });
    const change = { action: "payment.reverse", entityType: "payment", entityId: payment.id } as const;
    await recordChange(tx, null, { ...change, after: { amountCents, method, receivedOn, reversal: "refund" } });
  }
  if (recorded && pledge) await settlePledge(tx, now, null, pledge, { mistake: false });
  return recorded;
}
