import { LRUCache } from "lru-cache";

/** Unused values leave after this time; a background refresh that fails is tried again so often, so long apart (S9-006 to S9-009). */
export const unusedFor = 300_000;
export const retries = 3;
export const retryDelay = (retry: number) => Math.min(1_000 * 2 ** retry, 30_000);

/** A value that was made, and whether it may be kept for others. */
export type Made<Value> = { value: Value; keep: boolean };

type Entry<Value> = {
  value: Value;
  madeAt: number;
  staleSince: number | null;
  refreshing: Promise<unknown> | null;
  /** How often a refresh has failed since the background gave up, and until when nobody tries again. */
  failures: number;
  restsUntil: number;
};

export type CacheOptions<Value> = {
  /** The longest a value may be answered, in milliseconds. */
  maxAge: number;
  /** How long a value that is out of date may still be answered while a new one is made. */
  staleFor: number;
  /** Largest weight of all values together; those unused for longest make room. */
  limit: number;
  weigh: (value: Value) => number;
  clock?: () => number;
  wait?: (milliseconds: number) => Promise<unknown>;
  evicted?: (value: Value) => void;
};

export type Answer<Value> = { value: Value; from: "cached" | "stale" | "made" };

/**
 * Values kept by key. Askers of a missing one share one making; a value out of date is answered for a moment while one
 * refresh runs, and for as long as it may be answered at all while it cannot be refreshed (stale-if-error).
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
      // It is over after this time, not at it.
      ttl: unusedFor - 1,
      ttlResolution: 0,
      updateAgeOnGet: true,
      // A start at zero would be none.
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
    if (entry && now < entry.restsUntil) return { value: entry.value, from: "stale" };
    try {
      const { value } = await this.#make(key, make);
      return { value, from: "made" };
    } catch (error) {
      const failed = clock();
      if (!entry || this.#young(key, failed) !== entry) throw error;
      // All who shared this making fail with it; the first of them says how long it rests.
      if (failed >= entry.restsUntil) {
        entry.restsUntil = failed + retryDelay(entry.failures);
        entry.failures += 1;
      }
      return { value: entry.value, from: "stale" };
    }
  }

  /** The value as it was made last, up to date or not, if it may be answered at all. */
  last(key: string): Value | null {
    return this.#young(key, this.#options.clock())?.value ?? null;
  }

  #young(key: string, now: number): Entry<Value> | undefined {
    const entry = this.#entries.get(key);
    return entry && now - entry.madeAt < this.#options.maxAge ? entry : undefined;
  }

  /** The value when it is kept and up to date; it is made by nobody. */
  fresh(key: string): Value | null {
    const entry = this.#young(key, this.#options.clock());
    return entry?.staleSince === null ? entry.value : null;
  }

  /** What is kept, with its age in milliseconds. */
  *values(): Generator<{ key: string; value: Value; age: number; stale: boolean }> {
    const now = this.#options.clock();
    for (const [key, { value, madeAt, staleSince }] of [...this.#entries].reverse())
      yield { key, value, age: now - madeAt, stale: staleSince !== null };
  }

  /** Marks values as out of date; how many they were. */
  expire(which: (value: Value) => boolean): number {
    let count = 0;
    for (const entry of this.#entries.values()) {
      if (entry.staleSince !== null || !which(entry.value)) continue;
      entry.staleSince = this.#options.clock();
      count += 1;
    }
    return count;
  }

  /** Keeps all values for stale-if-error only: nobody knows since when they are stale. */
  doubt() {
    for (const entry of this.#entries.values()) entry.staleSince = Number.NEGATIVE_INFINITY;
  }

  /** Throws values away at once. */
  drop(which: (value: Value) => boolean): number {
    let count = 0;
    for (const [key, { value }] of [...this.#entries]) {
      if (!which(value)) continue;
      this.#entries.delete(key);
      count += 1;
    }
    return count;
  }

  /** Throws away what nobody used for a while. */
  sweep() {
    this.#entries.purgeStale();
  }

  #make(key: string, make: () => Promise<Made<Value>>): Promise<Made<Value>> {
    const running = this.#making.get(key);
    if (running) return running;
    const making = make()
      .then((made) => {
        if (made.keep) this.#keep(key, made.value);
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
    this.#entries.set(key, { value, madeAt: this.#options.clock(), staleSince: null, refreshing: null, failures: 0, restsUntil: 0 });
  }
}
