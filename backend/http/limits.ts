import { lt } from "drizzle-orm";
import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "#backend/db/client";
import { Refusal } from "./refusal.ts";
import { rateLimits } from "./tables.ts";

/** Tries allowed in a window, in seconds, by what is limited. Counted in the database, so that processes share them. */
const rules = {
  loginByAccount: { points: 10, duration: 15 * 60 },
  loginByAddress: { points: 100, duration: 15 * 60 },
  voteByAddress: { points: 60, duration: 60 * 60 },
  /** Several people may share an address: a house of students does. */
  voteOnQuestion: { points: 3, duration: 24 * 60 * 60 },
  unansweredSearchByAddress: { points: 20, duration: 60 * 60 },
  readingsByAddress: { points: 60, duration: 10 * 60 },
  publicFormByAddress: { points: 20, duration: 60 * 60 },
  dataRequestByAddress: { points: 10, duration: 60 * 60 },
  dataRequestByAccount: { points: 5, duration: 24 * 60 * 60 },
  registerByAddress: { points: 60, duration: 60 * 60 },
  mailByAccount: { points: 5, duration: 60 * 60 },
  mailAgain: { points: 1, duration: 60 },
  passwordByAddress: { points: 60, duration: 60 * 60 },
  donorAccessByAddress: { points: 60, duration: 60 * 60 },
  messageByPerson: { points: 40, duration: 60 * 60 },
  /** A search of addresses asks while someone types. */
  placesByAddress: { points: 300, duration: 10 * 60 },
  paperByAddress: { points: 60, duration: 60 * 60 },
  uploadByPerson: { points: 60, duration: 60 * 60 },
} as const;

export type Limits = {
  /** Counts a try; throws a 429 refusal with the seconds to wait when there are none left. */
  take(rule: keyof typeof rules, key: string): Promise<void>;
  /** Forgets the tries of a key, after a success. */
  clear(rule: keyof typeof rules, key: string): Promise<void>;
};

export function createLimits(db: Db): Limits {
  const limiters = Object.fromEntries(
    Object.entries(rules).map(([name, { points, duration }]) => [
      name,
      new RateLimiterDrizzle({ storeClient: db, schema: rateLimits, keyPrefix: name, points, duration, clearExpiredByTimeout: false }),
    ]),
  );
  return {
    async take(rule, key) {
      try {
        await limiters[rule]?.consume(key);
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        throw new Refusal("too_many_requests", { retryAfter: Math.ceil(reason.msBeforeNext / 1000) });
      }
    },
    async clear(rule, key) {
      await limiters[rule]?.delete(key);
    },
  };
}

/** Counters say addresses: they go once their window is over. */
export async function purgeLimits(db: Db, now: Date) {
  await db.delete(rateLimits).where(lt(rateLimits.expire, now));
}
