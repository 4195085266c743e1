/** The figures of a cached group, in the order of the table. */
export const groupFigures = ["hits", "stale", "misses", "rate", "entries", "bytes", "oldest", "evictions"] as const;

/** Formatted figures: browsers and the server format them differently. */
export type GroupReport = Record<(typeof groupFigures)[number], string> & {
  group: string;
  /** The share of requests served from the cache, from 0 to 1; null without requests. */
  share: number | null;
  /** Whether it had no request and holds nothing. */
  idle: boolean;
  /** The figures that are zero: not shown on a phone. */
  zeros: (typeof groupFigures)[number][];
};
export type HourReport = { at: string; served: number; made: number };
