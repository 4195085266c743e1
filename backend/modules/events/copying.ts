import { eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { eventQuotas, registrationRules } from "#backend/modules/event-registrations/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { yearsOfCopies } from "#contract/charity/events";
import { dayMonthsLater, franceDay, franceWallTime, instantInFrance } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { events } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;

const dayLength = 86_400_000;

/** Copies an event to another day, as a draft: its texts, and who may register for which places, at the same hours of clocks in France. Nobody who is registered for it is. */
export function copyEvent({ db, clock }: Deps, actor: Actor, id: string, day: string): Promise<{ id: string }> {
  const now = clock();
  const today = franceDay(now);
  if (day < today || day > dayMonthsLater(today, 12 * yearsOfCopies)) throw fieldRefusal("day", "events:error.copyDay");
  return db.transaction(async (tx) => {
    const [event] = await tx.select().from(events).where(eq(events.id, id));
    if (!event) throw new Refusal("not_found");
    const shift = shiftFrom(franceDay(event.startsAt), day);
    const { title, summary, accessNotes, english, type, sectorId, projectId, visibility, placeName, placeAddress } = event;
    const [copy] = await tx
      .insert(events)
      .values({
        ...{ title, summary, accessNotes, english, type, sectorId, projectId, visibility, placeName, placeAddress },
        ...inOrder({ startsAt: shift(event.startsAt), endsAt: shift(event.endsAt) }),
        ...{ updatedBy: actor.id, createdAt: now, updatedAt: now },
        position: sql`(select coalesce(max(position), 0) + 1 from ${events})`,
      })
      .returning({ id: events.id });
    if (!copy) throw new Refusal("unexpected");
    const [rules] = await tx.select().from(registrationRules).where(eq(registrationRules.eventId, id));
    if (rules) {
      const { opensAt, closesAt, taken: _, version: __, ...same } = rules;
      const times = { opensAt: opensAt && shift(opensAt), closesAt: closesAt && shift(closesAt) };
      if (times.opensAt && times.closesAt && times.closesAt <= times.opensAt) throw fieldRefusal("day", "events:error.copyClock");
      await tx.insert(registrationRules).values({ ...same, ...times, eventId: copy.id, createdAt: now, updatedAt: now });
    }
    const quotas = await tx.select().from(eventQuotas).where(eq(eventQuotas.eventId, id));
    if (quotas.length > 0)
      await tx.insert(eventQuotas).values(
        quotas.map(({ position, label, capacity, roles, needsDriver, startsAt, endsAt }) => ({
          ...{ eventId: copy.id, position, label, capacity, roles, needsDriver, createdAt: now, updatedAt: now },
          ...(startsAt && endsAt && inOrder({ startsAt: shift(startsAt), endsAt: shift(endsAt) })),
        })),
      );
    await recordChange(tx, actor, {
      action: "event.create",
      entityType: "event",
      entityId: copy.id,
      after: { status: "draft", title },
    });
    return copy;
  });
}

/** Moves an instant by whole days of the calendar: what began at ten in the morning does so again, also over a change of clocks. */
function shiftFrom(from: string, to: string): (instant: Date) => Date {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayLength);
  return (instant) => {
    const [day = "", time = ""] = franceWallTime(instant).split("T");
    return instantInFrance(`${addDays(day, days)}T${time}`) ?? instant;
  };
}

/** Times that the hour which clocks skip does not put in a wrong order. */
function inOrder<Times extends { startsAt: Date; endsAt: Date }>(times: Times): Times {
  if (times.endsAt <= times.startsAt) throw fieldRefusal("day", "events:error.copyClock");
  return times;
}
