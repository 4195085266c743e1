import type { BrowserContext, Page, Worker } from "@playwright/test";
import { menuLink } from "../support/menu";
import { expect, test } from "../support/test";

const configurationPath = "**/api/notifications/firebase-config";
/** A worker's global object: the types of workers conflict with those of pages. */
type WorkerScope = EventTarget & {
  registration: ServiceWorkerRegistration;
  clients: object;
  /** Set by the test: settled when the browser has shown what the worker asked it to show. */
  showing: Promise<void>;
  NotificationEvent: new (type: string, about: { notification: Notification }) => Event;
};

const complete = {
  apiKey: "key",
  projectId: "project",
  appId: "1:2:web:3",
  messagingSenderId: "2",
  extra: { vapidKey: "v" },
};

test.use({ role: "admin" });

/** Answers the configuration call; returns the calls made, and requests to other hosts. */
async function answerConfiguration(context: BrowserContext, answer: { status?: number; json?: unknown; abort?: boolean }) {
  const requests: string[] = [];
  const outside: string[] = [];
  await context.route(/^https?:\/\/(?!localhost[:/])/, (route) => {
    outside.push(route.request().url());
    return route.abort();
  });
  await context.route(configurationPath, (route) => {
    requests.push(route.request().method());
    return answer.abort ? route.abort("failed") : route.fulfill({ status: answer.status, json: answer.json });
  });
  return { requests, outside };
}

/** The back-office, when all it loads has come. */
async function openOffice(page: Page) {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** Scopes of the workers, but for the one that keeps the offline page. */
const scopes = (page: Page) =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).filter((scope) => scope !== "/"),
  );

const isPushWorker = (worker: Worker) => worker.url().endsWith("/firebase-messaging-sw.js");

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
  const { requests, outside } = await answerConfiguration(context, { json: complete });
  const coming = context.waitForEvent("serviceworker", { predicate: isPushWorker, timeout: 0 });
  await openOffice(page);
  const worker = await coming;
  expect(new URL(worker.url()).pathname).toBe("/firebase-messaging-sw.js");
  await expect.poll(() => scopes(page)).toEqual(["/firebase-cloud-messaging-push-scope"]);
  await expect.poll(() => worker.evaluate("configuration")).toEqual(complete);

  await menuLink(page, "Articles").click();
  await expect(page.getByRole("heading", { level: 1, name: "Articles" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: /^Bonjour/ })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requests).toEqual(["GET"]);
  expect(context.serviceWorkers().filter(isPushWorker)).toHaveLength(1);
  expect(outside).toEqual([]);
});

for (const json of [{}, { apiKey: "key" }, { projectId: "project" }, { ...complete, apiKey: "" }]) {
  test(`S5-001: ${JSON.stringify(json).slice(0, 40)} sets nothing up and says nothing`, async ({ page, context }) => {
    const { requests, outside } = await answerConfiguration(context, { json });
    await openOffice(page);
    await expect.poll(() => requests).toEqual(["GET"]);
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
    // The browser's own message about the failed call; the page must add none.
    watch.forgive(/^console: Failed to load resource: .* \(.*firebase-config\)$/);
    watch.forgive(/^request: net::ERR_FAILED .*firebase-config$/);
    const { requests, outside } = await answerConfiguration(context, answer);
    await openOffice(page);
    await expect.poll(() => requests).toEqual(["GET"]);
    await expectSilence(page);
    expect(outside).toEqual([]);
  });
}

for (const missing of ["PushManager", "Notification"]) {
  test(`S8-010: a browser without ${missing} asks for nothing and says nothing`, async ({ page, context }) => {
    const { requests } = await answerConfiguration(context, { json: complete });
    await page.addInitScript((name) => Reflect.deleteProperty(window, name), missing);
    await openOffice(page);
    expect(await page.evaluate((name) => name in window, missing)).toBe(false);
    await expectSilence(page);
    expect(requests).toEqual([]);
  });
}

test("S8-010: a browser without service workers asks for nothing and says nothing", async ({ page, context }) => {
  const { requests } = await answerConfiguration(context, { json: complete });
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
  await openOffice(page);
  expect(await page.evaluate(() => "serviceWorker" in navigator)).toBe(false);
  await expect(page.locator("[data-toast]")).toHaveCount(0);
  expect(requests).toEqual([]);
});

test.describe("a push message that arrives", { tag: "@whole-browser" }, () => {
  /** What a browser shows and opens for pushed messages; opening is noted, for a test cannot click on the desktop. */
  async function aPushedBrowser(page: Page, context: BrowserContext) {
    await context.grantPermissions(["notifications"]);
    await answerConfiguration(context, { json: complete });
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((found) =>
      devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const push = registrations.find(({ scopeURL }) => scopeURL.endsWith("/firebase-cloud-messaging-push-scope"));
        if (push) found(push.registrationId);
      }),
    );
    const faults: string[] = [];
    devtools.on("ServiceWorker.workerErrorReported", ({ errorMessage }) => faults.push(errorMessage.errorMessage));
    await devtools.send("ServiceWorker.enable");
    const coming = context.waitForEvent("serviceworker", { predicate: isPushWorker, timeout: 0 });
    await openOffice(page);
    const worker = await coming;
    const registrationId = await registered;
    const origin = new URL(page.url()).origin;
    await expect.poll(() => worker.evaluate("configuration")).toEqual(complete);
    // The page is closed, so that the worker shows the message itself.
    await page.goto("about:blank");
    await expect.poll(() => worker.evaluate("self.clients.matchAll({ includeUncontrolled: true }).then(({ length }) => length)")).toBe(0);
    // Reading Chromium's list while it is about to show a notification removes it: so only afterwards.
    await worker.evaluate(() => {
      const scope = self as unknown as WorkerScope;
      const show = scope.registration.showNotification.bind(scope.registration);
      scope.showing = new Promise((resolve, reject) => {
        const showNotification: typeof show = (...message) => show(...message).then(resolve, reject);
        Object.assign(scope.registration, { showNotification });
      });
    });
    return {
      faults,
      push: (message: object) =>
        devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(message) }),
      shown: () =>
        worker.evaluate(async () => {
          const { registration, showing } = self as unknown as WorkerScope;
          await showing;
          return (await registration.getNotifications()).map(({ title, body, icon, tag }) => [title, body, new URL(icon).pathname, tag]);
        }),
      opensOnClick: () =>
        worker.evaluate(async () => {
          const scope = self as unknown as WorkerScope;
          const opened: string[] = [];
          Object.assign(scope.clients, { openWindow: async (url: string) => void opened.push(new URL(url).pathname) });
          const [notification] = await scope.registration.getNotifications();
          if (!notification) return ["no notification"];
          scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
          for (let wait = 0; wait < 50 && opened.length === 0; wait += 1) await new Promise((soon) => setTimeout(soon, 20));
          return opened;
        }),
    };
  }

  for (const { url, opens } of [
    { url: "/dashboard/admin/news", opens: "/dashboard/admin/news" },
    { url: undefined, opens: "/dashboard" },
    { url: "https://elsewhere.example/", opens: "/dashboard" },
  ]) {
    test(`S2-064 S2-065 is shown, and a click opens ${opens} for ${url ?? "no address"}`, async ({ page, context }) => {
      const browser = await aPushedBrowser(page, context);
      await browser.push({ notification: { title: "Tournée de samedi", body: "Il manque deux personnes." }, data: { tag: "t1", url } });
      expect(await browser.shown()).toEqual([["Tournée de samedi", "Il manque deux personnes.", "/icons/icon-192x192.png", "t1"]]);
      expect(browser.faults).toEqual([]);
      expect(await browser.opensOnClick()).toEqual([opens]);
    });
  }
});
