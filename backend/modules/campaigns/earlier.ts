import { and, eq, gte, inArray, like, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { notices } from "#backend/modules/notices/tables";
import { users } from "#backend/modules/users/tables";
import { newsletterEvery } from "#contract/accounts/campaigns";
import { franceDay, instantInFrance } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { campaigns } from "./tables.ts";

/** A campaign, and the one whose others it goes to. */
type Sending = { id?: string; othersOf: string | null };

/** Whose notice it is: that of an account, of a subscriber or of a guest's registration. */
export const readerOf = ({ userId, subscriberId, registrationId }: Record<"userId" | "subscriberId" | "registrationId", AnyPgColumn>) =>
  sql<string>`coalesce(${userId}, ${subscriberId}, ${registrationId})`;
const reader = readerOf(notices);
const isSubscriber = sql`${reader} = ${newsletterSubscribers.id}`;
const isTheirAccount = sql`${reader} = ${newsletterSubscribers.userId}`;
const isAccount = sql`${reader} = ${users.id}`;

/** A notice of the subscription that an account took over. */
function isFormer(db: Db) {
  const former = db.select({ id: newsletterSubscribers.id }).from(newsletterSubscribers).where(eq(newsletterSubscribers.userId, users.id));
  return sql`${reader} in (${former})`;
}

const guest = alias(eventRegistrations, "guest");

/** A notice of a guest with the address in a column, compared as the index of guests has it. An array, since the planner scans all guests for a join. */
function isGuestWith(db: Db, email: AnyPgColumn) {
  const theirs = db.select({ id: guest.id }).from(guest).where(sql`lower(${guest.guestEmail}::text) = lower(${email}::text)`);
  return sql`${reader} = any(array${theirs})`;
}

/** Whether somebody has a notice of some campaigns, one that waits or has arrived. Tests of their own do not count. */
function hasNotice(db: Db, theirs: SQL, which: SQL | undefined): SQL {
  const found = db
    .select({ one: sql`1` })
    .from(notices)
    .where(and(theirs, which, inArray(notices.state, ["waiting", "sent"]), like(notices.dedupeKey, "campaign:%")));
  return sql`exists ${found}`;
}

/** Whether a notice is of the campaign that did not reach everybody, or of one that went to its others, save for one of them. */
function isOfOne(db: Db, first: string, not: string | undefined): SQL {
  const all = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(or(eq(campaigns.id, first), eq(campaigns.othersOf, first)), not ? ne(campaigns.id, not) : undefined));
  return sql`${notices.campaignId} = any(array${all})`;
}

const another = alias(notices, "another");

/** A notice in the inbox is there at once: where its campaign has another channel for its reader, that one counts. */
function hasArrived(db: Db) {
  const others = db
    .select({ one: sql`1` })
    .from(another)
    .where(
      and(
        eq(another.campaignId, notices.campaignId),
        sql`${readerOf(another)} = ${reader}`,
        eq(another.dedupeKey, notices.dedupeKey),
        ne(another.channel, "inbox"),
      ),
    );
  return or(ne(notices.channel, "inbox"), notExists(others));
}

/** Whether somebody had the message that goes to the others; false for other campaigns. */
function hadThis(db: Db, theirs: SQL, { id, othersOf }: Sending): SQL {
  if (!othersOf) return sql`false`;
  return hasNotice(db, theirs, and(isOfOne(db, othersOf, id), hasArrived(db)));
}

/** Whether a subscriber of {@link newsletterSubscribers} had it, themselves or by the account that they have opened since. */
export const subscriberHadThis = (db: Db, sending: Sending) => or(hadThis(db, isSubscriber, sending), hadThis(db, isTheirAccount, sending));

/** Whether an account of {@link users} had it, or the subscription that it took over, or a guest with its address. */
export const accountHadThis = (db: Db, sending: Sending) =>
  sql`(${or(hadThis(db, isAccount, sending), hadThis(db, isFormer(db), sending), hadThis(db, isGuestWith(db, users.email), sending))})`;

/** Whether a guest of {@link eventRegistrations} had it, with this registration or an earlier one, or with an account of the same address. */
export function guestHadThis(db: Db, sending: Sending): SQL {
  const account = db.select({ id: users.id }).from(users).where(eq(users.email, eventRegistrations.guestEmail));
  const isTheirs = hadThis(db, sql`${reader} = any(array${account})`, sending);
  return sql`(${or(hadThis(db, isGuestWith(db, eventRegistrations.guestEmail), sending), isTheirs)})`;
}

/** Whether it is in the inbox of an account of {@link users}, even if nothing else of it has arrived. */
export function accountSawThis(db: Db, { id, othersOf }: Sending): SQL {
  if (!othersOf) return sql`false`;
  return hasNotice(db, isAccount, and(isOfOne(db, othersOf, id), eq(notices.channel, "inbox")));
}

/**
 * Whether somebody had another newsletter, or one is on its way, in this month or within the last {@link newsletterEvery} days: days in France, so that
 * one at the same hour four weeks later is not too early. One whose others get this one is the same.
 */
function hadNewsletter(db: Db, theirs: SQL, { id, othersOf }: Sending, now: Date): SQL {
  const today = franceDay(now);
  const [first = today] = [`${today.slice(0, 7)}-01`, addDays(today, 1 - newsletterEvery)].toSorted();
  const since = instantInFrance(`${first}T00:00`) ?? now;
  const isAnother = and(
    id ? ne(campaigns.id, id) : undefined,
    othersOf ? sql`not (${campaigns.id} = ${othersOf} or ${campaigns.othersOf} is not distinct from ${othersOf})` : undefined,
  );
  const newsletters = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(isAnother, eq(campaigns.topic, "newsletter")));
  return hasNotice(db, theirs, and(inArray(notices.campaignId, newsletters), gte(notices.createdAt, since)));
}

/** The same of a subscriber, and of the account that was opened with their address since. */
export const subscriberHadNewsletter = (db: Db, sending: Sending, now: Date) =>
  or(
    hadNewsletter(db, eq(notices.subscriberId, newsletterSubscribers.id), sending, now),
    hadNewsletter(db, eq(notices.userId, newsletterSubscribers.userId), sending, now),
  );

/** The same of an account, and of the subscription that it took over. */
export function accountHadNewsletter(db: Db, sending: Sending, now: Date) {
  const former = db.select({ id: newsletterSubscribers.id }).from(newsletterSubscribers).where(eq(newsletterSubscribers.userId, users.id));
  return sql`(${or(
    hadNewsletter(db, eq(notices.userId, users.id), sending, now),
    hadNewsletter(db, inArray(notices.subscriberId, former), sending, now),
  )})`;
}

/** Makes newsletters wait for one another, until the end of the transaction: two at once would not see what the other one sends. */
export const lockNewsletters = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('newsletters'))`);

/** The same of campaigns to the others of one. */
export const lockOthersOf = (tx: Db, campaign: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`others of ${campaign}`}))`);
