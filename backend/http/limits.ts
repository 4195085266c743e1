import { lt } from "drizzle-orm";
import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "#backend/db/client";
import { hashOf } from "#backend/secrets";
import { Refusal } from "../refusal.ts";
import { rateLimits } from "./tables.ts";

/** Tries allowed in a window, in seconds, by what is limited. Counted in the database, so that processes share them. */
const rules = {
  /** Failed logins of one account from one network: attempts from elsewhere do not count. */
  loginByAccountAndNetwork: { points: 10, duration: 15 * 60 },
  /** Failed logins of one account from anywhere: they delay the response and refuse nobody. See {@link Limits.count}. */
  loginByAccount: { points: 10, duration: 15 * 60 },
  /** A logged-in person confirms with their password. */
  passwordByAccount: { points: 10, duration: 15 * 60 },
  /** Failed logins from one network: a student residence or a proxy is one network, and its people log in by the hundred. */
  loginByNetwork: { points: 100, duration: 15 * 60 },
  /** Whoever checks a certificate has it before them; codes are too long to be tried. */
  certificateByNetwork: { points: 30, duration: 60 * 60 },
  voteByNetwork: { points: 60, duration: 60 * 60 },
  /** Several people may share an IP, such as a student residence. */
  voteOnQuestion: { points: 3, duration: 24 * 60 * 60 },
  unansweredSearchByNetwork: { points: 20, duration: 60 * 60 },
  pageViewsByNetwork: { points: 60, duration: 10 * 60 },
  publicFormByNetwork: { points: 20, duration: 60 * 60 },
  dataRequestByNetwork: { points: 10, duration: 60 * 60 },
  dataRequestByAccount: { points: 5, duration: 24 * 60 * 60 },
  registerByNetwork: { points: 60, duration: 60 * 60 },
  mailByAccount: { points: 5, duration: 60 * 60 },
  registrationMailByNetwork: { points: 10, duration: 60 * 60 },
  /** Staff have a mail sent at once, or again. */
  mailOnRequest: { points: 3, duration: 60 * 60 },
  mailOnRequestByPerson: { points: 30, duration: 60 * 60 },
  mailAgain: { points: 1, duration: 60 },
  /** Mails to an e-mail address that anybody can trigger: copies of forms, and links. */
  formMailByRecipient: { points: 5, duration: 24 * 60 * 60 },
  linkMailByRecipient: { points: 8, duration: 6 * 60 * 60 },
  /** Mails that only signed calls of the payment provider cause. */
  paymentMailByRecipient: { points: 20, duration: 24 * 60 * 60 },
  newsletterMailByRecipient: { points: 3, duration: 24 * 60 * 60 },
  /** Requests of people without account for a place in an event: each mails a link. */
  eventMailByRecipient: { points: 5, duration: 24 * 60 * 60 },
  unknownEventLinkByNetwork: { points: 60, duration: 60 * 60 },
  newsletterLinkByNetwork: { points: 120, duration: 60 * 60 },
  passwordByNetwork: { points: 60, duration: 60 * 60 },
  donorAccessByNetwork: { points: 60, duration: 60 * 60 },
  messageByPerson: { points: 40, duration: 60 * 60 },
  registerForEvent: { points: 60, duration: 60 * 60 },
  addParticipantByPerson: { points: 300, duration: 60 * 60 },
  /** An author hands articles in: each time, the whole team is written to. */
  reviewByPerson: { points: 20, duration: 24 * 60 * 60 },
  /** Each request for a membership mails how it is paid. */
  membershipByPerson: { points: 20, duration: 24 * 60 * 60 },
  /** Each change of a monthly gift, and each pause, mails its donor. To stop one is never limited. */
  giftChangeByDonor: { points: 20, duration: 24 * 60 * 60 },
  /** Each press notifies up to fifty volunteers. */
  helpersByPerson: { points: 20, duration: 24 * 60 * 60 },
  calendarFeedByPerson: { points: 10, duration: 60 * 60 },
  /** Calendar programs read a feed a few times a day. */
  calendarFeedByLink: { points: 60, duration: 60 * 60 },
  unknownCalendarFeedByNetwork: { points: 30, duration: 60 * 60 },
  /** At a door, one after the other; whoever guesses codes of eight signs finds none in a lifetime. */
  scanByPerson: { points: 900, duration: 10 * 60 },
  nameAtDoorByPerson: { points: 240, duration: 10 * 60 },
  hoursByPerson: { points: 120, duration: 60 * 60 },
  expenseByPerson: { points: 40, duration: 60 * 60 },
  followUpByPerson: { points: 120, duration: 60 * 60 },
  /** Whoever has the link of a mail writes to the thread that it opens. */
  messageByThread: { points: 20, duration: 60 * 60 },
  /** Each of its files is stored as long as the thread, and whoever a mail is forwarded to has the link. */
  fileByThread: { points: 15, duration: 24 * 60 * 60 },
  /** The same link reads them, each time from the store of files. */
  readFileByThread: { points: 120, duration: 60 * 60 },
  /** An address search sends requests while someone types. */
  placesByNetwork: { points: 300, duration: 10 * 60 },
  documentByNetwork: { points: 60, duration: 60 * 60 },
  /** After a campaign to thousands of people, a provider reports many bounces at once. */
  bounceByNetwork: { points: 3_000, duration: 10 * 60 },
  /** After an outage, the provider sends again what it could not. */
  providerEventByNetwork: { points: 6_000, duration: 10 * 60 },
  cardPageByNetwork: { points: 120, duration: 60 * 60 },
  /** A person confirms that their address works again. */
  mailboxWorksByPerson: { points: 5, duration: 24 * 60 * 60 },
  cspReportByNetwork: { points: 60, duration: 10 * 60 },
  /** Forms sent after the session had ended: people of a household or an office share an IP. */
  storedFormByNetwork: { points: 120, duration: 60 * 60 },
  /** Mail programs of a provider unsubscribe thousands of people from few addresses: those with a link of ours are counted by link. */
  unknownUnsubscribeByNetwork: { points: 30, duration: 60 * 60 },
  unsubscribeByLink: { points: 60, duration: 60 * 60 },
  deviceByPerson: { points: 30, duration: 60 * 60 },
  /** A trial of other bounds over students' files. */
  criteriaTrialByPerson: { points: 20, duration: 60 * 60 },
  /** Campaigns sent or scheduled, and tests of them. */
  campaignByPerson: { points: 10, duration: 24 * 60 * 60 },
  campaignTestByPerson: { points: 20, duration: 60 * 60 },
  /** A PDF that is drawn when somebody fetches it. */
  drawnFileByPerson: { points: 60, duration: 60 * 60 },
  exportByPerson: { points: 120, duration: 60 * 60 },
  savedViewByPerson: { points: 60, duration: 60 * 60 },
  uploadByPerson: { points: 60, duration: 60 * 60 },
} as const;

export type Rule = keyof typeof rules;

export type Limits = {
  /** Counts a try; throws a 429 refusal with the seconds to wait when there are none left. */
  take(rule: Rule, key: string): Promise<void>;
  /** Counts a try and returns the number in the window; refuses nothing. */
  count(rule: Rule, key: string): Promise<number>;
  /** Takes a counted try back. */
  uncount(rule: Rule, key: string): Promise<void>;
  /** Forgets the tries of a key, after a success. */
  clear(rule: Rule, key: string): Promise<void>;
};

/** Counters in a database. Keys are stored as hashes, without IP or e-mail addresses. */
export function createLimits(db: Db): Limits {
  const limiters = new Map<Rule, RateLimiterDrizzle>();
  const limiterOf = (rule: Rule) => {
    const known = limiters.get(rule);
    if (known) return known;
    const made = new RateLimiterDrizzle({
      ...{ storeClient: db, schema: rateLimits, keyPrefix: rule, clearExpiredByTimeout: false },
      ...rules[rule],
    });
    limiters.set(rule, made);
    return made;
  };
  return {
    async take(rule, key) {
      try {
        await limiterOf(rule).consume(hashOf(key));
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        throw new Refusal("too_many_requests", { retryAfter: Math.ceil(reason.msBeforeNext / 1000) });
      }
    },
    async count(rule, key) {
      return (await limiterOf(rule).penalty(hashOf(key), 1)).consumedPoints;
    },
    async uncount(rule, key) {
      await limiterOf(rule).reward(hashOf(key), 1);
    },
    async clear(rule, key) {
      await limiterOf(rule).delete(hashOf(key));
    },
  };
}

/**
 * Does a change that is one transaction with limits that count in it: an embedded database has no other connection, and would wait for
 * itself. What was counted in a change that fails is rolled back with it, and counted again.
 */
export async function limitedWithin<T>(limits: Limits, change: (within: (tx: Db) => Limits) => Promise<T>): Promise<T> {
  const tries: [rule: Rule, key: string][] = [];
  const within = (tx: Db): Limits => {
    const { take, uncount, ...others } = createLimits(tx);
    // A transaction that is run again counts from the beginning.
    tries.length = 0;
    return {
      ...others,
      take(rule, key) {
        tries.push([rule, key]);
        return take(rule, key);
      },
      uncount(rule, key) {
        const last = tries.findLastIndex(([taken, by]) => taken === rule && by === key);
        if (last >= 0) tries.splice(last, 1);
        return uncount(rule, key);
      },
    };
  };
  try {
    return await change(within);
  } catch (error) {
    // The limit was already reported, or does not matter any more.
    for (const [rule, key] of tries) await limits.take(rule, key).catch(() => {});
    throw error;
  }
}

/** Counters go once their window is over. */
export async function purgeLimits(db: Db, now: Date) {
  await db.delete(rateLimits).where(lt(rateLimits.expire, now));
}
