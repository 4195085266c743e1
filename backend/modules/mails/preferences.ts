import { and, eq, exists, gt, inArray, isNull, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { notificationChoices, notificationPauses } from "#backend/modules/privacy/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { hasConsented } from "#backend/privacy/consents";
import { type Frequency, notificationTopics, type OptionalTopic, pausable, summaryChoices } from "#contract/accounts/notifications";
import type { Locale } from "#contract/formats/locale";
import type { MailTopic } from "./topics.ts";

/** The mails of a topic that a person may stop; every other mail is about their own account and is always sent. */
const optional: Partial<Record<MailTopic, OptionalTopic>> = {
  article_in_review: "articles",
  work_summary: "waiting",
  digest: "summary",
  birthday_greeting: "greetings",
  event_help: "association",
  event_replacement: "association",
};

/** What a person stops to get no more mails like this one: what the caller says, or what is known of the mail. */
export const optionalTopicOf = (topic: MailTopic, given?: OptionalTopic): OptionalTopic | undefined => given ?? optional[topic];

/** A person who gets mails of a topic on a day in France (YYYY-MM-DD); nothing when they have stopped or paused it. */
export async function readerOf(
  db: Db,
  person: string,
  about: OptionalTopic,
  { day, despitePause }: { day: string; despitePause?: boolean },
): Promise<{ locale: Locale } | undefined> {
  const goesOn = despitePause ? undefined : isNotPaused(db, users.id, about, day);
  const [reader] = await db
    .select({ locale: users.locale })
    .from(users)
    .where(and(eq(users.id, person), isThere, mayRead(db, about, day), isChosen(db, users.id, about), goesOn));
  return reader;
}

/** How a person gets the mails of a topic on a day in France: each by itself, in the next summary, or not at all; undefined without such a person. */
export async function wishOf(db: Db, person: string, about: OptionalTopic, day: string): Promise<"each" | "summary" | "none" | undefined> {
  const [wish] = await db
    .select({ frequency: frequencyOf(db, users.id, about), goesOn: sql<boolean>`${isNotPaused(db, users.id, about, day)}` })
    .from(users)
    .where(eq(users.id, person));
  if (!wish) return undefined;
  if (!wish.goesOn || wish.frequency === "never") return "none";
  return wish.frequency === "each" ? "each" : "summary";
}

/** An account that has left, or was erased while the mail was written, gets no mail that can be stopped. */
const isThere = ne(users.accountState, "left");

/**
 * A summary names records that only administrators may open, and what waits counts records that only some people answer: they are sent to those who
 * still may.
 */
function mayRead(db: Db, about: OptionalTopic, day: string) {
  if (about === "summary") return and(eq(users.role, "ADMIN"), eq(users.accountState, "validated"));
  return about === "waiting" ? isSummaryReader(db, day) : undefined;
}

/** The accounts that get summaries of the work of the team: administrators, and whoever holds a right that is in force on a day in France (YYYY-MM-DD). */
export function isSummaryReader(db: Db, day: string): SQL | undefined {
  const held = db
    .select({ one: sql`1` })
    .from(permissionGrants)
    .where(and(eq(permissionGrants.userId, users.id), isInForce(day)));
  return and(or(eq(users.role, "ADMIN"), exists(held)), eq(users.accountState, "validated"));
}

/** Whether a right is in force on a day in France (YYYY-MM-DD). */
export const isInForce = (day: string) => or(isNull(permissionGrants.expiresOn), sql`${permissionGrants.expiresOn} >= ${day}`);

/** Whether a person, whose id is in a column, has not stopped the mails of a topic; of the newsletter, whether they have consented to it. */
export function isChosen(db: Db, person: AnyPgColumn, about: OptionalTopic): SQL {
  if (about === "newsletter") return hasConsented(db, person, "newsletter");
  return sql`${frequencyOf(db, person, about)} <> 'never'`;
}

/** How often a person, whose id is in a column, gets mails of a topic. Whoever has stopped summaries by a link gets nothing of what came in them. */
export function frequencyOf(db: Db, person: AnyPgColumn, about: OptionalTopic): SQL<Frequency> {
  if (about === "newsletter") return sql`case when ${hasConsented(db, person, "newsletter")} then 'each' else 'never' end`;
  const { userId, topic, channel, frequency } = notificationChoices;
  const chosenFor = (which: OptionalTopic) => {
    const chosen = db
      .select({ frequency })
      .from(notificationChoices)
      .where(and(eq(userId, person), eq(topic, which), eq(channel, "email")));
    const first: Frequency = which === "summary" || which === "newsletter" ? "each" : notificationTopics[which].frequencies[0];
    return sql<Frequency>`coalesce((${chosen}), ${first})`;
  };
  const own = chosenFor(about);
  if (!inSummaries(about)) return own;
  return sql`case when ${own} in ('daily', 'weekly') and ${chosenFor("summary")} = 'never' then 'never' else ${own} end`;
}

const inSummaries = (about: OptionalTopic) => summaryChoices.some((one) => one === about);

/** Whether a person, whose id is in a column, has not paused a topic on a day in France (YYYY-MM-DD). */
export function isNotPaused(db: Db, person: AnyPgColumn, about: OptionalTopic, day: string) {
  const { userId, topic, until } = notificationPauses;
  const which = pausable.filter((one) => one === "all" || one === about);
  const pause = and(eq(userId, person), inArray(topic, which), gt(until, day));
  return notExists(db.select({ one: sql`1` }).from(notificationPauses).where(pause));
}
