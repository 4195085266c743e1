import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { citext, instant, localized } from "#backend/db/columns";
import { documents } from "#backend/modules/documents/tables";
import { users } from "#backend/modules/users/tables";

type Json = Record<string, unknown>;

/** The bin: records of content that were deleted, as their tables held them. Nothing reads them but the bin itself. */
export const deletedContents = pgTable(
  "deleted_contents",
  {
    /** The id of the record. */
    id: uuid().primaryKey(),
    entityType: text().notNull(),
    name: localized().notNull(),
    row: jsonb().$type<Json>().notNull(),
    /** Hashes of the row that are secrets of the system, by column. */
    secrets: jsonb().$type<Json>().notNull(),
    /** The rows that were deleted together with it, by table. */
    parts: jsonb().$type<Record<string, Json[]>>().notNull(),
    /** Records that were deleted by one act are restored by one. */
    batch: uuid().notNull(),
    /** The e-mail address of the person who sent it. */
    email: citext(),
    createdAt: instant().notNull(),
    deletedAt: instant().notNull(),
    deletedBy: uuid().references(() => users.id),
  },
  (t) => [
    index("deleted_contents_by_type").on(t.entityType, t.deletedAt, t.id),
    index("deleted_contents_by_age").on(t.deletedAt),
    index("deleted_contents_batch").on(t.batch),
    index("deleted_contents_email").on(sql`lower(${t.email}::text)`).where(sql`${t.email} is not null`),
  ],
);

/** The files of deleted records, which stay as long as these. */
export const deletedContentFiles = pgTable(
  "deleted_content_files",
  {
    recordId: uuid()
      .notNull()
      .references(() => deletedContents.id, { onDelete: "cascade" }),
    documentId: uuid()
      .notNull()
      .references(() => documents.id),
  },
  (t) => [primaryKey({ columns: [t.recordId, t.documentId] }), index("deleted_content_files_document").on(t.documentId)],
);
