import { and, between, eq, inArray, sql } from "drizzle-orm";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMails } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { hoursText } from "#contract/formats/hours";
import { isCounted } from "./counted.ts";
import { volunteerHours } from "./tables.ts";

type Entry = typeof volunteerHours.$inferSelect;
type Decided = { decision: "validate" | "reject"; reason: string; batch: string };

/** Writes to whoever has given these hours: one mail for all of them that were decided on together. */
export async function mailDecisions(services: Services, actor: Actor, entries: Entry[], { decision, reason, batch }: Decided) {
  if (entries.length === 0) return;
  const { db, clock, translate } = services;
  const ids = [...new Set(entries.map(({ userId }) => userId))];
  const year = franceDay(clock()).slice(0, 4);
  // A query of its own: columns that stand in the selection of one table are written without the name of theirs.
  const counted = db
    .select({ minutes: sql`coalesce(sum(${volunteerHours.minutes}), 0)` })
    .from(volunteerHours)
    .where(and(eq(volunteerHours.userId, users.id), between(volunteerHours.date, `${year}-01-01`, `${year}-12-31`), isCounted));
  const ofYear = sql<number>`${counted}`.mapWith(Number);
  const { id, email, locale, firstName } = users;
  const people = await db.select({ id, email, locale, firstName, ofYear }).from(users).where(inArray(id, ids));
  const mails = people.map(({ ofYear: yearTotal, ...person }) => {
    const theirs = entries.filter(({ userId }) => userId === person.id).sort((one, other) => one.date.localeCompare(other.date));
    const days = theirs.map(({ date }) => writtenDay(person.locale, date));
    const total = theirs.reduce((sum, { minutes }) => sum + minutes, 0);
    const lines = theirs.map(
      ({ activity, minutes }, at) =>
        `${translate(person.locale, `hours:activity.${activity}`)}, ${days[at]}, ${hoursText(person.locale, minutes)}`,
    );
    const validated = {
      hours: hoursText(person.locale, total),
      from: days[0] ?? "",
      to: days.at(-1) ?? "",
      yearTotal: hoursText(person.locale, yearTotal),
    };
    const rejected = { lines: lines.join("\n"), reason, validatorName: actor.firstName };
    return {
      to: { ...person, userId: person.id },
      values: decision === "validate" ? validated : rejected,
      dedupeKey: `hours:${batch}:${person.id}:${theirs[0]?.id}`,
    };
  });
  for (let at = 0; at < mails.length; at += 200)
    await queueMails(services, decision === "validate" ? "hours_validated" : "hours_rejected", mails.slice(at, at + 200));
}
