import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "undici";
import { serverEnvironment, serverFlags } from "../scripts/machine.mjs";

export type Running = { url: string; startMilliseconds: number; stop(): Promise<void> };
export type ServerSettings = { port: number; dataFolder: string; apiBaseUrl?: string };

/** Starts the built site in production mode and waits for its first page. */
export async function startSite({ port, dataFolder, apiBaseUrl }: ServerSettings): Promise<Running> {
  const url = `http://127.0.0.1:${port}`;
  const own = { NODE_ENV: "production" as const, PORT: String(port), PUBLIC_URL: url, DATA_FOLDER: dataFolder, LOG_LEVEL: "info" };
  const { DATABASE_URL: _, ...inherited } = process.env;
  const started = performance.now();
  const child = spawn(process.execPath, [...serverFlags, "build/server.js"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...serverEnvironment, ...inherited, ...own, ...(apiBaseUrl && { API_BASE_URL: apiBaseUrl }) },
  });
  await firstAnswer(child, `${url}/news`);
  return { url, startMilliseconds: performance.now() - started, stop: () => end(child) };
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

/** CPU seconds and resident bytes of a server process, as it says itself at /metrics (every thread counts). */
export async function processFigures(url: string): Promise<{ cpuSeconds: number; residentBytes: number }> {
  const text = await (await request(`${url}/metrics`)).body.text();
  const read = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)`, "m"))?.[1]);
  return { cpuSeconds: read("process_cpu_seconds_total"), residentBytes: read("process_resident_memory_bytes") };
}
