import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, linkColumns, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { registrationLinks } from "#backend/modules/registration-links/tables";
import { users } from "#backend/modules/users/tables";
import { supportingDocumentKinds } from "#contract/accounts/documents";
import { activities, moments, products, registrationKinds } from "#contract/accounts/registration-steps";

/** The answers before there is an account, encrypted for the browser that holds the token. */
export const registrationDrafts = pgTable(
  "registration_drafts",
  {
    tokenHash: text().primaryKey(),
    kind: text({ enum: registrationKinds }).notNull(),
    sealedAnswers: text().notNull(),
    /** What was typed in steps that were left half filled, encrypted likewise. */
    sealedUnfinished: text(),
    registrationLinkId: uuid().references(() => registrationLinks.id),
    expiresAt: instant().notNull(),
  },
  (t) => [index("registration_drafts_expiry").on(t.expiresAt)],
);

/** A mailed link to a draft, valid as long as the draft: it holds what opens the draft, sealed for whoever has the link. */
export const registrationDraftLinks = pgTable(
  "registration_draft_links",
  {
    tokenHash: text().primaryKey(),
    draftHash: text()
      .notNull()
      .references(() => registrationDrafts.tokenHash, { onDelete: "cascade" }),
    sealedToken: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index("registration_draft_links_draft").on(t.draftHash, t.createdAt)],
);

/** Documents sent before there is an account. Their bytes are stored like an account's documents, and become its own when it is created. */
export const registrationDocuments = pgTable(
  "registration_papers",
  {
    ...record,
    draftHash: text()
      .notNull()
      .references(() => registrationDrafts.tokenHash, { onDelete: "cascade" }),
    kind: text({ enum: supportingDocumentKinds }).notNull(),
    storageKey: text().notNull().unique(),
    mime: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    width: integer(),
    height: integer(),
    fileName: text().notNull(),
  },
  (t) => [index("registration_papers_draft").on(t.draftHash)],
);

/** How a person registered, and the answers common to all roles. */
export const registrations = pgTable(
  "registrations",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    kind: text({ enum: registrationKinds }).notNull(),
    at: instant().notNull(),
    addressLine: text(),
    postcode: text(),
    city: text(),
    /** Version of the terms of use that was accepted; none was in force when it is missing. */
    termsVersion: integer(),
    registrationLinkId: uuid().references(() => registrationLinks.id),
    message: text(),
  },
  (t) => [index("registrations_link").on(t.registrationLinkId, t.at)],
);

export const volunteerProfiles = pgTable("volunteer_profiles", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  activities: text({ enum: activities }).array().notNull(),
  moments: text({ enum: moments }).array().notNull(),
  /** What they know how to do, in their words. */
  skills: text(),
  /** Whether volunteers at the same event read their telephone number. */
  sharesPhone: boolean().notNull().default(false),
  updatedAt: instant().notNull().defaultNow(),
});

export const merchantProfiles = pgTable(
  "merchant_profiles",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    siret: text().notNull(),
    companyName: text().notNull(),
    legalForm: text(),
    surfaceOver400: boolean().notNull(),
    /** Day and month on which the financial year ends, as DD/MM. */
    fiscalYearEnd: text().notNull(),
    moments: text({ enum: moments }).array().notNull(),
    products: text({ enum: products }).array().notNull(),
    pickupNotes: text(),
    /** Whether the register of companies knows the number; null when it did not answer. */
    inRegister: boolean(),
  },
  (t) => [
    index("merchant_profiles_siret").on(t.siret),
    wordIndex("merchant_profiles", [t.companyName]),
    check("merchant_profiles_siret_digits", sql`${t.siret} ~ '^[0-9]{14}$'`),
    check("merchant_profiles_fiscal_year_end", sql`${t.fiscalYearEnd} ~ '^[0-3][0-9]/[01][0-9]$'`),
  ],
);

/** A link that verifies an e-mail address: the account gets the address when it is opened. */
export const emailVerifications = pgTable(
  "email_verifications",
  {
    ...record,
    userId: uuid()
      .notNull()
      .references(() => users.id),
    email: text().notNull(),
    ...linkColumns("email_verifications_token"),
  },
  (t) => [index("email_verifications_user").on(t.userId, t.createdAt)],
);

/** The request for a guardian's consent. A minor's account opens only with it (trigger in the migration). */
export const guardianConsents = pgTable(
  "guardian_consents",
  {
    ...record,
    userId: uuid()
      .notNull()
      .unique()
      .references(() => users.id),
    guardianName: text().notNull(),
    guardianEmail: text().notNull(),
    tokenHash: text().notNull(),
    expiresAt: instant().notNull(),
    consentedAt: instant(),
    signedName: text(),
  },
  (t) => [unique("guardian_consents_token").on(t.tokenHash)],
);
