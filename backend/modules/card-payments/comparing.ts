import { and, asc, eq, gte, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { payments } from "#backend/modules/payments/tables";
import { isPaidAt, type ListedPayment, type PaymentProvider } from "#backend/ports/payment-provider";
import { franceDay } from "#contract/formats/france-time";
import { type MismatchKind, maxMismatches } from "#contract/giving/card-payments";
import { noteMismatches } from "./mailing.ts";
import { isOurs, recordFromProvider } from "./recording.ts";
import { syncSubscription } from "./subscribing.ts";
import { comparisons, mismatches, pendingDebits, subscriptions } from "./tables.ts";

export const comparisonJob = "compare-card-payments";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail" | "log">;

const day = 86_400_000;
/** How far back payments are compared, and how many pages of the provider's list are read. */
const comparedDays = 35;
const maxPages = 20;
const comparisonsStored = 90;

type Mismatch = { providerId: string; kind: MismatchKind; amountCents: number; recordedCents: number; paymentId: string | null };

/**
 * Compares the provider's payments of the last weeks with those recorded here. What is missing here is recorded at once; the rest, and what
 * cannot be, is what the page of payments shows. Administrators have a notice of what was not there the time before.
 */
export async function comparePayments(services: Deps, provider: PaymentProvider | null): Promise<void> {
  if (!provider) return;
  const { db, clock } = services;
  const now = clock();
  const since = new Date(now.getTime() - comparedDays * day);
  for (const { id } of await db
    .select({ id: pendingDebits.providerReference })
    .from(pendingDebits)
    .limit(maxPages * 100))
    await recordMissing(services, provider, id);
  // A refund whose event never came would keep all other money of its payment from being returned; a dispute would be open for ever.
  const isUnsettled = sql`${payments.id} in (select payment_id from waiting_refunds union select payment_id from open_disputes)`;
  for (const { id } of await db
    .select({ id: payments.providerReference })
    .from(payments)
    .where(isUnsettled)
    .limit(maxPages * 100))
    if (id) await recordMissing(services, provider, id);
  await readSubscriptions(services, provider);
  const once = await paymentsSince(provider, since);
  const monthly = await monthsSince(provider, since);
  const [listed, whole] = [[...once.listed, ...monthly.listed], once.whole && monthly.whole];
  const ours = listed.filter((payment) => payment.paid && isOurs(payment));
  const found: Mismatch[] = [];
  for (const payment of ours) {
    const differs = await differenceOf(services, provider, payment);
    if (differs) found.push(differs);
  }
  if (whole) found.push(...(await missingThere(db, provider, new Date(since.getTime() + day), new Set(ours.map(({ id }) => id)))));
  await db.transaction(async (tx) => {
    const known = await tx.delete(mismatches).returning({ providerId: mismatches.providerId, kind: mismatches.kind });
    const shown = found.slice(0, maxMismatches);
    if (shown.length > 0) await tx.insert(mismatches).values(shown.map((one) => ({ ...one, createdAt: now, updatedAt: now })));
    const values = { compared: ours.length, differed: found.length, createdAt: now, updatedAt: now };
    const [row] = await tx.insert(comparisons).values(values).returning();
    // Where the last list was cut, what it left out is not new.
    const added = (known.length < maxMismatches ? found : shown).filter(
      (one) => !known.some(({ providerId, kind }) => providerId === one.providerId && kind === one.kind),
    );
    if (row && added.length > 0) await noteMismatches({ ...services, db: tx }, added.length, row.id);
    await tx.delete(comparisons).where(lt(comparisons.createdAt, new Date(now.getTime() - comparisonsStored * day)));
  });
}

/** Monthly gifts whose event never came: each that goes on is read again, those first that were longest not read. */
async function readSubscriptions(services: Deps, provider: PaymentProvider) {
  const { db, clock, log } = services;
  const rows = await db
    .select({ id: subscriptions.id, subscriptionId: subscriptions.subscriptionId })
    .from(subscriptions)
    .where(ne(subscriptions.state, "ended"))
    .orderBy(asc(subscriptions.updatedAt))
    .limit(maxPages * 100);
  for (const { id, subscriptionId } of rows) {
    try {
      await syncSubscription(services, provider, subscriptionId);
    } catch (error) {
      log.error({ err: error, subscription: id }, "a monthly gift could not be read again");
    }
    await db.update(subscriptions).set({ updatedAt: clock() }).where(eq(subscriptions.id, id));
  }
}

/** `whole`: there are no more payments since that time. */
async function paymentsSince(provider: PaymentProvider, since: Date): Promise<{ listed: ListedPayment[]; whole: boolean }> {
  const listed: ListedPayment[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const { items, more } = await provider.payments(since, listed.at(-1)?.id);
    listed.push(...items);
    if (!more) return { listed, whole: true };
  }
  return { listed, whole: false };
}

async function monthsSince(provider: PaymentProvider, since: Date): Promise<{ listed: ListedPayment[]; whole: boolean }> {
  const listed: ListedPayment[] = [];
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { items, last, more } = await provider.subscriptions.paidMonths(since, after);
    listed.push(...items);
    if (!more) return { listed, whole: true };
    after = last;
  }
  return { listed, whole: false };
}

async function recordedCents(db: Db, id: string): Promise<{ id: string; amountCents: number } | undefined> {
  const [row] = await db
    .select({ id: payments.id, amountCents: payments.amountCents })
    .from(payments)
    .where(eq(payments.providerReference, id));
  return row;
}

async function differenceOf(services: Deps, provider: PaymentProvider, { id, amountCents }: ListedPayment): Promise<Mismatch | null> {
  const before = await recordedCents(services.db, id);
  const known = before ?? (await recordMissing(services, provider, id));
  if (!known) return { providerId: id, kind: "missing_here", amountCents, recordedCents: 0, paymentId: null };
  if (known.amountCents === amountCents) return null;
  return { providerId: id, kind: "amount", amountCents, recordedCents: known.amountCents, paymentId: known.id };
}

/** Money whose event never came. */
async function recordMissing(services: Deps, provider: PaymentProvider, id: string) {
  try {
    await recordFromProvider(services, provider, id);
  } catch (error) {
    services.log.error({ err: error, payment: id }, "a payment of the provider could not be recorded");
  }
  return recordedCents(services.db, id);
}

/**
 * Payments recorded here of which the provider knows nothing, of another key or account for example, and not taken back. Each is asked for once
 * more, until the provider knows as many one after another as little as are shown: then it is another account, which knows none of the others.
 */
async function missingThere(db: Db, provider: PaymentProvider, since: Date, listed: Set<string>): Promise<Mismatch[]> {
  const rows = await db
    .select({ id: payments.id, reference: payments.providerReference, amountCents: payments.amountCents })
    .from(payments)
    .where(
      and(
        isNotNull(payments.providerReference),
        isNull(payments.refundOf),
        gte(payments.receivedOn, franceDay(since)),
        lt(payments.refundedCents, payments.amountCents),
      ),
    )
    .orderBy(asc(payments.receivedOn), asc(payments.id))
    .limit(maxPages * 100);
  const missing: Mismatch[] = [];
  let unknown = 0;
  for (const { id, reference, amountCents } of rows) {
    if (!reference || listed.has(reference)) continue;
    if (unknown < maxMismatches) unknown = (await isPaidAt(provider, reference)) ? 0 : unknown + 1;
    if (unknown === 0) continue;
    missing.push({ providerId: reference, kind: "missing_there", amountCents: 0, recordedCents: amountCents, paymentId: id });
  }
  return missing;
}
