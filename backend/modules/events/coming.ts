import { and, asc, eq, gt, isNotNull, isNull, type SQL } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { sectors } from "#backend/modules/sectors/tables";
import { Refusal } from "#backend/refusal";
import type { CalendarEvent, PublicEvent } from "#contract/charity/events";
import { events } from "./tables.ts";

type Row = typeof events.$inferSelect;

/** Published events for everybody that are not over, the next one first: of one sector, or of all. */
export async function comingEvents(db: Db, now: Date, { sectorId, limit }: { sectorId?: string; limit: number }): Promise<PublicEvent[]> {
  const coming = and(onLine(events), isNull(events.cancelledAt), gt(events.endsAt, now));
  const rows = await eventsWhere(db, limit, coming, sectorId ? eq(events.sectorId, sectorId) : undefined);
  return rows.map(shown);
}

/** The most events in a calendar, and how long past ones stay in it, in milliseconds. */
const maxInCalendar = 200;
const afterwards = 30 * 24 * 60 * 60 * 1000;

/** The events of a sector for calendar programs, with cancelled ones. */
export async function calendarOf(db: Db, now: Date, sectorId: string): Promise<CalendarEvent[]> {
  const recent = gt(events.endsAt, new Date(now.getTime() - afterwards));
  return (await eventsWhere(db, maxInCalendar, eq(events.sectorId, sectorId), announced, recent)).map(forCalendar);
}

export async function announcedEvent(db: Db, id: string): Promise<CalendarEvent> {
  const [row] = await eventsWhere(db, 1, eq(events.id, id), announced);
  if (!row) throw new Refusal("not_found");
  return forCalendar(row);
}

const announced = isNotNull(events.publishedAt);
/** Nothing of any other event is in a public page, feed or response. */
export const isPublic = eq(events.visibility, "public");

function eventsWhere(db: Db, limit: number, ...conditions: (SQL | undefined)[]) {
  return db
    .select({ event: events, team: { slug: sectors.slug, name: sectors.name } })
    .from(events)
    .leftJoin(sectors, and(eq(sectors.id, events.sectorId), eq(sectors.kind, "local_team"), onLine(sectors)))
    .where(and(isPublic, ...conditions))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(limit);
}

type Found = { event: Row; team: PublicEvent["team"] };

function shown({ event, team }: Found): PublicEvent {
  return { ...event, startsAt: event.startsAt.toISOString(), endsAt: event.endsAt.toISOString(), team };
}

const nothing = {
  title: { fr: "" },
  summary: { fr: "" },
  accessNotes: { fr: "" },
  placeName: "",
  placeAddress: "",
  online: false,
  team: null,
};

function forCalendar(found: Found): CalendarEvent {
  const { version, updatedAt, status, cancelledAt } = found.event;
  const cancelled = status !== "published" || cancelledAt !== null;
  return { ...shown(found), version, updatedAt: updatedAt.toISOString(), cancelled, ...(cancelled && nothing) };
}
