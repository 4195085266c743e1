import { and, eq, exists, gt, inArray, not, notExists, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { notificationChoices, notificationPauses } from "#backend/modules/privacy/tables";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { hasConsented } from "#backend/privacy/consents";
import {
  type Frequency,
  notificationTopics,
  type OptionalTopic,
  type PushTopic,
  pausable,
  summaryChoices,
} from "#contract/accounts/notifications";
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
    .where(and(eq(users.id, person), mayRead(db, about, day), isChosen(db, users.id, about), goesOn));
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

const isOpen = eq(users.accountState, "validated");

/** Whether an account, whose id is given, is still open. */
export const isStillOpen = async (db: Db, person: string) => (await db.$count(users, and(eq(users.id, person), isOpen))) > 0;

/**
 * An account that is not open any more gets no mail that can be stopped but reminders, whose callers decide that. Articles to review name records that only administrators may open, messages and
 * summaries those of administrators and of whoever answers for some team, and what waits counts records that only some people answer: they are sent to those
 * who still may.
 */
function mayRead(db: Db, about: OptionalTopic, day: string) {
  if (about === "reminders") return undefined;
  if (about === "waiting") return isSummaryReader(db, day);
  if (about === "messages" || about === "summary") return and(isOpen, or(eq(users.role, "ADMIN"), answersMessages(db, day)));
  return about === "association" || about === "greetings" || about === "newsletter" ? isOpen : and(isOpen, eq(users.role, "ADMIN"));
}

/** Volunteers who answer the messages to a local team on a day in France (YYYY-MM-DD). */
export function answersMessages(db: Db, day: string) {
  const { userId, permission } = permissionGrants;
  const held = and(eq(userId, users.id), eq(permission, "MESSAGES_ANSWER"), isRightInForce(day));
  return and(eq(users.role, "VOLUNTEER"), exists(db.select({ one: sql`1` }).from(permissionGrants).where(held)));
}

/** Whoever leads a sector validates the hours of its people. */
const leadsSector = sql`${users.role} = 'VOLUNTEER' and exists (select from sector_managers led where led.user_id = ${users.id})`;

/**
 * The accounts that get summaries of the work of the team: administrators, whoever holds a right that is in force on a day in France (YYYY-MM-DD), and
 * whoever leads a sector.
 */
export function isSummaryReader(db: Db, day: string): SQL | undefined {
  const held = db
    .select({ one: sql`1` })
    .from(permissionGrants)
    .where(and(eq(permissionGrants.userId, users.id), isRightInForce(day)));
  return and(or(eq(users.role, "ADMIN"), exists(held), leadsSector), isOpen);
}

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

/**
 * Whether a person, whose id is in a column, gets a topic on devices on a day in France (YYYY-MM-DD). Who has stopped the mails of the life of the charity
 * gets it nowhere.
 */
export function isWantedOnDevices(db: Db, person: AnyPgColumn, choice: PushTopic, day: string) {
  const { userId, topic, channel, frequency } = notificationChoices;
  const stopped = and(eq(userId, person), eq(topic, choice), eq(channel, "push"), eq(frequency, "never"));
  return and(
    notExists(db.select({ one: sql`1` }).from(notificationChoices).where(stopped)),
    choice === "account" ? undefined : isNotPaused(db, person, choice, day),
    choice === "association" ? isChosen(db, person, choice) : undefined,
  );
}

/** Those of these people to whom mails of a topic are not sent on a day in France (YYYY-MM-DD): they have stopped or paused it. */
export async function notWanting(db: Db, people: string[], about: OptionalTopic, day: string): Promise<Set<string>> {
  if (people.length === 0) return new Set();
  const refuses = or(not(isChosen(db, users.id, about)), not(isNotPaused(db, users.id, about, day)));
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, people), refuses));
  return new Set(rows.map(({ id }) => id));
}

/** Whether a person, whose id is in a column, has not paused a topic on a day in France (YYYY-MM-DD). */
export function isNotPaused(db: Db, person: AnyPgColumn, about: OptionalTopic, day: string) {
  const { userId, topic, until } = notificationPauses;
  const which = pausable.filter((one) => one === "all" || one === about);
  const pause = and(eq(userId, person), inArray(topic, which), gt(until, day));
  return notExists(db.select({ one: sql`1` }).from(notificationPauses).where(pause));
}
