import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { betweenDays, contains, countMatching, offsetOf } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { users } from "#backend/modules/users/tables";
import type { AuditQuery } from "#contract/audit";
import { hasPermission } from "#contract/roles";
import { namesIn } from "./names.ts";
import { auditLog } from "./tables.ts";

const actorName = sql<string | null>`(select first_name || ' ' || last_name from ${users} where ${users.id} = ${auditLog.actorId})`;

/** The log as a list, newest first unless asked otherwise. */
export async function listAudit(db: Db, actor: Actor, query: AuditQuery) {
  const where = matching(query);
  const rows = await db
    .select({ row: auditLog, actor: actorName })
    .from(auditLog)
    .where(where)
    .orderBy((query.order === "asc" ? asc : desc)(auditLog.seq))
    .limit(query.perPage)
    .offset(offsetOf(query));
  const shown = rows.map(({ row, actor: name }) => ({
    ...row,
    id: String(row.seq),
    at: row.at.toISOString(),
    actor: name,
    changes: mayReadValues(actor, row.action) ? row.changes : null,
  }));
  const namesOf = await namesIn(
    db,
    shown.map(({ changes }) => changes),
  );
  return {
    items: shown.map((row) => ({ ...row, names: namesOf(row.changes) })),
    ...(await countMatching(db, auditLog, where)),
    page: query.page,
    perPage: query.perPage,
  };
}

/** Whoever gives rights reads who gave which; everything else takes the right to read the log. */
function mayReadValues(actor: Actor, action: string): boolean {
  return hasPermission(actor, "AUDIT_READ") || (action === "user.rights" && hasPermission(actor, "ADMIN_MANAGE_USERS_PERMISSIONS"));
}

function matching({ q, action, entityType, entityId, actorId, actorKind, atFrom, atTo }: AuditQuery) {
  return and(
    action ? eq(auditLog.action, action) : undefined,
    entityType ? eq(auditLog.entityType, entityType) : undefined,
    entityId ? eq(auditLog.entityId, entityId) : undefined,
    actorId ? eq(auditLog.actorId, actorId) : undefined,
    actorKind ? eq(auditLog.actorKind, actorKind) : undefined,
    betweenDays(auditLog.at, atFrom, atTo),
    contains([auditLog.action, auditLog.entityType, auditLog.entityId, auditLog.reason, auditLog.requestId, actorName], q),
  );
}

/** Each value of an indexed column once, found by leaps from one to the next. */
async function distinctly(db: Db, column: typeof auditLog.action | typeof auditLog.entityType): Promise<string[]> {
  const { rows } = await db.execute<{ value: string }>(sql`
    with recursive leap as (
      (select ${column} as value from ${auditLog} order by ${column} limit 1)
      union all
      select (select ${column} from ${auditLog} where ${column} > leap.value order by ${column} limit 1) from leap where leap.value is not null
    ) select value from leap where value is not null limit 200`);
  return rows.map(({ value }) => value);
}

export async function auditKinds(db: Db) {
  return { actions: await distinctly(db, auditLog.action), entityTypes: await distinctly(db, auditLog.entityType) };
}
