import { and, eq, exists, inArray, isNotNull, isNull, ne, not, notExists, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { addressedBy } from "#backend/identity/account-scope";
import { sessions } from "#backend/identity/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { isDead } from "#backend/modules/mails/dead-mailboxes";
import { isOpenSession } from "#backend/modules/mails/open-sessions";
import { isChosen, isNotPaused, isWantedOnDevices } from "#backend/modules/mails/preferences";
import { pushChoiceOf } from "#backend/modules/mails/push-topics";
import { isReached, isSubscribed } from "#backend/modules/mails/subscribers";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { pushDevices } from "#backend/modules/notices/tables";
import { peopleMatching } from "#backend/modules/people/filters";
import { users } from "#backend/modules/users/tables";
import { type Audience, type LeftOutReason, maxAudience } from "#contract/accounts/campaigns";
import { PeopleQuery } from "#contract/accounts/people";
import { franceDay } from "#contract/formats/france-time";
import { accountHadNewsletter, accountHadThis, accountSawThis, subscriberHadNewsletter, subscriberHadThis } from "./earlier.ts";
import { addressedIn, countGuests, writesToParticipants } from "./guests.ts";
import { campaignPeople, type campaigns } from "./tables.ts";

export type Meant = Pick<
  typeof campaigns.$inferSelect,
  "roles" | "subscribers" | "sectorIds" | "view" | "chosen" | "eventId" | "eventStatuses" | "quotaIds" | "topic" | "channels" | "othersOf"
> & {
  /** Of a stored campaign. */
  id?: string;
};

/** Who may write to those who have no account: they are in no sector. */
export const writesToSubscribers = ({ role }: Pick<Actor, "role">) => role === "ADMIN";

/** The subscribers whom a campaign is for. An address with an open account is that account's. */
function subscribersAddressed(db: Db, actor: Actor, { subscribers }: Meant): SQL | undefined {
  if (!subscribers || !writesToSubscribers(actor)) return sql`false`;
  const account = and(eq(users.email, newsletterSubscribers.email), eq(users.accountState, "validated"), isNotNull(users.emailVerifiedAt));
  return and(isSubscribed(), notExists(db.select({ one: sql`1` }).from(users).where(account)));
}

/** Those of them to whom mails are sent. */
export const subscribersMeant = (db: Db, actor: Actor, meant: Meant, now: Date) =>
  and(subscribersAddressed(db, actor, meant), isNull(reasonOfSubscriber(db, meant, now)));

/** Why a subscriber of {@link newsletterSubscribers} gets no newsletter now; null for those who do. */
export const reasonOfSubscriber = (db: Db, meant: Pick<Meant, "id" | "othersOf">, now: Date) =>
  sql<LeftOutReason | null>`case when not coalesce(${isReached(db)}, false) then 'noConsent'
    when ${subscriberHadThis(db, meant)} then 'had'
    when ${subscriberHadNewsletter(db, meant, now)} then 'recent'
    when ${isDead(db, newsletterSubscribers.email)} then 'deadAddress' end`;

/** The people whom a campaign is for, among those whom somebody may address. Erased and archived accounts are never among them. */
export function meantBy(db: Db, actor: Actor, meant: Meant, now: Date): SQL | undefined {
  const { roles, sectorIds, view } = meant;
  if (meant.eventId) return and(ne(users.accountState, "left"), registeredFor(db, actor, meant));
  if (meant.chosen) return and(ne(users.accountState, "left"), addressedBy(actor), chosenFor(db, meant));
  const query = view && PeopleQuery.parse(Object.fromEntries(new URLSearchParams(view.query)));
  return and(
    ne(users.accountState, "left"),
    roles.length > 0 ? inArray(users.role, roles) : sql`false`,
    sectorIds.length > 0 ? inArray(users.sectorId, sectorIds) : undefined,
    addressedBy(actor),
    view && query ? peopleMatching(db, actor, view.list, query, { now, today: franceDay(now) }) : undefined,
  );
}

/** Those who were chosen in a list, for a stored campaign. */
function chosenFor(db: Db, { id }: Meant): SQL {
  if (!id) return sql`false`;
  const { campaignId, userId } = campaignPeople;
  return inArray(users.id, db.select({ id: userId }).from(campaignPeople).where(eq(campaignId, id)));
}

function registeredFor(db: Db, actor: Actor, meant: Meant): SQL {
  if (!writesToParticipants(actor)) return sql`false`;
  const { userId } = eventRegistrations;
  return inArray(
    users.id,
    db
      .select({ id: userId })
      .from(eventRegistrations)
      .where(and(isNotNull(userId), addressedIn(meant))),
  );
}

/** What somebody stops to get no more campaigns of a topic. What concerns an event that they are registered for is no choice. */
export const choiceOf = (topic: Meant["topic"]) => (topic === "event" ? undefined : topic);

/** Whether an account has a browser that gets pushed messages of a topic. */
function hasDevice(db: Db, topic: Meant["topic"], now: Date): SQL {
  // Not offered for devices.
  const choice = pushChoiceOf(choiceOf(topic));
  if (!choice) return sql`false`;
  const device = db
    .select({ one: sql`1` })
    .from(pushDevices)
    .innerJoin(sessions, and(eq(sessions.id, pushDevices.sessionId), isOpenSession(now)))
    .where(eq(pushDevices.userId, users.id));
  return sql`(${exists(device)} and ${isWantedOnDevices(db, users.id, choice, franceDay(now))})`;
}

/** By which channels a campaign reaches an account of {@link users}, and if by none, why. One that goes to the others is not twice in an inbox. */
export function reachOf(db: Db, meant: Meant, now: Date) {
  const { topic, channels } = meant;
  const recent = topic === "newsletter" ? accountHadNewsletter(db, meant, now) : sql`false`;
  const choice = choiceOf(topic);
  const chosen = choice ? isChosen(db, users.id, choice) : sql`true`;
  const had = accountHadThis(db, meant);
  const open = and(eq(users.accountState, "validated"), chosen, not(had), not(recent));
  const paused = choice ? not(isNotPaused(db, users.id, choice, franceDay(now))) : sql`false`;
  const by = (channel: Meant["channels"][number], condition: SQL | undefined) =>
    channels.includes(channel) ? sql<boolean>`coalesce(${condition}, false)` : sql<boolean>`false`;
  const saw = accountSawThis(db, meant);
  const inbox = by("inbox", and(open, not(saw)));
  const dead = isDead(db, users.email);
  const email = by("email", and(open, not(paused), not(dead)));
  const push = by("push", and(open, not(paused), hasDevice(db, topic, now)));
  const declined: LeftOutReason = topic === "association" ? "unsubscribed" : "noConsent";
  const reason = sql<LeftOutReason | null>`case
    when ${inbox} or ${email} or ${push} then null
    when ${users.accountState} = 'registered' then 'unconfirmed'
    when ${users.accountState} <> 'validated' then 'notOpen'
    when not ${chosen} then ${sql.raw(`'${declined}'`)}
    when ${had} then 'had'
    when ${recent} then 'recent'
    ${channels.includes("email") ? sql`` : sql`when ${saw} then 'had'`}
    when ${paused} then 'paused'
    ${channels.includes("email") ? sql`when ${dead} then 'deadAddress'` : sql``}
    else 'noDevice' end`;
  const noMail = sql<LeftOutReason | null>`case when ${email} then null when ${paused} then 'paused' else 'deadAddress' end`;
  return { inbox, email, push, reason, noMail };
}

/** Those of a campaign whom it reaches: the items of its task. */
export const reachedBy = (db: Db, actor: Actor, meant: Meant, now: Date) =>
  and(meantBy(db, actor, meant, now), isNull(reachOf(db, meant, now).reason));

/** How many subscribers it is for, how many of them read English, and how many are left out, by reason. */
async function countSubscribers(db: Db, actor: Actor, meant: Meant, now: Date) {
  const chosen = db
    .select({
      english: sql<boolean>`${newsletterSubscribers.locale} = 'en'`.as("english"),
      reason: sql<LeftOutReason | null>`${reasonOfSubscriber(db, meant, now)}`.as("reason"),
    })
    .from(newsletterSubscribers)
    .where(subscribersAddressed(db, actor, meant))
    .limit(maxAudience + 1)
    .as("chosen");
  return db
    .select({ english: chosen.english, reason: chosen.reason, people: sql<number>`count(*)::int` })
    .from(chosen)
    .groupBy(chosen.english, chosen.reason);
}

/** Counts the audience of a campaign, which ends at the most people that it may have. */
export async function countAudience(db: Db, actor: Actor, meant: Meant, now: Date): Promise<Audience> {
  const { inbox, email, push, reason, noMail } = reachOf(db, meant, now);
  const chosen = db
    .select({
      inbox: sql<boolean>`${inbox}`.as("inbox"),
      email: sql<boolean>`${email}`.as("email"),
      push: sql<boolean>`${push}`.as("push"),
      reason: sql<LeftOutReason | null>`${reason}`.as("reason"),
      noMail: sql<LeftOutReason | null>`${noMail}`.as("no_mail"),
      english: sql<boolean>`${users.locale} = 'en'`.as("english"),
    })
    .from(users)
    .where(meantBy(db, actor, meant, now))
    .limit(maxAudience + 1)
    .as("chosen");
  const groups = await db
    .select({
      inbox: chosen.inbox,
      email: chosen.email,
      push: chosen.push,
      reason: chosen.reason,
      noMail: chosen.noMail,
      english: chosen.english,
      people: sql<number>`count(*)::int`,
    })
    .from(chosen)
    .groupBy(chosen.inbox, chosen.email, chosen.push, chosen.reason, chosen.noMail, chosen.english);
  const guests = await countGuests(db, actor, meant);
  const subscribers = meant.subscribers ? await countSubscribers(db, actor, meant, now) : [];
  type Counted = Pick<(typeof groups)[number], "reason" | "english" | "people">;
  const total = <Group extends Counted>(some: Group[], which: (group: Group) => boolean) =>
    some.filter(which).reduce((people, group) => people + group.people, 0);
  const sum = (which: (group: (typeof groups)[number]) => boolean) => total(groups, which);
  const byMail: Counted[] = [...subscribers, ...guests];
  const ofAll = (which: (group: Counted) => boolean) => total<Counted>(groups, which) + total(byMail, which);
  const isReached = ({ reason: left }: Counted) => left === null;
  const reasons = new Set([...groups, ...byMail].flatMap((group) => group.reason ?? []));
  const others = meant.channels.includes("email") ? groups.filter((group) => !group.reason && group.noMail) : [];
  const without = [...new Set(others.flatMap((group) => group.noMail ?? []))];
  return {
    people: ofAll(isReached),
    subscribers: total(subscribers, isReached),
    guests: total(guests, isReached),
    tooMany: ofAll(() => true) > maxAudience,
    channels: {
      inbox: sum((group) => group.inbox),
      email: sum((group) => group.email) + total(byMail, isReached),
      push: sum((group) => group.push),
    },
    english: ofAll((group) => group.reason === null && group.english),
    left: Object.fromEntries([...reasons].map((name) => [name, ofAll((group) => group.reason === name)])),
    withoutMail: Object.fromEntries(without.map((name) => [name, sum((group) => others.includes(group) && group.noMail === name)])),
  };
}
