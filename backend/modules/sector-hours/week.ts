import { asc, inArray } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { maxHours, type SectorHours } from "#contract/charity/sector-hours";
import { sectorHours } from "./tables.ts";

/** The week of each of these teams, in its order. */
export async function hoursOf(db: Db, sectorIds: string[]): Promise<Map<string, SectorHours[]>> {
  const weeks = new Map<string, SectorHours[]>(sectorIds.map((id) => [id, []]));
  if (sectorIds.length === 0) return weeks;
  const rows = await db
    .select()
    .from(sectorHours)
    .where(inArray(sectorHours.sectorId, sectorIds))
    .orderBy(asc(sectorHours.weekday), asc(sectorHours.opensAt), asc(sectorHours.kind))
    .limit(sectorIds.length * maxHours);
  for (const { sectorId, opensAt, closesAt, ...row } of rows)
    weeks.get(sectorId)?.push({ ...row, opensAt: opensAt.slice(0, 5), closesAt: closesAt.slice(0, 5) });
  return weeks;
}
