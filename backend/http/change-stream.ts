import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { Changes } from "#backend/changes";
import { changeStream } from "#contract/changes";
import { Refusal } from "./refusal.ts";
import type { Env } from "./routes.ts";

/** Web tiers that may listen at the same time. */
const maxListeners = 20;

/** What kinds of things change, as they change, for web tiers in other processes. It says nothing of which or by whom. */
export function changeStreamRoute(changes: Changes): Hono<Env> {
  let listeners = 0;
  return new Hono<Env>().get(changeStream.path, (http) => {
    if (listeners >= maxListeners) throw new Refusal("too_many_requests", { retryAfter: 60 });
    listeners += 1;
    return streamSSE(http, async (stream) => {
      const stop = await changes.subscribe(
        (kind) => void stream.writeSSE({ event: kind === null ? "missed" : "change", data: kind ?? "" }),
      );
      stream.onAbort(() => {
        listeners -= 1;
        stop();
      });
      await stream.writeSSE({ event: "open", data: "" });
      while (!stream.aborted) {
        await stream.sleep(changeStream.heartbeat);
        await stream.writeSSE({ event: "heartbeat", data: "" });
      }
    });
  });
}
