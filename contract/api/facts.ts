/**
 * The facts about the organisation, each by the name of its setting. None has a value of its own: what is missing is not shown, and
 * administrators read which ones are.
 */
export const factNames = [
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
export type FactName = (typeof factNames)[number];
