/** The settings that payments by card need. */
export const cardSettings = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const;

/** Where a payment by card is. `unknown`: the provider does not answer. */
export const cardStates = ["none", "open", "processing", "paid", "unknown"] as const;
