import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";

/**
 * Who changed what. Append-only: triggers chain rows when their transaction commits, and refuse every change but the blanking
 * of `changes` and `reason`, of which the hash covers the digests.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    /** Gapless: numbered at the commit, under a lock; below zero until then. */
    seq: bigint({ mode: "number" }).primaryKey().default(0),
    at: instant().notNull().defaultNow(),
    actorId: uuid(),
    actorKind: text({ enum: ["user", "system", "api_client"] }).notNull(),
    action: text().notNull(),
    entityType: text().notNull(),
    entityId: text().notNull(),
    /** Names of the fields that changed; part of the hash. */
    fields: text().array().notNull(),
    /** Values before and after by field; may hold personal data, so it can be blanked. */
    changes: jsonb().$type<Record<string, { before?: unknown; after?: unknown }>>(),
    reason: text(),
    /** What the hash covers in place of the values and the reason, which may be blanked; a trigger fills them. */
    changesDigest: text(),
    reasonDigest: text(),
    /** A salt, erased with what is blanked, so that values cannot be guessed from their digest. */
    salt: text(),
    requestId: text(),
    prevHash: text().notNull().default(""),
    hash: text().notNull().default(""),
  },
  (t) => [
    index("audit_log_by_time").on(t.at, t.seq),
    index("audit_log_by_action").on(t.action, t.at, t.seq),
    index("audit_log_by_entity_type").on(t.entityType, t.at, t.seq),
    index("audit_log_by_both_kinds").on(t.entityType, t.action, t.at, t.seq),
    index("audit_log_by_actor").on(t.actorId, t.at, t.seq),
    index("audit_log_by_actor_action").on(t.actorId, t.action, t.at, t.seq),
    index("audit_log_by_actor_kind").on(t.actorKind, t.at, t.seq).where(sql`${t.actorKind} <> 'user'`),
    index("audit_log_by_entity").on(t.entityId.op("text_pattern_ops"), t.entityType),
    index("audit_log_by_request").on(t.requestId.op("text_pattern_ops")),
    // For an erasure: the ids that values name, and the few values that hold an e-mail address.
    index("audit_log_by_named_id").using("gin", sql`ids_in(${t.changes})`).where(sql`${t.changes} is not null`),
    index("audit_log_by_named_address").using("gin", sql`lower(${t.changes}::text) gin_trgm_ops`).where(sql`${t.changes}::text like '%@%'`),
    // Random ids would fill most of the index: ids and their prefixes use the two indexes above.
    wordIndex("audit_log", [t.action, t.entityType, sql`case when length(${t.entityId}) < 36 then ${t.entityId} end`, t.reason]),
  ],
);

/** The end of the log: one row, updated by the trigger that chains. It reveals rows that were removed from the end. */
export const auditHead = pgTable("audit_head", {
  only: boolean().primaryKey().default(true),
  seq: bigint({ mode: "number" }).notNull().default(0),
  hash: text().notNull().default(""),
  /** When the head was last signed and stored outside the database; null before the first time. */
  anchoredAt: instant(),
});
