import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { Changes } from "#backend/changes";
import { changeStream } from "#contract/api/changes";
import { Refusal } from "../refusal.ts";
import { isSecret } from "./caller.ts";
import type { Env } from "./routes.ts";

/** Web tiers that may subscribe at the same time. */
const maxListeners = 20;

type Opened = { changes: Changes; secrets: readonly string[]; stopping: AbortSignal };

/**
 * Streams changes by entity type to web tiers in other processes, which authenticate with one of the secrets. It does not say which record or
 * by whom. Its responses stay open until `stopping`.
 */
export function changeStreamRoute({ changes, secrets, stopping }: Opened): Hono<Env> {
  let listeners = 0;
  return new Hono<Env>().get(changeStream.path, async (http) => {
    const given = /^Bearer (.+)$/.exec(http.req.header("authorization") ?? "")?.[1];
    if (!isSecret(given, secrets)) throw new Refusal("not_found");
    if (listeners >= maxListeners || stopping.aborted) throw new Refusal("too_many_requests", { retryAfter: 1 });
    listeners += 1;
    return streamSSE(http, async (stream) => {
      const say = (event: string, data = "") => void stream.writeSSE({ event, data });
      const ended = new Promise<void>((resolve) => {
        stream.onAbort(resolve);
        stopping.addEventListener("abort", () => resolve(), { once: true });
      });
      const beats = setInterval(() => say("heartbeat"), changeStream.heartbeat);
      let unsubscribe = () => {};
      try {
        unsubscribe = await changes.subscribe((kind) => (kind === null ? say("missed") : say("change", kind)));
        say("open");
        await ended;
      } finally {
        listeners -= 1;
        clearInterval(beats);
        unsubscribe();
      }
    });
  });
}
