import { setTimeout as wait } from "node:timers/promises";
import { databaseFault, sqlStateOf } from "./faults.ts";

/** Errors of transactions that PostgreSQL aborted because of others: a deadlock, a serialization failure. */
const brokenOff = ["40P01", "40001"];
const maxTries = 5;
/** Milliseconds before the first retry; doubled for each further one, with jitter. */
const firstPause = 20;

/**
 * Runs a whole transaction, and retries it from the beginning when PostgreSQL aborted it because of another. What `run` does outside the
 * transaction may therefore happen more than once.
 */
export async function triedAgain<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === maxTries || !brokenOff.includes(sqlStateOf(error) ?? "")) throw error;
      await wait(firstPause * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}

/**
 * Stores that something has left us, such as a mail, and must not leave again. While the database is away, it is tried again for `longest`
 * milliseconds, and twice at least: one try may wait for minutes. Throws the last error.
 */
export async function storedSoon<T>(store: () => Promise<T>, longest: number): Promise<T> {
  const end = performance.now() + longest;
  for (let tries = 1; ; tries += 1) {
    try {
      return await store();
    } catch (error) {
      if ((tries > 1 && performance.now() > end) || !databaseFault(error)) throw error;
      await wait(Math.min(500 * tries, 2_000));
    }
  }
}
