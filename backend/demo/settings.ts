/** Facts about the demonstration charity, for settings that are not set. No other installation reads them. */
export const demoSettings: Record<string, string> = {
  ORGANISATION_NAME: "Maillon",
  CONTACT_EMAIL: "bonjour@maillon.example",
  CONTACT_PHONE: "04 00 00 00 00",
  CONTACT_HOURS: "09:30-17:30",
  POSTAL_ADDRESS: "12 rue des Maillons, 69007 Lyon",
  BANK_IBAN: "FR119999900001MAILLON000182",
  BANK_BIC: "MLLNFRPPXXX",
  GIFT_TAX_REGIME: "75",
  LEGAL_FORM: "loi 1901",
  REGISTRATION_NUMBER: "RNA W691000000",
  FOUNDED_IN: "2020",
  SOCIAL_PROFESSIONAL_URL: "https://www.linkedin.com/company/maillon-example",
  SOCIAL_VIDEO_URL: "https://www.youtube.com/@maillon-example",
  SOCIAL_PHOTO_URL: "https://www.instagram.com/maillon.example",
};
