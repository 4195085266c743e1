import { eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { type QuotaRow, quotasOf } from "#backend/modules/event-registrations/locking";
import { eventQuotas, registrationRules } from "#backend/modules/event-registrations/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay, franceWallTime } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { checkEvent } from "./checking.ts";
import { daysBetween, instantOnClocks, timesOn } from "./copying.ts";
import type { events } from "./tables.ts";

type EventRow = typeof events.$inferSelect;
type Change = { before: EventRow; after: EventRow };

/** Refuses what a change would make of another date, with the day of that date. */
const refusal = (field: "startsAt" | "endsAt", fault: "clock" | "order" | "over", day: string) =>
  fieldRefusal(field, `content:events.own.scope.refused.${fault}?day=${day}`);

const timeOf = (instant: Date) => franceWallTime(instant).slice(11);

/**
 * The times of another date, moved as the one at hand was: by as many days, and to the same hours of clocks where these changed. What did not change there
 * stays as it is here.
 */
export function movedAlike(date: EventRow, { before, after }: Change): Pick<EventRow, "startsAt" | "endsAt"> {
  const moved = (field: "startsAt" | "endsAt") => {
    const [from, to, own] = [before[field], after[field], date[field]];
    if (from.getTime() === to.getTime()) return own;
    const day = addDays(franceDay(own), daysBetween(franceDay(from), franceDay(to)));
    const instant = instantOnClocks(`${day}T${timeOf(timeOf(from) === timeOf(to) ? own : to)}`);
    if (!instant) throw refusal(field, "clock", day);
    return instant;
  };
  const times = { startsAt: moved("startsAt"), endsAt: moved("endsAt") };
  if (times.endsAt <= times.startsAt) throw refusal("endsAt", "order", franceDay(date.startsAt));
  return times;
}

/** Checks another date as a change of it alone is checked; a refusal names its day. Refused as well when the date would be over. */
export async function checkOtherDate(tx: Db, date: EventRow, next: EventRow, now: Date): Promise<void> {
  const day = franceDay(date.startsAt);
  const isOver = next.endsAt <= now;
  await checkEvent(tx, next, { now }).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    const [field, fault] = error.extras.fieldErrors?.sectorId ? ["sectorId", "team"] : isOver ? ["startsAt", "people"] : ["type", "type"];
    throw new Refusal(error.code, { ...error.extras, fieldErrors: { [field]: [`content:events.own.scope.refused.${fault}?day=${day}`] } });
  });
  if (isOver) throw refusal("startsAt", "over", day);
}

type Opening = Pick<typeof registrationRules.$inferSelect, "opensAt" | "closesAt">;

/** A registration that has opened is not closed again by an event that moves to a later day. */
const stillOpen = ({ opensAt }: Opening, moved: Opening, now: Date): Opening =>
  opensAt && moved.opensAt && opensAt <= now && moved.opensAt > opensAt ? { ...moved, opensAt } : moved;

/**
 * Moves the place groups of an event that have their own hours, and the opening and closing of registration, by as many days as the event was moved.
 * Returns the groups as they were; nothing where they stay.
 */
export async function movePlaces(
  tx: Db,
  before: EventRow,
  after: EventRow,
  now: Date,
  clockRefusal = (day: string) => refusal("startsAt", "clock", day),
): Promise<QuotaRow[] | undefined> {
  const day = franceDay(after.startsAt);
  if (day === franceDay(before.startsAt)) return shiftPlaces(tx, before, after, now);
  const times = timesOn(day, before, clockRefusal);
  const [rules] = await tx.select().from(registrationRules).where(eq(registrationRules.eventId, after.id)).for("update");
  if (!rules) return undefined;
  await tx
    .update(registrationRules)
    .set({ ...stillOpen(rules, times.ofRules(rules), now), version: sql`${registrationRules.version} + 1`, updatedAt: now })
    .where(eq(registrationRules.eventId, after.id));
  const former = await quotasOf(tx, after.id);
  for (const { id, startsAt, endsAt } of former)
    if (startsAt && endsAt)
      await tx
        .update(eventQuotas)
        .set({ ...times.inOrder({ startsAt, endsAt }), updatedAt: now })
        .where(eq(eventQuotas.id, id));
  return former;
}

/** On the same day, groups of which one would lie outside their event begin and end as much later or earlier as it begins. Returns them as they were. */
async function shiftPlaces(tx: Db, before: EventRow, after: EventRow, now: Date): Promise<QuotaRow[] | undefined> {
  const shift = after.startsAt.getTime() - before.startsAt.getTime();
  if (shift === 0) return undefined;
  await tx.select({ one: sql`1` }).from(registrationRules).where(eq(registrationRules.eventId, after.id)).for("update");
  const former = await quotasOf(tx, after.id);
  const isOutside = ({ startsAt, endsAt }: QuotaRow) => (startsAt && startsAt < after.startsAt) || (endsAt && endsAt > after.endsAt);
  if (!former.some(isOutside)) return undefined;
  const shifted = (instant: Date) => new Date(instant.getTime() + shift);
  for (const { id, startsAt, endsAt } of former)
    if (startsAt && endsAt)
      await tx
        .update(eventQuotas)
        .set({ startsAt: shifted(startsAt), endsAt: shifted(endsAt), updatedAt: now })
        .where(eq(eventQuotas.id, id));
  return former;
}
