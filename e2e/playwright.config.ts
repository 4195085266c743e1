import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.E2E_PORT ?? 3159);
const root = resolve(import.meta.dirname, "..");

/** Only the process that starts the site gives it a folder; workers read this file too. */
function ownFolder(): string {
  if (process.env.TEST_WORKER_INDEX !== undefined) return "";
  const folder = mkdtempSync(join(tmpdir(), "maillon-e2e-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const ofSystem = (name: string) => (existsSync(`/usr/bin/${name}`) ? `/usr/bin/${name}` : undefined);
const wholeBrowser = process.env.CHROMIUM_PATH ?? process.env.WHOLE_BROWSER_PATH ?? ofSystem("chromium");
/** Opens a page in a third of the time of the whole browser, and shows no notifications and installs nothing. */
const headlessShell = process.env.CHROMIUM_PATH ?? process.env.HEADLESS_SHELL_PATH ?? ofSystem("chromium-headless-shell") ?? wholeBrowser;
const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const offline = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
const launch = (executablePath: string | undefined) => ({ launchOptions: { executablePath, args: [...quiet, ...offline] } });
/** With the back/forward cache, which Playwright disables by default. */
const pageCache = (executablePath: string | undefined) => ({
  launchOptions: { executablePath, args: [...quiet, ...offline], ignoreDefaultArgs: ["--disable-back-forward-cache"] },
});

const phone = { viewport: { width: 375, height: 800 }, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 900 } };

/**
 * Every test runs in `desktop-js`. The tags of a test name where else it runs: `@everywhere`, `@phone` (with script) or
 * `@plain` (without script); `@whole-browser` where it runs instead, because the quicker one lacks what it is about; `@page-cache` likewise, with the
 * browser's cache of pages that were left.
 */
export default defineConfig({
  testDir: ".",
  outputDir: join(root, "test-results/e2e"),
  fullyParallel: true,
  workers: 3,
  retries: 0,
  forbidOnly: !!process.env.CI,
  // Expected conditions are met in less than a second; on a busy machine it may take several.
  timeout: 40_000,
  expect: { timeout: 10_000 },
  reporter: [["line"], ["json", { outputFile: join(root, "test-results/e2e.json") }]],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: "fr-FR",
    // The default User-Agent contains "Headless", which the site treats as a crawler.
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    timezoneId: "Europe/Paris",
    actionTimeout: 15_000,
    screenshot: "only-on-failure",
    ...launch(headlessShell),
  },
  projects: [
    { name: "desktop-js", use: desktop, grepInvert: /@whole-browser|@page-cache/ },
    { name: "whole-browser", use: { ...desktop, ...launch(wholeBrowser) }, grep: /@whole-browser/ },
    { name: "page-cache", use: { ...desktop, ...pageCache(wholeBrowser) }, grep: /@page-cache/ },
    { name: "phone-js", use: phone, grep: /@everywhere|@phone/ },
    { name: "desktop-nojs", use: { ...desktop, javaScriptEnabled: false }, grep: /@everywhere|@plain/ },
    { name: "phone-nojs", use: { ...phone, javaScriptEnabled: false }, grep: /@everywhere/ },
  ],
  webServer: {
    command: "node build/server.js",
    cwd: root,
    url: `http://localhost:${port}/readyz`,
    timeout: 150_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
    env: { NODE_ENV: "production", PORT: String(port), DATA_FOLDER: ownFolder(), LOG_LEVEL: "error" },
  },
});
