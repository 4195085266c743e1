import { and, asc, eq, gt } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { sectors } from "#backend/modules/teams/tables";
import type { PublicEvent } from "#contract/events";
import { events } from "./tables.ts";

/** Dates on line that are not over, the next one first: of one sector, or of all. */
export async function comingEvents(db: Db, now: Date, { sectorId, limit }: { sectorId?: string; limit: number }): Promise<PublicEvent[]> {
  const rows = await db
    .select({ event: events, team: { slug: sectors.slug, name: sectors.name } })
    .from(events)
    .leftJoin(sectors, and(eq(sectors.id, events.sectorId), eq(sectors.kind, "local_team"), onLine(sectors)))
    .where(and(onLine(events), gt(events.endsAt, now), sectorId ? eq(events.sectorId, sectorId) : undefined))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(limit);
  return rows.map(({ event, team }) => ({
    ...event,
    startsAt: event.startsAt.toISOString(),
    endsAt: event.endsAt.toISOString(),
    team,
  }));
}
