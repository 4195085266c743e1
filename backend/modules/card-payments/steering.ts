import { and, eq, isNull, ne, or } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { pledges } from "#backend/modules/pledges/tables";
import { PaymentFailure, type PaymentProvider, soon } from "#backend/ports/payment-provider";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { dayMonthsLater, franceDay, instantInFrance } from "#contract/formats/france-time";
import { longestPause } from "#contract/giving/donor-access";
import { liveSubscription } from "./live.ts";
import { type PageDeps, readLastPage } from "./pages.ts";
import { syncSubscription } from "./subscribing.ts";
import { subscriptions } from "./tables.ts";

export const endingJob = "end-subscriptions";
/** The most that one run ends. */
const atOnce = 50;

type Pledge = typeof pledges.$inferSelect;

/** Does something with the monthly gift of a pledge at the provider, and stores what came of it, now or with the event that follows. */
async function steer(services: PageDeps, pledgeId: string, act: (provider: PaymentProvider, id: string) => Promise<void>) {
  const { paymentProvider: provider, db } = services;
  const live = await liveSubscription(db, pledgeId);
  if (!live) throw new Refusal("wrong_state");
  if (!provider) throw new Refusal("unavailable");
  await orUnavailable(services, () => act(provider, live.subscriptionId));
  try {
    await soon(syncSubscription(services, provider, live.subscriptionId));
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    services.log.warn({ err: error }, "a monthly gift was changed, and is read again with its event");
  }
}

async function orUnavailable<T>({ log }: PageDeps, call: () => Promise<T>): Promise<T> {
  try {
    return await soon(call());
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    log.warn({ err: error }, "the payment provider did not change a monthly gift");
    throw new Refusal("unavailable");
  }
}

export const changeAmount = (services: PageDeps, pledgeId: string, amountCents: number) =>
  steer(services, pledgeId, (provider, id) => provider.subscriptions.change(id, amountCents));

/** Takes nothing until a day; null takes again from the next month on. */
export function pauseUntil(services: PageDeps, pledgeId: string, day: string | null) {
  const today = franceDay(services.clock());
  if (day !== null && (day <= today || day > dayMonthsLater(today, longestPause))) throw fieldRefusal("until", "donations:pause.error");
  return steer(services, pledgeId, (provider, id) =>
    provider.subscriptions.pause(id, day === null ? null : instantInFrance(`${day}T00:00`)),
  );
}

/** A page of the provider on which the donor changes the card or the account. */
export async function openPortal(services: PageDeps, { id, reference, locale }: Pledge): Promise<{ url: string }> {
  const { paymentProvider: provider, settings, db } = services;
  const live = await liveSubscription(db, id);
  if (!live) throw new Refusal("wrong_state");
  if (!provider) throw new Refusal("unavailable");
  const returnUrl = `${settings.publicUrl}${locale === "en" ? "/en" : ""}/donations/manage/${reference}`;
  const of = { id: live.subscriptionId, locale, returnUrl };
  return { url: await orUnavailable(services, () => provider.subscriptions.portal(of)) };
}

/**
 * Ends the monthly gift of a pledge at the provider, before the pledge is stopped here. In an outage nothing is stopped, so that nobody believes that a
 * debit has ended which goes on.
 */
export async function endSubscription(services: PageDeps, pledgeId: string): Promise<void> {
  const { paymentProvider: provider, db } = services;
  const known = await liveSubscription(db, pledgeId);
  if (!known && !(provider && (await isMonthly(db, pledgeId)))) return;
  if (!provider) throw new Refusal("unavailable");
  // Its event may be on its way still.
  if (!known) await orUnavailable(services, () => readLastPage(services, provider, { pledgeId }));
  const live = known ?? (await liveSubscription(db, pledgeId));
  if (!live) return;
  await orUnavailable(services, () => provider.subscriptions.end(live.subscriptionId));
  await storeEnded(services, live.id);
}

const isMonthly = async (db: PageDeps["db"], id: string) =>
  (await db.$count(pledges, and(eq(pledges.id, id), eq(pledges.rhythm, "monthly")))) > 0;

const storeEnded = ({ db, clock }: Pick<Services, "db" | "clock">, id: string) =>
  db.update(subscriptions).set({ state: "ended", nextOn: null, pausedUntil: null, updatedAt: clock() }).where(eq(subscriptions.id, id));

/** Ends what goes on at the provider although its pledge was stopped, or its donor erased. */
export async function endStopped(services: Pick<Services, "db" | "clock" | "log">, provider: PaymentProvider | null): Promise<void> {
  if (!provider) return;
  const stopped = or(eq(subscriptions.stopWanted, true), isNull(subscriptions.pledgeId), eq(pledges.status, "cancelled"));
  const rows = await services.db
    .select({ id: subscriptions.id, subscriptionId: subscriptions.subscriptionId })
    .from(subscriptions)
    .leftJoin(pledges, eq(pledges.id, subscriptions.pledgeId))
    .where(and(ne(subscriptions.state, "ended"), stopped))
    .orderBy(subscriptions.updatedAt)
    .limit(atOnce);
  for (const { id, subscriptionId } of rows) {
    try {
      await provider.subscriptions.end(subscriptionId);
      await storeEnded(services, id);
    } catch (error) {
      if (!(error instanceof PaymentFailure)) throw error;
      // It is tried again after the others, which need not wait for it.
      services.log.error({ err: error, subscription: id }, "a monthly gift could not be ended at the provider");
      await services.db.update(subscriptions).set({ updatedAt: services.clock() }).where(eq(subscriptions.id, id));
    }
  }
}
