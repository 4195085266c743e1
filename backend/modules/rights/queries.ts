import { and, asc, eq, exists, gte, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName } from "#backend/modules/users/named";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { RightsQuery, RightsRecord, RightsRow } from "#contract/accounts/rights";

const columns = {
  id: users.id,
  name: fullName(users),
  email: users.email,
  role: users.role,
  team: sectors.name,
  accountState: users.accountState,
  grants: sql<RightsRow["grants"]>`coalesce((select json_agg(json_build_object('permission', g.permission, 'sectorId', g.sector_id,
      'sector', s.name, 'expiresOn', g.expires_on) order by s.name nulls first, g.permission)
    from ${permissionGrants} g left join ${sectors} s on s.id = g.sector_id where g.user_id = ${users.id}), '[]'::json)`,
};

/** The sectors in which rights can be given: those that people belong to. */
export const isOpenSector = and(eq(sectors.kind, "local_team"), ne(sectors.status, "archived"));

/** Everyone who may hold rights: administrators and volunteers, or one of these roles. */
export function listRights(db: Db, query: RightsQuery) {
  const { q, role, permission } = query;
  const holds = (name: typeof permission) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(permissionGrants)
        .where(and(eq(permissionGrants.userId, users.id), name ? eq(permissionGrants.permission, name) : undefined)),
    );
  const where = and(
    ne(users.accountState, "left"),
    role ? eq(users.role, role) : inArray(users.role, ["ADMIN", "VOLUNTEER"]),
    permission ? holds(permission) : undefined,
    contains(users, q),
  );
  return pageOfRows(db, users, query, { where, sorts: { name: users.lastName, role: [users.role, users.lastName] } }, (found, order) =>
    db
      .select(columns)
      .from(users)
      .innerJoin(found, eq(found.id, users.id))
      .leftJoin(sectors, eq(sectors.id, users.sectorId))
      .orderBy(...order),
  );
}

export async function getRights(db: Db, id: string): Promise<RightsRecord> {
  const [row] = await db
    .select(columns)
    .from(users)
    .leftJoin(sectors, eq(sectors.id, users.sectorId))
    .where(and(eq(users.id, id), ne(users.accountState, "left")));
  if (!row) throw new Refusal("not_found");
  const choices = await db
    .select({ id: sectors.id, name: sectors.name })
    .from(sectors)
    .where(isOpenSector)
    .orderBy(asc(sectors.name))
    .limit(300);
  return { ...row, sectors: choices };
}

/** The names of those who may give this person rights today, ten at most. */
export async function rightGivers(db: Db, { id }: Pick<Actor, "id">, today: string): Promise<string[]> {
  const counts = or(isNull(permissionGrants.expiresOn), gte(permissionGrants.expiresOn, today));
  const rows = await db
    .select({ name: columns.name })
    .from(users)
    .innerJoin(permissionGrants, eq(permissionGrants.userId, users.id))
    .where(
      and(eq(permissionGrants.permission, "ADMIN_MANAGE_USERS_PERMISSIONS"), ne(users.id, id), eq(users.accountState, "validated"), counts),
    )
    .orderBy(users.lastName, users.firstName)
    .limit(10);
  return rows.map(({ name }) => name);
}
