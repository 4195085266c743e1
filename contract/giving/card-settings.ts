/** The settings that payments by card need. */
export const cardSettings = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const;
