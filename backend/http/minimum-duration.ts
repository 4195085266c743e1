import { setTimeout as pause } from "node:timers/promises";

/** Answers no sooner than after this many milliseconds, so that the time does not tell what the words do not. */
export async function noSoonerThan<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, pause(milliseconds)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
