import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { backendSecret } from "./backend";
import { openTestDatabase, serverUrl } from "./database";
import { freePort } from "./free-port";

export type Process = Awaited<ReturnType<typeof startProcess>>;

/** One of the built servers as a process of its own, with these settings alone; ended with the test that asked for it. */
export async function startProcess(what: "server" | "backend", settings: Record<string, string> = {}) {
  const port = Number(settings.PORT ?? (await freePort()));
  const url = `http://localhost:${port}`;
  const dataFolder = mkdtempSync(join(tmpdir(), "maillon-process-"));
  const own = { PATH: process.env.PATH, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), DATA_FOLDER: dataFolder } as const;
  const running = spawn(process.execPath, [`build/${what}.js`], { env: { ...own, ...settings } });
  onTestFinished(() => void running.kill("SIGKILL"));
  let said = "";
  for (const stream of [running.stdout, running.stderr]) stream.on("data", (chunk) => (said += chunk));
  const statusOf = (path: string) =>
    fetch(url + path, { headers: { "accept-language": "fr" }, redirect: "manual" }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
  return {
    url,
    statusOf,
    said: () => said,
    async ready(path = "/readyz") {
      const status = async () => (running.exitCode === null ? statusOf(path) : `it ended at its start: ${said}`);
      await expect.poll(status, { timeout: 90_000, interval: 100 }).toBe(200);
    },
    /** Asks it to end; answers its exit code and how many milliseconds that took. */
    async stop() {
      const asked = performance.now();
      const ended = once(running, "exit");
      running.kill("SIGTERM");
      const [code] = await ended;
      return { code, milliseconds: performance.now() - asked };
    },
  };
}

/** Where such a process finds its database: a new one on the server of this run, or an embedded one of its own with the demonstration. */
export async function ownDatabase(): Promise<Record<string, string>> {
  if (!serverUrl) return {};
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  if (!("url" in database)) throw new Error("the database has no address");
  return { DATABASE_URL: database.url, SESSION_SECRETS: "a secret for tests which is long enough" };
}

/** The backend and the web tier as two processes. */
export async function startBothTiers() {
  const webPort = String(await freePort());
  const common = { PUBLIC_URL: `http://localhost:${webPort}`, BACKEND_SECRET: backendSecret };
  const backend = await startProcess("backend", { ...common, ...(await ownDatabase()) });
  const web = await startProcess("server", { ...common, PORT: webPort, API_BASE_URL: backend.url });
  await backend.ready();
  return { backend, web };
}
