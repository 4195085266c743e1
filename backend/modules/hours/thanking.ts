import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { queueMails } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { thankedHours } from "#contract/charity/volunteer-hours";
import { hoursText } from "#contract/formats/hours";
import { isCounted } from "./counted.ts";
import { hourThanks, volunteerHours } from "./tables.ts";

type Entry = Pick<typeof volunteerHours.$inferSelect, "userId" | "minutes">;

/**
 * Thanks those whose hours, with these that were validated or added by a correction now, reach a number for which the charity thanks, where it wants to: once for each number, and
 * of two that are reached at once for the higher one. Nobody is thanked for what was reached before. Their
 * people are locked: of two sums at once, neither would have the hours of the other.
 */
export async function thankFor(services: Services, entries: Entry[]) {
  const { db, clock, organisation } = services;
  if (entries.length === 0 || (await organisation.stored()).hours?.thanks !== "send") return;
  const now = new Map<string, number>();
  for (const { userId, minutes } of entries) now.set(userId, (now.get(userId) ?? 0) + minutes);
  const counted = db
    .select({ minutes: sql`coalesce(sum(${volunteerHours.minutes}), 0)` })
    .from(volunteerHours)
    .where(and(eq(volunteerHours.userId, users.id), isCounted));
  const { id, email, locale, firstName } = users;
  const people = await db
    .select({ id, email, locale, firstName, minutes: sql<number>`${counted}`.mapWith(Number) })
    .from(users)
    .where(and(inArray(id, [...now.keys()]), ne(users.accountState, "left")));
  const reached = people.flatMap(({ id: userId, minutes }) =>
    thankedHours
      .filter((hours) => minutes >= hours * 60 && minutes - (now.get(userId) ?? 0) < hours * 60)
      .map((hours) => ({ userId, hours, reachedAt: clock() })),
  );
  if (reached.length === 0) return;
  const thanked = await db.insert(hourThanks).values(reached).onConflictDoNothing().returning();
  const mails = people.flatMap((person) => {
    const most = Math.max(0, ...thanked.filter(({ userId }) => userId === person.id).map(({ hours }) => hours));
    if (most === 0) return [];
    const values = { hours: hoursText(person.locale, most * 60) };
    return { to: { ...person, userId: person.id }, values, dedupeKey: `hours_thanks:${person.id}:${most}` };
  });
  await queueMails(services, "hours_thanks", mails);
}
