import { asc, desc, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { type PaymentProvider, soon } from "#backend/ports/payment-provider";
import { type CardOverview, cardPaymentsApi, maxMismatches, maxWaiting } from "#contract/giving/card-payments";
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
  const [compared] = await db
    .select({ at: comparisons.createdAt, differed: comparisons.differed })
    .from(comparisons)
    .orderBy(desc(comparisons.createdAt))
    .limit(1);
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
    // Comparisons of before did not store how many there were.
    differed: Math.max(compared?.differed ?? 0, found.length),
    mismatches: found,
    ...(await waitingAtProvider(db)),
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

const isOf = sql.raw(`join payments on payments.id = it.payment_id left join pledges on pledges.id = payments.pledge_id
  left join memberships on memberships.id = payments.membership_id`);

/** Refunds that the provider has not made yet, the oldest first, and disputes that nobody has decided, those first that wait for an answer. */
async function waitingAtProvider(db: Db): Promise<Pick<CardOverview, "refunds" | "disputes">> {
  const { rows } = await db.execute<Pick<CardOverview, "refunds" | "disputes">>(sql`select
    json_build_object('count', (select count(*) from waiting_refunds)::int, 'cents', (select coalesce(sum(amount_cents), 0) from waiting_refunds)::int,
      'rows', coalesce((select json_agg(one) from (select it.payment_id as "paymentId", it.amount_cents as "amountCents",
        coalesce(pledges.reference, memberships.reference) as reference, (it.created_at at time zone 'Europe/Paris')::date::text as since
        from waiting_refunds it ${isOf} order by it.created_at, it.id limit ${maxWaiting}) one), '[]')) as refunds,
    json_build_object('count', (select count(*) from open_disputes)::int,
      'rows', coalesce((select json_agg(one) from (select it.payment_id as "paymentId", it.amount_cents as "amountCents",
        coalesce(pledges.reference, memberships.reference) as reference, payments.provider_reference as "providerId",
        it.needs_answer as "needsAnswer", it.answer_by::text as "answerBy"
        from open_disputes it ${isOf} order by it.needs_answer desc, it.answer_by, it.created_at, it.id limit ${maxWaiting}) one), '[]')) as disputes`);
  return rows[0] ?? { refunds: { count: 0, cents: 0, rows: [] }, disputes: { count: 0, rows: [] } };
}
