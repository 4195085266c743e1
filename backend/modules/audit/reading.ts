import { and, asc, desc, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { betweenDays, contains, countMatching, offsetOf } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { isHelped } from "#backend/modules/people/restricted";
import { users } from "#backend/modules/users/tables";
import type { AuditQuery } from "#contract/audit";
import { mayReadRestricted } from "#contract/restricted";
import { hasPermission } from "#contract/roles";
import { namesIn } from "./names.ts";
import { auditLog } from "./tables.ts";

const actorName = sql<string | null>`(select first_name || ' ' || last_name from ${users} where ${users.id} = ${auditLog.actorId})`;

/** What was written about a student's account is theirs to restrict: without the right it is neither read nor searched. */
function reasonFor(actor: Actor) {
  if (mayReadRestricted(actor)) return sql<string | null>`${auditLog.reason}`;
  const helped = sql`exists (select 1 from ${users} where ${users.id}::text = ${auditLog.entityId} and ${isHelped})`;
  return sql<
    string | null
  >`case when ${auditLog.entityType} = 'user' and ${auditLog.reason} is not null and ${helped} then null else ${auditLog.reason} end`;
}

/** The log as a list, newest first unless asked otherwise. */
export async function listAudit(db: Db, actor: Actor, query: AuditQuery) {
  const reason = reasonFor(actor);
  const where = matching(query, reason);
  const rows = await db
    .select({ row: auditLog, actor: actorName, reason })
    .from(auditLog)
    .where(where)
    .orderBy((query.order === "asc" ? asc : desc)(auditLog.seq))
    .limit(query.perPage)
    .offset(offsetOf(query));
  const shown = rows.map(({ row, actor: name, reason }) => ({
    ...row,
    reason,
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

function matching({ q, action, entityType, entityId, actorId, actorKind, atFrom, atTo }: AuditQuery, reason: SQLWrapper) {
  return and(
    action ? eq(auditLog.action, action) : undefined,
    entityType ? eq(auditLog.entityType, entityType) : undefined,
    entityId ? eq(auditLog.entityId, entityId) : undefined,
    actorId ? eq(auditLog.actorId, actorId) : undefined,
    actorKind ? eq(auditLog.actorKind, actorKind) : undefined,
    betweenDays(auditLog.at, atFrom, atTo),
    contains([auditLog.action, auditLog.entityType, auditLog.entityId, reason, auditLog.requestId, actorName], q),
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
