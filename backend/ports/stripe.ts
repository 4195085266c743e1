import Stripe from "stripe";
import { franceDay } from "#contract/formats/france-time";
import { maxPayouts, type ProviderPayout } from "#contract/giving/card-payments";
import type {
  ListedPayment,
  NewCheckout,
  OpenDispute,
  PaymentProvider,
  ProviderCheckout,
  ProviderPayment,
  RefundNotMade,
  TakenBack,
} from "./payment-provider.ts";
import { isLive, PaymentFailure, refundWaits } from "./payment-provider.ts";
import { answered, idOf, languages, stripeUrl, timeOf } from "./stripe-answers.ts";
import { monthOf, paymentOfInvoice, stripeSubscriptions } from "./stripe-subscriptions.ts";

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
/** Where Stripe's own payment pages are. Another API, such as a stand-in, has them itself. */
const stripePages = "https://checkout.stripe.com";
const longestAnswer = 10_000;
const perPage = 100;

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

  const shownCheckout = ({ id, status, url: to, payment_intent, subscription }: Stripe.Checkout.Session): ProviderCheckout => {
    if (to && new URL(to).origin !== pages) throw new PaymentFailure("EFOREIGN", "refused");
    return { id, state: checkoutState(status), url: to, paymentId: idOf(payment_intent), subscriptionId: idOf(subscription) };
  };

  async function takenBack(paymentId: string): Promise<Pick<ProviderPayment, "taken" | "notReturned" | "disputes">> {
    const of = { payment_intent: paymentId, limit: perPage };
    const [refunds, disputes] = await Promise.all([stripe.refunds.list(of), stripe.disputes.list(of)]);
    const refunded = refunds.data.filter(({ status }) => status === "succeeded");
    const lost = disputes.data.filter(({ status }) => status === "lost");
    const open = disputes.data.filter(({ status }) => status.endsWith("needs_response") || status.endsWith("under_review"));
    const row = (why: TakenBack["why"]) => (one: { id: string; amount: number; created: number }) => ({
      ...{ id: one.id, amountCents: one.amount, at: timeOf(one.created), why },
    });
    const shownOpen = ({ id, status, amount: amountCents, evidence_details: evidence }: Stripe.Dispute): OpenDispute => ({
      ...{ id, status, amountCents, needsAnswer: status.endsWith("needs_response") },
      answerBy: evidence?.due_by ? timeOf(evidence.due_by) : null,
    });
    const taken = [...refunded.map(row("refund")), ...lost.map(row("dispute"))];
    return { taken, notReturned: refunds.data.flatMap(notReturned), disputes: open.map(shownOpen) };
  }

  return {
    live: isLive(secretKey),
    origin: pages,
    account: () =>
      answered(async () => {
        const { id, charges_enabled, payouts_enabled, business_profile } = await stripe.accounts.retrieveCurrent();
        return { id, name: business_profile?.name ?? null, takesPayments: charges_enabled, paysOut: payouts_enabled };
      }),
    openCheckout: (checkout) =>
      answered(async () => {
        const { id, method, locale, email, doneUrl, cancelUrl } = checkout;
        const session = await stripe.checkout.sessions.create(
          {
            ...{ payment_method_types: [method], locale: languages[locale], ...(checkout.monthly ? eachMonth(checkout) : once(checkout)) },
            ...{ client_reference_id: id, customer_email: email, metadata: { checkout: id } },
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
        const [intent, back] = await Promise.all([
          stripe.paymentIntents.retrieve(id, { expand: ["latest_charge.balance_transaction"] }),
          takenBack(id),
        ]);
        const shown = shownPayment(intent);
        const ofMonth = shown.checkoutId ? { subscriptionId: null } : await monthOf(stripe, id);
        return { ...shown, ...ofMonth, ...back };
      }),
    charge: ({ id, amountCents, customerId, meansId, method, label, reference }) =>
      answered(async () => {
        const made = await stripe.paymentIntents.create(
          {
            ...{ amount: amountCents, currency: "eur", customer: customerId, payment_method: meansId, off_session: true, confirm: true },
            allowed_payment_method_types: [method],
            ...{ description: `${label} ${reference}`, metadata: { checkout: id } },
          },
          { idempotencyKey: `charge ${id}` },
        );
        if (made.status !== "succeeded" && made.status !== "processing") throw new PaymentFailure(`ECHARGE ${made.status}`, "refused");
        return { id: made.id };
      }),
    paymentOf: (objectId) =>
      answered(async () => {
        if (objectId.startsWith("pi_")) return objectId;
        if (objectId.startsWith("in_")) return (await paymentOfInvoice(stripe, objectId))?.id ?? null;
        if (objectId.startsWith("cs_")) return idOf((await stripe.checkout.sessions.retrieve(objectId)).payment_intent);
        if (/^(ch|py)_/.test(objectId)) return idOf((await stripe.charges.retrieve(objectId)).payment_intent);
        if (/^(re|pyr)_/.test(objectId)) return idOf((await stripe.refunds.retrieve(objectId)).payment_intent);
        if (/^(dp|du)_/.test(objectId)) return idOf((await stripe.disputes.retrieve(objectId)).payment_intent);
        return null;
      }),
    refund: ({ paymentId, amountCents, key }) =>
      answered(async () => {
        const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: perPage });
        if (data.some(({ status }) => refundState(status) === "waiting")) throw new PaymentFailure(refundWaits, "refused");
        const made = await stripe.refunds.create({ payment_intent: paymentId, amount: amountCents }, { idempotencyKey: `refund ${key}` });
        // The same key is answered as it was at first; meanwhile it was made, or failed.
        const { id, status } = data.find((one) => one.id === made.id) ?? made;
        if (refundState(status) === "failed") throw new PaymentFailure(`EREFUND ${status}`, "refused");
        return { id, waits: refundState(status) === "waiting" };
      }),
    payments: (since, after) =>
      answered(async () => {
        const gte = Math.floor(since.getTime() / 1_000);
        const { data, has_more } = await stripe.paymentIntents.list({ created: { gte }, limit: perPage, starting_after: after });
        return { items: data.map(listedPayment), more: has_more };
      }),
    subscriptions: stripeSubscriptions(stripe, origin),
    payouts: () => answered(async () => (await stripe.payouts.list({ limit: maxPayouts })).data.map(shownPayout)),
  };
}

/** What is paid once. */
function once({ id, amountCents, label, reference, purpose, keepsMeans }: NewCheckout) {
  const price_data = { currency: "eur", unit_amount: amountCents, product_data: { name: label } };
  return {
    ...({ mode: "payment", submit_type: purpose === "gift" ? "donate" : "pay" } as const),
    line_items: [{ quantity: 1, price_data }],
    ...(keepsMeans && { customer_creation: "always" as const }),
    payment_intent_data: {
      ...{ description: reference, metadata: { checkout: id } },
      ...(keepsMeans && { setup_future_usage: "off_session" as const }),
    },
  };
}

/** What is paid each month from now on. */
function eachMonth({ id, amountCents, label, reference }: NewCheckout) {
  const recurring = { interval: "month" } as const;
  const price_data = { currency: "eur", unit_amount: amountCents, recurring, product_data: { name: label } };
  return {
    mode: "subscription" as const,
    line_items: [{ quantity: 1, price_data }],
    subscription_data: { description: reference, metadata: { checkout: id } },
  };
}

/** Null for one that was made. */
function refundState(status: string | null): RefundNotMade["state"] | null {
  if (status === "failed" || status === "canceled") return "failed";
  return status === "pending" || status === "requires_action" ? "waiting" : null;
}

function notReturned({ id, amount, status }: Stripe.Refund): RefundNotMade[] {
  const state = refundState(status);
  return state ? [{ id, amountCents: amount, state }] : [];
}

const checkoutState = (status: string | null): ProviderCheckout["state"] =>
  status === "complete" || status === "expired" ? status : "open";

function shownPayment({ status, latest_charge, ...intent }: Stripe.PaymentIntent) {
  const { id, metadata, amount, amount_received, currency, created, last_payment_error } = intent;
  const charge = typeof latest_charge === "string" ? null : latest_charge;
  const isRefused = status === "requires_payment_method" && last_payment_error !== null && last_payment_error !== undefined;
  const states: Record<string, ProviderPayment["state"]> = { succeeded: "paid", processing: "processing" };
  const method: ProviderPayment["method"] = charge?.payment_method_details?.type === "sepa_debit" ? "sepa_debit" : "card";
  const customerId = idOf(intent.customer ?? null);
  const meansId = idOf(intent.payment_method ?? null);
  // A debit is paid days after it was ordered: once its money is booked.
  const booked = typeof charge?.balance_transaction === "object" ? charge.balance_transaction?.created : undefined;
  return {
    ...({
      id,
      method,
      currency,
      checkoutId: metadata?.checkout ?? null,
      state: isRefused ? "refused" : (states[status] ?? "open"),
    } as const),
    retained: intent.setup_future_usage === "off_session" && customerId && meansId ? { customerId, meansId } : null,
    ...{ amountCents: amount, receivedCents: amount_received, paidAt: timeOf(booked ?? charge?.created ?? created) },
  };
}

const shownPayout = ({ id, amount, arrival_date, status }: Stripe.Payout): ProviderPayout => ({
  ...{ id, amountCents: amount, arrivesOn: franceDay(timeOf(arrival_date)) },
  state: status === "paid" ? "paid" : status === "failed" || status === "canceled" ? "failed" : "pending",
});

const listedPayment = ({ id, status, metadata, amount_received }: Stripe.PaymentIntent): ListedPayment => ({
  ...{ id, checkoutId: metadata?.checkout ?? null, subscriptionId: null, paid: status === "succeeded", amountCents: amount_received },
});
