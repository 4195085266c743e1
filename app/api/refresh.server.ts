import { createHash } from "node:crypto";
import { refreshGrace } from "#contract/accounts/session";

/** The result of a refresh: the new cookies, or the failure. `undecided`: the session may still be valid. */
export type RefreshOutcome =
  | { refreshed: true; setCookies: string[] }
  | { refreshed: false; setCookies: string[]; error: unknown; undecided?: boolean };

type Flight = { outcome: Promise<RefreshOutcome>; cancel: (reason: Error) => void };

const failureLifetime = 5_000;
/** For a temporary failure. */
const outageLifetime = 1_000;

/**
 * One refresh for all requests that hold the same refresh token (S4-015 to S4-018): the first starts it,
 * the others wait. Requests of the same burst that arrive later get the same outcome, as long as the backend would give it.
 */
export class RefreshQueue {
  readonly #flights = new Map<string, Flight>();

  run(refreshToken: string, refresh: () => Promise<RefreshOutcome>): Promise<RefreshOutcome> {
    const key = keyOf(refreshToken);
    const running = this.#flights.get(key);
    if (running) return running.outcome;
    let cancel: Flight["cancel"] = () => {};
    const cancelled = new Promise<never>((_, reject) => {
      cancel = reject;
    });
    const attempt = refresh().catch((error): RefreshOutcome => ({ refreshed: false, setCookies: [], error }));
    const outcome = Promise.race([attempt, cancelled]);
    outcome.then(
      (outcome) => this.#forgetAfter(key, lifetimeOf(outcome)),
      () => this.#flights.delete(key),
    );
    this.#flights.set(key, { outcome, cancel });
    return outcome;
  }

  /** Logout: requests that wait for this session's refresh are rejected, and none is replayed. */
  clear(refreshToken: string) {
    const key = keyOf(refreshToken);
    this.#flights.get(key)?.cancel(new Error("Authentication cleared"));
    this.#flights.delete(key);
  }

  #forgetAfter(key: string, milliseconds: number) {
    const flight = this.#flights.get(key);
    setTimeout(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    }, milliseconds).unref();
  }
}

function lifetimeOf(outcome: RefreshOutcome): number {
  if (outcome.refreshed) return refreshGrace * 1000;
  return outcome.undecided ? outageLifetime : failureLifetime;
}

function keyOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
