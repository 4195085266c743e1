/** What happened to the pages of a group. */
export type CacheCounts = { hits: number; stale: number; misses: number; evictions: number };
export type CacheMetrics = {
  count(group: string, what: keyof CacheCounts): void;
  /** The last 24 hours: by group, and by hour with the oldest first. */
  lastDay(): { groups: Map<string, CacheCounts>; hours: (CacheCounts & { at: Date })[] };
};

const hour = 3_600_000;
const retained = 24;
const none = (): CacheCounts => ({ hits: 0, stale: 0, misses: 0, evictions: 0 });

/** Counts by group and hour, for the last 24 hours of this process. */
export function createCacheMetrics(clock: () => number): CacheMetrics {
  const hours = new Map<number, Map<string, CacheCounts>>();
  const forget = (now: number) => {
    for (const one of hours.keys()) if (one <= now - retained) hours.delete(one);
  };
  const countsOf = (now: number, group: string) => {
    const known = hours.get(now)?.get(group);
    if (known) return known;
    forget(now);
    const groups = hours.get(now) ?? new Map<string, CacheCounts>();
    hours.set(now, groups);
    const counts = none();
    groups.set(group, counts);
    return counts;
  };
  return {
    count(group, what) {
      const counts = countsOf(Math.floor(clock() / hour), group);
      counts[what] += 1;
    },
    lastDay() {
      const now = Math.floor(clock() / hour);
      forget(now);
      const groups = new Map<string, CacheCounts>();
      for (const byGroup of hours.values())
        for (const [group, counts] of byGroup) groups.set(group, sum([groups.get(group) ?? none(), counts]));
      return {
        groups,
        hours: Array.from({ length: retained }, (_, back) => now - retained + 1 + back).map((one) => ({
          at: new Date(one * hour),
          ...sum([...(hours.get(one)?.values() ?? [])]),
        })),
      };
    },
  };
}

function sum(all: CacheCounts[]): CacheCounts {
  return all.reduce(
    (total, one) => ({
      hits: total.hits + one.hits,
      stale: total.stale + one.stale,
      misses: total.misses + one.misses,
      evictions: total.evictions + one.evictions,
    }),
    none(),
  );
}
