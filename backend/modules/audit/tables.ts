import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";

/**
 * Who changed what. Rows are only added, and chained: a trigger fills `prevHash` and `hash`, and refuses
 * every change but the blanking of `changes`, which the hash does not cover, and of `reason`, of which it covers the digest.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    /** Gapless: the trigger numbers the rows under a lock. */
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
    /** What the hash covers in place of the reason, which may be blanked; a trigger fills it. */
    reasonDigest: text(),
    requestId: text(),
    prevHash: text().notNull().default(""),
    hash: text().notNull().default(""),
  },
  (t) => [
    index("audit_log_entity").on(t.entityType, t.entityId),
    index("audit_log_actor").on(t.actorId),
    index("audit_log_at").on(t.at),
    index("audit_log_action").on(t.action),
  ],
);
