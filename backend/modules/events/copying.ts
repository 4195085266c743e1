import { eq, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { currentQuestions } from "#backend/modules/event-registrations/questions";
import { eventQuestions, eventQuotas, registrationRules } from "#backend/modules/event-registrations/tables";
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
    const model = await readModel(tx, id);
    const [copy] = await addCopies(tx, actor, now, model, [{ day }], () => fieldRefusal("day", "events:error.copyClock"));
    if (!copy) throw new Refusal("unexpected");
    return { id: copy };
  });
}

/** An event with its rules and groups of places, as copies begin. */
type Model = { event: EventRow; rules: RulesRow | undefined; quotas: QuotaRow[]; questions: QuestionRow[] };
type EventRow = typeof events.$inferSelect;
type RulesRow = typeof registrationRules.$inferSelect;
type QuotaRow = typeof eventQuotas.$inferSelect;
type QuestionRow = typeof eventQuestions.$inferSelect;

/** Reads an event for copies of it, and locks it until the end of the transaction. */
export async function readModel(tx: Db, id: string): Promise<Model> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for("update");
  if (!event) throw new Refusal("not_found");
  const [rules] = await tx.select().from(registrationRules).where(eq(registrationRules.eventId, id));
  const quotas = await tx.select().from(eventQuotas).where(eq(eventQuotas.eventId, id));
  return { event, rules, quotas, questions: await currentQuestions(tx, id) };
}

/** A day of a copy (YYYY-MM-DD), with what is not the same as in the model. */
type Copy = { day: string } & Partial<Pick<EventRow, "status" | "publishedAt" | "seriesId" | "seriesDay">>;
type ClockRefusal = (day: string) => Refusal;

/** Adds the copies of an event, drafts unless they say otherwise; answers their ids. `clockRefusal` is for a day on which clocks skip its hours. */
export async function addCopies(
  tx: Db,
  actor: Actor,
  now: Date,
  { event, rules, quotas, questions }: Model,
  copies: readonly Copy[],
  clockRefusal: ClockRefusal,
): Promise<string[]> {
  const {
    title,
    summary,
    accessNotes,
    english,
    type,
    sectorId,
    projectId,
    visibility,
    placeName,
    placeAddress,
    onlineUrl,
    latitude,
    longitude,
    contactUserId,
  } = event;
  const added = copies.map(({ day, ...own }, at) => {
    const times = timesOn(day, event, clockRefusal);
    return { id: crypto.randomUUID(), times, own: { ...own, ...times.inOrder(event) }, at };
  });
  await tx.insert(events).values(
    added.map(({ id, own, at }) => ({
      ...{ id, title, summary, accessNotes, english, type, sectorId, projectId, visibility },
      ...{ placeName, placeAddress, onlineUrl, latitude, longitude, contactUserId },
      ...{ ...own, updatedBy: actor.id, createdAt: now, updatedAt: now },
      position: sql`(select coalesce(max(position), 0) from ${events}) + ${at + 1}::int`,
    })),
  );
  if (rules) {
    const { taken: _, version: __, ...same } = rules;
    const stamps = { createdAt: now, updatedAt: now };
    await tx.insert(registrationRules).values(added.map(({ id, times }) => ({ ...same, ...times.ofRules(rules), ...stamps, eventId: id })));
  }
  const groups = added.flatMap(({ id, times }) =>
    quotas.map(({ position, label, capacity, roles, needsDriver, leadOnly, startsAt, endsAt }) => ({
      ...{ eventId: id, position, label, capacity, roles, needsDriver, leadOnly, createdAt: now, updatedAt: now },
      ...(startsAt && endsAt && times.inOrder({ startsAt, endsAt })),
    })),
  );
  if (groups.length > 0) await tx.insert(eventQuotas).values(groups);
  const questionRows = added.flatMap(({ id }) =>
    questions.map(({ position, kind, label, choices, required }) => ({
      ...{ eventId: id, position, kind, label, choices, required, createdAt: now, updatedAt: now },
    })),
  );
  if (questionRows.length > 0) await tx.insert(eventQuestions).values(questionRows);
  await recordChanges(
    tx,
    actor,
    added.map(({ id, own }) => ({
      action: "event.create",
      entityType: "event" as const,
      entityId: id,
      after: { status: own.status ?? "draft", title },
    })),
  );
  return added.map(({ id }) => id);
}

type Times = { startsAt: Date; endsAt: Date };

/** The times of a model on another day, in the order that they have there. `clockRefusal` is for a day on which clocks skip them. */
export function timesOn(day: string, { startsAt: from }: Pick<EventRow, "startsAt">, clockRefusal: ClockRefusal) {
  const days = daysBetween(franceDay(from), day);
  const shift = (instant: Date) => instantInFrance(onLaterDay(instant, days)) ?? instant;
  const shiftExactly = (instant: Date) => {
    const shifted = instantOnClocks(onLaterDay(instant, days));
    if (!shifted) throw clockRefusal(day);
    return shifted;
  };
  return {
    inOrder({ startsAt, endsAt }: Times): Times {
      const times = { startsAt: shiftExactly(startsAt), endsAt: shiftExactly(endsAt) };
      if (times.endsAt <= times.startsAt) throw clockRefusal(day);
      return times;
    },
    ofRules({ opensAt, closesAt }: Pick<RulesRow, "opensAt" | "closesAt">) {
      const times = { opensAt: opensAt && shift(opensAt), closesAt: closesAt && shift(closesAt) };
      if (times.opensAt && times.closesAt && times.closesAt <= times.opensAt) throw clockRefusal(day);
      return times;
    },
  };
}

/** How many days of the calendar one day (YYYY-MM-DD) is after another. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayLength);

/** The time that clocks show at an instant, so many days of the calendar later: what began at ten in the morning does so again. */
function onLaterDay(instant: Date, days: number): string {
  const [day = "", time = ""] = franceWallTime(instant).split("T");
  return `${addDays(day, days)}T${time}`;
}

/** The instant at which clocks in France show a time; null where they skip it. */
export function instantOnClocks(wallTime: string): Date | null {
  const instant = instantInFrance(wallTime);
  return instant && franceWallTime(instant) === wallTime ? instant : null;
}
