import Stripe from "stripe";
import { describe, expect, onTestFinished, test } from "vitest";
import type { NewCharge, NewCheckout, PaymentFailure, PaymentProvider } from "#backend/ports/payment-provider";
import { apiVersion, stripeProvider } from "#backend/ports/stripe";
import { startStripe } from "#tests/support/stripe";

type Means = Pick<NewCharge, "customerId" | "meansId">;

/** An account without real money: what a payer does there is done at once. */
type Account = {
  provider: PaymentProvider;
  /** A card that was saved. */
  savedMeans(): Promise<Means>;
  /** One that every payment is refused from. */
  refused(): Promise<Means>;
  /** Begins a gift of each month, as its page of payment does; answers the id of the subscription. */
  subscribe(of: { checkout: string; amountCents: number }): Promise<string>;
};

async function standIn(): Promise<Account> {
  const stripe = await startStripe();
  const { provider } = stripe;
  const savedMeans = async () => {
    const page = await provider.openCheckout({ ...checkout(), keepsMeans: true });
    const { retained } = await provider.payment(stripe.pay(page.id));
    if (!retained) throw new Error("the card was not saved");
    return retained;
  };
  return {
    provider,
    savedMeans,
    async refused() {
      const means = await savedMeans();
      stripe.charges = "declined";
      return means;
    },
    subscribe: async (of) => stripe.monthly.begin(of.amountCents, { checkout: of.checkout }, { type: "card" }).subscription,
  };
}

/** Stripe's test mode, whose cards are those of its documentation. Its customers are deleted after the test, and their subscriptions end. */
async function testMode(): Promise<Account> {
  const secretKey = process.env.STRIPE_TEST_KEY ?? "";
  const provider = stripeProvider({ secretKey });
  if (provider.live) throw new Error("the key is one for real money");
  const stripe = new Stripe(secretKey, { apiVersion });
  const withCard = async (card: string): Promise<Means> => {
    const { id: customerId } = await stripe.customers.create({ email: "lou@maillon.example" });
    onTestFinished(async () => void (await stripe.customers.del(customerId)));
    const { id: meansId } = await stripe.paymentMethods.attach(card, { customer: customerId });
    return { customerId, meansId };
  };
  return {
    provider,
    savedMeans: () => withCard("pm_card_visa"),
    refused: () => withCard("pm_card_chargeCustomerFail"),
    async subscribe({ checkout: id, amountCents }) {
      const { customerId: customer, meansId } = await withCard("pm_card_visa");
      const { id: product } = await stripe.products.create({ name: "Don à Maillon" });
      const price_data = { currency: "eur", product, recurring: { interval: "month" }, unit_amount: amountCents } as const;
      const begun = { customer, items: [{ price_data }], default_payment_method: meansId, metadata: { checkout: id } };
      return (await stripe.subscriptions.create(begun)).id;
    },
  };
}

const checkout = (): NewCheckout => ({
  ...{ id: crypto.randomUUID(), amountCents: 1_500, label: "Don à Maillon", reference: "DON-AAAA-BBBB", email: "lou@maillon.example" },
  ...({
    purpose: "gift",
    method: "card",
    monthly: false,
    locale: "fr",
    doneUrl: "https://maillon.example/donate/x",
    cancelUrl: "https://maillon.example/donate/x?stopped",
  } as const),
});
const charge = (means: Means): NewCharge => ({
  ...means,
  ...{ id: crypto.randomUUID(), amountCents: 1_500, method: "card", label: "Adhésion", reference: "ADH-AAAA-BBBB" },
});

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ name, fate }: PaymentFailure) => ({ name, fate }),
  );
const fails = (fate: PaymentFailure["fate"]) => ({ name: "PaymentFailure", fate });

/** What the port promises, of whichever account: what the stand-in answers is what Stripe does. */
function contractOf(open: () => Promise<Account>) {
  const withTime = { timeout: 60_000 };

  test("a page of payment is one for each id, is open, and is closed", withTime, async () => {
    const { provider } = await open();
    expect(await provider.account()).toMatchObject({ id: expect.stringMatching(/^acct_/), takesPayments: expect.any(Boolean) });
    for (const more of [{}, { keepsMeans: true, purpose: "dues" as const }, { monthly: true }]) {
      const wanted = { ...checkout(), ...more };
      const page = await provider.openCheckout(wanted);
      expect(page).toMatchObject({ state: "open", paymentId: null, subscriptionId: null });
      expect(new URL(page.url ?? "").origin).toBe(provider.origin);
      expect((await provider.openCheckout(wanted)).id).toBe(page.id);
      expect(await provider.checkout(page.id)).toMatchObject({ id: page.id, state: "open" });
      expect(await provider.paymentOf(page.id)).toBeNull();
      expect(await provider.closeCheckout(page.id)).toMatchObject({ state: "expired", url: null });
    }
  });

  test("a saved card pays once for each id, and what is returned of it is once for each key", withTime, async () => {
    const { provider, savedMeans } = await open();
    const since = new Date(Date.now() - 3_600_000);
    const wanted = charge(await savedMeans());
    const { id } = await provider.charge(wanted);
    expect(await provider.charge(wanted)).toEqual({ id });
    const paid = {
      id,
      checkoutId: wanted.id,
      state: "paid",
      subscriptionId: null,
      amountCents: 1_500,
      receivedCents: 1_500,
      currency: "eur",
    };
    expect(await provider.payment(id)).toMatchObject({ ...paid, method: "card", paidAt: expect.any(Date), taken: [], notReturned: [] });
    expect((await provider.payments(since)).items).toContainEqual(expect.objectContaining({ id, checkoutId: wanted.id, paid: true }));
    const some = { paymentId: id, amountCents: 500, key: crypto.randomUUID() };
    const refund = await provider.refund(some);
    expect([refund.waits, await provider.refund(some)]).toEqual([false, refund]);
    expect(await provider.payment(id)).toMatchObject({ ...paid, taken: [{ id: refund.id, amountCents: 500, why: "refund" }] });
    expect([await provider.paymentOf(id), await provider.paymentOf(refund.id)]).toEqual([id, id]);
    const tooMuch = { paymentId: id, amountCents: 1_001, key: crypto.randomUUID() };
    expect(await failureOf(provider.refund(tooMuch))).toEqual(fails("refused"));
  });

  test("a card that is refused takes nothing, and what nobody knows is missing", withTime, async () => {
    const { provider, refused } = await open();
    expect(await failureOf(provider.charge(charge(await refused())))).toEqual(fails("refused"));
    for (const call of [
      provider.payment("pi_doesNotExist"),
      provider.checkout("cs_test_doesNotExist"),
      provider.subscriptions.read("sub_doesNotExist"),
    ])
      expect(await failureOf(call)).toEqual(fails("missing"));
    expect(await provider.payouts()).toEqual(expect.any(Array));
  });

  test("a gift of each month is changed, paused, resumed and ended", withTime, async () => {
    const { provider, subscribe } = await open();
    const { subscriptions } = provider;
    const id = await subscribe({ checkout: crypto.randomUUID(), amountCents: 1_000 });
    const begun = await subscriptions.read(id);
    expect(begun).toMatchObject({
      id,
      checkoutId: expect.any(String),
      state: "active",
      amountCents: 1_000,
      pausedUntil: null,
      failure: null,
    });
    expect(begun.nextAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await subscriptions.of(begun.paymentId ?? "")).toBe(id);
    expect(await provider.payment(begun.paymentId ?? "")).toMatchObject({
      checkoutId: begun.checkoutId,
      subscriptionId: id,
      amountCents: 1_000,
    });
    await subscriptions.change(id, 1_500);
    const until = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 40 * 24 * 3_600_000);
    await subscriptions.pause(id, until);
    expect(await subscriptions.read(id)).toMatchObject({ amountCents: 1_500, pausedUntil: until });
    await subscriptions.pause(id, null);
    expect(await subscriptions.read(id)).toMatchObject({ state: "active", pausedUntil: null });
    for (const _ of [1, 2]) await subscriptions.end(id);
    expect(await subscriptions.read(id)).toMatchObject({ state: "ended", nextAt: null });
  });
}

describe("the stand-in", () => contractOf(standIn));

describe.runIf(process.env.STRIPE_TEST_KEY)("Stripe's test mode answers as the stand-in does", () => contractOf(testMode));
