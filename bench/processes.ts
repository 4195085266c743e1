import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { request } from "undici";
import type * as Machine from "../scripts/machine.mjs";

export type Running = { url: string; pid: number; startMilliseconds: number; stop(): Promise<void> };
export type ServerSettings = {
  port: number;
  dataFolder: string;
  apiBaseUrl?: string;
  /** A PostgreSQL database in place of the embedded one. */
  databaseUrl?: string;
  /** Where the build lies: the working folder unless said otherwise. */
  folder?: string;
  /** Node flags in place of the build's own. */
  flags?: string[];
  environment?: Record<string, string>;
};

/** The shared secret of the two tiers of a measurement. */
export const backendSecret = "between-two-tiers-of-one-measurement";

/** Starts the built site in production mode, or its web tier alone, and waits for its first page. */
export async function startSite(settings: ServerSettings): Promise<Running> {
  const { port, apiBaseUrl } = settings;
  const url = `http://127.0.0.1:${port}`;
  const tier = apiBaseUrl && { API_BASE_URL: apiBaseUrl, BACKEND_SECRET: backendSecret };
  return start("server", settings, { PUBLIC_URL: url, ...tier }, `${url}/news`);
}

/** Starts the built backend alone, for the web tier at `publicUrl`. */
export async function startBackend({ publicUrl, ...settings }: ServerSettings & { publicUrl: string }): Promise<Running> {
  const own = { PUBLIC_URL: publicUrl, BACKEND_SECRET: backendSecret };
  return start("backend", settings, own, `http://127.0.0.1:${settings.port}/readyz`);
}

async function start(
  what: "server" | "backend",
  { port, dataFolder, databaseUrl, folder = ".", flags, environment }: ServerSettings,
  own: Record<string, string>,
  address: string,
): Promise<Running> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const { serverFlags, serverEnvironment } = (await import(pathToFileURL(resolve(folder, "scripts/machine.mjs")).href)) as typeof Machine;
  const started = performance.now();
  const child = spawn(process.execPath, [...(flags ?? serverFlags), `build/${what}.js`], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...serverEnvironment,
      ...inherited,
      NODE_ENV: "production",
      LOG_LEVEL: "info",
      PORT: String(port),
      DATA_FOLDER: dataFolder,
      ...own,
      ...(databaseUrl && { DATABASE_URL: databaseUrl, SESSION_SECRETS: "a-secret-of-the-bench-that-is-long-enough" }),
      ...environment,
    },
  });
  await firstAnswer(child, address);
  return { url: new URL(address).origin, pid: child.pid ?? 0, startMilliseconds: performance.now() - started, stop: () => end(child) };
}

async function firstAnswer(child: ChildProcess, address: string): Promise<void> {
  const givenUp = AbortSignal.timeout(60_000);
  while (!givenUp.aborted) {
    if (child.exitCode !== null)
      throw new Error(`The site ended at its start with code ${child.exitCode}. Is it built, and the port free?`);
    const status = await request(address, { headers: { "accept-language": "fr" } }).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      },
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  child.kill();
  throw new Error(`${address} did not answer within a minute.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** CPU seconds and resident bytes of a server process, from its /metrics (all threads). */
export async function processFigures(url: string): Promise<{ cpuSeconds: number; residentBytes: number }> {
  const text = await (await request(`${url}/metrics`)).body.text();
  const read = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)`, "m"))?.[1]);
  return { cpuSeconds: read("process_cpu_seconds_total"), residentBytes: read("process_resident_memory_bytes") };
}

/** Requests that are answered without any work, one after the other, until the end of something: the longest of them, in milliseconds. */
export async function longestWait(url: string, work: Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  const over = () => {
    isOver = true;
  };
  void work.then(over, over);
  while (!isOver) {
    const begun = performance.now();
    await (await request(`${url}/healthz`)).body.text();
    longest = Math.max(longest, performance.now() - begun);
  }
  await work;
  return longest;
}
