import { and, asc, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { eventsManagedBy } from "#backend/identity/event-scope";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { comingStatuses } from "#contract/charity/event-registrations";
import type { EventSeries, SeriesDraft } from "#contract/charity/event-series";
import { rruleOf, ruleFault, seriesDays } from "#contract/charity/series-rule";
import { franceDay, franceWallTime } from "#contract/formats/france-time";
import { addCopies, readModel } from "./copying.ts";
import { datesOfSeries } from "./series-facts.ts";
import { eventSeries, events } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;

const ofSeries = alias(events, "of_series");
const coming = sql.join(
  comingStatuses.map((status) => sql`${status}`),
  sql`, `,
);

/** The series of an event with those of its dates that the reader looks after, each with the number of its registrations, in one statement. */
export async function seriesOf({ db, clock }: Deps, actor: Actor, id: string): Promise<EventSeries> {
  const rows = await db
    .select({
      event: events,
      series: eventSeries,
      date: ofSeries,
      people: sql<number>`(select count(*)::int from event_registrations registered where registered.event_id = ${ofSeries.id}
        and registered.status in (${coming}))`,
      dates: datesOfSeries,
    })
    .from(events)
    .innerJoin(ofSeries, or(eq(ofSeries.id, events.id), eq(ofSeries.seriesId, events.seriesId)))
    .leftJoin(eventSeries, eq(eventSeries.id, events.seriesId))
    .where(and(eq(events.id, id), eventsManagedBy(actor), eventsManagedBy(actor, ofSeries)))
    .orderBy(asc(ofSeries.startsAt), asc(ofSeries.id));
  const [first] = rows;
  if (!first) throw new Refusal("not_found");
  const now = clock();
  return {
    event: { ...first.event, startsAt: first.event.startsAt.toISOString() },
    series: first.dates === null ? null : first.series,
    dates: rows.map(({ date, people }) => ({
      ...{ id: date.id, startsAt: date.startsAt.toISOString(), endsAt: date.endsAt.toISOString(), status: date.status },
      ...{ cancelled: date.cancelledAt !== null, people },
      open: date.id === id ? isOpen(date, now) : isToCome(date, now),
    })),
  };
}

type EventRow = typeof events.$inferSelect;

/** Whether an event may be changed: it is neither over, nor cancelled, nor archived. */
const isOpen = ({ status, cancelledAt, endsAt }: EventRow, now: Date) => status !== "archived" && cancelledAt === null && endsAt > now;

/** Whether a change of another date of its series changes an event, too: it has not begun either. */
export const isToCome = (event: EventRow, now: Date) => isOpen(event, now) && event.startsAt > now;

/** Repeats an event by a rule: all dates at once, at the same hours of clocks in France. Of two people who do so at the same time, one is refused. */
export function repeatEvent({ db, clock }: Deps, actor: Actor, id: string, { days, publish, ...rule }: SeriesDraft) {
  return db.transaction(async (tx) => {
    const now = clock();
    const model = await readModel(tx, id);
    const { event } = model;
    // What is left of a series whose other dates were deleted is a single event.
    if (event.seriesId && (await tx.$count(events, eq(events.seriesId, event.seriesId))) > 1) throw new Refusal("in_series");
    if (!isOpen(event, now)) throw new Refusal("wrong_state");
    const first = franceDay(event.startsAt);
    const fault = ruleFault(rule, first);
    if (fault) throw fieldRefusal(fault.field, fault.message);
    const [, ...later] = seriesDays(rule, first);
    if (days.some((day) => !later.includes(day))) throw fieldRefusal("days", "event-series:error.otherDays");
    const rrule = rruleOf(rule, first);
    const excluded = later.filter((day) => !days.includes(day));
    const values = { rrule, excluded, startsLocal: franceWallTime(event.startsAt), createdAt: now, updatedAt: now };
    const [series] = await tx.insert(eventSeries).values(values).returning();
    if (!series) throw new Refusal("unexpected");
    await tx
      .update(events)
      .set({ seriesId: series.id, seriesDay: first, version: sql`${events.version} + 1`, updatedAt: now, updatedBy: actor.id })
      .where(eq(events.id, id));
    const published = publish && event.status === "published" ? { status: "published" as const, publishedAt: now } : {};
    const copies = later.filter((day) => days.includes(day)).map((day) => ({ day, seriesId: series.id, seriesDay: day, ...published }));
    await addCopies(tx, actor, now, model, copies, (day) => fieldRefusal("days", `event-series:error.clock?day=${day}`));
    await recordChange(tx, actor, {
      action: "event.repeat",
      entityType: "event",
      entityId: id,
      after: { rrule, dates: copies.length + 1 },
    });
    return { dates: copies.length };
  });
}

/** Locks the other dates of an event's series, those to come, always in the same order. */
export async function lockSeries(tx: Db, seriesId: string): Promise<EventRow[]> {
  await tx.select({ id: eventSeries.id }).from(eventSeries).where(eq(eventSeries.id, seriesId)).for("update");
  return tx.select().from(events).where(eq(events.seriesId, seriesId)).orderBy(asc(events.startsAt), asc(events.id)).for("update");
}
