/** Where a web tier in another process hears what kinds of things change, as server-sent events (`open`, `change`, `missed`, `heartbeat`). */
export const changeStream = {
  path: "/api/changes",
  /** Milliseconds between signs of life; without one for twice as long the connection counts as lost. */
  heartbeat: 10_000,
} as const;
