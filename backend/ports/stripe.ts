import Stripe from "stripe";
import type { Locale } from "#contract/formats/locale";
import type { ListedPayment, PaymentProvider, ProviderCheckout, ProviderPayment, TakenBack } from "./payment-provider.ts";
import { isLive, PaymentFailure } from "./payment-provider.ts";

type Parts = {
  secretKey: string;
  /** The provider's API, without a final slash. */
  url?: string;
  /** For how long one answer is waited for, in milliseconds. */
  patience?: number;
  /** How often a call without an answer is made again. */
  retries?: number;
};

/** The version of the API that this file is written for, whatever the account has set. */
export const apiVersion = "2026-10-28.endive";
const stripeUrl = "https://api.stripe.com";
/** Where Stripe's own payment pages are. Another API, such as a stand-in, has them itself. */
const stripePages = "https://checkout.stripe.com";
const longestAnswer = 10_000;
const perPage = 100;
const languages: Record<Locale, "fr" | "en-GB"> = { fr: "fr", en: "en-GB" };

/** Stripe: hosted Checkout. No script of theirs runs on our pages, and no card number comes to us. */
export function stripeProvider({ secretKey, url = stripeUrl, patience = longestAnswer, retries = 1 }: Parts): PaymentProvider {
  const { protocol, hostname, port, origin } = new URL(url);
  const pages = origin === stripeUrl ? stripePages : origin;
  const secure = protocol === "https:";
  const stripe = new Stripe(secretKey, {
    apiVersion,
    host: hostname,
    port: port || (secure ? 443 : 80),
    protocol: secure ? "https" : "http",
    timeout: patience,
    maxNetworkRetries: retries,
    telemetry: false,
  });

  const shownCheckout = ({ id, status, url: to, payment_intent }: Stripe.Checkout.Session): ProviderCheckout => {
    if (to && new URL(to).origin !== pages) throw new PaymentFailure("EFOREIGN", "refused");
    return { id, state: checkoutState(status), url: to, paymentId: idOf(payment_intent) };
  };

  async function takenBack(paymentId: string): Promise<{ taken: TakenBack[]; disputed: boolean }> {
    const of = { payment_intent: paymentId, limit: perPage };
    const [refunds, disputes] = await Promise.all([stripe.refunds.list(of), stripe.disputes.list(of)]);
    const refunded = refunds.data.filter(({ status }) => status === "succeeded");
    const lost = disputes.data.filter(({ status }) => status === "lost");
    const open = disputes.data.filter(({ status }) => status.endsWith("needs_response") || status.endsWith("under_review"));
    const row = (why: TakenBack["why"]) => (one: { id: string; amount: number; created: number }) => ({
      ...{ id: one.id, amountCents: one.amount, at: timeOf(one.created), why },
    });
    return { taken: [...refunded.map(row("refund")), ...lost.map(row("dispute"))], disputed: open.length > 0 };
  }

  return {
    live: isLive(secretKey),
    origin: pages,
    account: () =>
      answered(async () => {
        const { id, charges_enabled, payouts_enabled, business_profile } = await stripe.accounts.retrieveCurrent();
        return { id, name: business_profile?.name ?? null, takesPayments: charges_enabled, paysOut: payouts_enabled };
      }),
    openCheckout: ({ id, amountCents, label, reference, purpose, email, locale, doneUrl, cancelUrl }) =>
      answered(async () => {
        const price_data = { currency: "eur", unit_amount: amountCents, product_data: { name: label } };
        const metadata = { checkout: id };
        const session = await stripe.checkout.sessions.create(
          {
            ...({ mode: "payment", payment_method_types: ["card"], locale: languages[locale] } as const),
            submit_type: purpose === "gift" ? "donate" : "pay",
            line_items: [{ quantity: 1, price_data }],
            ...{ client_reference_id: id, customer_email: email, metadata },
            payment_intent_data: { description: reference, metadata },
            ...{ success_url: doneUrl, cancel_url: cancelUrl },
          },
          { idempotencyKey: `checkout ${id}` },
        );
        return shownCheckout(session);
      }),
    checkout: (id) => answered(async () => shownCheckout(await stripe.checkout.sessions.retrieve(id))),
    closeCheckout: (id) => answered(async () => shownCheckout(await stripe.checkout.sessions.expire(id))),
    payment: (id) =>
      answered(async () => {
        const [intent, { taken, disputed }] = await Promise.all([
          stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }),
          takenBack(id),
        ]);
        return { ...shownPayment(intent), taken, disputed };
      }),
    paymentOf: (objectId) =>
      answered(async () => {
        if (objectId.startsWith("pi_")) return objectId;
        if (objectId.startsWith("cs_")) return idOf((await stripe.checkout.sessions.retrieve(objectId)).payment_intent);
        if (/^(ch|py)_/.test(objectId)) return idOf((await stripe.charges.retrieve(objectId)).payment_intent);
        if (/^(re|pyr)_/.test(objectId)) return idOf((await stripe.refunds.retrieve(objectId)).payment_intent);
        if (/^(dp|du)_/.test(objectId)) return idOf((await stripe.disputes.retrieve(objectId)).payment_intent);
        return null;
      }),
    refund: ({ paymentId, amountCents, key }) =>
      answered(async () => {
        const { id, status } = await stripe.refunds.create(
          { payment_intent: paymentId, amount: amountCents },
          { idempotencyKey: `refund ${key}` },
        );
        if (status === "failed" || status === "canceled") throw new PaymentFailure(`EREFUND ${status}`, "refused");
        return { id };
      }),
    payments: (since, after) =>
      answered(async () => {
        const gte = Math.floor(since.getTime() / 1_000);
        const { data, has_more } = await stripe.paymentIntents.list({ created: { gte }, limit: perPage, starting_after: after });
        return { items: data.map(listedPayment), more: has_more };
      }),
  };
}

const idOf = (object: string | { id: string } | null): string | null => (typeof object === "string" ? object : (object?.id ?? null));
const timeOf = (seconds: number) => new Date(seconds * 1_000);
const checkoutState = (status: string | null): ProviderCheckout["state"] =>
  status === "complete" || status === "expired" ? status : "open";

function shownPayment({ id, status, metadata, amount_received, currency, latest_charge, created }: Stripe.PaymentIntent) {
  const charge = typeof latest_charge === "string" ? null : latest_charge;
  const states: Record<string, ProviderPayment["state"]> = { succeeded: "paid", processing: "processing" };
  const method: ProviderPayment["method"] = charge?.payment_method_details?.type === "sepa_debit" ? "sepa_debit" : "card";
  return {
    ...{ id, method, currency, checkoutId: metadata?.checkout ?? null, state: states[status] ?? "open" },
    ...{ receivedCents: amount_received, paidAt: timeOf(charge?.created ?? created) },
  };
}

const listedPayment = ({ id, status, metadata, amount_received }: Stripe.PaymentIntent): ListedPayment => ({
  ...{ id, checkoutId: metadata?.checkout ?? null, paid: status === "succeeded", amountCents: amount_received },
});

/** What the provider answers; its errors as {@link PaymentFailure}, without its words. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): Error {
  if (error instanceof PaymentFailure) return error;
  if (!(error instanceof Stripe.errors.StripeError)) return new PaymentFailure("ENOANSWER", "unreached");
  const { statusCode: status, code } = error;
  const known = code && /^[a-z_]{1,60}$/.test(code) ? code : undefined;
  const reason = ["EPAYMENT", status, known].filter(Boolean).join(" ");
  if (status === 404) return new PaymentFailure(reason, "missing");
  // A refused key is a setting to correct: the same call works once it is.
  const later = !status || status >= 500 || [401, 403, 409, 429].includes(status);
  return new PaymentFailure(status ? reason : "ENOANSWER", later ? "unreached" : "refused");
}
