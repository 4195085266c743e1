import { setTimeout as wait } from "node:timers/promises";
import { sqlStateOf } from "./faults.ts";

/** Transactions that PostgreSQL broke off on behalf of others: a deadlock, and two that cannot both come first. */
const brokenOff = ["40P01", "40001"];
const mostTries = 5;
/** Milliseconds before the second try; doubled for each one after, and spread so that two do not meet again. */
const firstPause = 20;

/**
 * Runs a whole transaction, and runs it again from its beginning when PostgreSQL broke it off for another. What `run` does outside the
 * transaction may therefore happen more than once.
 */
export async function triedAgain<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === mostTries || !brokenOff.includes(sqlStateOf(error) ?? "")) throw error;
      await wait(firstPause * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}
