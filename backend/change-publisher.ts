import type { Logger } from "pino";
import { changeStream, redisMessage } from "#contract/api/changes";
import type { Changes } from "./changes.ts";

type PublishTo = { url: string; channel: string; log: Logger };

/**
 * Publishes the changes on a Redis channel, for web tiers that subscribe there; returns how to stop. Each process on the
 * database does so: a web tier then receives a change several times, which does no harm: the page is invalidated already.
 */
export async function publishChanges(changes: Changes, { url, channel, log }: PublishTo): Promise<() => void> {
  const { createClient } = await import("@redis/client");
  // A Redis that accepts commands without replying counts as lost, too.
  const client = createClient({ url, disableOfflineQueue: true, socket: { socketTimeout: changeStream.silence } });
  /** Whether web tiers may have missed a change; unknown at the start, when they may have missed earlier ones. */
  let behind: boolean | undefined;
  const failed = (err: unknown) => {
    if (!behind) log.warn({ err }, "changes cannot be published to Redis");
    behind = true;
  };
  const say = async (message: string) => {
    const published = behind === false ? message : redisMessage.missed;
    try {
      await client.publish(channel, published);
      if (published !== redisMessage.missed) return;
      if (behind !== false) log.info("changes are published to Redis");
      behind = false;
    } catch (err) {
      failed(err);
    }
  };
  const beat = () => void say(redisMessage.heartbeat);
  const unsubscribe = await changes.subscribe((kind) => void say(redisMessage.of(kind)));
  client.on("error", failed).on("ready", beat);
  client.connect().catch(failed);
  const beats = setInterval(beat, changeStream.heartbeat).unref();
  return () => {
    clearInterval(beats);
    unsubscribe();
    client
      .removeAllListeners()
      .on("error", () => {})
      .destroy();
  };
}
