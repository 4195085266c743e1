import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { as } from "../support/people";
import { expect, test } from "../support/test";

type Event = { release?: string; user?: object; request?: object; exception?: { values: { value: string }[] } };

/** The site with error reports, over the backend of the other tests, and where its reports go. */
let reporting: ChildProcess;
let receiver: Server;
let address = "";
let received: Event[] = [];

test.beforeAll(async ({ baseURL }, { parallelIndex }) => {
  receiver = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    for (const line of body.split("\n")) if (line.includes('"exception"')) received.push(JSON.parse(line) as Event);
    response.setHeader("access-control-allow-origin", "*");
    response.end("{}");
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const port = Number(new URL(baseURL ?? "").port) + 11 + parallelIndex;
  address = `http://localhost:${port}`;
  const dsn = `http://key@127.0.0.1:${(receiver.address() as AddressInfo).port}/1`;
  const settings = { NODE_ENV: "production", PORT: String(port), API_BASE_URL: baseURL, LOG_LEVEL: "silent", SENTRY_DSN: dsn };
  const env = { ...process.env, ...settings } as NodeJS.ProcessEnv;
  reporting = spawn(process.execPath, ["build/server.js"], { cwd: resolve(import.meta.dirname, "../.."), env, stdio: "ignore" });
  const ready = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready, { timeout: 15_000 }).toBe(true);
});
test.afterAll(async () => {
  reporting.kill("SIGTERM");
  await once(reporting, "exit");
  receiver.closeAllConnections();
  receiver.close();
});
test.beforeEach(({ watch }) => {
  received = [];
  watch.forgive(/a crash of/);
});

/** Lets a script of the page crash, as nobody meant it to. */
function crash(page: Page) {
  return page.evaluate(() => {
    setTimeout(() => {
      throw new Error("a crash of aya.benali@exemple.fr, 06 12 34 56 78");
    });
  });
}

test.describe("of a person who is logged in", () => {
  test.use({ storageState: as("admin") });

  test("S3-018 S7-024: a crash in the browser is reported once the page has loaded, with the person as section 3 names them and nobody else", async ({
    page,
  }) => {
    await page.goto(`${address}/dashboard?q=benali`);
    await page.waitForLoadState("networkidle");
    await crash(page);
    await expect.poll(() => received.length).toBe(1);
    const [{ user, request, exception, release } = {}] = received;
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: "admin@maillon.example",
      username: expect.stringMatching(/\S+ \S+/),
      role: "ADMIN",
      type: "staff",
      emailVerified: true,
    });
    expect(request).toBeUndefined();
    expect(exception?.values.map(({ value }) => value)).toEqual(["a crash of [mail], [phone]"]);
    expect(release).toBe(await page.locator("script[data-build]").getAttribute("data-build"));
    expect(JSON.stringify({ ...received[0], user: null })).not.toMatch(/benali/i);
  });

  test("S8-013: a page that is not there is not reported", async ({ page, watch }) => {
    watch.forgive(/status of 404/);
    await page.goto(`${address}/dashboard`);
    await page.waitForLoadState("networkidle");
    await page.goto(`${address}/dashboard/admin/nothing-here`);
    await page.waitForLoadState("networkidle");
    await expect(page.getByText("Erreur 404")).toBeVisible();
    await page.waitForTimeout(500);
    expect(received).toEqual([]);
  });

  test.describe("by a crawler", () => {
    test.use({ userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" });

    test("S2-063: what crashes in a crawler's browser is not reported", async ({ page }) => {
      await page.goto(`${address}/dashboard`);
      await page.waitForLoadState("networkidle");
      await crash(page);
      await page.waitForTimeout(500);
      expect(received).toEqual([]);
    });
  });
});

test("a page without script of the framework reports nothing, and loads nothing to report with", async ({ page }) => {
  await page.goto(`${address}/story`);
  await page.waitForLoadState("networkidle");
  await crash(page);
  await page.waitForTimeout(500);
  expect(received).toEqual([]);
});
