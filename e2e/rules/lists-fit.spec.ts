import { expect, test } from "../support/test";

test.use({ role: "admin" });

// The widest lists. The table scrolls horizontally; the page itself never does.
for (const width of [640, 1024, 1280]) {
  test(`lists leave the page ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const list of ["events", "projects", "faq/questions"])
      for (const prefix of ["", "/en"]) {
        await page.goto(`${prefix}/dashboard/admin/${list}`);
        await expect(page.locator("tbody tr").first()).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), prefix + list).toBe(width);
      }
  });
}

test("an invalid value in a collapsed filter does not block the others", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/dashboard/admin/partners");
  const filters = page.getByRole("main").locator("summary", { hasText: "Filtres" });
  await filters.click();
  await page.getByRole("group", { name: "Partenaire depuis" }).getByLabel("de", { exact: true }).fill("2019.5");
  await filters.click();
  await page.getByRole("searchbox").fill("Vendrac");
  await page.getByRole("button", { name: "Filtrer" }).click();
  await expect(page).toHaveURL(/q=Vendrac/);
});
