import { and, asc, eq, gt, isNull, ne, not, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { events } from "#backend/modules/events/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { users } from "#backend/modules/users/tables";
import { type Reminder, reminderTimes } from "#contract/charity/event-registrations";
import { franceWallTime, instantInFrance } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { hasNotice, isReachable } from "./changes.ts";
import { lockEvent, type RulesRow } from "./locking.ts";
import { notifyPeople } from "./notifying.ts";
import type { Deps } from "./promoting.ts";
import { eventQuotas, eventRegistrations, registrationRules } from "./tables.ts";

const hour = 3_600_000;

/** When a reminder of an event is due. Days are those of clocks in France: the day before, at the same time, also over a change of the hour. */
export function reminderAt(startsAt: Date, reminder: Reminder): Date {
  const before = reminderTimes[reminder];
  if ("hours" in before) return new Date(startsAt.getTime() - before.hours * hour);
  const time = franceWallTime(startsAt);
  const moment = instantInFrance(`${addDays(time.slice(0, 10), -before.days)}${time.slice(10)}`);
  return moment ?? new Date(startsAt.getTime() - before.days * 24 * hour);
}

/** A group of places with its beginning: its own, or that of the event. */
type Part = { eventId: string; quotaId: string; startsAt: Date };
type Due = { reminder: Reminder; at: Date };

/** The last reminder whose time has come, of an event that has not begun. Who registers later, or after a stop, gets this one and none of those before. */
export function dueReminder({ startsAt }: Pick<Part, "startsAt">, { reminders }: Pick<RulesRow, "reminders">, now: Date): Due | null {
  if (startsAt <= now) return null;
  const passed = reminders.map((reminder) => ({ reminder, at: reminderAt(startsAt, reminder) })).filter(({ at }) => at <= now);
  return passed.reduce<Due | null>((last, one) => (last && last.at >= one.at ? last : one), null);
}

/** The longest time before an event at which anybody is reminded of it, with the hour of a change of clocks. */
const earliest = Math.max(...Object.values(reminderTimes).map((time) => ("days" in time ? time.days * 24 : time.hours) + 1)) * hour;

/** What the key of a reminder ends with: an event that is moved is reminded of again. */
const suffixOf = ({ startsAt }: Pick<Part, "startsAt">, { reminder }: Due) => `${reminder}:${startsAt.toISOString()}`;

/** Who has a place, comes, and has not been reminded yet, neither by this reminder nor, since its time, by the notice of a change. In a query that joins `users` from the left. */
function toRemind(db: Db, part: Part, due: Due): SQL | undefined {
  const { id, userId, quotaId, status, awayAt } = eventRegistrations;
  const since = sql`${due.at.toISOString()}::timestamptz`;
  const ofChange = sql`'event_changed:' || ${id} || ':%'`;
  const noticed = db
    .select({ one: sql`1` })
    .from(notices)
    .where(and(eq(notices.userId, userId), sql`${notices.createdAt} >= ${since}`, sql`${notices.dedupeKey} like ${ofChange}`));
  const { aboutId, createdAt, dedupeKey, status: mailStatus } = outgoingMails;
  // Nothing of the notice of a mail to a guest says whose it is.
  const mailed = db
    .select({ one: sql`1` })
    .from(outgoingMails)
    .where(
      and(
        isNull(userId),
        ne(mailStatus, "expired"),
        eq(aboutId, part.eventId),
        sql`${createdAt} >= ${since}`,
        sql`${dedupeKey} like ${ofChange}`,
      ),
    );
  const reminded = hasNotice(db, sql`'event_reminder:' || ${id} || ${`:${suffixOf(part, due)}`}::text`);
  return and(
    eq(quotaId, part.quotaId),
    eq(status, "confirmed"),
    isNull(awayAt),
    isReachable,
    not(reminded),
    notExists(noticed),
    notExists(mailed),
  );
}

/** The most people who are reminded in one transaction, and the most groups of places that one run looks at. */
const mostAtOnce = 500;
const quotasAtOnce = 500;

/**
 * Reminds those who have a place, each once of each reminder of an event: a person who registers late gets it at the next run. Nobody is reminded of a
 * cancelled event, nor of one that has begun.
 */
export async function remindOfEvents(services: Deps): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  // As text, which the query reads as it is written.
  const startsAt = sql<string>`to_char(coalesce(${eventQuotas.startsAt}, ${events.startsAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const begins = sql`coalesce(${eventQuotas.startsAt}, ${events.startsAt})`;
  const coming = await db
    .select({ eventId: events.id, quotaId: eventQuotas.id, startsAt, reminders: registrationRules.reminders })
    .from(events)
    .innerJoin(registrationRules, eq(registrationRules.eventId, events.id))
    .innerJoin(eventQuotas, eq(eventQuotas.eventId, events.id))
    .where(
      and(
        eq(events.status, "published"),
        isNull(events.cancelledAt),
        gt(events.endsAt, now),
        sql`${begins} > ${now.toISOString()}::timestamptz`,
        sql`${begins} <= ${new Date(now.getTime() + earliest).toISOString()}::timestamptz`,
        sql`cardinality(${registrationRules.reminders}) > 0`,
      ),
    )
    .orderBy(begins)
    .limit(quotasAtOnce);
  const due = coming.flatMap(({ startsAt, ...place }) => {
    const part = { ...place, startsAt: new Date(startsAt) };
    const reminder = dueReminder(part, part, now);
    return reminder ? [{ part, reminder }] : [];
  });
  const faults: unknown[] = [];
  for (const place of await withSomebody(db, due)) {
    let goesOn = true;
    while (goesOn)
      goesOn = await db
        .transaction((tx) => remindSome({ ...services, db: tx }, place))
        .catch((error) => {
          // One event that fails does not keep the others waiting.
          faults.push(error);
          return false;
        });
  }
  if (faults.length > 0) throw new AggregateError(faults, "event reminders");
}

type Place = { eventId: string; quotaId: string };

/** Those of them in which somebody has not been reminded yet, in one statement. */
async function withSomebody(db: Db, due: { part: Part; reminder: Due }[]): Promise<Place[]> {
  if (due.length === 0) return [];
  return db
    .selectDistinct({ eventId: eventRegistrations.eventId, quotaId: eventRegistrations.quotaId })
    .from(eventRegistrations)
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(or(...due.map(({ part, reminder }) => toRemind(db, part, reminder))));
}

/** Reminds some of an event, under the lock that a change or a cancellation waits for; says whether there may be more. */
async function remindSome(services: Deps, { eventId, quotaId }: Place): Promise<boolean> {
  const { db, clock } = services;
  const { event, rules, quotas } = await lockEvent(db, eventId, "share");
  const startsAt = quotas.find(({ id }) => id === quotaId)?.startsAt ?? event.startsAt;
  const due = event.status === "published" && !event.cancelledAt ? dueReminder({ startsAt }, rules, clock()) : null;
  if (!due) return false;
  const rows = await db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(toRemind(db, { eventId, quotaId, startsAt }, due))
    .orderBy(asc(eventRegistrations.position))
    .limit(mostAtOnce);
  const ids = rows.map(({ id }) => id);
  await notifyPeople(services, event, rules, "event_reminder", ids, {
    keyOf: (registration) => `${registration}:${suffixOf({ startsAt }, due)}`,
    until: startsAt,
  });
  return rows.length === mostAtOnce;
}
