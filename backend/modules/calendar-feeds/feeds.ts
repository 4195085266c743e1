import { and, asc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { hasPlace } from "#backend/modules/event-registrations/status";
import { eventQuotas, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { users } from "#backend/modules/users/tables";
import { hashOf, newToken } from "#backend/secrets";
import type { FeedEvent } from "#contract/charity/calendar-feed";
import { comingStatuses, participantRoles } from "#contract/charity/event-registrations";
import { calendarFeeds } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;

export async function readFeed(db: Db, { id }: Actor): Promise<{ createdAt: string | null }> {
  const [feed] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, id));
  return { createdAt: feed?.createdAt.toISOString() ?? null };
}

/** Makes a person's secret address, or a new one in place of the last. */
export async function createFeed({ db, clock }: Deps, { id: userId }: Actor): Promise<{ token: string }> {
  const token = newToken();
  const row = { tokenHash: hashOf(token), createdAt: clock() };
  await db
    .insert(calendarFeeds)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: row });
  return { token };
}

export async function revokeFeed(db: Db, { id }: Actor): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, id));
}

/** Whose feed a token opens: that of an open account whose role takes part in events. */
export async function ownerOf(db: Db, token: string): Promise<string | undefined> {
  const [owner] = await db
    .select({ id: users.id })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(
      and(eq(calendarFeeds.tokenHash, hashOf(token)), eq(users.accountState, "validated"), inArray(users.role, [...participantRoles])),
    );
  return owner?.id;
}

/** The most events in a calendar, and how long past ones stay in it, in milliseconds. */
const maxInCalendar = 200;
const afterwards = 30 * 24 * 60 * 60 * 1000;

type Slot = Pick<typeof eventQuotas.$inferSelect, "startsAt" | "endsAt">;
type Row = {
  event: typeof events.$inferSelect;
  registration: typeof eventRegistrations.$inferSelect;
  slot: Slot;
  kit: (typeof kitOrders.$inferSelect)["kind"] | null;
};

/** A person's last registration for each event, with those that ended, so that calendars say so. */
export async function eventsOfFeed(db: Db, userId: string, now: Date): Promise<FeedEvent[]> {
  const later = sql`exists (select from event_registrations later where later.event_id = ${eventRegistrations.eventId}
    and later.user_id = ${userId} and later.position > ${eventRegistrations.position})`;
  const rows = await db
    .select({
      event: events,
      registration: eventRegistrations,
      slot: { startsAt: eventQuotas.startsAt, endsAt: eventQuotas.endsAt },
      kit: kitOrders.kind,
    })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(kitOrders, eq(kitOrders.registrationId, eventRegistrations.id))
    .where(
      and(
        eq(eventRegistrations.userId, userId),
        gt(events.endsAt, new Date(now.getTime() - afterwards)),
        isNotNull(events.publishedAt),
        sql`not ${later}`,
      ),
    )
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(maxInCalendar);
  return rows.map((row) => shown(row, now));
}

const nowhere = { placeName: "", placeAddress: "", online: false, onlineUrl: null, accessNotes: { fr: "" } };
const nothing = { title: { fr: "" }, delivered: false, ...nowhere };
const tentative = comingStatuses.filter((status) => status !== "confirmed");

function stateOf({ event, registration: { status } }: Row, now: Date): FeedEvent["state"] {
  // An event that took place and is archived stays what it was.
  const isGone = event.status !== "published" && !(event.status === "archived" && event.endsAt <= now);
  if (event.cancelledAt || isGone) return "cancelled";
  if (status === "confirmed" || status === "attended") return "confirmed";
  return tentative.some((one) => one === status) ? "tentative" : "cancelled";
}

function shown(row: Row, now: Date): FeedEvent {
  const { event, registration, slot, kit } = row;
  const delivered = kit === "delivery";
  const state = stateOf(row, now);
  const { title, placeName, placeAddress, online, accessNotes } = event;
  return {
    ...{ title, placeName, placeAddress, online, accessNotes, delivered },
    onlineUrl: hasPlace(registration) ? event.onlineUrl : null,
    // The depot is not where a student waits for their kit.
    ...(delivered && nowhere),
    // Who has left an event that is not for everybody learns nothing new of it.
    ...(state === "cancelled" && nothing),
    id: registration.id,
    eventId: event.id,
    sequence: event.version + registration.version,
    changedAt: new Date(Math.max(event.updatedAt.getTime(), registration.updatedAt.getTime())).toISOString(),
    startsAt: (slot.startsAt ?? event.startsAt).toISOString(),
    endsAt: (slot.endsAt ?? event.endsAt).toISOString(),
    state,
  };
}
