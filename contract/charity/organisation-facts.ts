import type * as z from "zod";
import type { organisationEnvironment } from "../api/environment.ts";
import { type FactName, factNames } from "../api/facts.ts";
import type { GiftTaxRates, GiftTaxRegime } from "../giving/gift-tax.ts";
import {
  type OrganisationFacts,
  type OrganisationPart,
  type organisationApi,
  registrationLine,
  type StoredOrganisation,
} from "./organisation.ts";

/** The saved facts that pages may read. */
export type PublicOrganisation = z.output<typeof organisationApi.current.response>;

type Environment = Partial<z.infer<z.ZodObject<typeof organisationEnvironment>>> & {
  POSTAL_ADDRESS?: string;
  BANK_HOLDER?: string;
  BANK_IBAN?: string;
  BANK_BIC?: string;
};

/** All facts about the organisation for the code that shows them; a missing one is null. */
export type Organisation = {
  name: string | null;
  primaryColour: "pink" | "green";
  logoId: string | null;
  foundedIn: number | null;
  legalForm: string | null;
  registrationNumber: string | null;
  postalAddress: string | null;
  giftTaxRegime: GiftTaxRegime | null;
  giftTaxRates: GiftTaxRates | null;
  bank: { holder: string | null; iban: string | null; bic: string | null };
  contact: { email: string | null; phone: string | null; hours: { from: string; to: string } | null };
  profiles: { professional: string | null; video: string | null; photo: string | null };
};

/** The facts from the environment, part by part, in the shape of the forms. */
export function factsOfEnvironment(environment: Environment): { [Part in keyof OrganisationFacts]: Partial<OrganisationFacts[Part]> } {
  const [hoursFrom, hoursTo] = environment.CONTACT_HOURS?.split("-") ?? [];
  const registered = environment.REGISTRATION_NUMBER ?? "";
  return {
    identity: {
      name: environment.ORGANISATION_NAME,
      primaryColour: environment.PRIMARY_COLOUR ?? "pink",
      foundedIn: environment.FOUNDED_IN,
    },
    legal: {
      legalForm: environment.LEGAL_FORM,
      rna: /\bW\d{9}\b/.exec(registered)?.[0],
      siren: /\b\d{3} ?\d{3} ?\d{3}\b/.exec(registered)?.[0].replaceAll(" ", ""),
      postalAddress: environment.POSTAL_ADDRESS,
      giftTaxRegime: environment.GIFT_TAX_REGIME,
    },
    bank: { holder: environment.BANK_HOLDER, iban: environment.BANK_IBAN, bic: environment.BANK_BIC },
    contact: { email: environment.CONTACT_EMAIL, phone: environment.CONTACT_PHONE, hoursFrom, hoursTo },
    profiles: {
      professional: environment.SOCIAL_PROFESSIONAL_URL,
      video: environment.SOCIAL_VIDEO_URL,
      photo: environment.SOCIAL_PHOTO_URL,
    },
    aids: { aidRule: "none" },
    attendance: { pausedGroup: "volunteers" },
    hours: { thanks: "none" },
    receipts: {},
    tax: {},
  };
}

/** The facts saved on the site, part by part; a part that was never saved comes from the environment. */
export function organisationOf(stored: Partial<StoredOrganisation>, environment: Environment): Organisation {
  const given = factsOfEnvironment(environment);
  const identity = stored.identity ?? given.identity;
  const legal = stored.legal ?? given.legal;
  const { hoursFrom, hoursTo, ...contact } = stored.contact ?? given.contact;
  return {
    ...orNull(["name", "logoId", "foundedIn"], identity),
    primaryColour: identity.primaryColour ?? "pink",
    ...orNull(["legalForm", "postalAddress", "giftTaxRegime"], legal),
    giftTaxRates: stored.tax ?? null,
    registrationNumber: (stored.legal ? registrationLine(stored.legal) : environment.REGISTRATION_NUMBER) || null,
    bank: orNull(["holder", "iban", "bic"], stored.bank ?? given.bank),
    contact: { ...orNull(["email", "phone"], contact), hours: hoursFrom && hoursTo ? { from: hoursFrom, to: hoursTo } : null },
    profiles: orNull(["professional", "video", "photo"], stored.profiles ?? given.profiles),
  };
}

/** These facts, null where one is missing. */
function orNull<Facts, Name extends keyof Facts>(names: readonly Name[], facts: Facts) {
  return Object.fromEntries(names.map((name) => [name, facts[name] || null])) as { [Key in Name]-?: NonNullable<Facts[Key]> | null };
}

const factOf: Record<Exclude<FactName, "SMTP_URL">, (own: Organisation) => unknown> = {
  ORGANISATION_NAME: ({ name }) => name,
  CONTACT_EMAIL: ({ contact }) => contact.email,
  CONTACT_PHONE: ({ contact }) => contact.phone,
  CONTACT_HOURS: ({ contact }) => contact.hours,
  POSTAL_ADDRESS: ({ postalAddress }) => postalAddress,
  BANK_IBAN: ({ bank }) => bank.iban,
  GIFT_TAX_REGIME: ({ giftTaxRegime }) => giftTaxRegime,
  LEGAL_FORM: ({ legalForm }) => legalForm,
  REGISTRATION_NUMBER: ({ registrationNumber }) => registrationNumber,
  FOUNDED_IN: ({ foundedIn }) => foundedIn,
  SOCIAL_PROFESSIONAL_URL: ({ profiles }) => profiles.professional,
  SOCIAL_VIDEO_URL: ({ profiles }) => profiles.video,
  SOCIAL_PHOTO_URL: ({ profiles }) => profiles.photo,
};

/** The part that holds each fact; the mail server is set in the environment only. */
export const partOfFact: Record<Exclude<FactName, "SMTP_URL">, OrganisationPart> = {
  ORGANISATION_NAME: "identity",
  CONTACT_EMAIL: "contact",
  CONTACT_PHONE: "contact",
  CONTACT_HOURS: "contact",
  POSTAL_ADDRESS: "legal",
  BANK_IBAN: "bank",
  GIFT_TAX_REGIME: "legal",
  LEGAL_FORM: "legal",
  REGISTRATION_NUMBER: "legal",
  FOUNDED_IN: "identity",
  SOCIAL_PROFESSIONAL_URL: "profiles",
  SOCIAL_VIDEO_URL: "profiles",
  SOCIAL_PHOTO_URL: "profiles",
};

/** The missing facts, among those that a tier with these settings shows, in the order of {@link factNames}. */
export function missingFacts(own: Organisation, shown: object): FactName[] {
  return factNames.filter((name) => name in shown && name !== "SMTP_URL" && !factOf[name](own));
}

/** The same where some parts are saved on the site, of what was missing without them. */
export function missingBeside(stored: StoredOrganisation, before: readonly FactName[]): FactName[] {
  const own = organisationOf(stored, {});
  return factNames.filter((name) => (name === "SMTP_URL" || !stored[partOfFact[name]] ? before.includes(name) : !factOf[name](own)));
}
