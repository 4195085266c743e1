import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { englishStateOf } from "#backend/content/english";
import type { Saving } from "#backend/content/store";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { rightsNow } from "#backend/identity/account-scope";
import { managesEvent, requireEvent } from "#backend/identity/event-scope";
import { followChange } from "#backend/modules/event-registrations/attendance";
import { notifyOfEventChange } from "#backend/modules/event-registrations/changes";
import { cancelInside } from "#backend/modules/event-registrations/places";
import { countComing } from "#backend/modules/event-registrations/registering";
import { Refusal } from "#backend/refusal";
import type { SeriesCancellation } from "#contract/charity/event-series";
import { datesInScope, type SeriesScope } from "#contract/charity/series-scopes";
import { isToCome, lockSeries } from "./series.ts";
import { checkOtherDate, movedAlike, movePlaces } from "./series-times.ts";
import { events } from "./tables.ts";

type EventRow = typeof events.$inferSelect;

const point = ["latitude", "longitude"] as const;
/** The fields of an event that a change carries over to other dates as they are. */
const sameFields = [
  ...(["title", "summary", "accessNotes", "type", "visibility", "sectorId", "projectId", "placeName", "placeAddress"] as const),
  "onlineUrl",
  ...point,
] as const;

/**
 * Carries what has changed of an event over to other dates of its series that have not begun: fields with their new values, and hours as the same hours of
 * clocks, as many days earlier or later, with the hours of their place groups and of registration. Whoever is registered for such a date is notified as by a change of that date alone.
 */
export async function changeSeries(
  tx: Db,
  { before, after, scope }: { before: EventRow; after: EventRow; scope: SeriesScope },
  services: Omit<Saving, "geocoder">,
): Promise<void> {
  if (!after.seriesId || scope === "this") return;
  const { actor, clock } = services;
  const now = clock();
  const isNew = (name: (typeof sameFields)[number]) => !isDeepStrictEqual(before[name], after[name]);
  const changed = sameFields.filter(isNew);
  const hasNewPoint = [...point, "placeAddress" as const].some(isNew);
  const same = Object.fromEntries(changed.map((name) => [name, after[name]]));
  /** With the point of the address, on dates that have this address: elsewhere it would be wrong. */
  const valuesFor = (date: EventRow) => {
    const isHere = (changed.includes("placeAddress") ? after : date).placeAddress === after.placeAddress;
    const { latitude, longitude } = isHere && hasNewPoint ? after : date;
    return { ...same, latitude, longitude };
  };
  const moves = before.startsAt.getTime() !== after.startsAt.getTime() || before.endsAt.getTime() !== after.endsAt.getTime();
  if (changed.length === 0 && !moves) return;
  const locked = await lockSeries(tx, after.seriesId);
  const current = await rightsNow(tx, actor);
  // Which dates follow depends on when this one was before the change. Those of a sector that is not the actor's stay as they are.
  const theirs = locked.filter((date) => date.id === after.id || managesEvent(current, date));
  const dates = theirs.map((date) => ({
    ...(date.id === after.id ? before : date),
    open: isToCome(date, now),
  }));
  for (const date of datesInScope(dates, after.id, scope)) {
    if (date.id === after.id) continue;
    const values = valuesFor(date);
    const next = { ...date, ...values, ...(moves && movedAlike(date, { before, after })) };
    await checkOtherDate(tx, date, next, now);
    const { startsAt, endsAt } = next;
    const [row] = await tx
      .update(events)
      .set({
        ...{ ...values, startsAt, endsAt, english: englishStateOf(next, date) },
        ...{ version: sql`${events.version} + 1`, updatedAt: now, updatedBy: actor.id },
      })
      .where(eq(events.id, date.id))
      .returning();
    if (!row) throw new Refusal("unexpected");
    const former = await movePlaces(tx, date, row, now);
    await notifyOfEventChange({ ...services, db: tx }, date, row, former);
    await followChange(tx, { event: date }, { event: row }, now);
    await recordChange(tx, actor, {
      action: "event.edit",
      entityType: "event",
      entityId: row.id,
      before: logged(date),
      after: logged(row),
    });
  }
}

const lockAlone = (tx: Db, id: string) => tx.select().from(events).where(eq(events.id, id)).for("update");

const logged = (row: EventRow) =>
  Object.fromEntries([...sameFields, "startsAt" as const, "endsAt" as const].map((name) => [name, row[name]]));

/** Cancels an event with those of its series that follow, or with all. Refused when more people would be notified than the page named. */
export function cancelSeries(
  services: Parameters<typeof cancelInside>[0],
  actor: Actor,
  id: string,
  { reason, people, scope }: SeriesCancellation,
): Promise<{ dates: number; notified: number }> {
  return services.db.transaction(async (tx) => {
    await requireEvent(tx, actor, id);
    const [event] = await tx.select().from(events).where(eq(events.id, id));
    if (!event) throw new Refusal("not_found");
    const now = services.clock();
    // A series is locked before its dates. Those of a sector that is not the actor's stay as they are.
    const locked = event.seriesId && scope !== "this" ? await lockSeries(tx, event.seriesId) : await lockAlone(tx, id);
    const current = await rightsNow(tx, actor);
    const dates = locked.filter((date) => managesEvent(current, date));
    if (!dates.some((date) => date.id === id)) throw new Refusal("not_found");
    const chosen = datesInScope(
      dates.map((date) => ({ ...date, open: isToCome(date, now) && date.status === "published" })),
      id,
      scope,
    );
    const inside = { ...services, db: tx };
    const counts = [];
    for (const date of chosen) counts.push(await countComing(tx, date.id));
    const all = counts.reduce((sum, count) => sum + count, 0);
    if (all > people[scope]) throw new Refusal("stale", { count: all });
    for (const date of chosen) await cancelInside(inside, actor, date.id, { reason, people: all });
    return { dates: chosen.length, notified: all };
  });
}
