import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { consents, notificationChoices } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { lastConsent } from "#backend/privacy/consents";
import { type Frequency, notificationTopics, type OptionalTopic, summaryChoices } from "#contract/accounts/notifications";
import type { Role } from "#contract/accounts/roles";
import type { Unsubscribing } from "#contract/accounts/unsubscribing";
import { consentTexts } from "#contract/law/privacy";
import { frequencyOf as frequencyOfTopic } from "./preferences.ts";
import { getsNewsletter, resume, subscriberById, withdraw } from "./subscribers.ts";
import { type Subscription, subscriptionOf } from "./unsubscribe-links.ts";

type OfAccount = Extract<Subscription, { userId: string }>;
type Deps = Pick<Services, "db" | "clock" | "settings" | "limits"> & { network: string };

const none: Unsubscribing = { topic: null, isWanted: false, hasAccount: false, canUndo: false };

const stateOf = (found: Subscription, isWanted: boolean, canUndo: boolean): Unsubscribing => ({
  topic: found.topic,
  isWanted,
  hasAccount: "userId" in found,
  canUndo,
});

/** What was refused by a link may be consented to again by it within this time, in milliseconds; later only in one's settings. */
const secondThoughts = 24 * 60 * 60 * 1000;

/** What a link is about. It changes nothing. */
export async function readSubscription(services: Deps, token: string): Promise<Unsubscribing> {
  const found = await subscriptionFrom(services, token);
  if (!found) return none;
  const isWanted = (await frequencyOf(services.db, found)) !== "never";
  return stateOf(found, isWanted, !isWanted && (await canUndo(services, found)));
}

/** Stops what a link is about, by whoever holds it. `former` is how often its mails came; null when they were stopped before. */
export async function unsubscribe(services: Deps, token: string): Promise<Unsubscribing & { former: Frequency | null }> {
  const found = await subscriptionFrom(services, token);
  if (!found) return { ...none, former: null };
  const former = await services.db.transaction((tx) => choose(tx, found, "never", services.clock()));
  return { ...stateOf(found, false, await canUndo(services, found)), former };
}

/** Whether a topic is offered to a role. */
export function concerns(topic: OptionalTopic, role: Role): boolean {
  if (topic === "newsletter") return true;
  if (topic === "summary") return summaryChoices.some((one) => concerns(one, role));
  return (notificationTopics[topic].roles as readonly Role[]).includes(role);
}

/** Stops a topic for a person, as their link does. */
export const stopTopic = (tx: Db, of: Subscription, now: Date) => choose(tx, of, "never", now);

/** Takes it back, as often as before. Who had not consented to the newsletter a day ago does not by this. */
export async function undoUnsubscribing(services: Deps, token: string, former: Frequency | undefined): Promise<Unsubscribing> {
  const { db, clock } = services;
  const found = await subscriptionFrom(services, token);
  if (!found) return none;
  const now = clock();
  const isWanted = await db.transaction(async (tx) => {
    if (!(await canUndo({ db: tx, clock: () => now }, found))) return (await frequencyOf(tx, found)) !== "never";
    await choose(tx, found, again(found, former), now);
    return true;
  });
  return stateOf(found, isWanted, false);
}

/** The person and the topic of a link. Tokens that are none of ours are counted, each of ours is counted apart. */
async function subscriptionFrom({ db, settings, limits, network }: Deps, token: string): Promise<Subscription | null> {
  const found = subscriptionOf(settings, token);
  if (found) await limits.take("unsubscribeByLink", `${"userId" in found ? found.userId : found.subscriberId} ${found.topic}`);
  else await limits.take("unknownUnsubscribeByNetwork", network);
  if (found && "subscriberId" in found) return subscriptionOfSubscriber(db, found.subscriberId);
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, found?.userId ?? crypto.randomUUID()));
  return person ? found : null;
}

/** A link from before the account was opened stops the newsletter of the account. */
async function subscriptionOfSubscriber(db: Db, id: string): Promise<Subscription | null> {
  const row = await subscriberById(db, id);
  if (row?.userId) return { topic: "newsletter", userId: row.userId };
  return row ? { topic: "newsletter", subscriberId: id } : null;
}

/** How often a topic is mailed to a person now; the newsletter at each issue, or never. */
async function frequencyOf(db: Db, found: Subscription): Promise<Frequency> {
  if ("subscriberId" in found) {
    const row = await subscriberById(db, found.subscriberId);
    return row && getsNewsletter(row) ? "each" : "never";
  }
  const { userId: person, topic: about } = found;
  const [chosen] = await db
    .select({ frequency: frequencyOfTopic(db, users.id, about) })
    .from(users)
    .where(eq(users.id, person));
  return chosen?.frequency ?? "never";
}

/** The frequency to go back to: the former one, or the first at which mails are sent. */
function again({ topic }: Subscription, former: Frequency | undefined): Frequency {
  if (topic === "newsletter" || topic === "summary") return "each";
  const offered: Frequency[] = notificationTopics[topic].frequencies.filter((one) => one !== "never");
  return offered.find((one) => one === former) ?? offered[0] ?? "each";
}

/** Stores a choice and returns the former one; null when it is the same. */
async function choose(tx: Db, found: Subscription, frequency: Frequency, now: Date): Promise<Frequency | null> {
  if ("subscriberId" in found) return chooseAsSubscriber(tx, found, frequency, now);
  const { userId: person, topic: about }: OfAccount = found;
  // Concurrent choices are serialised.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, person)).for("update");
  const former = await frequencyOf(tx, found);
  if (former === frequency) return null;
  if (about === "newsletter") {
    const given = frequency !== "never";
    await tx.insert(consents).values({ userId: person, purpose: about, given, textVersion: consentTexts[about], at: now });
  } else {
    const { userId, topic, channel } = notificationChoices;
    await tx
      .insert(notificationChoices)
      .values({ userId: person, topic: about, channel: "email", frequency })
      .onConflictDoUpdate({ target: [userId, topic, channel], set: { frequency } });
  }
  const action = frequency === "never" ? "user.unsubscribe" : "user.resubscribe";
  const change = { before: { [about]: former }, after: { [about]: frequency } };
  await recordChange(tx, null, { action, entityType: "person", entityId: person, ...change });
  return former;
}

/** The same for a subscriber. It is not in the log: the row has the time of the withdrawal. */
async function chooseAsSubscriber(
  tx: Db,
  { subscriberId }: Extract<Subscription, { subscriberId: string }>,
  frequency: Frequency,
  now: Date,
): Promise<Frequency | null> {
  if (frequency === "never" && (await withdraw(tx, subscriberId, now))) return "each";
  const row = await subscriberById(tx, subscriberId);
  // The account that was opened while this waited decides now, and what was asked for is for it.
  if (frequency === "never") return row?.userId ? choose(tx, { topic: "newsletter", userId: row.userId }, frequency, now) : null;
  if (!row?.withdrawnAt) return null;
  await resume(tx, row, now);
  return "never";
}

/** Whether a refusal is taken back by the link. */
const canUndo = async ({ db, clock }: Pick<Deps, "db" | "clock">, found: Subscription) =>
  found.topic !== "newsletter" || (await hasJustRefused(db, found, clock()));

/** Whether the last choice about the newsletter was a refusal of the present text, within the last day. */
async function hasJustRefused(tx: Db, found: Subscription, now: Date): Promise<boolean> {
  const refused = "subscriberId" in found ? await withdrawalOf(tx, found.subscriberId) : await refusalOf(tx, found.userId);
  return !!refused && refused.textVersion === consentTexts.newsletter && now.getTime() - refused.at.getTime() < secondThoughts;
}

async function refusalOf(tx: Db, person: string) {
  const last = await lastConsent(tx, person, "newsletter");
  return last && !last.given ? last : null;
}

async function withdrawalOf(tx: Db, id: string) {
  const row = await subscriberById(tx, id);
  return row?.withdrawnAt ? { at: row.withdrawnAt, textVersion: row.textVersion } : null;
}
