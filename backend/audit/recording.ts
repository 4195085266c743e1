import { isDeepStrictEqual } from "node:util";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { EntityType } from "#contract/api/entity-types";
import { auditLog } from "../modules/audit/tables.ts";

type Change = {
  action: string;
  entityType: EntityType;
  entityId: string;
  /** Values of the recorded fields; a missing side means creation or deletion. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
};

/** Adds an audit row for a change by a person, or by the system when `actor` is null. Call it in the change's transaction. */
export async function recordChange(db: Db, actor: Pick<Actor, "id" | "requestId"> | null, change: Change) {
  await recordChanges(db, actor, [change]);
}

/** The same for many changes at once, in one statement; a few thousand at most. */
export async function recordChanges(db: Db, actor: Pick<Actor, "id" | "requestId"> | null, changes: Change[]) {
  if (changes.length > 0) await db.insert(auditLog).values(changes.map((change) => rowOf(actor, change)));
}

function rowOf(actor: Pick<Actor, "id" | "requestId"> | null, change: Change): typeof auditLog.$inferInsert {
  const { action, entityType, entityId, before = {}, after = {}, reason } = change;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  return {
    actorId: actor?.id,
    actorKind: actor ? "user" : "system",
    action,
    entityType,
    entityId,
    fields,
    changes: Object.fromEntries(fields.map((field) => [field, { before: before[field], after: after[field] }])),
    reason,
    requestId: actor?.requestId,
  };
}
