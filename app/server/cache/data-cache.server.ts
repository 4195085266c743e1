/** Unused values leave after this time; a background refresh that fails is tried again so often, so long apart (section 9 of the specification). */
export const unusedFor = 300_000;
export const retries = 3;
export const retryDelay = (retry: number) => Math.min(1_000 * 2 ** retry, 30_000);

/** A value that was made, and whether it may be kept for others. */
export type Made<Value> = { value: Value; keep: boolean };

type Entry<Value> = {
  value: Value;
  madeAt: number;
  usedAt: number;
  staleSince: number | null;
  refreshing: Promise<unknown> | null;
  /** How often making it anew has failed since the background gave up, and until when nobody tries again. */
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

export type Answer<Value> = { value: Value; from: "kept" | "stale" | "made" };

/**
 * Values kept by key. Askers of a missing one share one making; a value out of date is answered for a moment while one
 * refresh runs, and for as long as it may be answered at all while it cannot be made anew.
 */
export class DataCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #making = new Map<string, Promise<Made<Value>>>();
  readonly #options: Required<Omit<CacheOptions<Value>, "evicted">> & Pick<CacheOptions<Value>, "evicted">;
  #weight = 0;

  constructor(options: CacheOptions<Value>) {
    this.#options = { clock: Date.now, wait: (time) => new Promise((done) => setTimeout(done, time).unref()), ...options };
  }

  async get(key: string, make: () => Promise<Made<Value>>): Promise<Answer<Value>> {
    const { clock, staleFor } = this.#options;
    this.sweep();
    const now = clock();
    const entry = this.#young(key, now);
    if (entry?.staleSince === null) return { value: this.#use(key, entry, now), from: "kept" };
    if (entry && entry.failures === 0 && now - (entry.staleSince ?? 0) < staleFor) {
      this.#refresh(key, entry, make);
      return { value: this.#use(key, entry, now), from: "stale" };
    }
    if (entry && now < entry.restsUntil) return { value: this.#use(key, entry, now), from: "stale" };
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
      return { value: this.#use(key, entry, failed), from: "stale" };
    }
  }

  /** The value as it was made last, up to date or not, if it may be answered at all. */
  last(key: string): Value | null {
    const now = this.#options.clock();
    const entry = this.#young(key, now);
    return entry ? this.#use(key, entry, now) : null;
  }

  #young(key: string, now: number): Entry<Value> | undefined {
    const entry = this.#entries.get(key);
    return entry && now - entry.madeAt < this.#options.maxAge ? entry : undefined;
  }

  /** The value when it is kept and up to date; it is made by nobody. */
  fresh(key: string): Value | null {
    this.sweep();
    const now = this.#options.clock();
    const entry = this.#young(key, now);
    return entry?.staleSince === null ? this.#use(key, entry, now) : null;
  }

  /** What is kept, with its age in milliseconds. */
  *values(): Generator<{ key: string; value: Value; age: number; stale: boolean }> {
    const now = this.#options.clock();
    for (const [key, { value, madeAt, staleSince }] of this.#entries) yield { key, value, age: now - madeAt, stale: staleSince !== null };
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

  /** Keeps all values for want of better ones alone: nobody knows since when they are out of date. */
  doubt() {
    for (const entry of this.#entries.values()) entry.staleSince = Number.NEGATIVE_INFINITY;
  }

  /** Throws values away at once. */
  drop(which: (value: Value) => boolean): number {
    let count = 0;
    for (const [key, { value }] of this.#entries) {
      if (!which(value)) continue;
      this.#remove(key);
      count += 1;
    }
    return count;
  }

  /** Throws away what nobody used for a while. */
  sweep() {
    const oldest = this.#options.clock() - unusedFor;
    for (const [key, { usedAt, value }] of this.#entries) {
      if (usedAt > oldest) return;
      this.#remove(key);
      this.#options.evicted?.(value);
    }
  }

  /** The order of the map is the order of use. */
  #use(key: string, entry: Entry<Value>, now: number): Value {
    entry.usedAt = now;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  #make(key: string, make: () => Promise<Made<Value>>): Promise<Made<Value>> {
    const running = this.#making.get(key);
    if (running) return running;
    const making = make()
      .then((made) => {
        if (made.keep) this.#keep(key, made.value);
        else this.#remove(key);
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
    this.#remove(key);
    const now = this.#options.clock();
    this.#entries.set(key, { value, madeAt: now, usedAt: now, staleSince: null, refreshing: null, failures: 0, restsUntil: 0 });
    this.#weight += this.#options.weigh(value);
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.#options.limit || oldest === key) return;
      this.#remove(oldest);
      this.#options.evicted?.(entry.value);
    }
  }

  #remove(key: string) {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#weight -= this.#options.weigh(entry.value);
  }
}
