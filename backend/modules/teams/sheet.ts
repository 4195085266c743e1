import { and, asc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { Refusal } from "#backend/http/refusal";
import { articles } from "#backend/modules/articles/tables";
import { comingEvents } from "#backend/modules/events/coming";
import { deedsOf } from "#backend/modules/monthly-records/deeds";
import { partners } from "#backend/modules/partners/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { hoursOf } from "#backend/modules/team-hours/week";
import { users } from "#backend/modules/users/tables";
import type { SectorSheet } from "#contract/teams";
import { distance } from "./nearest.ts";
import { sectors } from "./tables.ts";

/** So many of the next dates and of the shops find room on one sheet of paper. */
const mostDates = 3;
const mostShops = 6;

/** All that stands on the sheet of a sector. */
export async function sheetOf(db: Db, id: string, now: Date): Promise<SectorSheet> {
  const [sector] = await db.select().from(sectors).where(eq(sectors.id, id));
  if (!sector) throw new Refusal("not_found");
  const people = sql<number>`count(*)::int`;
  const [parent, children, managers, headcount, written, hours, others, events, deeds, shops] = await Promise.all([
    db
      .select()
      .from(sectors)
      .where(eq(sectors.id, sector.parentId ?? sector.id)),
    db.select().from(sectors).where(eq(sectors.parentId, sector.id)).orderBy(asc(sectors.position), asc(sectors.name)).limit(100),
    managersOf(db, sector.id),
    db
      .select({ role: users.role, people })
      .from(users)
      .where(and(eq(users.sectorId, sector.id), eq(users.accountState, "validated")))
      .groupBy(users.role)
      .orderBy(users.role),
    db.$count(articles, eq(articles.sectorId, sector.id)),
    hoursOf(db, [sector.id]),
    teamsAround(db, sector),
    comingEvents(db, now, { sectorId: sector.id, limit: mostDates }),
    deedsOf(db, sector.id),
    shopsIn(db, sector.city),
  ]);
  return {
    ...sector,
    parent: sector.parentId ? (parent[0] ?? null) : null,
    children,
    managers,
    headcount,
    articles: written,
    hours: hours.get(id) ?? [],
    others,
    events,
    deeds,
    shops,
  };
}

/** Partners on line that name the town among theirs, as a whole word. */
async function shopsIn(db: Db, city: string | null) {
  if (!city) return [];
  const towns = sql`string_to_array(regexp_replace(lower(unaccent(${partners.towns})), '\\s*[,;]\\s*', ',', 'g'), ',')`;
  const here: SQL = sql`lower(unaccent(${city})) = any(${towns})`;
  return db
    .select({ id: partners.id, name: partners.name })
    .from(partners)
    .where(and(onLine(partners), isNotNull(partners.towns), here))
    .orderBy(asc(partners.position), asc(partners.name))
    .limit(mostShops);
}

/** Who answers for a sector, by their open accounts. */
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
async function teamsAround(db: Db, { id, latitude, longitude }: typeof sectors.$inferSelect) {
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
