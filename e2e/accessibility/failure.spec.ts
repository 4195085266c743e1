import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expectAccessible } from "../support/accessibility";
import { expect, test } from "../support/test";

/** The web tier alone, whose backend does not answer: every page that needs one fails. */
let alone: ChildProcess;
let address = "";

test.beforeAll(async ({ baseURL }, { parallelIndex }) => {
  const port = Number(new URL(baseURL ?? "").port) + 1 + parallelIndex;
  address = `http://localhost:${port}`;
  const tier = { API_BASE_URL: "http://127.0.0.1:9", BACKEND_SECRET: "between-the-two-tiers-of-this-test" };
  const settings = { NODE_ENV: "production", PORT: String(port), ...tier, LOG_LEVEL: "silent" } as const;
  const env = { ...process.env, ...settings };
  alone = spawn(process.execPath, ["build/server.js"], { cwd: resolve(import.meta.dirname, "../.."), env, stdio: "ignore" });
  const ready = () =>
    fetch(`${address}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready, { timeout: 15_000 }).toBe(true);
});
test.afterAll(async () => {
  alone.kill("SIGTERM");
  await once(alone, "exit");
});

for (const { path, label } of [
  { path: "/news", label: "Erreur 503" },
  { path: "/en/news", label: "Error 503" },
]) {
  test(`the page of an outage is accessible (${path})`, { tag: "@phone" }, async ({ page, watch }) => {
    watch.forgive(/the server responded with a status of 503/);
    const answer = await page.goto(address + path);
    expect(answer?.status()).toBe(503);
    await expect(page.getByRole("main")).toContainText(label);
    await expectAccessible(page);
  });
}
