import { onTestFinished } from "vitest";
import { backendSecret } from "./backend";
import { runBuilt } from "./built-process";
import { freePort } from "./free-port";

/** A built backend with jobs and without a mail server, started again each time it is killed. */
export async function processWithJobs(database: string) {
  const settings = async () => ({
    ...{ PORT: String(await freePort()), PUBLIC_URL: "http://localhost:3000", BACKEND_SECRET: backendSecret },
    ...{ DATABASE_URL: database, SESSION_SECRETS: "a secret for tests which is long enough" },
  });
  let running = runBuilt("backend", await settings());
  onTestFinished(() => void running.kill());
  return {
    async kill() {
      const { ended } = running;
      running.kill();
      await ended;
      running = runBuilt("backend", await settings());
    },
  };
}
