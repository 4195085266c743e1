import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, localized, record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";

/** A version of a text that people accept. Once published it never changes (trigger in the migration). */
export const legalDocuments = pgTable(
  "legal_documents",
  {
    ...record,
    key: text().notNull(),
    documentVersion: integer().notNull(),
    title: localized().notNull(),
    body: localized().notNull(),
    appliesTo: text().array().notNull(),
    /** Whether an account stays closed until its owner has signed. */
    blocking: boolean().notNull().default(true),
    publishedAt: instant(),
    retiredAt: instant(),
  },
  (t) => [
    unique("legal_documents_version").on(t.key, t.documentVersion),
    check("legal_documents_from_one", sql`${t.documentVersion} >= 1`),
  ],
);

/** Proof that a person accepted a version; rows are only added. */
export const signatures = pgTable(
  "signatures",
  {
    id: uuid().primaryKey().defaultRandom(),
    legalDocumentId: uuid()
      .notNull()
      .references(() => legalDocuments.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    locale: text({ enum: ["fr", "en"] }).notNull(),
    /** SHA-256 of the text that was shown, in hexadecimal. */
    textHash: text().notNull(),
    signedAt: instant().notNull().defaultNow(),
  },
  (t) => [unique("signatures_once").on(t.legalDocumentId, t.userId), index("signatures_user").on(t.userId)],
);
