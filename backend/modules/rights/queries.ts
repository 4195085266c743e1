import { and, asc, eq, exists, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName } from "#backend/modules/users/named";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { RightsQuery, RightsRecord, RightsRow } from "#contract/accounts/rights";

const columnsWith = (shown: SQL | undefined) => ({
  id: users.id,
  name: fullName(users),
  email: users.email,
  role: users.role,
  team: sectors.name,
  accountState: users.accountState,
  grants: sql<RightsRow["grants"]>`coalesce((select json_agg(json_build_object('permission', ${permissionGrants.permission},
      'sectorId', ${permissionGrants.sectorId}, 'sector', s.name, 'expiresOn', ${permissionGrants.expiresOn})
      order by s.name nulls first, ${permissionGrants.permission})
    from ${permissionGrants} left join ${sectors} s on s.id = ${permissionGrants.sectorId}
    where ${and(eq(permissionGrants.userId, users.id), shown)}), '[]'::json)`,
});

/** The sectors in which rights can be given: those that people belong to. */
export const isOpenSector = and(eq(sectors.kind, "local_team"), ne(sectors.status, "archived"));

/** Who holds a right, administrators among them, whose role holds some by itself: administrators and volunteers, or one of these roles. With `everyone`, and in a search by name, also those who may hold one. */
export function listRights(db: Db, query: RightsQuery, today: string) {
  const { q, role, permission, everyone } = query;
  const holds = (name: typeof permission) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(permissionGrants)
        .where(and(eq(permissionGrants.userId, users.id), isRightInForce(today), name ? eq(permissionGrants.permission, name) : undefined)),
    );
  const heldBy = (name: typeof permission) => (name ? holds(name) : or(eq(users.role, "ADMIN"), holds(undefined)));
  const where = and(
    ne(users.accountState, "left"),
    role ? eq(users.role, role) : inArray(users.role, ["ADMIN", "VOLUNTEER"]),
    permission || !(everyone || q) ? heldBy(permission) : undefined,
    contains(users, q),
  );
  return pageOfRows(db, users, query, { where, sorts: { name: users.lastName, role: [users.role, users.lastName] } }, (found, order) =>
    db
      .select(columnsWith(isRightInForce(today)))
      .from(users)
      .innerJoin(found, eq(found.id, users.id))
      .leftJoin(sectors, eq(sectors.id, users.sectorId))
      .orderBy(...order),
  );
}

/** One person's rights, with those that have run out. */
export async function getRights(db: Db, id: string): Promise<RightsRecord> {
  const [row] = await db
    .select(columnsWith(undefined))
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
  const rows = await db
    .select({ name: fullName(users) })
    .from(users)
    .innerJoin(permissionGrants, eq(permissionGrants.userId, users.id))
    .where(
      and(
        eq(permissionGrants.permission, "ADMIN_MANAGE_USERS_PERMISSIONS"),
        ne(users.id, id),
        eq(users.accountState, "validated"),
        isRightInForce(today),
      ),
    )
    .orderBy(users.lastName, users.firstName)
    .limit(10);
  return rows.map(({ name }) => name);
}
