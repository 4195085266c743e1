import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

/** Whether the page was restored from the back/forward cache. */
const wasRestored = (page: Page) => page.evaluate(() => "left" in window);

/** Leaves a page with something open over it, by a URL as typed, and goes back to it. */
async function leaveAndComeBack(page: Page) {
  await page.evaluate(() => Object.assign(window, { left: true }));
  await page.goto("/partners");
  await page.goBack({ waitUntil: "commit" });
  await expect(page).toHaveURL(/\/story$/);
  expect(await wasRestored(page), "the browser kept the page").toBe(true);
}

test("S4-043 the open menu is closed when the browser shows the page as it was left", { tag: "@page-cache" }, async ({ page }) => {
  await page.goto("/story");
  const menu = page.getByRole("banner").locator("[data-menu]");
  await menu.locator("> summary").click();
  await expect(menu).toHaveAttribute("open");
  await leaveAndComeBack(page);
  await expect(menu).not.toHaveAttribute("open");
});

test("S4-043 the search box is closed when the browser shows the page as it was left", { tag: "@page-cache" }, async ({ page }) => {
  await page.goto("/story");
  const box = page.getByRole("dialog", { name: "Rechercher" });
  await page.getByRole("banner").getByRole("link", { name: "Rechercher" }).click();
  await expect(box).toBeVisible();
  await leaveAndComeBack(page);
  await expect(box).toBeHidden();
});
