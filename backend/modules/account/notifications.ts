import { and, eq, gt, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { managesAccounts } from "#backend/identity/account-scope";
import { managesEvents } from "#backend/identity/event-scope";
import { mayPublish } from "#backend/modules/articles/visibility";
import { answersMessages } from "#backend/modules/contact/scope";
import { notificationChoices, notificationPauses } from "#backend/modules/privacy/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { users } from "#backend/modules/users/tables";
import type { Push } from "#backend/ports/push";
import { isInForce, lastConsent } from "#backend/privacy/consents";
import { Refusal } from "#backend/refusal";
import {
  type CurrentChoices,
  type Frequency,
  longestPause,
  type NotificationChoices,
  type NotificationPauses,
  notificationTopics,
  type Pausable,
  pausable,
  pushFrequencies,
  pushTopicNames,
  pushTopics,
  summaryFrequencies,
  topicNames,
} from "#contract/accounts/notifications";
import { sectorsWith } from "#contract/accounts/permissions";
import type { Role } from "#contract/accounts/roles";
import { dayMonthsLater } from "#contract/formats/france-time";

type Deps = { db: Db; push: Pick<Push, "sender"> };
type Choice = { field: keyof NotificationChoices; topic: string; channel: "email" | "push"; first: Frequency };

type Chooser = Pick<Actor, "id" | "role" | "permissions" | "extraData">;

/** Whether something of the team may wait for somebody: accounts, articles, events, or messages and hours of the sectors in which they answer or validate them, or that they lead. */
async function answersFor(db: Db, actor: Chooser): Promise<boolean> {
  if (managesAccounts(actor) || mayPublish(actor) || managesEvents(actor)) return true;
  if (actor.role !== "VOLUNTEER") return false;
  const held = (["HOURS_VALIDATE", "MESSAGES_ANSWER"] as const).some((one) => sectorsWith(actor, [one]).length > 0);
  return held || (await db.$count(sectorManagers, eq(sectorManagers.userId, actor.id))) > 0;
}

/** Whether a topic concerns somebody by their role, and messages by the right to answer them. */
const concerns = (actor: Chooser, topic: string, { roles }: { roles: readonly Role[] }) =>
  roles.includes(actor.role) && (topic !== "messages" || answersMessages(actor));

/** The topics that concern somebody: what waits for the team, those who answer it. */
async function topicsOf(db: Db, actor: Chooser) {
  const answers = await answersFor(db, actor);
  return topicNames.filter((topic) => concerns(actor, topic, notificationTopics[topic]) && (topic !== "waiting" || answers));
}

/** What somebody chooses: nothing about devices where push is not configured. */
async function choicesOf(actor: Chooser, { db, push: { sender } }: Deps): Promise<Choice[]> {
  const byMail = await topicsOf(db, actor);
  const onDevices = sender ? pushTopicNames.filter((topic) => concerns(actor, topic, pushTopics[topic])) : [];
  return [
    ...byMail.map((topic) => ({ field: topic, topic, channel: "email" as const, first: notificationTopics[topic].frequencies[0] })),
    ...onDevices.map((topic) => ({ field: pushTopics[topic].field, topic, channel: "push" as const, first: pushFrequencies[0] })),
  ];
}

/** How often somebody is notified about each topic that concerns them. */
export async function getNotifications({ db, push }: Deps, actor: Chooser): Promise<CurrentChoices> {
  const { id } = actor;
  const rows = await db.select().from(notificationChoices).where(eq(notificationChoices.userId, id));
  const stopped = rows.some(({ topic, frequency }) => topic === "summary" && frequency === "never");
  const frequencyOf = ({ topic, channel, first }: Choice) => {
    const chosen = rows.find((row) => row.topic === topic && row.channel === channel)?.frequency ?? first;
    return stopped && isSummary(chosen) ? "never" : chosen;
  };
  const choices = Object.fromEntries((await choicesOf(actor, { db, push })).map((choice) => [choice.field, frequencyOf(choice)]));
  return { ...choices, newsletter: isInForce(await lastConsent(db, id, "newsletter")) };
}

const isSummary = (frequency: Frequency) => summaryFrequencies.some((one) => one === frequency);

/** Stores these choices. Summaries that were stopped by their link come again only where they are chosen now: what they held is stored as stopped. */
export async function setNotifications({ db: tx, push }: Deps, actor: Actor, choices: NotificationChoices) {
  // Concurrent saves are serialised.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
  const before = await getNotifications({ db: tx, push }, actor);
  const concerned = await choicesOf(actor, { db: tx, push });
  if (!concerned.some(({ field }) => choices[field])) return;
  const { userId, topic, channel } = notificationChoices;
  const stopped = await tx
    .delete(notificationChoices)
    .where(and(eq(userId, actor.id), eq(topic, "summary")))
    .returning({ topic });
  const rows = concerned.flatMap(({ field, topic, channel }) => {
    const frequency = choices[field] ?? (stopped.length > 0 && channel === "email" ? before[field] : undefined);
    return frequency ? [{ userId: actor.id, topic, channel, frequency }] : [];
  });
  await tx
    .insert(notificationChoices)
    .values(rows)
    .onConflictDoUpdate({ target: [userId, topic, channel], set: { frequency: sql`excluded.frequency` } });
  const after = await getNotifications({ db: tx, push }, actor);
  await recordChange(tx, actor, { action: "user.notifications", entityType: "person", entityId: actor.id, before, after });
}

/** What somebody may pause: what they choose, the newsletter when they have consented to it, and all of it together. */
async function pausableBy(db: Db, actor: Chooser): Promise<Pausable[]> {
  const topics: Pausable[] = await topicsOf(db, actor);
  const hasNewsletter = isInForce(await lastConsent(db, actor.id, "newsletter"));
  return pausable.filter((topic) => topic === "all" || (topic === "newsletter" ? hasNewsletter : topics.includes(topic)));
}

/** The pauses that have not ended on a day in France (YYYY-MM-DD). */
export async function getPauses(db: Db, actor: Chooser, day: string): Promise<NotificationPauses> {
  const { userId, topic, until } = notificationPauses;
  const rows = await db
    .select({ topic, until })
    .from(notificationPauses)
    .where(and(eq(userId, actor.id), gt(until, day)));
  const concerns = await pausableBy(db, actor);
  return Object.fromEntries(rows.filter((row) => concerns.includes(row.topic)).map((row) => [row.topic, row.until]));
}

/** Replaces all pauses of the actor. Refuses an end that has passed, and one that is too far. */
export async function setPauses(tx: Db, actor: Actor, wanted: NotificationPauses, day: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
  const before = await getPauses(tx, actor, day);
  const rows = (await pausableBy(tx, actor)).flatMap((topic) => {
    const until = wanted[topic];
    return until ? [{ userId: actor.id, topic, until }] : [];
  });
  const latest = dayMonthsLater(day, longestPause);
  const errorOf = (until: string) => (until <= day ? "account:pause.past" : until > latest ? "account:pause.error" : null);
  const errors = rows.flatMap(({ topic, until }) => {
    const error = errorOf(until);
    return error ? [[topic, [error]]] : [];
  });
  if (errors.length > 0) throw new Refusal("invalid", { fieldErrors: Object.fromEntries(errors) });
  await tx.delete(notificationPauses).where(eq(notificationPauses.userId, actor.id));
  if (rows.length > 0) await tx.insert(notificationPauses).values(rows);
  const after = await getPauses(tx, actor, day);
  await recordChange(tx, actor, { action: "user.pauses", entityType: "person", entityId: actor.id, before, after });
}
