/** Where a web tier in another process subscribes to the kinds of things that change, as server-sent events (`open`, `change`, `missed`, `heartbeat`). */
export const changeStream = {
  path: "/api/changes",
  /** Milliseconds between signs of life. */
  heartbeat: 200,
  /** Milliseconds without one after which a connection counts as lost: a change is to be seen within a second. */
  silence: 700,
} as const;

/** Where Redis passes the same on, when there is one. All databases of a Redis share their channels, so the channel says whose site it is. */
export function redisChannel(publicUrl: string): string {
  return `maillon:changes:${new URL(publicUrl).host}`;
}

/** What is said there, in the stream's words. */
export const redisMessage = {
  heartbeat: "heartbeat",
  missed: "missed",
  of: (kind: string | null) => (kind === null ? redisMessage.missed : `change:${kind}`),
  /** Of any message but a heartbeat; one that is not understood counts as `missed`. */
  kindIn: (message: string) => /^change:(.+)$/.exec(message)?.[1] ?? null,
} as const;
