import { and, asc, eq, exists, gt, inArray, lt, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { referencesTo } from "#backend/content/dependents";
import type { Db } from "#backend/db/client";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { sectorHours } from "#backend/modules/sector-hours/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { users } from "#backend/modules/users/tables";
import type { EntityType } from "#contract/api/entity-types";
import { maxHours } from "#contract/charity/sector-hours";
import { mergeParts } from "#contract/charity/sectors";
import { sectors } from "./tables.ts";

/** The merged sector and its target. */
export type Pair = { from: string; into: string };
export type SectorReference = Awaited<ReturnType<typeof referencesTo>>[number];

/** The labels of tables that refer to sectors, and of the audit log. */
const known: Record<string, { part: (typeof mergeParts)[number]; entityType: EntityType }> = {
  users: { part: "people", entityType: "user" },
  articles: { part: "articles", entityType: "article" },
  project_sectors: { part: "projects", entityType: "project" },
  events: { part: "events", entityType: "event" },
  portraits: { part: "portraits", entityType: "portrait" },
  monthly_records: { part: "months", entityType: "monthly_record" },
  sector_hours: { part: "hours", entityType: "team" },
  volunteer_hours: { part: "volunteerHours", entityType: "volunteer_hours" },
  expense_claims: { part: "expenses", entityType: "expense_claim" },
  expense_drafts: { part: "expenses", entityType: "expense_claim" },
  sector_managers: { part: "managers", entityType: "team" },
  messages: { part: "messages", entityType: "message" },
  registration_links: { part: "links", entityType: "registration_link" },
  permission_grants: { part: "rights", entityType: "person" },
  sectors: { part: "sectors", entityType: "team" },
};

export const referencesToSectors = (db: Db) => referencesTo(db, sectors);
export const partOf = ({ table, column }: SectorReference) => (column === "merged_into_id" ? "addresses" : (known[table]?.part ?? "other"));
/** Throws for a table that refers to sectors and is not listed above. */
export function entityTypeOf({ table }: SectorReference): EntityType {
  const found = known[table];
  if (!found) throw new Error(`the table ${table} refers to sectors and has no entity type`);
  return found.entityType;
}

/** The number of rows of each kind that refer to a sector, by foreign key: a table that is added later is counted too. */
export async function countParts(db: Db, id: string) {
  const counts = (await referencesToSectors(db)).map(
    (reference): SQL =>
      sql`select ${partOf(reference)}::text as part, count(*) as count from ${sql.identifier(reference.table)} where ${sql.identifier(reference.column)} = ${id}`,
  );
  const { rows } = await db.execute<{ part: (typeof mergeParts)[number]; count: string | number }>(
    sql`select part, sum(count)::int as count from (${sql.join(counts, sql` union all `)}) parts group by part having sum(count) > 0`,
  );
  const counted = new Map(rows.map(({ part, count }) => [part, Number(count)]));
  return mergeParts.flatMap((part) => (counted.has(part) ? [{ part, count: counted.get(part) ?? 0 }] : []));
}

/** The months of which both have figures, of each of the two. */
export async function sharedMonths(db: Db, { from, into }: Pair) {
  const theirs = alias(monthlyRecords, "theirs");
  return db
    .select({ mine: monthlyRecords, theirs })
    .from(monthlyRecords)
    .innerJoin(theirs, and(eq(theirs.sectorId, into), eq(theirs.month, monthlyRecords.month)))
    .where(eq(monthlyRecords.sectorId, from))
    .orderBy(asc(monthlyRecords.month));
}

/** The openings that fit into the target's week: no overlap with one of the same purpose, and within the limit. */
export async function movableHours(db: Db, { from, into }: Pair): Promise<string[]> {
  const theirs = alias(sectorHours, "theirs");
  const clash = db
    .select({ id: theirs.id })
    .from(theirs)
    .where(
      and(
        eq(theirs.sectorId, into),
        eq(theirs.weekday, sectorHours.weekday),
        eq(theirs.kind, sectorHours.kind),
        lt(theirs.opensAt, sectorHours.closesAt),
        gt(theirs.closesAt, sectorHours.opensAt),
      ),
    );
  const room = Math.max(0, maxHours - (await db.$count(sectorHours, eq(sectorHours.sectorId, into))));
  const rows = await db
    .select({ id: sectorHours.id })
    .from(sectorHours)
    .where(and(eq(sectorHours.sectorId, from), notExists(clash)))
    .orderBy(asc(sectorHours.weekday), asc(sectorHours.opensAt), asc(sectorHours.id))
    .limit(room);
  return rows.map(({ id }) => id);
}

/** Managers of the merged sector who do not manage the target yet, and are still of the team. */
export async function movableManagers(db: Db, { from, into }: Pair): Promise<string[]> {
  const theirs = alias(sectorManagers, "theirs");
  const already = db
    .select({ id: theirs.userId })
    .from(theirs)
    .where(and(eq(theirs.sectorId, into), eq(theirs.userId, sectorManagers.userId)));
  const ofSector = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sectorManagers.userId), inArray(users.role, ["ADMIN", "VOLUNTEER"])));
  const rows = await db
    .select({ id: sectorManagers.userId })
    .from(sectorManagers)
    .where(and(eq(sectorManagers.sectorId, from), notExists(already), exists(ofSector)));
  return rows.map(({ id }) => id);
}
