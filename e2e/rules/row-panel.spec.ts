import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

const list = "/dashboard/admin/jobs?sort=title&order=asc";
const panel = (page: Page) => page.getByRole("dialog");

test("a row has a preview beside its list; Escape and the close button return to it", async ({ page }) => {
  await page.goto(list);
  await page.waitForLoadState("networkidle");
  const opener = page.getByRole("link", { name: /^Aperçu de/ }).nth(1);
  const name = (await opener.getAttribute("aria-label"))?.replace("Aperçu de ", "") ?? "";
  await opener.press("Enter");
  await expect(panel(page).getByRole("heading", { name, level: 2 })).toBeVisible();
  await expect(page).toHaveURL(/look=/);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/look=/);
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(page).toHaveURL(/look=/);
  await page.reload();
  await page.waitForLoadState("networkidle");
  await panel(page).getByRole("link", { name: "Fermer" }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await panel(page).getByRole("link", { name: "Modifier" }).click();
  await expect(page).toHaveURL(/\/edit$/);
});

test("a preview opened again before the list without it has loaded is shown again", async ({ page }) => {
  await page.goto(list);
  await page.waitForLoadState("networkidle");
  const opener = page.getByRole("link", { name: /^Aperçu de/ }).nth(1);
  await opener.click();
  await expect(panel(page).getByRole("link", { name: "Modifier" })).toBeVisible();
  const requested = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.endsWith("jobs.data") && !url.searchParams.has("look"),
    async (route) => {
      requested.resolve();
      await held.promise;
      await route.abort();
    },
  );
  await panel(page).getByRole("link", { name: "Fermer" }).click();
  await requested.promise;
  await opener.click();
  await expect(panel(page).getByRole("link", { name: "Modifier" })).toBeVisible();
  held.resolve();
  await page.unrouteAll({ behavior: "wait" });
});

test.describe("in a browser without script", () => {
  test.use({ javaScriptEnabled: false });

  test("without script it is a part of the page, with a link back to the row", async ({ page }) => {
    await page.goto(list);
    await page
      .getByRole("link", { name: /^Aperçu de/ })
      .nth(1)
      .click();
    await expect(panel(page)).toBeVisible();
    await panel(page).getByRole("link", { name: "Fermer" }).click();
    await expect(panel(page)).toHaveCount(0);
    await expect(page).toHaveURL(/#look-/);
  });
});
