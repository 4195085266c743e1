import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, localized, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
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
    /** A change that requires no new signature. */
    minorChange: boolean().notNull().default(false),
    /** After a minor change: the earliest version whose signature still counts. Else only one of this version does. */
    countsFrom: integer(),
    /** SHA-256 of the body in each language, written by the database (trigger in the migration). */
    frenchHash: text(),
    englishHash: text(),
    version: integer().notNull().default(1),
    publishedAt: instant(),
    retiredAt: instant(),
  },
  (t) => [
    unique("legal_documents_version").on(t.key, t.documentVersion),
    check("legal_documents_from_one", sql`${t.documentVersion} >= 1`),
    check("legal_documents_counts_from", sql`${t.countsFrom} between 1 and ${t.documentVersion}`),
    index("legal_documents_by_update").on(t.updatedAt, t.id),
    wordIndex("legal_documents", [t.key, t.title]),
    uniqueIndex("legal_documents_one_in_force").on(t.key).where(sql`${t.publishedAt} is not null and ${t.retiredAt} is null`),
    uniqueIndex("legal_documents_one_draft").on(t.key).where(sql`${t.publishedAt} is null`),
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
    /** The signer's IP, cut to its network. */
    ip: text("address"),
  },
  (t) => [unique("signatures_once").on(t.legalDocumentId, t.userId), index("signatures_user").on(t.userId)],
);

/** Whether a signature of another version of a text counts for the one in force: of the same, or of one that only minor changes came after. */
export function stillCounts(signed: { key: SQLWrapper; documentVersion: SQLWrapper }): SQL {
  return sql`${signed.key} = ${legalDocuments.key} and ${signed.documentVersion} >= coalesce(${legalDocuments.countsFrom}, ${legalDocuments.documentVersion})`;
}
