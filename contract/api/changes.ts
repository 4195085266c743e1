/** Where a web tier in another process subscribes to changes, as server-sent events (`open`, `change`, `missed`, `heartbeat`). */
export const changeStream = {
  path: "/api/changes",
  /** Milliseconds between heartbeats. */
  heartbeat: 200,
  /** Milliseconds without a heartbeat after which a connection counts as lost: a change must be visible within a second. */
  silence: 700,
} as const;

/** The Redis channel for the same changes, if configured. All databases of a Redis share their channels, so the channel names the site. */
export function redisChannel(publicUrl: string): string {
  return `maillon:changes:${new URL(publicUrl).host}`;
}

/** The messages on that channel, named as the events of the stream. */
export const redisMessage = {
  heartbeat: "heartbeat",
  missed: "missed",
  of: (kind: string | null) => (kind === null ? redisMessage.missed : `change:${kind}`),
  /** Parses any message but a heartbeat; an unknown one counts as `missed`. */
  kindIn: (message: string) => /^change:(.+)$/.exec(message)?.[1] ?? null,
} as const;
