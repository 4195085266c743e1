import type Stripe from "stripe";
import type { ListedPayment } from "./payment-provider.ts";
import { PaymentFailure } from "./payment-provider.ts";
import { answered, idOf, languages, stripeUrl, timeOf } from "./stripe-answers.ts";
import type { ProviderSubscription, SubscriptionProvider } from "./subscription-provider.ts";

/** Where Stripe's own pages for customers are. Another API, such as a stand-in, has them itself. */
const stripePortal = "https://billing.stripe.com";
const perPage = 100;

/** States of a payment that go on only once its donor does something: another card, or the confirmation that their bank wants. */
const needsDonor = new Set(["requires_payment_method", "requires_action", "requires_confirmation"]);
const isUnpaid = (status: string | null | undefined) => status === "open" || status === "uncollectible";

/** Gifts of each month: Stripe's subscriptions, whose failed debits Stripe itself tries again. */
export function stripeSubscriptions(stripe: Stripe, apiOrigin: string): SubscriptionProvider {
  const portalOrigin = apiOrigin === stripeUrl ? stripePortal : apiOrigin;

  async function read(id: string): Promise<ProviderSubscription> {
    const found = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
    const { status, metadata, items, pause_collection, latest_invoice } = found;
    const invoice = typeof latest_invoice === "string" ? null : latest_invoice;
    const intent = invoice?.id ? await paymentOfInvoice(stripe, invoice.id) : null;
    const isRefused = isUnpaid(invoice?.status) && (invoice?.attempt_count ?? 0) > 0 && needsDonor.has(intent?.status ?? "");
    const nextAt = Math.min(...items.data.map(({ current_period_end }) => current_period_end));
    const ended = hasEnded(status);
    return {
      ...{ id, checkoutId: metadata.checkout ?? null, state: ended ? "ended" : stateOf(status) },
      amountCents: items.data.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0),
      nextAt: ended || !Number.isFinite(nextAt) ? null : timeOf(nextAt),
      pausedUntil: pause_collection?.resumes_at ? timeOf(pause_collection.resumes_at) : null,
      failure: isRefused && invoice?.id ? failureOf(invoice.id, invoice) : null,
      paymentId: intent?.id ?? null,
    };
  }

  return {
    portalOrigin,
    read: (id) => answered(() => read(id)),
    of: (objectId) =>
      answered(async () => {
        if (objectId.startsWith("sub_")) return objectId;
        if (objectId.startsWith("pi_")) return (await monthOf(stripe, objectId)).subscriptionId;
        if (/^(ch|py)_/.test(objectId)) {
          const paymentId = idOf((await stripe.charges.retrieve(objectId)).payment_intent);
          return paymentId && (await monthOf(stripe, paymentId)).subscriptionId;
        }
        if (objectId.startsWith("in_")) return subscriptionOfInvoice(await stripe.invoices.retrieve(objectId));
        if (objectId.startsWith("cs_")) return idOf((await stripe.checkout.sessions.retrieve(objectId)).subscription);
        return null;
      }),
    end: (id) =>
      answered(async () => {
        await stripe.subscriptions.cancel(id);
      }).catch((error: unknown) => {
        if (!(error instanceof PaymentFailure) || error.fate !== "missing") throw error;
      }),
    change: (id, amountCents) =>
      answered(async () => {
        const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
        if (!item) throw new PaymentFailure("ENOITEM", "refused");
        const product = idOf(item.price.product) ?? "";
        const price_data = { currency: "eur", product, recurring: { interval: "month" }, unit_amount: amountCents } as const;
        await stripe.subscriptions.update(id, { items: [{ id: item.id, price_data }], proration_behavior: "none" });
      }),
    pause: (id, until) =>
      answered(async () => {
        const resumes_at = until && Math.floor(until.getTime() / 1_000);
        await stripe.subscriptions.update(id, { pause_collection: resumes_at ? { behavior: "void", resumes_at } : "" });
        if (resumes_at) await voidRefused(stripe, id);
      }),
    portal: ({ id, locale, returnUrl }) =>
      answered(async () => {
        const found = await stripe.subscriptions.retrieve(id);
        const customer = idOf(found.customer) ?? "";
        const own = idOf(found.default_payment_method);
        // The portal changes the means of the customer, and that of the subscription itself would be charged before it.
        if (own) {
          await stripe.customers.update(customer, { invoice_settings: { default_payment_method: own } });
          await stripe.subscriptions.update(id, { default_payment_method: "" });
        }
        const { url } = await stripe.billingPortal.sessions.create({
          ...{ customer, locale: languages[locale], return_url: returnUrl },
          flow_data: {
            type: "payment_method_update",
            after_completion: { type: "redirect", redirect: { return_url: returnUrl } },
          },
        });
        if (new URL(url).origin !== portalOrigin) throw new PaymentFailure("EFOREIGN", "refused");
        return url;
      }),
    paidMonths: (since, after) =>
      answered(async () => {
        const created = { gte: Math.floor(since.getTime() / 1_000) };
        const { data, has_more } = await stripe.invoices.list({
          ...({ created, status: "paid", limit: perPage, starting_after: after } as const),
          expand: ["data.payments"],
        });
        return { items: data.flatMap(paidMonth), last: data.at(-1)?.id, more: has_more };
      }),
  };
}

/** A month that was refused before a pause would be tried again during it. */
async function voidRefused(stripe: Stripe, id: string): Promise<void> {
  const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
  if (!invoice || typeof invoice === "string" || !invoice.id || invoice.status !== "open" || invoice.attempt_count === 0) return;
  const intent = await paymentOfInvoice(stripe, invoice.id);
  if (intent?.status !== "processing") await stripe.invoices.voidInvoice(invoice.id);
}

const failureOf = (invoiceId: string, { attempt_count, next_payment_attempt }: Stripe.Invoice): ProviderSubscription["failure"] => ({
  ...{ invoiceId, tries: attempt_count },
  nextTryAt: next_payment_attempt === null ? null : timeOf(next_payment_attempt),
});

const hasEnded = (status: string) => status === "canceled" || status === "incomplete_expired";
const stateOf = (status: string) => (status === "past_due" || status === "unpaid" ? "failing" : "active");

const subscriptionOfInvoice = ({ parent }: Stripe.Invoice): string | null => idOf(parent?.subscription_details?.subscription ?? null);

/** The payment of an invoice, as it is now. */
export async function paymentOfInvoice(stripe: Stripe, invoice: string): Promise<Stripe.PaymentIntent | null> {
  const { data } = await stripe.invoicePayments.list({ invoice, limit: perPage });
  const of = data.filter(({ status }) => status !== "canceled").map(({ payment }) => idOf(payment.payment_intent ?? null));
  const id = of.find((one) => one !== null);
  return id ? stripe.paymentIntents.retrieve(id) : null;
}

/** The subscription of a payment of a month, and our id of the page that it was begun on: such a payment has none of its own. */
export async function monthOf(stripe: Stripe, paymentId: string): Promise<Pick<ListedPayment, "checkoutId" | "subscriptionId">> {
  const payment = { type: "payment_intent", payment_intent: paymentId } as const;
  const { data } = await stripe.invoicePayments.list({ payment, limit: 1, expand: ["data.invoice"] });
  const invoice = data[0]?.invoice;
  if (!invoice || typeof invoice === "string" || invoice.deleted) return { checkoutId: null, subscriptionId: null };
  return ofInvoice(invoice);
}

const ofInvoice = (invoice: Stripe.Invoice) => ({
  checkoutId: invoice.parent?.subscription_details?.metadata?.checkout ?? null,
  subscriptionId: subscriptionOfInvoice(invoice),
});

function paidMonth({ payments, ...invoice }: Stripe.Invoice): ListedPayment[] {
  const of = ofInvoice(invoice);
  return (payments?.data ?? []).flatMap(({ status, amount_paid, payment }) => {
    const id = idOf(payment.payment_intent ?? null);
    return id && status === "paid" ? [{ id, ...of, paid: true, amountCents: amount_paid ?? 0 }] : [];
  });
}
