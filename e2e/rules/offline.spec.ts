import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../support/test";

test.beforeEach(({ watch }) => {
  watch.forgive(/status of 503/);
  watch.forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
});

/** Opens a page and waits until the browser has the offline page. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => cachedBy(page)).toEqual(["/en/offline", "/offline"]);
}

/** Every URL in the browser's caches. */
function cachedBy(page: Page) {
  return page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname).sort();
  });
}

async function withoutNetwork(context: BrowserContext, test: () => Promise<void>) {
  await context.setOffline(true);
  await test();
  await context.setOffline(false);
}

for (const { path, lost, title, retry, home } of [
  { path: "/story", lost: "/news?page=2", title: "Vous êtes hors connexion", retry: "Réessayer", home: "fr" },
  { path: "/en/story", lost: "/en/news?page=2", title: "You’re offline", retry: "Try again", home: "en" },
]) {
  test(`without the network, ${lost} is the offline page in its language, and comes back by its link`, { tag: "@phone" }, async ({
    page,
    context,
  }) => {
    await context.addCookies([{ name: "i18n_redirected", value: home, url: "http://localhost:1" }]);
    await open(page, path);
    await withoutNetwork(context, async () => {
      const answer = await page.goto(lost);
      expect(answer?.status()).toBe(503);
      await expect(page.locator("html")).toHaveAttribute("lang", home);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      expect(await page.evaluate(() => "__remixContext" in window)).toBe(false);
    });
    await page.getByRole("link", { name: retry }).click();
    await expect(page).toHaveURL(lost);
    await expect(page.getByRole("heading", { level: 1, name: title })).toHaveCount(0);
  });
}

test.describe("of a person who is logged in", () => {
  test.use({ role: "admin" });

  test("no page is cached, and the offline page names nobody", async ({ page, context, watch }) => {
    // The framework fetches the routes of visible links; the network may be lost before the response.
    watch.forgive(/^console: Failed to fetch manifest patches /);
    watch.forgive(/^request: net::ERR_INTERNET_DISCONNECTED .*__manifest/);
    // Leaving a page while it loads may reject a promise of the browser's own, which has no stack.
    watch.forgive(/^page error: \w*: [^\n]*$/);
    await open(page, "/dashboard");
    await page.goto("/dashboard/admin/news");
    await page.goto("/account/settings");
    expect(await cachedBy(page)).toEqual(["/en/offline", "/offline"]);
    await withoutNetwork(context, async () => {
      await page.goto("/dashboard");
      await expect(page.getByRole("heading", { level: 1 })).toContainText("hors connexion");
      await expect(page.getByText("Benali")).toHaveCount(0);
    });
  });
});

test.describe("a page of another build", () => {
  // why: its script registers its own worker, and the policy of this build's pages lets through this build's alone.
  test.use({ bypassCSP: true });

  test("has its worker replace this one and its cache", async ({ page }) => {
    await open(page, "/story");
    const before = await page.evaluate(() => caches.keys());
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register("/firebase-messaging-sw.js?another-build");
      const coming = registration.installing ?? registration.waiting ?? registration.active;
      while (coming?.state !== "activated") await new Promise((soon) => setTimeout(soon, 20));
    });
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(["offline ?another-build"]);
    expect(before).toHaveLength(1);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1);
  });
});

for (const { path, name } of [
  { path: "/", name: "fr" },
  { path: "/en", name: "en" },
]) {
  test(`${path} can be installed`, { tag: "@whole-browser" }, async ({ page, context }) => {
    await context.addCookies([{ name: "i18n_redirected", value: name, url: "http://localhost:1" }]);
    await open(page, path);
    const devtools = await context.newCDPSession(page);
    const { errors, data } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? "{}")).toMatchObject({ lang: name, start_url: path, display: "standalone" });
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // A test's window is incognito, where nothing can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
  });
}
