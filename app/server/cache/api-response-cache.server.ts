import { purgeKind } from "#contract/api/operations";
import { oneHour } from "~/layouts/cache-rules";
import { type CacheMetrics, createCacheMetrics } from "./cache-metrics.server";
import { type Held, heldBy } from "./cache-usage.server";
import { DataCache } from "./data-cache.server";
import { franceToday } from "./france-today.server";

type CachedResponse = { data: unknown; bytes: number; group: string };

const limit = 8 * 1024 * 1024;

/**
 * Responses of the backend for visitors' pages: cached until something that they show changes, for a day at most, and
 * shared, so that they must not be mutated.
 */
export class ApiResponseCache {
  readonly #answers: DataCache<CachedResponse>;
  readonly #changedAt = new Map<string, number>();
  readonly #today: () => string;
  readonly metrics: CacheMetrics;
  #changes = 0;
  #allChangedAt = 0;
  /** Whether changes are received: while they are not, every call is a cache miss. */
  live = false;

  constructor({ clock = Date.now }: { clock?: () => number } = {}) {
    this.metrics = createCacheMetrics(clock);
    const evicted = ({ group }: CachedResponse) => this.metrics.count(group, "evictions");
    this.#answers = new DataCache({ maxAge: oneHour, staleFor: 0, limit, weigh: ({ bytes }) => bytes, clock, evicted });
    this.#today = franceToday(clock);
  }

  /** The result of `ask`, or the cached one since the last change of `shows`. A refusal is not cached. */
  async get<Data>(shows: readonly string[], name: string, fetch: () => Promise<Data>): Promise<Data> {
    if (!this.live) return fetch();
    // A call after a change does not share a pending response from before it: that one has another key.
    const version = Math.max(this.#allChangedAt, ...shows.map((kind) => this.#changedAt.get(kind) ?? 0));
    const group = groupOf(name);
    const { value, from } = await this.#answers.get(`${this.#today()} ${version} ${name}`, async () => {
      const data = frozen(await fetch());
      return { value: { data, bytes: name.length + JSON.stringify(data).length, group }, cacheable: true };
    });
    this.metrics.count(group, from === "made" ? "misses" : from === "stale" ? "stale" : "hits");
    return value.data as Data;
  }

  /** The cached responses, by group. */
  groups(): Held {
    this.#answers.sweep();
    return heldBy(this.#answers.values(), ({ group, bytes }) => ({ group, bytes }));
  }

  changed(kind: string | null) {
    this.#changes += 1;
    if (kind !== null && !kind.startsWith(purgeKind)) this.#changedAt.set(kind, this.#changes);
    else {
      this.#allChangedAt = this.#changes;
      this.#answers.drop(() => true);
    }
  }
}

/** The first distinctive part of the endpoint's path. */
function groupOf(name: string): string {
  return /\/api\/([\w.-]+)/.exec(name)?.[1] ?? name;
}

function frozen<Data>(data: Data): Data {
  if (typeof data !== "object" || data === null) return data;
  Object.values(data).forEach(frozen);
  return Object.freeze(data);
}
