import { sql } from "drizzle-orm";
import type { Ranges } from "#backend/db/order";
import { events } from "./tables.ts";

/**
 * What is to come first, the next one first; then what is over, the last one first. The time of the request is in no index, so the list has ranges:
 * what is under way, of which there is little, what begins later, and what is over.
 */
export const eventsByTime: Ranges = {
  by: events.startsAt,
  ranges: [
    { where: sql`tstzrange(${events.startsAt}, ${events.endsAt}) @> now()`, way: "asc" },
    { where: sql`${events.startsAt} > now()`, way: "asc" },
    // The start of what is over is before its end: by that, it is a range of the index too.
    { where: sql`${events.startsAt} < now() and ${events.endsAt} <= now()`, way: "desc" },
  ],
};
