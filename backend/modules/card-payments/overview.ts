import { asc, desc, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { type PaymentProvider, soon } from "#backend/ports/payment-provider";
import { type CardOverview, cardPaymentsApi, maxMismatches } from "#contract/giving/card-payments";
import { cardSettings } from "#contract/giving/card-settings";
import { comparisons, mismatches, providerEvents } from "./tables.ts";

/** What the page of payments by card shows, with and without a provider. */
export async function overview(services: Pick<Services, "db" | "settings" | "paymentProvider" | "log">): Promise<CardOverview> {
  const { db, settings } = services;
  const live = settings.stripe?.live ?? null;
  // Together, since the page waits for both.
  const [account, payouts] = await Promise.all([
    read(services, (provider) => provider.account()),
    read(services, (provider) => provider.payouts()),
  ]);
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
    account,
    payouts,
    monthly: await monthlyGifts(db),
    lastEventAt: last?.at.toISOString() ?? null,
    failed: await db.$count(providerEvents, inArray(providerEvents.state, ["failed"])),
    comparedAt: compared?.at.toISOString() ?? null,
    mismatches: found,
  };
}

/** What the provider says; null while it does not answer. */
async function read<T>(
  { paymentProvider, log }: Pick<Services, "paymentProvider" | "log">,
  ask: (provider: PaymentProvider) => Promise<T>,
): Promise<T | null> {
  try {
    return paymentProvider ? await soon(ask(paymentProvider)) : null;
  } catch (error) {
    log.warn({ err: error }, "the payment provider did not say how the account is");
    return null;
  }
}

async function monthlyGifts(db: Db): Promise<CardOverview["monthly"]> {
  const { rows } = await db.execute<CardOverview["monthly"]>(sql`select
    (select count(*) from provider_subscriptions where state = 'active')::int as active,
    (select count(*) from provider_subscriptions where state = 'failing')::int as failing,
    coalesce((select json_agg(one) from (select pledges.id, pledges.reference, it.given_up as "givenUp" from provider_subscriptions it
      join pledges on pledges.id = it.pledge_id where it.state = 'failing' order by it.given_up desc, it.updated_at desc, it.id limit 20) one), '[]') as gifts`);
  return rows[0] ?? { active: 0, failing: 0, gifts: [] };
}
