import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

/** Opens the dashboard, follows a link, and reloads the new page, where `stepBack` runs first. */
async function reloadAndStepBack(page: Page, stepBack: () => void) {
  await page.goto("/dashboard");
  await page.waitForLoadState("networkidle");
  await page.locator('a[href^="/dashboard/admin/news"]:visible').first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Articles" })).toBeVisible();
  await page.addInitScript(stepBack);
  await page.reload({ waitUntil: "commit" });
}

const dashboardLoaded = async (page: Page) => {
  await expect(page.getByRole("heading", { level: 1, name: /^Bonjour/ })).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
};

test("back, pressed before the script of a reloaded page runs, shows the page before", async ({ page }) => {
  await reloadAndStepBack(page, () => {
    if (!location.pathname.endsWith("/news")) return;
    document.addEventListener("readystatechange", () => document.readyState === "interactive" && history.back());
  });
  await dashboardLoaded(page);
});

test("back, pressed between the start of the script and hydration, shows the page before", async ({ page }) => {
  await reloadAndStepBack(page, () => {
    if (!location.pathname.endsWith("/news")) return;
    // The script removes its mark when it starts. What it does next waits here until the browser has stepped back.
    const { removeItem } = Storage.prototype;
    Storage.prototype.removeItem = function (key) {
      removeItem.call(this, key);
      if (key !== "stepped-to") return;
      const { postMessage } = MessagePort.prototype;
      const delayed = new Promise<void>((stepped) => addEventListener("popstate", () => stepped(), { once: true }));
      MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
        delayed.then(() => postMessage.call(this, message));
      };
      history.back();
    };
  });
  await dashboardLoaded(page);
});

test("back, pressed while the framework hydrates a reloaded page, shows the page before", async ({ page }) => {
  await reloadAndStepBack(page, () => {
    if (!location.pathname.endsWith("/news")) return;
    // The framework sets its router there during hydration.
    Object.defineProperty(window, "__remixRouter", { configurable: true, set: () => history.back() });
  });
  await dashboardLoaded(page);
});
