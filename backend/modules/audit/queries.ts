import { and, arrayOverlaps, eq, like, not, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { type Alternative, eitherWay } from "#backend/db/found-ids";
import { betweenDays, pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { addressFields, isHelped } from "#backend/identity/restricted";
import { foundPeople, fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { mayReadRestricted } from "#contract/accounts/restricted";
import { hasPermission } from "#contract/accounts/roles";
import type { AuditQuery, AuditRow } from "#contract/law/audit";
import { namesIn } from "./names.ts";
import { auditLog } from "./tables.ts";

const actorName = fullNameIfAny(users);

const userId = sql`case when ${auditLog.entityId} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${auditLog.entityId}::uuid end`;

/**
 * Whether a row is about the account of somebody who is helped. A scalar subquery, which reads one account by its key:
 * `exists` lets the planner read all accounts for a page of 25 rows.
 */
const isOfHelped = sql<boolean>`coalesce((select ${isHelped} from ${users} where ${users.id} = ${userId}), false)`;
const isOfPerson = sql`${auditLog.entityType} in ('user', 'person')`;

/** Whether the reason of a row is restricted. */
const isRestricted = sql`(${isOfPerson} and ${auditLog.reason} is not null and ${isOfHelped})`;

function reasonFor(actor: Actor) {
  if (mayReadRestricted(actor, null)) return sql<string | null>`${auditLog.reason}`;
  return sql<string | null>`case when ${isRestricted} then null else ${auditLog.reason} end`;
}

/** Whether the values of a row hold a restricted address: rows of before it was left out of the log do. */
function hidesAddress(actor: Actor) {
  if (mayReadRestricted(actor, null)) return sql<boolean>`false`;
  return sql<boolean>`(${isOfPerson} and ${arrayOverlaps(auditLog.fields, [...addressFields])} and ${isOfHelped})`;
}

const withoutAddress = (changes: AuditRow["changes"]) =>
  changes && Object.fromEntries(Object.entries(changes).filter(([field]) => !addressFields.some((one) => one === field)));

/** The log as a list, newest first unless the query sorts otherwise. */
export async function listAudit({ db, declarations }: Pick<Services, "db" | "declarations">, actor: Actor, query: AuditQuery) {
  const reason = reasonFor(actor);
  const parts = { where: matching(query), anyOf: await searched(db, actor, query.q), sorts: { at: auditLog.at }, key: auditLog.seq };
  return pageOfRows(db, auditLog, query, parts, async (found, order) => {
    const rows = await db
      .select({ row: auditLog, actor: actorName, reason, hides: hidesAddress(actor) })
      .from(auditLog)
      .innerJoin(found, eq(found.id, auditLog.seq))
      .leftJoin(users, eq(users.id, auditLog.actorId))
      .orderBy(...order);
    const shown = rows.map(({ row, actor: name, reason, hides }) => ({
      ...row,
      reason,
      id: String(row.seq),
      at: row.at.toISOString(),
      actor: name,
      changes: mayReadValues(actor, row.action) ? (hides ? withoutAddress(row.changes) : row.changes) : null,
    }));
    const namesOf = await namesIn(
      db,
      declarations.auditNames,
      shown.map(({ changes }) => changes),
    );
    return shown.map((row) => ({ ...row, names: namesOf(row.changes) }));
  });
}

/** Those who grant rights may read who granted which; all other rows need the permission to read the log. */
function mayReadValues(actor: Actor, action: string): boolean {
  return hasPermission(actor, "AUDIT_READ") || (action === "user.rights" && hasPermission(actor, "ADMIN_MANAGE_USERS_PERMISSIONS"));
}

function matching({ action, entityType, entityId, actorId, actorKind, atFrom, atTo }: AuditQuery) {
  return and(
    action ? eq(auditLog.action, action) : undefined,
    entityType ? eq(auditLog.entityType, entityType) : undefined,
    entityId ? eq(auditLog.entityId, entityId) : undefined,
    actorId ? eq(auditLog.actorId, actorId) : undefined,
    actorKind ? eq(auditLog.actorKind, actorKind) : undefined,
    betweenDays(auditLog.at, atFrom, atTo),
  );
}

/** Rows that match a search: by text, by the actor's name, or by the start of a record's or request's id. */
async function searched(db: Db, actor: Actor, typed: string): Promise<Alternative[]> {
  if (!typed) return [];
  const people = await foundPeople(db, typed);
  const id = /^[0-9a-f-]{8,}$/i.test(typed) ? `${typed.toLowerCase()}%` : undefined;
  return [
    and(contains(auditLog, typed), mayReadRestricted(actor, null) ? undefined : not(isRestricted)),
    people && eitherWay(people, auditLog.actorId),
    id ? like(auditLog.entityId, id) : undefined,
    id ? like(auditLog.requestId, id) : undefined,
  ].filter((condition) => condition !== undefined);
}

type Column = typeof auditLog.action | typeof auditLog.entityType;

/** The distinct values of an indexed column, by a loose index scan. */
const distinctly = (column: Column) => sql`array(
    with recursive leap as (
      (select ${column} as value from ${auditLog} order by ${column} limit 1)
      union all
      select (select ${column} from ${auditLog} where ${column} > leap.value order by ${column} limit 1) from leap where leap.value is not null
    ) select value from leap where value is not null limit 200)`;

export async function auditKinds(db: Db) {
  const { rows } = await db.execute<{ actions: string[]; entityTypes: string[] }>(
    sql`select ${distinctly(auditLog.action)} as actions, ${distinctly(auditLog.entityType)} as "entityTypes"`,
  );
  return rows[0] ?? { actions: [], entityTypes: [] };
}
