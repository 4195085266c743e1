import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { payments } from "#backend/modules/payments/tables";
import { isPaidAt, type ListedPayment, type PaymentProvider, soon } from "#backend/ports/payment-provider";
import { franceDay } from "#contract/formats/france-time";
import { type CardOverview, cardPaymentsApi, type MismatchKind, maxMismatches, type ProviderAccount } from "#contract/giving/card-payments";
import { cardSettings } from "#contract/giving/card-settings";
import { isOurs, recordFromProvider } from "./recording.ts";
import { comparisons, mismatches, pendingDebits, providerEvents } from "./tables.ts";

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
 * cannot be, is what the page of payments shows.
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
    await tx.delete(mismatches);
    if (found.length > 0)
      await tx.insert(mismatches).values(found.slice(0, maxMismatches).map((one) => ({ ...one, createdAt: now, updatedAt: now })));
    await tx.insert(comparisons).values({ compared: ours.length, createdAt: now, updatedAt: now });
    await tx.delete(comparisons).where(lt(comparisons.createdAt, new Date(now.getTime() - comparisonsStored * day)));
  });
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

/** Payments recorded here of which the provider knows nothing, of another key or account for example, and not taken back. Each is asked for once more. */
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
  for (const { id, reference, amountCents } of rows) {
    if (!reference || listed.has(reference) || missing.length === maxMismatches) continue;
    if (await isPaidAt(provider, reference)) continue;
    missing.push({ providerId: reference, kind: "missing_there", amountCents: 0, recordedCents: amountCents, paymentId: id });
  }
  return missing;
}

/** What the page of payments by card shows, with and without a provider. */
export async function overview(services: Pick<Services, "db" | "settings" | "paymentProvider" | "log">): Promise<CardOverview> {
  const { db, settings } = services;
  const live = settings.stripe?.live ?? null;
  const isSet = { STRIPE_SECRET_KEY: live !== null, STRIPE_WEBHOOK_SECRET: (settings.stripe?.webhookSecrets.length ?? 0) > 0 };
  const [last] = await db
    .select({ at: providerEvents.createdAt })
    .from(providerEvents)
    .orderBy(desc(providerEvents.createdAt), desc(providerEvents.id))
    .limit(1);
  const [compared] = await db.select({ at: comparisons.createdAt }).from(comparisons).orderBy(desc(comparisons.createdAt)).limit(1);
  const found = await db.select().from(mismatches).orderBy(asc(mismatches.createdAt), asc(mismatches.id)).limit(maxMismatches);
  return {
    missing: cardSettings.filter((name) => !isSet[name]),
    live,
    webhookUrl: `${settings.publicUrl}${cardPaymentsApi.webhook.path}`,
    account: await accountOf(services),
    lastEventAt: last?.at.toISOString() ?? null,
    failed: await db.$count(providerEvents, inArray(providerEvents.state, ["failed"])),
    comparedAt: compared?.at.toISOString() ?? null,
    mismatches: found,
  };
}

async function accountOf({ paymentProvider, log }: Pick<Services, "paymentProvider" | "log">): Promise<ProviderAccount | null> {
  try {
    return paymentProvider ? await soon(paymentProvider.account()) : null;
  } catch (error) {
    log.warn({ err: error }, "the payment provider did not say what the account may do");
    return null;
  }
}
