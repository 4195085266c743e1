import { expect, onTestFinished } from "vitest";
import { backendSecret } from "./backend";
import { runBuilt, type Settings } from "./built-process";
import { openTestDatabase, serverUrl } from "./database";
import { freePort } from "./free-port";

/** A built server as a process of its own, ended with the test that asked for it. */
export async function startProcess(what: "server" | "backend", settings: Settings = {}) {
  const running = runBuilt(what, { PORT: String(await freePort()), ...settings });
  onTestFinished(() => void running.kill());
  return {
    ...running,
    async ready(path = "/readyz") {
      const status = async () => running.lastWords() ?? running.statusOf(path);
      await expect.poll(status, { timeout: 90_000, interval: 100 }).toBe(200);
    },
  };
}

/** Where such a process finds its database: a new one on the server of this run, or an embedded one of its own with the demonstration. */
export async function ownDatabase(): Promise<Settings> {
  if (!serverUrl) return {};
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  if (!("url" in database)) throw new Error("the database has no address");
  return { DATABASE_URL: database.url, SESSION_SECRETS: "a secret for tests which is long enough" };
}

/** The backend and the web tier as two processes, on a new database unless another one is named. */
export async function startBothTiers(database: Settings = {}) {
  const webPort = String(await freePort());
  const common = { PUBLIC_URL: `http://localhost:${webPort}`, BACKEND_SECRET: backendSecret };
  const backend = await startProcess("backend", { ...common, ...(await ownDatabase()), ...database });
  const web = await startProcess("server", { ...common, PORT: webPort, API_BASE_URL: backend.url });
  await backend.ready();
  return { backend, web };
}
