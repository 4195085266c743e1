import { expect, test } from "../support/test";

test.use({ role: "admin" });

test("the current page is visible in a menu longer than the screen, and the page itself has not scrolled", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await page.goto("/dashboard/admin/cache-metrics");
  const current = page.getByRole("complementary").locator("[aria-current=page]");
  await expect(current).toHaveText(/^Tous les outils/);
  await expect(current).toBeInViewport({ ratio: 0.95 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("the current tab is visible on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/account/settings/privacy");
  await expect(page.locator(".tab-row [aria-current=page]")).toBeInViewport({ ratio: 0.95 });
});
