import { LRUCache } from "lru-cache";

/** Unused values are evicted after this time; a failed background refresh is retried this often, with this delay (S9-006 to S9-009). */
export const unusedFor = 300_000;
export const retries = 3;
export const retryDelay = (retry: number) => Math.min(1_000 * 2 ** retry, 30_000);

/** A computed value, and whether it may be cached for others. */
export type Made<Value> = { value: Value; cacheable: boolean };

type Entry<Value> = {
  value: Value;
  madeAt: number;
  staleSince: number | null;
  refreshing: Promise<unknown> | null;
  /** The number of failures since background retries ended, and the time before the next try. */
  failures: number;
  retryAfter: number;
};

export type CacheOptions<Value> = {
  /** The maximum age of a value, in milliseconds. */
  maxAge: number;
  /** How long a stale value may be served while a new one is computed. */
  staleFor: number;
  /** The maximum total weight; least recently used values are evicted. */
  limit: number;
  weigh: (value: Value) => number;
  clock?: () => number;
  wait?: (milliseconds: number) => Promise<unknown>;
  evicted?: (value: Value) => void;
};

export type Answer<Value> = { value: Value; from: "cached" | "stale" | "made" };

/**
 * A cache by key. Concurrent calls for a missing value share one computation; a stale value is served for a moment while one
 * refresh runs, and up to its maximum age while refreshes fail (stale-if-error).
 */
export class DataCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #making = new Map<string, Promise<Made<Value>>>();
  readonly #options: Required<Omit<CacheOptions<Value>, "evicted">> & Pick<CacheOptions<Value>, "evicted">;

  constructor(options: CacheOptions<Value>) {
    this.#options = { clock: Date.now, wait: (time) => new Promise((done) => setTimeout(done, time).unref()), ...options };
    const { clock, limit, weigh, evicted } = this.#options;
    this.#entries = new LRUCache({
      maxSize: limit,
      sizeCalculation: ({ value }) => Math.max(1, weigh(value)),
      // It expires after this time, not at it.
      ttl: unusedFor - 1,
      ttlResolution: 0,
      updateAgeOnGet: true,
      // A start at zero would be falsy.
      perf: { now: () => clock() + 1 },
      dispose: ({ value }, _, reason) => {
        if (reason === "evict" || reason === "expire") evicted?.(value);
      },
    });
  }

  async get(key: string, make: () => Promise<Made<Value>>): Promise<Answer<Value>> {
    const { clock, staleFor } = this.#options;
    const now = clock();
    const entry = this.#young(key, now);
    if (entry?.staleSince === null) return { value: entry.value, from: "cached" };
    if (entry && entry.failures === 0 && now - (entry.staleSince ?? 0) < staleFor) {
      this.#refresh(key, entry, make);
      return { value: entry.value, from: "stale" };
    }
    if (entry && now < entry.retryAfter) return { value: entry.value, from: "stale" };
    try {
      const { value } = await this.#make(key, make);
      return { value, from: "made" };
    } catch (error) {
      const failed = clock();
      if (!entry || this.#young(key, failed) !== entry) throw error;
      // All callers of this computation fail with it; the first one sets the delay before the next try.
      if (failed >= entry.retryAfter) {
        entry.retryAfter = failed + retryDelay(entry.failures);
        entry.failures += 1;
      }
      return { value: entry.value, from: "stale" };
    }
  }

  /** The last value, fresh or stale, if it may still be served. */
  last(key: string): Value | null {
    return this.#young(key, this.#options.clock())?.value ?? null;
  }

  #young(key: string, now: number): Entry<Value> | undefined {
    const entry = this.#entries.get(key);
    return entry && now - entry.madeAt < this.#options.maxAge ? entry : undefined;
  }

  /** The cached value if it is fresh; it is never computed here. */
  fresh(key: string): Value | null {
    const entry = this.#young(key, this.#options.clock());
    return entry?.staleSince === null ? entry.value : null;
  }

  /** The cached values, with their age in milliseconds. */
  *values(): Generator<{ key: string; value: Value; age: number; stale: boolean }> {
    const now = this.#options.clock();
    for (const [key, { value, madeAt, staleSince }] of [...this.#entries].reverse())
      yield { key, value, age: now - madeAt, stale: staleSince !== null };
  }

  /** Marks values as stale; returns how many. */
  expire(which: (value: Value) => boolean): number {
    let count = 0;
    for (const entry of this.#entries.values()) {
      if (entry.staleSince !== null || !which(entry.value)) continue;
      entry.staleSince = this.#options.clock();
      count += 1;
    }
    return count;
  }

  /** Leaves all values for stale-if-error only: they may have been stale for an unknown time. */
  doubt() {
    for (const entry of this.#entries.values()) entry.staleSince = Number.NEGATIVE_INFINITY;
  }

  /** Removes values at once. */
  drop(which: (value: Value) => boolean): number {
    let count = 0;
    for (const [key, { value }] of [...this.#entries]) {
      if (!which(value)) continue;
      this.#entries.delete(key);
      count += 1;
    }
    return count;
  }

  /** Removes values that were unused for a while. */
  sweep() {
    this.#entries.purgeStale();
  }

  #make(key: string, make: () => Promise<Made<Value>>): Promise<Made<Value>> {
    const running = this.#making.get(key);
    if (running) return running;
    const making = make()
      .then((made) => {
        if (made.cacheable) this.#keep(key, made.value);
        else this.#entries.delete(key);
        return made;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  #refresh(key: string, entry: Entry<Value>, make: () => Promise<Made<Value>>) {
    entry.refreshing ??= this.#tryToMake(key, entry, make);
  }

  async #tryToMake(key: string, entry: Entry<Value>, make: () => Promise<Made<Value>>) {
    for (let retry = 0; ; retry += 1) {
      try {
        await this.#make(key, make);
        return;
      } catch {
        if (retry === retries) {
          entry.failures += 1;
          return;
        }
        await this.#options.wait(retryDelay(retry));
      }
    }
  }

  #keep(key: string, value: Value) {
    this.sweep();
    this.#entries.set(key, { value, madeAt: this.#options.clock(), staleSince: null, refreshing: null, failures: 0, retryAfter: 0 });
  }
}
