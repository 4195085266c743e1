import { and, eq, gt, inArray, notExists, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { hasConsented } from "#backend/modules/privacy/consents";
import { notificationChoices, notificationPauses } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { notificationTopics, type OptionalTopic } from "#contract/accounts/notifications";
import type { Locale } from "#contract/formats/locale";
import type { MailTopic } from "./topics.ts";

/** The mails of a topic that a person may stop; every other mail is about their own account and is always sent. */
const optional: Partial<Record<MailTopic, OptionalTopic>> = { article_in_review: "articles", work_summary: "waiting" };

/** What a person stops to get no more mails like this one: what the caller says, or what is known of the mail. */
export const optionalTopicOf = (topic: MailTopic, given?: OptionalTopic): OptionalTopic | undefined => given ?? optional[topic];

/** A person who gets mails of a topic on a day in France (YYYY-MM-DD); nothing when they have stopped or paused it. */
export async function readerOf(db: Db, person: string, about: OptionalTopic, day: string): Promise<{ locale: Locale } | undefined> {
  const [reader] = await db
    .select({ locale: users.locale })
    .from(users)
    .where(and(eq(users.id, person), isChosen(db, users.id, about), isNotPaused(db, users.id, about, day)));
  return reader;
}

/** Whether a person, whose id is in a column, has not stopped the mails of a topic; of the newsletter, whether they have consented to it. */
export function isChosen(db: Db, person: AnyPgColumn, about: OptionalTopic): SQL {
  if (about === "newsletter") return hasConsented(db, person, "newsletter");
  const { userId, topic, channel, frequency } = notificationChoices;
  const chosen = db
    .select({ frequency })
    .from(notificationChoices)
    .where(and(eq(userId, person), eq(topic, about), eq(channel, "email")));
  return sql`coalesce((${chosen}), ${notificationTopics[about].frequencies[0]}) <> 'never'`;
}

/** Whether a person, whose id is in a column, has not paused a topic on a day in France (YYYY-MM-DD). */
export function isNotPaused(db: Db, person: AnyPgColumn, about: OptionalTopic, day: string) {
  const { userId, topic, until } = notificationPauses;
  const pause = and(eq(userId, person), inArray(topic, ["all", about]), gt(until, day));
  return notExists(db.select({ one: sql`1` }).from(notificationPauses).where(pause));
}
