import { expect, onTestFinished } from "vitest";
import { backendSecret, type TestBackend } from "./backend";
import { runBuilt } from "./built-process";
import { freePort } from "./free-port";
import { storedTask } from "./tasks";

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

/** Has two processes do a task, and ends one of them that often while it is done: the next time after a chunk more. Returns when it is done. */
export async function doneThroughKills(backend: TestBackend, database: string, id: string, kills: number, timeout: number) {
  const processes = [await processWithJobs(database), await processWithJobs(database)];
  let killed = 0;
  let seen = 0;
  const progress = async () => {
    const { state, done, leftOut } = await storedTask(backend, id);
    return { state, handled: done + leftOut };
  };
  const state = async () => {
    const { state: now, handled } = await progress();
    if (now === "running" && killed < kills && handled >= seen + 25) {
      await processes[killed % 2]?.kill();
      killed += 1;
      seen = (await progress()).handled;
    }
    return now;
  };
  await expect.poll(state, { timeout, interval: 20 }).toBe("done");
  expect(killed).toBe(kills);
}
