/** Milliseconds for which a result may be given again. Nothing tells of rows that arrive without an entry in the audit log, such as a message. */
const maxAge = 3_000;

/** Results that every page of the back-office shows and that need not be read for each: given again for a moment, unless something changed. */
export type RecentResults = {
  /** The result of the name, read when there is none or it is too old. */
  get<T>(name: string, read: () => Promise<T>): Promise<T>;
  /** Called after each change that this process makes or is notified of. */
  clear(): void;
};

export function createRecentResults(): RecentResults {
  const results = new Map<string, { at: number; result: Promise<unknown> }>();
  return {
    get<T>(name: string, read: () => Promise<T>) {
      const before = results.get(name);
      if (before && performance.now() - before.at < maxAge) return before.result as Promise<T>;
      const result = read();
      const entry = { at: performance.now(), result };
      results.set(name, entry);
      result.catch(() => results.get(name) === entry && results.delete(name));
      return result;
    },
    clear: () => results.clear(),
  };
}
