/** The figures of a cached group, in the order of the table. */
export const groupFigures = ["hits", "stale", "misses", "rate", "entries", "bytes", "oldest", "evictions"] as const;

/** Formatted figures: browsers and the server format them differently. */
export type GroupReport = Record<(typeof groupFigures)[number], string> & { group: string };
export type HourReport = { at: string; served: number; made: number };
