import { connect } from "node:net";
import { type Dispatcher, Pool } from "undici";
import { processFigures } from "./processes.ts";

export type Page = { path: string; headers: Record<string, string>; status?: number };
export type Round = { perSecond: number; cpuMicroseconds: number; latencies: number[] };

const fewConnections = 8;

/**
 * Sends a fixed number of requests over a few persistent connections, each after the previous response; several servers get the
 * same number of connections. `cpu` reads the CPU seconds of the servers, which is the first one's own figure at /metrics by default.
 */
export async function loadRound(
  urls: string | string[],
  { path, headers, status = 200 }: Page,
  count: number,
  cpu: () => Promise<number> = async () => (await processFigures([urls].flat()[0] ?? "")).cpuSeconds,
  connections = fewConnections,
): Promise<Round> {
  const servers = [urls].flat();
  const pools = servers.map((url) => new Pool(url, { connections: Math.ceil(connections / servers.length), pipelining: 1 }));
  const latencies: number[] = [];
  let left = count;
  const one = async (pool: Pool, url: string) => {
    while (left > 0) {
      left -= 1;
      const started = performance.now();
      const answer = await pool.request({ method: "GET", path, headers });
      await answer.body.arrayBuffer();
      latencies.push(performance.now() - started);
      if (answer.statusCode !== status) throw new Error(`${url}${path} answered ${answer.statusCode} under load.`);
    }
  };
  const before = await cpu();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, (_, at) => one(pools[at % pools.length] as Pool, servers[at % pools.length] as string)),
  );
  const seconds = (performance.now() - started) / 1000;
  const after = await cpu();
  await Promise.all(pools.map((pool) => pool.close()));
  return { perSecond: count / seconds, cpuMicroseconds: ((after - before) * 1e6) / count, latencies };
}

export async function fetchOnce(url: string, { path, headers }: Page): Promise<{ answer: Dispatcher.ResponseData; body: Buffer }> {
  const pool = new Pool(url);
  const answer = await pool.request({ method: "GET", path, headers });
  const body = Buffer.from(await answer.body.arrayBuffer());
  await pool.close();
  return { answer, body };
}

/** Bytes that the server sends for one request, head included, counted on the socket. */
export function bytesOnTheWire(url: string, { path, headers }: Page): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const lines = Object.entries({ host, connection: "close", ...headers }).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`));
    socket.resume();
    socket.on("end", () => resolve(socket.bytesRead));
    socket.on("error", reject);
  });
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]) => percentile(values, 0.5);
