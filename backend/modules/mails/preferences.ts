import { and, eq, gt, inArray, notExists, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { notificationChoices, notificationPauses } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { type NotificationTopic, notificationTopics } from "#contract/accounts/notifications";

/** Whether a person gets a mail at each event of a topic, on a day in France (YYYY-MM-DD). */
export async function wants(db: Db, person: string, about: NotificationTopic, day: string): Promise<boolean> {
  const { userId, topic, channel, frequency } = notificationChoices;
  const [found] = await db
    .select({ frequency })
    .from(users)
    .leftJoin(notificationChoices, and(eq(userId, users.id), eq(topic, about), eq(channel, "email")))
    .where(and(eq(users.id, person), isNotPaused(db, users.id, about, day)));
  return found !== undefined && (found.frequency ?? notificationTopics[about].frequencies[0]) === "each";
}

/** Whether a person, whose id is in a column, has not paused a topic on a day in France (YYYY-MM-DD). */
export function isNotPaused(db: Db, person: AnyPgColumn, about: NotificationTopic, day: string) {
  const { userId, topic, until } = notificationPauses;
  const pause = and(eq(userId, person), inArray(topic, ["all", about]), gt(until, day));
  return notExists(db.select({ one: sql`1` }).from(notificationPauses).where(pause));
}
