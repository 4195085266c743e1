import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { localized, record } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";

export const documentKinds = ["AVATAR", "PUBLIC_MEDIA"] as const;

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
  },
  (t) => [
    check("documents_visibility", sql`${t.visibility} = 'owner' or ${t.kind} in ('AVATAR', 'PUBLIC_MEDIA')`),
    uniqueIndex("documents_one_avatar").on(t.ownerId).where(sql`${t.kind} = 'AVATAR'`),
    index("documents_owner").on(t.ownerId),
  ],
);
