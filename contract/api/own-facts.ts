/**
 * Settings that say who the charity is. None has a value of its own: what is not set is not shown, and administrators
 * read here which ones are missing.
 */
export const ownFacts = [
  "ORGANISATION_NAME",
  "SMTP_URL",
  "CONTACT_EMAIL",
  "CONTACT_PHONE",
  "CONTACT_HOURS",
  "POSTAL_ADDRESS",
  "BANK_IBAN",
  "GIFT_TAX_REGIME",
  "LEGAL_FORM",
  "REGISTRATION_NUMBER",
  "FOUNDED_IN",
  "SOCIAL_PROFESSIONAL_URL",
  "SOCIAL_VIDEO_URL",
  "SOCIAL_PHOTO_URL",
] as const;
export type OwnFact = (typeof ownFacts)[number];

/** Which of those that these settings name are left out, in the order of {@link ownFacts}. */
export function missingFacts(named: object, settings: Partial<Record<OwnFact, unknown>>): OwnFact[] {
  return ownFacts.filter((name) => name in named && settings[name] === undefined);
}
