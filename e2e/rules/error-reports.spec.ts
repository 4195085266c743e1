import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { logIn } from "../support/people";
import { expect, test } from "../support/test";

type Event = { release?: string; user?: object; request?: object; exception?: { values: { value: string }[] } };

/** The site with error reports, its web tier and its backend as two processes, and where its reports go. */
const running: ChildProcess[] = [];
let folder = "";
let receiver: Server;
let address = "";
let login: BrowserContextOptions["storageState"];
let received: Event[] = [];

function start(what: "backend" | "server", settings: Record<string, string>) {
  const own = { NODE_ENV: "production", LOG_LEVEL: "silent", BACKEND_SECRET: "between-the-two-tiers-of-this-test", ...settings } as const;
  const env = { ...process.env, ...own };
  running.push(spawn(process.execPath, [`build/${what}.js`], { cwd: resolve(import.meta.dirname, "../.."), env, stdio: "ignore" }));
  const ready = () =>
    fetch(`http://localhost:${settings.PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return expect.poll(ready, { timeout: 110_000 }).toBe(true);
}

test.beforeAll(async ({ browser, baseURL }, { parallelIndex, project }) => {
  test.setTimeout(300_000);
  receiver = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    for (const line of body.split("\n")) if (line.includes('"exception"')) received.push(JSON.parse(line) as Event);
    response.setHeader("access-control-allow-origin", "*");
    response.end("{}");
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const port = Number(new URL(baseURL ?? "").port) + 20 + 2 * parallelIndex;
  address = `http://localhost:${port}`;
  folder = mkdtempSync(join(tmpdir(), "maillon-e2e-reports-"));
  const dsn = `http://key@127.0.0.1:${(receiver.address() as AddressInfo).port}/1`;
  await start("backend", { PORT: String(port + 1), PUBLIC_URL: address, DATA_FOLDER: folder });
  await start("server", { PORT: String(port), API_BASE_URL: `http://127.0.0.1:${port + 1}`, SENTRY_DSN: dsn });
  const { userAgent, locale } = project.use;
  const context = await browser.newContext({ baseURL: address, userAgent, locale });
  const page = await context.newPage();
  await logIn(page, "admin");
  await expect(page).toHaveURL(/\/dashboard$/);
  login = await context.storageState();
  await context.close();
});
test.afterAll(async () => {
  for (const one of running.reverse()) {
    one.kill("SIGTERM");
    if (one.exitCode === null) await once(one, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
  receiver.closeAllConnections();
  receiver.close();
});
test.beforeEach(({ watch }) => {
  received = [];
  watch.forgive(/a crash of/);
});

/** Throws an unexpected error in a script of the page. */
function crash(page: Page) {
  return page.evaluate(() => {
    setTimeout(() => {
      throw new Error("a crash of aya.benali@exemple.fr, 06 12 34 56 78");
    });
  });
}

test.describe("of a person who is logged in", () => {
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures that are needed from here.
  test.use({ storageState: async ({}, use) => use(login) });

  test("S3-018 a crash in the browser is reported once the page has loaded, with the fields that S3-018 names and nobody else", async ({
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

test("a page without framework script reports nothing, and loads no reporting library", async ({ page }) => {
  await page.goto(`${address}/story`);
  await page.waitForLoadState("networkidle");
  await crash(page);
  await page.waitForTimeout(500);
  expect(received).toEqual([]);
});
