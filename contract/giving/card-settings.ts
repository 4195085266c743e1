/** The settings that payments by card need. */
export const cardSettings = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const;

/** Whether a provider takes a means, on a page of its own. */
export const isByProvider = (method: string) => method === "card" || method === "sepa_debit";

/** How a monthly gift is at the provider: `failing` after a debit that was refused. */
export const subscriptionStates = ["active", "failing", "ended"] as const;

/** Where a payment by card is. `failing`: the first month of a gift was refused; `unknown`: the provider does not answer. */
export const cardStates = ["none", "open", "processing", "failing", "paid", "unknown"] as const;

/** The most that is taken by one SEPA debit, in cents: Stripe's limit. */
const largestDebit = 1_000_000;

/** Whether a means of payment takes no such amount at once. */
export const isTooMuchForDebit = (method: string, cents: number) => method === "sepa_debit" && cents > largestDebit;
