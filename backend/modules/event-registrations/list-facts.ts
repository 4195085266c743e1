import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { events } from "#backend/modules/events/tables";
import { registrationRules } from "./tables.ts";

/** How full some events are, and how many people wait, in one statement. */
export async function placesFacts(db: Db, eventIds: string[]) {
  const capacity = sql<number | null>`(select least(sum(quota.capacity), ${registrationRules.totalCapacity})::int from event_quotas quota
    where quota.event_id = ${registrationRules.eventId})`;
  const waiting = sql<number>`(select count(*) from event_registrations waiting
    where waiting.event_id = ${events.id} and waiting.status = 'waiting')::int`;
  const rows = await db
    .select({ id: events.id, taken: registrationRules.taken, capacity, waiting, cancelledAt: events.cancelledAt })
    .from(events)
    .leftJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .where(inArray(events.id, eventIds));
  return new Map(rows.map(({ id, cancelledAt, ...places }) => [id, { ...places, cancelled: cancelledAt !== null }]));
}
