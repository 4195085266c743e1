import type { BrowserContext, Page } from "@playwright/test";
import { as } from "../support/people";
import { expect, test } from "../support/test";

const configurationPath = "**/api/notifications/firebase-config";
const complete = {
  apiKey: "key",
  projectId: "project",
  appId: "1:2:web:3",
  messagingSenderId: "2",
  extra: { vapidKey: "v" },
};

test.use({ storageState: as("admin") });

/** Answers the configuration call; returns the calls made, and what left for another host. */
async function answerConfiguration(context: BrowserContext, answer: { status?: number; json?: unknown; abort?: boolean }) {
  const asked: string[] = [];
  const outside: string[] = [];
  await context.route(/^https?:\/\/(?!localhost[:/])/, (route) => {
    outside.push(route.request().url());
    return route.abort();
  });
  await context.route(configurationPath, (route) => {
    asked.push(route.request().method());
    return answer.abort ? route.abort("failed") : route.fulfill({ status: answer.status, json: answer.json });
  });
  return { asked, outside };
}

/** The back-office, when all it loads has come. */
async function openOffice(page: Page) {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

const scopes = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname));

async function expectSilence(page: Page) {
  expect(await scopes(page)).toEqual([]);
  await expect(page.locator("[data-toast]")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page
    .getByRole("complementary")
    .getByRole("button", { name: /^Menu de/ })
    .click();
  await expect(page.getByRole("button", { name: "Se déconnecter" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Recevoir les alertes sur cet appareil" })).toBeHidden();
}

test("S2-067 S4-032 S4-036: one call for the configuration, one worker under its scope, which receives the whole of it", async ({
  page,
  context,
}) => {
  const { asked, outside } = await answerConfiguration(context, { json: complete });
  const coming = context.waitForEvent("serviceworker");
  await openOffice(page);
  const worker = await coming;
  expect(new URL(worker.url()).pathname).toBe("/firebase-messaging-sw.js");
  await expect.poll(() => scopes(page)).toEqual(["/firebase-cloud-messaging-push-scope"]);
  await expect.poll(() => worker.evaluate("configuration")).toEqual(complete);

  await page.getByRole("complementary").getByRole("link", { name: "Articles", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Articles" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: /^Bonjour/ })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual(["GET"]);
  expect(context.serviceWorkers()).toHaveLength(1);
  expect(outside).toEqual([]);
});

for (const json of [{}, { apiKey: "key" }, { projectId: "project" }, { ...complete, apiKey: "" }]) {
  test(`S5-001: ${JSON.stringify(json).slice(0, 40)} sets nothing up and says nothing`, async ({ page, context }) => {
    const { asked, outside } = await answerConfiguration(context, { json });
    await openOffice(page);
    await expect.poll(() => asked).toEqual(["GET"]);
    await expectSilence(page);
    expect(outside).toEqual([]);
  });
}

test("S5-001: the site as it comes has no push, and says nothing", async ({ page }) => {
  const answered = page.waitForResponse(configurationPath);
  await openOffice(page);
  expect(await (await answered).json()).toEqual({});
  await expectSilence(page);
});

for (const answer of [{ status: 500, json: complete }, { status: 404, json: {} }, { abort: true }]) {
  test(`S8-009: a configuration call that fails (${answer.status ?? "no answer"}) leaves the page as it is`, async ({
    page,
    context,
    watch,
  }) => {
    // The browser's own line about the failed call; the page must add none.
    watch.forgive(/^console: Failed to load resource: .* \(.*firebase-config\)$/);
    watch.forgive(/^request: net::ERR_FAILED .*firebase-config$/);
    const { asked, outside } = await answerConfiguration(context, answer);
    await openOffice(page);
    await expect.poll(() => asked).toEqual(["GET"]);
    await expectSilence(page);
    expect(outside).toEqual([]);
  });
}

for (const missing of ["PushManager", "Notification"]) {
  test(`S8-010: a browser without ${missing} asks for nothing and says nothing`, async ({ page, context }) => {
    const { asked } = await answerConfiguration(context, { json: complete });
    await page.addInitScript((name) => Reflect.deleteProperty(window, name), missing);
    await openOffice(page);
    expect(await page.evaluate((name) => name in window, missing)).toBe(false);
    await expectSilence(page);
    expect(asked).toEqual([]);
  });
}

test("S8-010: a browser without service workers asks for nothing and says nothing", async ({ page, context }) => {
  const { asked } = await answerConfiguration(context, { json: complete });
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
  await openOffice(page);
  expect(await page.evaluate(() => "serviceWorker" in navigator)).toBe(false);
  await expect(page.locator("[data-toast]")).toHaveCount(0);
  expect(asked).toEqual([]);
});
