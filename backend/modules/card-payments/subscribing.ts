import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { brokenConstraint } from "#backend/db/broken-constraint";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { pledges } from "#backend/modules/pledges/tables";
import type { PaymentProvider } from "#backend/ports/payment-provider";
import type { ProviderSubscription } from "#backend/ports/subscription-provider";
import { franceDay } from "#contract/formats/france-time";
import type { ProviderEventResult } from "#contract/giving/card-payments";
import { writeOfAmount, writeOfPause, writeOfResuming } from "./change-mails.ts";
import { endIfOver } from "./live.ts";
import { isErased, noteGivenUp, writeOfFailure } from "./mailing.ts";
import { recordFromProvider } from "./recording.ts";
import { checkouts, subscriptions } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail" | "log">;
type Pledge = typeof pledges.$inferSelect;
type Row = typeof subscriptions.$inferSelect;
type Result = Exclude<ProviderEventResult, "other_mode">;

/**
 * Reads a monthly gift again from the provider, and stores how it is: its state, its amount, the next debit, a pause. Then the payment of its newest
 * month is read. Whatever led to it, and in whatever order.
 */
export async function syncSubscription(services: Deps, provider: PaymentProvider, id: string): Promise<Result> {
  const found = await provider.subscriptions.read(id);
  const stored = await storeOnce(services, provider, found);
  if (stored === "foreign" || !found.paymentId) return stored;
  const paid = await recordFromProvider(services, provider, found.paymentId);
  return paid === "unchanged" ? stored : paid;
}

/** A pledge has one monthly gift that goes on. A second one, which two pages at once could begin, is ended; what it took is recorded. */
async function storeOnce(services: Deps, provider: PaymentProvider, found: ProviderSubscription): Promise<Result> {
  try {
    return await services.db.transaction((tx) => store({ ...services, db: tx }, found));
  } catch (error) {
    if (brokenConstraint(error) !== "provider_subscriptions_live_once") throw error;
    services.log.error({ subscription: found.id }, "a pledge had a second subscription, which was ended");
    await provider.subscriptions.end(found.id);
    return "unchanged";
  }
}

async function store(services: Deps, found: ProviderSubscription): Promise<Result> {
  const { db: tx } = services;
  const pledge = await pledgeOf(tx, found);
  if (!pledge) return "foreign";
  const [known] = await tx.select().from(subscriptions).where(eq(subscriptions.subscriptionId, found.id)).for("update");
  const { row, isNew } = known ? { row: known, isNew: false } : await add(services, found, pledge);
  const values = {
    ...{ state: found.state, amountCents: found.amountCents },
    nextOn: found.nextAt && franceDay(found.nextAt),
    pausedUntil: found.pausedUntil && franceDay(found.pausedUntil),
    failedInvoice: found.failure?.invoiceId ?? null,
    failedTries: found.failure?.tries ?? 0,
    givenUp: found.failure !== null && found.failure.nextTryAt === null,
  };
  const differs = Object.entries(values).some(([name, value]) => row[name as keyof typeof values] !== value);
  if (!differs && !isNew) return (await endIfOver(services, pledge.id, found.id)) ? "recorded" : "unchanged";
  await tx
    .update(subscriptions)
    .set({ ...values, updatedAt: services.clock() })
    .where(eq(subscriptions.id, row.id));
  await followAmount(services, pledge, found);
  await followPause(services, pledge, found, row.pausedUntil);
  await endIfOver(services, pledge.id, found.id);
  await notifyOfFailure(services, pledge, found, row);
  return "recorded";
}

/**
 * Each try of a month that is refused is said to its donor, with what happens next; that it was the last one, to administrators too. Nothing happens next
 * once the gift has ended: administrators read it where the provider ended it, and nobody where it was stopped here.
 */
async function notifyOfFailure(services: Deps, pledge: Pledge, { failure, state }: ProviderSubscription, before: Row) {
  if (!failure) return;
  if (state === "ended") {
    if (before.state !== "ended" && !before.givenUp) await noteGivenUp(services, pledge, failure.invoiceId);
    return;
  }
  const { invoiceId, tries, nextTryAt } = failure;
  const isFirst = invoiceId !== before.failedInvoice;
  const isLast = nextTryAt === null;
  const wasLast = !isFirst && before.givenUp;
  if (!isFirst && tries <= before.failedTries && isLast === wasLast) return;
  const topic = isLast ? "pledge_debit_given_up" : isFirst ? "pledge_debit_failed" : "pledge_debit_retried";
  await writeOfFailure(services, pledge, { topic, key: `${invoiceId} ${isLast ? "last" : tries}`, nextTryAt });
  if (isLast && !wasLast) await noteGivenUp(services, pledge, invoiceId);
}

/** The pledge of a subscription, locked: its own or, before it is stored, that of the page that it was begun on. */
async function pledgeOf(tx: Db, { id, checkoutId }: ProviderSubscription): Promise<Pledge | undefined> {
  const [stored] = await tx.select({ pledgeId: subscriptions.pledgeId }).from(subscriptions).where(eq(subscriptions.subscriptionId, id));
  const [onPage] = await tx
    .select({ pledgeId: checkouts.pledgeId })
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId ?? ""));
  const pledgeId = stored?.pledgeId ?? onPage?.pledgeId;
  if (!pledgeId) return undefined;
  const [pledge] = await tx.select().from(pledges).where(eq(pledges.id, pledgeId)).for("update");
  return pledge;
}

/** That of a donor who was erased meanwhile is ended by the job. */
async function add({ db: tx, clock }: Deps, found: ProviderSubscription, pledge: Pledge): Promise<{ row: Row; isNew: true }> {
  const now = clock();
  const { id: subscriptionId, state, amountCents } = found;
  const [row] = await tx
    .insert(subscriptions)
    .values({ subscriptionId, state, amountCents, pledgeId: pledge.id, stopWanted: isErased(pledge.email), createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error("a subscription was not stored");
  const change = { action: "pledge.begin_monthly", entityType: "pledge", entityId: pledge.id } as const;
  await recordChange(tx, null, { ...change, after: { amountCents, method: pledge.method } });
  return { row, isNew: true };
}

/** The amount of a gift is what the provider takes. Its donor reads in a mail from which day on it is another one. */
async function followAmount(services: Deps, pledge: Pledge, { state, amountCents, nextAt, pausedUntil }: ProviderSubscription) {
  const { db: tx, clock } = services;
  const { id, status } = pledge;
  const change = { entityType: "pledge", entityId: id } as const;
  if (state !== "ended" && status !== "cancelled" && amountCents !== pledge.amountCents) {
    await tx.update(pledges).set({ amountCents, updatedAt: clock() }).where(eq(pledges.id, id));
    await recordChange(tx, null, {
      ...{ ...change, action: "pledge.change_amount" },
      ...{ before: { amountCents: pledge.amountCents }, after: { amountCents } },
    });
    await writeOfAmount(services, pledge, amountCents, firstDay(clock(), nextAt, pausedUntil));
  }
}

/** A pause that began, was moved, or is over, whoever ended it: it is logged, and its donor is written to. */
async function followPause(services: Deps, pledge: Pledge, found: ProviderSubscription, before: string | null) {
  const { state, amountCents, nextAt, pausedUntil } = found;
  const until = pausedUntil && franceDay(pausedUntil);
  if (state === "ended" || pledge.status === "cancelled" || until === before) return;
  const change = { entityType: "pledge", entityId: pledge.id, before: { pausedUntil: before }, after: { pausedUntil: until } } as const;
  await recordChange(services.db, null, { action: until ? "pledge.pause" : "pledge.resume", ...change });
  const gift = { ...pledge, amountCents };
  if (until) await writeOfPause(services, gift, until);
  else await writeOfResuming(services, gift, firstDay(services.clock(), nextAt));
}

/** The first day on which something is taken: no sooner than the next debit, and than the end of a pause. */
const firstDay = (...times: (Date | null)[]) => franceDay(new Date(Math.max(...times.map((time) => time?.getTime() ?? 0))));
