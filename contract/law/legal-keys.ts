/** Texts that the software looks for by their key, in the order in which they are offered. */
export const knownLegalKeys = ["cgu", "gdpr", "accessibility", "volunteer_charter", "driver_charter"] as const;
type KnownLegalKey = (typeof knownLegalKeys)[number];

export const isKnownLegalKey = (key: string): key is KnownLegalKey => knownLegalKeys.some((one) => one === key);
