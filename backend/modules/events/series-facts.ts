import { and, desc, eq, max, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { eventsManagedBy } from "#backend/identity/event-scope";
import { mostSeriesChoices } from "#contract/charity/event-series";
import type { Localized } from "#contract/formats/localized";
import { eventSeries, events } from "./tables.ts";

/** How many dates the series of an event has, and null where it is not repeated; in a query of `events` with others. */
export const datesOfSeries = sql<number | null>`case when ${events.seriesId} is not null then
  (select nullif(count(*)::int, 1) from events other where other.series_id = ${events.seriesId}) end`;

const first = alias(events, "first");

/** The name of an event's series: the title of the first of its dates that the reader looks after. Null where there is no other date, of whomever. */
export const titleOfSeries = (reader: Actor) => sql<Localized | null>`case when ${datesOfSeries} is not null then
  (select ${first.title} from events "first" where ${and(eq(first.seriesId, events.seriesId), eventsManagedBy(reader, first))}
    order by ${first.seriesDay} limit 1) end`;

/** The series by which the list of events is narrowed, of those within it. */
export async function seriesChoices(db: Db, within: SQL | undefined) {
  const rows = await db
    .select({
      id: eventSeries.id,
      title: sql<Localized>`(array_agg(${events.title} order by ${events.seriesDay}))[1]`,
      firstDay: sql<string>`min(${events.seriesDay})::text`,
    })
    .from(eventSeries)
    .innerJoin(events, eq(events.seriesId, eventSeries.id))
    .where(within)
    .groupBy(eventSeries.id)
    .having(sql`count(*) > 1`)
    .orderBy(desc(max(events.startsAt)), eventSeries.id)
    .limit(mostSeriesChoices);
  return { items: rows };
}
