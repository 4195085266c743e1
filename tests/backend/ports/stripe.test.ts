import Stripe from "stripe";
import { expect, test } from "vitest";
import type { NewCheckout, PaymentFailure } from "#backend/ports/payment-provider";
import { apiVersion, stripeProvider } from "#backend/ports/stripe";
import { secretKey, startStripe } from "#tests/support/stripe";

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

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: PaymentFailure) => ({ name: error.name, fate: error.fate, reason: error.reason }),
  );

test("the version is that of the library, so that an update of it is a change of the port", () => {
  expect(apiVersion).toBe(Stripe.API_VERSION);
});

test("one id is one page and one refund, however often it is sent", async () => {
  const { provider, sessions, refunds, pay } = await startStripe();
  const wanted = checkout();
  const [first, again] = [await provider.openCheckout(wanted), await provider.openCheckout(wanted)];
  expect(again).toEqual(first);
  expect(sessions.size).toBe(1);
  const paymentId = pay(first.id);
  const refund = { paymentId, amountCents: 500, key: crypto.randomUUID() };
  expect(await provider.refund(refund)).toEqual(await provider.refund(refund));
  expect(refunds.size).toBe(1);
  expect(await provider.payment(paymentId)).toMatchObject({ checkoutId: wanted.id, receivedCents: 1_500, taken: [{ amountCents: 500 }] });
});

test("errors have codes, and none of the words, keys and addresses that come with them", async () => {
  const stripe = await startStripe({ patience: 200 });
  const { provider, url } = stripe;
  expect(await failureOf(provider.payment("pi_none"))).toEqual({
    name: "PaymentFailure",
    fate: "missing",
    reason: "EPAYMENT 404 resource_missing",
  });
  const wrong = stripeProvider({ secretKey: "sk_test_another", url, retries: 0 });
  const refused = await wrong.account().catch((error: PaymentFailure) => error);
  expect(refused).toMatchObject({ fate: "unreached", reason: "EPAYMENT 401" });
  expect(`${refused} ${JSON.stringify(refused)} ${(refused as Error).stack} ${(refused as Error).cause}`).not.toMatch(/sk_test|standIn/);
  stripe.fault = () => Response.json({ error: { type: "invalid_request_error", code: "amount_too_large" } }, { status: 400 });
  expect(await failureOf(provider.openCheckout(checkout()))).toMatchObject({ fate: "refused", reason: "EPAYMENT 400 amount_too_large" });
  stripe.fault = () => new Promise((resolve) => setTimeout(() => resolve(new Response()), 1_000));
  expect(await failureOf(provider.account())).toMatchObject({ fate: "unreached", reason: "ENOANSWER" });
});

test("a call without an answer is made once more", async () => {
  const stripe = await startStripe();
  let calls = 0;
  stripe.fault = () => {
    calls += 1;
    return calls === 1 ? new Response(null, { status: 503 }) : null;
  };
  expect(await stripeProvider({ secretKey, url: stripe.url }).account()).toMatchObject({ takesPayments: true });
  expect(calls).toBe(2);
});

test("a page of another origin is refused", async () => {
  const stripe = await startStripe();
  stripe.pages = "https://checkout.stripe.com";
  expect(await failureOf(stripe.provider.openCheckout(checkout()))).toMatchObject({ fate: "refused", reason: "EFOREIGN" });
  expect(stripeProvider({ secretKey }).origin).toBe("https://checkout.stripe.com");
  expect([stripeProvider({ secretKey }).live, stripeProvider({ secretKey: "rk_live_1" }).live]).toEqual([false, true]);
});
