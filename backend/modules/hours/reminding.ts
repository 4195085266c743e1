import { and, asc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMails } from "#backend/modules/mails/outbox";
import { queueReminders } from "#backend/modules/mails/reminders";
import { users } from "#backend/modules/users/tables";
import { type ProposalsToRemind, proposalDays } from "#contract/charity/volunteer-hours-admin";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { hoursText } from "#contract/formats/hours";
import { addDays } from "#contract/formats/weeks";
import { volunteerHours } from "./tables.ts";
import { ofYear } from "./year.ts";

type Entry = typeof volunteerHours.$inferSelect;
type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

const day = 24 * 60 * 60 * 1000;
const isProposed = eq(volunteerHours.status, "proposed");
/** When the year of an entry ends in France. */
const endOfYear = sql`((date_trunc('year', ${volunteerHours.date}::timestamp) + interval '1 year') at time zone 'Europe/Paris')`;

/** The most people that one run writes to, each about all of theirs. */
const atOnce = 200;

/**
 * Writes to those who have proposals to confirm: once their time is over, once more when the year has ended, since closing it deletes them, and when staff
 * request it. One mail for all of a person.
 */
export async function remindOfProposals(services: Deps): Promise<void> {
  const now = services.clock();
  const { remindedAt, date, startsAt, minutes } = volunteerHours;
  const over = sql`(${date} + make_interval(mins => coalesce(${startsAt}, 0) + ${minutes})) at time zone 'Europe/Paris' <= ${now.toISOString()}::timestamptz`;
  const again = and(lt(remindedAt, endOfYear), sql`${endOfYear} <= ${now.toISOString()}::timestamptz`);
  await services.db.transaction(async (tx) => {
    const due = and(isProposed, over, or(isNull(remindedAt), again));
    const whose = tx
      .selectDistinct({ userId: volunteerHours.userId })
      .from(volunteerHours)
      .where(due)
      .orderBy(asc(volunteerHours.userId))
      .limit(atOnce);
    const rows = await tx
      .select()
      .from(volunteerHours)
      .where(and(due, inArray(volunteerHours.userId, whose)))
      .orderBy(asc(volunteerHours.userId), asc(date), asc(volunteerHours.id))
      .for("update", { skipLocked: true });
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await tx.update(volunteerHours).set({ remindedAt: now }).where(inArray(volunteerHours.id, ids));
    await write({ ...services, db: tx }, rows);
  });
}

/** Whether closing the year of one of these entries may delete them: nobody stops or pauses the mail that says so. */
const isDeletedNext = (entries: Entry[], now: Date) => entries.some(({ date }) => date.slice(0, 4) < franceDay(now).slice(0, 4));

async function write(services: Deps, rows: Entry[]) {
  const { db, clock, translate } = services;
  const theirs = Map.groupBy(rows, ({ userId }) => userId);
  const people = await db
    .select({ id: users.id, email: users.email, locale: users.locale, firstName: users.firstName, state: users.accountState })
    .from(users)
    .where(inArray(users.id, [...theirs.keys()]));
  const mails = people
    .filter(({ state }) => state !== "left")
    .map(({ state: _, ...person }) => {
      const { locale } = person;
      const entries = theirs.get(person.id) ?? [];
      const line = ({ activity, date, minutes }: Entry) =>
        `${translate(locale, `hours:activity.${activity}`)}, ${writtenDay(locale, date)}, ${hoursText(locale, minutes)}`;
      return {
        to: { ...person, userId: person.id },
        values: { lines: entries.map(line).join("\n") },
        dedupeKey: `hours-proposed:${person.id}:${entries[0]?.id}:${clock().toISOString()}`,
      };
    });
  for (let at = 0; at < mails.length; at += 200) {
    const some = mails.slice(at, at + 200);
    const isLast = ({ to }: (typeof some)[number]) => isDeletedNext(theirs.get(to.userId) ?? [], clock());
    await queueMails(services, "hours_proposed", some.filter(isLast));
    await queueReminders(
      services,
      "hours_proposed",
      some.filter((mail) => !isLast(mail)),
    );
  }
}

/**
 * Lets those who have not confirmed the proposals of an event or a year be written to again, unless they were in the last days. Returns the number of
 * proposals; the mails leave within minutes.
 */
export function remindAgain({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, which: ProposalsToRemind): Promise<number> {
  const lately = new Date(clock().getTime() - proposalDays.betweenReminders * day);
  const chosen = which.eventId ? eq(volunteerHours.eventId, which.eventId) : ofYear(which.year ?? 0);
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(volunteerHours)
      .set({ remindedAt: null })
      .where(and(chosen, isProposed, lt(volunteerHours.remindedAt, lately)))
      .returning({ id: volunteerHours.id });
    const [first] = rows;
    if (!first) return 0;
    const change = { action: "volunteer_hours.remind", entityType: "volunteer_hours", entityId: first.id } as const;
    await recordChange(tx, actor, { ...change, after: { year: which.year, rows: rows.length } });
    return rows.length;
  });
}

/** The proposals of a year, and the day from which its closing may delete them; null while somebody has not been written to since it ended. */
export async function proposalsOf(db: Db, year: number) {
  const { minutes, remindedAt } = volunteerHours;
  const isWarned: SQL = sql`coalesce(${remindedAt} >= ${endOfYear}, false)`;
  const [row] = await db
    .select({
      entries: sql<number>`count(*)`.mapWith(Number),
      minutes: sql<number>`coalesce(sum(${minutes}), 0)`.mapWith(Number),
      areWarned: sql<boolean>`coalesce(bool_and(${isWarned}), true)`,
      last: sql<string | null>`max(${remindedAt})`,
    })
    .from(volunteerHours)
    .where(and(ofYear(year), isProposed));
  const { entries = 0, minutes: sum = 0, areWarned = true, last = null } = row ?? {};
  const deletableFrom = areWarned && last ? addDays(franceDay(new Date(last)), proposalDays.beforeDeletion) : null;
  return { entries, minutes: sum, deletableFrom };
}
