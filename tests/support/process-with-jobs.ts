import { expect, onTestFinished } from "vitest";
import { backendSecret, type TestBackend } from "./backend";
import { runBuilt, type Settings } from "./built-process";
import { freePort } from "./free-port";
import { storedTask } from "./tasks";

/** A built backend with jobs, and without a mail server unless `more` names one, started again each time it is killed. */
export async function processWithJobs(database: string, more: Settings = {}) {
  const settings = async () => ({
    ...{ PORT: String(await freePort()), PUBLIC_URL: "http://localhost:3000", BACKEND_SECRET: backendSecret },
    ...{ DATABASE_URL: database, SESSION_SECRETS: "a secret for tests which is long enough" },
    ...more,
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

/** Has two processes do a task, and ends one of them that often while it is done: the next time after so many items more. Returns when it is done. */
export async function doneThroughKills(backend: TestBackend, database: string, id: string, kills: number, timeout: number, items = 25) {
  const processes = [await processWithJobs(database), await processWithJobs(database)];
  let killed = 0;
  let seen = 0;
  const progress = async () => {
    const { state, done, leftOut } = await storedTask(backend, id);
    return { state, handled: done + leftOut };
  };
  const state = async () => {
    const { state: now, handled } = await progress();
    if (now === "running" && killed < kills && handled >= seen + items) {
      await processes[killed % 2]?.kill();
      killed += 1;
      seen = (await progress()).handled;
    }
    return now;
  };
  await expect.poll(state, { timeout, interval: 20 }).toBe("done");
  expect(killed).toBe(kills);
}
