import { sql } from "drizzle-orm";
import { events } from "./tables.ts";

/** How many dates the series of an event has, and null where it is not repeated; in a query of `events` with others. */
export const datesOfSeries = sql<number | null>`case when ${events.seriesId} is not null then
  (select nullif(count(*)::int, 1) from events other where other.series_id = ${events.seriesId}) end`;
