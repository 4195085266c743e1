import { and, desc, eq, inArray, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { events } from "#backend/modules/events/tables";
import { isUnseen, writeInInbox } from "#backend/modules/mails/notice-writing";
import { notices } from "#backend/modules/notices/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { Role } from "#contract/accounts/roles";
import { type AbsenceRule, absenceRule } from "#contract/charity/absence-rule";
import type { RegistrationPause } from "#contract/charity/registration-pauses";
import { franceDay } from "#contract/formats/france-time";
import { eventRegistrations } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "organisation">;

const topic = "registration_paused";

/** The rule that holds for a role today. */
export const ruleFor = async ({ organisation }: Pick<Services, "organisation">, role: Role) =>
  absenceRule((await organisation.stored()).attendance, role);

const dayOfEvent = sql<string>`(${events.startsAt} at time zone 'Europe/Paris')::date::text`;

/** The last absences of a person that count, as many as make a pause. */
const lastAbsences = (db: Db, rule: AbsenceRule, userId: string | typeof users.id) =>
  db
    .select({ id: eventRegistrations.id, eventId: events.id, title: events.title, day: dayOfEvent.as("day") })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(
      and(
        eq(eventRegistrations.userId, userId),
        eq(eventRegistrations.status, "no_show"),
        isNull(eventRegistrations.excusedAt),
        isNull(events.cancelledAt),
      ),
    )
    .orderBy(desc(events.startsAt))
    .limit(rule.absences);

/** The last day of the pause of an account of {@link users}; null where it has none today. */
export function pausedUntil(db: Db, rule: AbsenceRule | null, today: string): SQL<string | null> {
  if (!rule) return sql`null::date`;
  const { absences, absenceDays, pauseDays } = rule;
  const end = sql`max(absence.day)::date + ${pauseDays}::int`;
  return sql`(select case when count(*) = ${absences} and max(absence.day)::date - min(absence.day)::date <= ${absenceDays} and ${end} >= ${today}
    then (${end})::text end from (${lastAbsences(db, rule, users.id)}) absence)`;
}

/** The pause of a person today, with its absences, the last one first. */
async function pauseOf({ db, clock, organisation }: Deps, userId: string) {
  const facts = (await organisation.stored()).attendance;
  const rule = absenceRule(facts, "VOLUNTEER");
  if (!rule) return null;
  const [person] = await db
    .select({ role: users.role, until: pausedUntil(db, rule, franceDay(clock())) })
    .from(users)
    .where(eq(users.id, userId));
  if (!person?.until || !absenceRule(facts, person.role)) return null;
  return { until: person.until, absences: await lastAbsences(db, rule, userId) };
}

/** The same as people read it. */
export async function shownPause(services: Deps, userId: string): Promise<{ pause: RegistrationPause | null }> {
  return { pause: await pauseOf(services, userId) };
}

/** Ends the pause of a person: its absences count no longer. Refused where there is none. */
export function liftPause(services: Deps, actor: Actor, userId: string): Promise<void> {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const first = await pauseOf(inside, userId);
    if (!first) throw new Refusal("wrong_state");
    // Absences before the last ones may make a pause of their own.
    for (let pause: typeof first | null = first; pause; pause = await pauseOf(inside, userId))
      await excuse(
        inside,
        actor,
        pause.absences.map(({ id }) => id),
      );
    await tx.delete(notices).where(unreadPauses([userId]));
  });
}

async function excuse({ db: tx, clock }: Pick<Deps, "db" | "clock">, actor: Actor, registrationIds: string[]) {
  const now = clock();
  const excused = await tx
    .update(eventRegistrations)
    .set({ excusedAt: now, updatedAt: now, version: sql`${eventRegistrations.version} + 1` })
    .where(
      and(inArray(eventRegistrations.id, registrationIds), eq(eventRegistrations.status, "no_show"), isNull(eventRegistrations.excusedAt)),
    )
    .returning({ id: eventRegistrations.id });
  if (excused.length === 0) throw new Refusal("wrong_state");
  await recordChanges(
    tx,
    actor,
    excused.map(({ id }) => ({ action: "event_registration.excuse", entityType: "event_registration" as const, entityId: id })),
  );
}

const unreadPauses = (userIds: string[]) => and(eq(notices.topic, topic), inArray(notices.userId, userIds), isUnseen);

/**
 * Notifies those of some registrations, whose attendance was noted, of a pause that follows from it, in their inbox. Where it follows no longer, as an
 * absence was corrected, an unread notice is taken back.
 */
export async function notifyOfPauses({ db, clock, organisation }: Deps, registrationIds: string[]): Promise<void> {
  const facts = (await organisation.stored()).attendance;
  const roles = (["VOLUNTEER", "BENEFICIARY"] as const).filter((role) => absenceRule(facts, role));
  const rule = absenceRule(facts, "VOLUNTEER");
  if (!rule || registrationIds.length === 0) return;
  const now = clock();
  const concerned = await db
    .selectDistinctOn([users.id], { userId: users.id, until: pausedUntil(db, rule, franceDay(now)) })
    .from(users)
    .innerJoin(eventRegistrations, eq(eventRegistrations.userId, users.id))
    .where(and(inArray(eventRegistrations.id, registrationIds), inArray(users.role, roles)));
  if (concerned.length === 0) return;
  const keyOf = (userId: string, until: string) => `${topic}:${userId}:${until}`;
  const paused = concerned.flatMap(({ userId, until }) => (until ? [{ userId, until, dedupeKey: keyOf(userId, until) }] : []));
  const keys = paused.map(({ dedupeKey }) => dedupeKey);
  const isOutdated = keys.length > 0 ? notInArray(notices.dedupeKey, keys) : undefined;
  await db.delete(notices).where(and(unreadPauses(concerned.map(({ userId }) => userId)), isOutdated));
  if (paused.length === 0) return;
  await writeInInbox(
    db,
    topic,
    ...paused.map(({ userId, until, dedupeKey }) => ({
      userId,
      path: "/dashboard/my-events",
      values: { until },
      dedupeKey,
      createdAt: now,
    })),
  );
}
