import { and, count, inArray, min, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { accountsOf } from "#backend/identity/account-scope";
import { isIn } from "#backend/modules/memberships/list";
import { memberships } from "#backend/modules/memberships/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { driverDocumentState } from "#backend/modules/users/conditions";
import { users } from "#backend/modules/users/tables";
import type { Dashboard } from "#contract/charity/dashboard";

/** What ends soon or has ended, as a column of one row: the same people and memberships as the lists that it links to. */
export function runningOutColumn(db: Db, actor: Actor, today: string) {
  const { licenceExpiry, insuranceExpiry, inspectionExpiry } = driverProfiles;
  const state = driverDocumentState(today);
  const drivers = db
    .select({
      kind: sql<string>`case when ${state} = 'soon' then 'documentsSoon' else 'documentsExpired' end`.as("kind"),
      day: sql<string>`least(${licenceExpiry}, ${insuranceExpiry}, ${inspectionExpiry})`.as("day"),
    })
    .from(driverProfiles)
    .innerJoin(users, sql`${users.id} = ${driverProfiles.userId}`)
    .where(and(ne(driverProfiles.vehicle, "bike"), ne(users.accountState, "left"), inArray(state, ["soon", "expired"]), accountsOf(actor)))
    .as("drivers");
  const ofDrivers = db
    .select({ kind: drivers.kind, number: count().as("number"), first: min(drivers.day).as("first") })
    .from(drivers)
    .groupBy(drivers.kind);
  const ending = db
    .select({ kind: sql<string>`'memberships'`.as("kind"), number: count().as("number"), first: min(memberships.endDate).as("first") })
    .from(memberships)
    .where(isIn("ending", today));
  return listOf(actor.role === "ADMIN" ? sql`${ofDrivers} union all ${ending}` : sql`${ofDrivers}`);
}

const listOf = (rows: SQL) => sql<Dashboard["runningOut"]>`(select coalesce(json_agg(json_build_object('kind', kind, 'count', number,
  'first', first) order by first, kind), '[]') from (${rows}) running (kind, number, first) where number > 0)`;
