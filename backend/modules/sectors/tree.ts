import { and, asc, eq, gt, inArray, isNull, min, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { events } from "#backend/modules/events/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { maxInTree, type TreeLine } from "#contract/charity/sectors";
import { sectors } from "./tables.ts";

const maxManagers = 2_000;

/** All sectors, in four queries however many there are. */
export async function treeOf(db: Db, now: Date): Promise<{ items: TreeLine[]; more: boolean }> {
  const heirs = alias(sectors, "heirs");
  const rows = await db
    .select({ sector: sectors, mergedInto: heirs.name })
    .from(sectors)
    .leftJoin(heirs, eq(heirs.id, sectors.mergedIntoId))
    .orderBy(asc(sectors.position), asc(sectors.id))
    .limit(maxInTree + 1);
  const shown = rows.slice(0, maxInTree);
  const ids = shown.map(({ sector }) => sector.id);
  if (ids.length === 0) return { items: [], more: false };
  const [managers, members, dates] = await Promise.all([
    db
      .select({ sectorId: sectorManagers.sectorId, name: fullName(users) })
      .from(sectorManagers)
      .innerJoin(users, and(eq(users.id, sectorManagers.userId), eq(users.accountState, "validated")))
      .where(inArray(sectorManagers.sectorId, ids))
      .orderBy(asc(users.firstName), asc(users.id))
      .limit(maxManagers),
    db
      .select({ sectorId: users.sectorId, people: sql<number>`count(*)::int` })
      .from(users)
      .where(and(inArray(users.sectorId, ids), eq(users.accountState, "validated")))
      .groupBy(users.sectorId),
    db
      .select({ sectorId: events.sectorId, next: min(events.startsAt) })
      .from(events)
      .where(and(inArray(events.sectorId, ids), onLine(events), isNull(events.cancelledAt), gt(events.endsAt, now)))
      .groupBy(events.sectorId),
  ]);
  const people = new Map(members.map((row) => [row.sectorId, row.people]));
  const next = new Map(dates.map((row) => [row.sectorId, row.next]));
  const names = Map.groupBy(managers, ({ sectorId }) => sectorId);
  return {
    items: shown.map(({ sector, mergedInto }) => ({
      ...sector,
      mergedInto,
      managers: names.get(sector.id)?.map(({ name }) => name) ?? [],
      members: people.get(sector.id) ?? 0,
      nextDate: next.get(sector.id)?.toISOString() ?? null,
    })),
    more: rows.length > maxInTree,
  };
}
