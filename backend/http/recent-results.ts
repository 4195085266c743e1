import { isOn } from "#contract/api/performance-layers";

/** Milliseconds for which a result is cached. Rows without an entry in the audit log, such as a message, invalidate nothing. */
const maxAge = 3_000;
const maxResults = 1_000;

/** A short cache for results that every page of the back-office shows; a change invalidates it. */
export type RecentResults = {
  /** The result with this name, read when it is missing or too old. */
  get<T>(name: string, read: () => Promise<T>): Promise<T>;
  /** Called after each change that this process makes or is notified of. */
  clear(): void;
};

export function createRecentResults(): RecentResults {
  const results = new Map<string, { at: number; result: Promise<unknown> }>();
  return {
    get<T>(name: string, read: () => Promise<T>) {
      if (!isOn("recent-results")) return read();
      const before = results.get(name);
      if (before && performance.now() - before.at < maxAge) return before.result as Promise<T>;
      if (results.size >= maxResults) results.clear();
      const result = read();
      const entry = { at: performance.now(), result };
      results.set(name, entry);
      result.catch(() => results.get(name) === entry && results.delete(name));
      return result;
    },
    clear: () => results.clear(),
  };
}
