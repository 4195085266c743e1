import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createClient } from "@redis/client";
import { redisChannel } from "#contract/api/changes";

/** The Redis of this run, which `.redis.pages.test.ts` files need; none where TEST_REDIS_URL is empty, and their tests are skipped. */
export const redisUrl = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379";

/** A connection of the test's own. */
export async function openRedis() {
  const client = createClient({ url: redisUrl, socket: { reconnectStrategy: false } }).on("error", () => {});
  await client.connect().catch((cause) => {
    throw new Error(`No Redis answers at ${redisUrl}. Start one, or set TEST_REDIS_URL.`, { cause });
  });
  return client;
}

export type Redis = Awaited<ReturnType<typeof openRedis>>;

/** A channel that nobody else uses. */
export function ownChannel(): string {
  return redisChannel(`https://${randomUUID()}.example`);
}

/** A way to Redis of its own, in which Redis can end the connections and new ones be turned away until it opens again, or nothing passes for a while. */
export async function wayToRedis(redis: Redis) {
  const { hostname, port } = new URL(redisUrl);
  const onward = new Set<Socket>();
  const passing: [from: Socket, to: Socket][] = [];
  let silent = false;
  const way = createServer((socket) => {
    const redisSide = connect(Number(port || 6379), hostname);
    onward.add(redisSide);
    redisSide.on("close", () => onward.delete(redisSide));
    for (const [from, to] of [
      [socket, redisSide],
      [redisSide, socket],
    ] as const) {
      from.on("error", () => {}).on("close", () => to.destroy());
      passing.push([from, to]);
      if (!silent) from.pipe(to);
    }
  }).listen(0, "127.0.0.1");
  await once(way, "listening");
  const address = way.address() as AddressInfo;
  const url = new URL(redisUrl);
  url.host = `127.0.0.1:${address.port}`;
  const end = () =>
    Promise.all(
      [...onward].map(({ localAddress, localPort }) => redis.sendCommand(["CLIENT", "KILL", "ADDR", `${localAddress}:${localPort}`])),
    );
  return {
    url: url.href,
    end,
    /** Connections stand, and nothing passes. */
    silence() {
      silent = true;
      for (const [from, to] of passing) from.unpipe(to);
    },
    pass() {
      silent = false;
      for (const [from, to] of passing) from.pipe(to);
    },
    async cut() {
      const closed = once(way, "close");
      way.close();
      await end();
      await closed;
    },
    async open() {
      way.listen(address.port, "127.0.0.1");
      await once(way, "listening");
    },
    async close() {
      way.close();
      await end();
    },
  };
}
