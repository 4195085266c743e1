import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** A slow mobile connection: round-trip time, and bandwidth in each direction. */
const line = { exchangeMilliseconds: 400, bytesPerSecond: 50_000 };

export type SlowLine = { host: string; close(): void };

/**
 * A proxy to a server over a slow connection: opening a connection costs a round trip, each
 * byte arrives half a round trip after it was sent, and all connections share the bandwidth.
 */
export async function openSlowLine(url: string): Promise<SlowLine> {
  const { hostname, port } = new URL(url);
  const [up, down] = [oneWay(), oneWay()];
  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const [from, to, way] of [
      [near, far, up],
      [far, near, down],
    ] as const) {
      open.add(from);
      from.on("data", (bytes) => {
        for (const part of packets(bytes)) way(part, () => to.writable && to.write(part));
      });
      from.on("end", () => way(Buffer.alloc(0), () => to.end()));
      from.on("error", () => to.destroy());
      from.on("close", () => open.delete(from));
    }
    setTimeout(() => near.resume(), line.exchangeMilliseconds);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

function packets(bytes: Buffer): Buffer[] {
  const size = 1_460;
  return Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

/** One direction: packets are sent in order, and arrive half a round trip later. */
function oneWay() {
  let freeAt = 0;
  return (bytes: Buffer, arrive: () => void) => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (bytes.byteLength / line.bytesPerSecond) * 1_000;
    setTimeout(arrive, freeAt - now + line.exchangeMilliseconds / 2);
  };
}
