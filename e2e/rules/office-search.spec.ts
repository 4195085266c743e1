import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

const field = (page: Page) => page.locator("[data-office-search]").last();

test("Ctrl K leads to the search, arrows go through its hits, Enter opens the first one, and the first person is called or written to at once", async ({
  page,
}) => {
  await page.goto("/dashboard/admin/jobs");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("volunteer");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/tools\?q=volunteer/);
  const hits = page.locator("main .row-title");
  const atOnce = page.getByRole("region", { name: "Faire tout de suite" });
  await expect(atOnce.getByRole("link", { name: "Écrire" })).toHaveAttribute("href", /^mailto:/);
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(hits.first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(field(page)).toBeFocused();
  const first = await hits.first().getAttribute("href");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${first}$`));
});
