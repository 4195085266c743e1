/** What is said of a group of what is kept, in the order of the table. */
export const groupFigures = ["hits", "stale", "misses", "rate", "entries", "bytes", "oldest", "evictions"] as const;

/** Figures as they are read: browsers and the server do not write them quite alike. */
export type GroupReport = Record<(typeof groupFigures)[number], string> & { group: string };
export type HourReport = { at: string; served: number; made: number };
