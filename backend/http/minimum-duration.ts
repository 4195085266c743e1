import { setTimeout as pause } from "node:timers/promises";

/** Responds after at least this many milliseconds, so that the timing reveals no more than the response. */
export async function noSoonerThan<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, pause(milliseconds)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
