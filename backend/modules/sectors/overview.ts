import { and, asc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { articles } from "#backend/modules/articles/tables";
import { comingEvents } from "#backend/modules/events/coming";
import { impactSums, impactTotalsFrom } from "#backend/modules/monthly-records/impact-totals";
import { partners } from "#backend/modules/partners/tables";
import { hoursOf } from "#backend/modules/sector-hours/week";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { SectorOverview } from "#contract/charity/sectors";
import { distance } from "./nearest.ts";
import { sectors } from "./tables.ts";

/** The most events and shops that fit on one page. */
const maxDates = 3;
const maxShops = 6;

const maxChildren = 100;

/** What the office page and the poster of a sector show; one that is not `allowed` is not found. */
export async function sectorOverview(db: Db, id: string, now: Date, allowed?: SQL): Promise<SectorOverview> {
  const [found] = await db
    .select({ sector: sectors, ...around })
    .from(sectors)
    .where(and(eq(sectors.id, id), allowed));
  if (!found) throw new Refusal("not_found");
  const { sector, sums, ...others } = found;
  const [managers, hours, nearby, events, shops] = await Promise.all([
    managersOf(db, sector.id),
    hoursOf(db, [sector.id]),
    sectorsAround(db, sector),
    comingEvents(db, now, { sectorId: sector.id, limit: maxDates }),
    shopsIn(db, sector.city),
  ]);
  return {
    ...sector,
    ...others,
    managers,
    hours: hours.get(id) ?? [],
    others: nearby,
    events,
    impactTotals: impactTotalsFrom(sums),
    shops,
  };
}

const above = alias(sectors, "above");
const below = alias(sectors, "below");
const inSector = sql`${users.sectorId} = ${sectors.id} and ${users.accountState} = 'validated'`;

/** Columns named at the top of a selected expression lose the name of their table. */
const nested = <Value>(expression: SQL) => sql<Value>`${expression}`;

/** Relations of a sector that fit in one row, read with it. */
const around = {
  parent: nested<SectorOverview["parent"]>(
    sql`(select json_build_object('id', ${above.id}, 'name', ${above.name}) from ${sectors} above where ${above.id} = ${sectors.parentId})`,
  ),
  children: nested<SectorOverview["children"]>(sql`(select coalesce(json_agg(listed), '[]') from (
    select ${below.id}, ${below.name}, ${below.kind}, ${below.status} from ${sectors} below where ${below.parentId} = ${sectors.id}
    order by ${below.position}, ${below.name} limit ${maxChildren}) listed)`),
  headcount: nested<SectorOverview["headcount"]>(sql`(select coalesce(json_agg(counted), '[]') from (
    select ${users.role}, count(*)::int as people from ${users} where ${inSector} group by ${users.role} order by ${users.role}) counted)`),
  articles: nested<number>(
    sql`(select count(*)::int from ${articles} where ${articles.sectorId} = ${sectors.id} and ${articles.status} <> 'deleted')`,
  ),
  sums: nested<Parameters<typeof impactTotalsFrom>[0]>(impactSums({ sectorId: sectors.id })),
};

/** Published partners that name the town among theirs, as a whole word. */
async function shopsIn(db: Db, city: string | null) {
  if (!city) return [];
  const towns = sql`string_to_array(regexp_replace(lower(unaccent(${partners.towns})), '\\s*[,;]\\s*', ',', 'g'), ',')`;
  const here: SQL = sql`lower(unaccent(${city})) = any(${towns})`;
  return db
    .select({ id: partners.id, name: partners.name })
    .from(partners)
    .where(and(onLine(partners), isNotNull(partners.towns), here))
    .orderBy(asc(partners.position), asc(partners.name))
    .limit(maxShops);
}

/** The managers of a sector with an open account. */
export function managersOf(db: Db, sectorId: string) {
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      shown: sectorManagers.shown,
    })
    .from(sectorManagers)
    .innerJoin(users, eq(users.id, sectorManagers.userId))
    .where(and(eq(sectorManagers.sectorId, sectorId), eq(users.accountState, "validated")))
    .orderBy(asc(users.firstName), asc(users.id))
    .limit(20);
}

/** The other local teams that have a place, for the plan. */
async function sectorsAround(db: Db, { id, latitude, longitude }: typeof sectors.$inferSelect) {
  const rows = await db
    .select({ id: sectors.id, name: sectors.name, latitude: sectors.latitude, longitude: sectors.longitude })
    .from(sectors)
    .where(
      and(eq(sectors.kind, "local_team"), onLine(sectors), ne(sectors.id, id), isNotNull(sectors.latitude), isNotNull(sectors.longitude)),
    )
    .orderBy(asc(sectors.name))
    .limit(300);
  const placed = rows.map((row) => ({ ...row, latitude: row.latitude ?? 0, longitude: row.longitude ?? 0 }));
  if (latitude === null || longitude === null) return placed.map((row) => ({ ...row, km: null }));
  return placed
    .map((row) => ({ ...row, km: Math.round(distance([latitude, longitude], [row.latitude, row.longitude])) }))
    .sort((a, b) => a.km - b.km);
}
