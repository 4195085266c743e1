import type { Logger } from "pino";
import { Client, fetch } from "undici";
import { changeStream, redisMessage } from "#contract/api/changes";

/** Where a web tier subscribes to changes by entity type. `null` means that changes may have been missed. */
export type ChangeFeed = {
  follow(listeners: { changed: (kind: string | null) => void; live: (live: boolean) => void }): void;
};

/** A feed with a connection that must be closed. */
export type ClosableChangeFeed = ChangeFeed & { close(): void };

/** The backend in this process. */
export function changesInProcess(subscribe: (listener: (kind: string | null) => void) => Promise<unknown>): ClosableChangeFeed {
  return {
    close() {},
    follow({ changed, live }) {
      void subscribe(changed).then(() => live(true));
    },
  };
}

const betweenTries = 1_000;

/** A backend elsewhere, over a separate connection that is reopened when it is lost. It authenticates by the secret. */
export function changesOverHttp(baseUrl: string, secret: string): ClosableChangeFeed {
  const closed = new AbortController();
  return {
    follow(listeners) {
      const again = () => {
        if (!closed.signal.aborted) setTimeout(listenAgain, betweenTries).unref();
      };
      const listenAgain = () => void listen({ baseUrl, secret, closed: closed.signal }, listeners).finally(again);
      listenAgain();
    },
    close: () => closed.abort(),
  };
}

/**
 * A channel of Redis, to which backends publish. An open connection proves nothing about them, so a channel without a heartbeat for
 * `silence` milliseconds counts as lost too.
 */
export async function changesOverRedis({
  url,
  channel,
  log,
  silence: longest = changeStream.silence,
}: RedisFeed): Promise<ClosableChangeFeed> {
  const { createClient } = await import("@redis/client");
  const client = createClient({ url });
  return {
    follow({ changed, live }) {
      // Not connected yet is not lost: without a channel nothing is cached anyway.
      let hearing: boolean | undefined;
      const lost = (err?: unknown) => {
        if (hearing !== false) log.warn({ err }, "changes are not received over Redis, so no page is cached");
        hearing = false;
        live(false);
      };
      const silence = watchSilence(longest, lost);
      const alive = () => {
        silence.alive();
        if (hearing) return;
        log.info("changes are received over Redis");
        hearing = true;
        changed(null);
        live(true);
      };
      const hear = (message: string) => {
        alive();
        if (message !== redisMessage.heartbeat) changed(redisMessage.kindIn(message));
      };
      client.on("error", lost).on("ready", () => client.subscribe(channel, hear).then(alive, lost));
      client.connect().catch(lost);
    },
    close: () =>
      client
        .removeAllListeners()
        .on("error", () => {})
        .destroy(),
  };
}

/** Checks during a silence. */
const checksPerTimeout = 7;

/**
 * Reports once that nothing was received for this time since the last call of `alive`. It counts checks, of which a process that is
 * busy makes fewer: pending input is read first.
 */
function watchSilence(longest: number, lost: () => void) {
  let quiet = 0;
  let timer: NodeJS.Timeout | undefined;
  const checkSilence = () => {
    quiet += 1;
    if (quiet === checksPerTimeout) lost();
  };
  return {
    alive() {
      quiet = 0;
      timer ??= setInterval(checkSilence, longest / checksPerTimeout).unref();
    },
    end: () => clearInterval(timer),
  };
}

type RedisFeed = { url: string; channel: string; log: Logger; silence?: number };

type Stream = { baseUrl: string; secret: string; closed: AbortSignal };

async function listen({ baseUrl, secret, closed }: Stream, { changed, live }: Parameters<ChangeFeed["follow"]>[0]) {
  const silence = new AbortController();
  const watch = watchSilence(changeStream.silence, () => silence.abort());
  watch.alive();
  const dispatcher = new Client(new URL(baseUrl).origin, { pipelining: 1, bodyTimeout: 0 });
  try {
    const answer = await fetch(baseUrl + changeStream.path, {
      signal: AbortSignal.any([silence.signal, closed]),
      headers: { accept: "text/event-stream", authorization: `Bearer ${secret}` },
      dispatcher,
    });
    if (!answer.ok || !answer.body) return;
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of answer.body) {
      text += decoder.decode(chunk, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) {
        watch.alive();
        hear(message);
      }
    }
  } catch {
    // Whatever ended the connection, it is reopened.
  } finally {
    watch.end();
    void dispatcher.destroy();
    live(false);
    changed(null);
  }

  function hear(message: string) {
    const event = /^event: ?(.*)$/m.exec(message)?.[1];
    if (event === "open") {
      changed(null);
      live(true);
    } else if (event === "missed") changed(null);
    else if (event === "change") changed(/^data: ?(.*)$/m.exec(message)?.[1] ?? null);
  }
}
