import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, localized, record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";
import { documentKinds, supportingDocumentStates } from "#contract/accounts/documents";

/** A stored file. Private unless its kind is a public one; bytes live behind the files port under `storageKey`. */
export const documents = pgTable(
  "documents",
  {
    ...record,
    kind: text({ enum: documentKinds }).notNull(),
    ownerId: uuid().references(() => users.id),
    visibility: text({ enum: ["owner", "public"] }).notNull(),
    storageKey: text().notNull().unique(),
    mime: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    width: integer(),
    height: integer(),
    alt: localized(),
    /** What the person called the file; never an address. */
    fileName: text(),
    verification: text({ enum: supportingDocumentStates }),
    /** Why a document was rejected, as its owner reads it. */
    rejectReason: text(),
    verifiedBy: uuid().references(() => users.id),
    verifiedAt: instant(),
    /** When the bytes of a decided document go; the row stays, with who saw it and when. */
    purgeAt: instant(),
    purgedAt: instant(),
  },
  (t) => [
    check("documents_visibility", sql`${t.visibility} = 'owner' or ${t.kind} in ('AVATAR', 'PUBLIC_MEDIA')`),
    uniqueIndex("documents_one_avatar").on(t.ownerId).where(sql`${t.kind} = 'AVATAR'`),
    index("documents_owner").on(t.ownerId),
    check("documents_paper_state", sql`${t.verification} in ('pending', 'accepted', 'rejected')`),
    check("documents_rejected_with_reason", sql`${t.verification} <> 'rejected' or ${t.rejectReason} is not null`),
    index("documents_papers").on(t.verification, t.createdAt).where(sql`${t.verification} is not null`),
    index("documents_papers_by_day").on(t.createdAt, t.id).where(sql`${t.verification} is not null`),
    index("documents_papers_by_purge").on(t.purgeAt, t.id).where(sql`${t.verification} is not null`),
    index("documents_article_pictures").on(t.createdAt).where(sql`${t.kind} = 'ARTICLE_PICTURE'`),
    index("documents_purge").on(t.purgeAt).where(sql`${t.purgedAt} is null`),
  ],
);
