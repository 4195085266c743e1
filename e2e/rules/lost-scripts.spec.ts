import type { Page } from "@playwright/test";
import { menuLink } from "../support/menu";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

/** The menu leads to those that wait for a review, where there are some. */
const target = "/dashboard/admin/news";
const atTarget = new RegExp(`${target}(\\?|$)`);
const listScript = /\/assets\/list-[^/]+\.js$/;

/** Opens the dashboard, records its events of failed scripts, and counts the documents requested from then on. */
async function openDashboard(page: Page) {
  const events: string[] = [];
  const documents: string[] = [];
  await page.exposeFunction("noteLost", (text: string) => events.push(text));
  await page.addInitScript(() =>
    addEventListener("vite:preloadError", (event) => {
      const { payload } = event as Event & { payload?: unknown };
      (window as unknown as { noteLost(text: string): void }).noteLost(String(payload));
    }),
  );
  await page.goto("/dashboard");
  await page.waitForLoadState("networkidle");
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  return { events, documents };
}

const toArticles = (page: Page) => menuLink(page, "Articles");
const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Articles" });

test.beforeEach(({ watch }) => {
  watch.forgive(/status of 404 .*\/assets\/list-/);
  watch.forgive(/the script .* did not come|caught the following error/);
  watch.forgive(/asset: 404 .*\/assets\/list-/);
});

test("S4-044 S8-016: a page whose script fails to load raises an event, is reloaded at its URL, and works", async ({ page }) => {
  const { events, documents } = await openDashboard(page);
  await page.route(listScript, (route) => (documents.length > 0 ? route.continue() : route.fulfill({ status: 404 })));
  await toArticles(page).click();
  await expect(heading(page)).toBeVisible();
  await expect(page).toHaveURL(atTarget);
  expect(documents).toEqual([target]);
  expect(events[0]).toContain("/assets/list-");
  await page.waitForLoadState("networkidle");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: /^Bonjour/ })).toBeVisible();
});

test("S4-044: a tab that was open for a while reloads the same URL after a second failure", async ({ page }) => {
  await page.clock.install();
  const { documents } = await openDashboard(page);
  const reloads = () => documents.filter((path) => path === target).length;
  for (const loss of [1, 2]) {
    await page.route(listScript, (route) => (reloads() === loss ? route.continue() : route.fulfill({ status: 404 })));
    await toArticles(page).click();
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(reloads()).toBe(loss);
    await page.clock.runFor(10_000);
    await page.unroute(listScript);
    await page.goto("/dashboard");
    await page.waitForLoadState("networkidle");
  }
});

test("S4-044: a script that always fails reloads its page once, which then works without it", async ({ page }) => {
  const { documents } = await openDashboard(page);
  await page.route(listScript, (route) => route.fulfill({ status: 404 }));
  await toArticles(page).click();
  await expect(heading(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1_000);
  expect(documents).toEqual([target]);
});

test("S2-062 S4-044: after a reload that did not help, the error page is shown", async ({ page, baseURL }) => {
  const { documents } = await openDashboard(page);
  const path = await toArticles(page).getAttribute("href");
  await page.evaluate((address) => sessionStorage.setItem("reloaded-for", address), `${baseURL}${path}`);
  await page.route(listScript, (route) => route.fulfill({ status: 404 }));
  await toArticles(page).click();
  await expect(page.getByRole("alert")).toContainText("Erreur 500");
  await expect(page).toHaveURL(atTarget);
  expect(documents).toEqual([]);
});

test("S8-016: a script that fails while a link is only hovered leaves the page as it is", async ({ page }) => {
  const { events, documents } = await openDashboard(page);
  await page.route(listScript, (route) => route.fulfill({ status: 404 }));
  await toArticles(page).hover();
  await expect.poll(() => events.length).toBeGreaterThan(0);
  await page.waitForTimeout(300);
  await expect(page.getByRole("heading", { level: 1, name: /^Bonjour/ })).toBeVisible();
  expect(documents).toEqual([]);
});

test("S8-017: a style sheet that fails to preload is ignored: no reload, no error, no report", async ({ page, watch }) => {
  watch.forgive(/net::ERR_FAILED .*\.css$/);
  watch.forgive(/ERR_FAILED \(.*\.css\)$/);
  const { documents } = await openDashboard(page);
  await page.route("**/*.css", (route) => route.abort());
  const suppressed = await page.evaluate(() => {
    const payload = new Error("Unable to preload CSS for /assets/office-lost.css");
    return !dispatchEvent(Object.assign(new Event("vite:preloadError", { cancelable: true }), { payload }));
  });
  expect(suppressed).toBe(true);
  await toArticles(page).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(documents).toEqual([]);
});
