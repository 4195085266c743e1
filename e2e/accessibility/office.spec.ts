import { expectAccessible } from "../support/accessibility";
import { as, roles } from "../support/people";
import { expect, test } from "../support/test";

const list = "/dashboard/admin/news";

for (const role of roles) {
  test.describe(role, () => {
    test.use({ storageState: as(role) });
    test(`the dashboard of ${role} is accessible`, async ({ page }) => {
      await page.goto("/dashboard");
      await expectAccessible(page);
    });
  });
}

test.describe("admin", () => {
  test.use({ storageState: as("admin") });

  for (const path of [
    list,
    `/en${list}`,
    `${list}?q=zzzzzz`,
    `${list}/create`,
    "/dashboard/views?list=/dashboard/admin/news&query=status%3Ddraft",
  ]) {
    test(`${path} is accessible`, async ({ page }) => {
      await page.goto(path);
      await expectAccessible(page);
    });
  }

  for (const tab of ["edit", "view", "history", "publication"]) {
    test(`the ${tab} page of an article is accessible`, async ({ page }) => {
      await page.goto(`${list}?status=in_review`);
      const address = await page.getByRole("main").locator(".row-title").first().getAttribute("href");
      await page.goto(address?.replace(/edit$/, tab) ?? "");
      await expect(page).toHaveURL(new RegExp(`${tab}$`));
      await expectAccessible(page);
    });
  }

  test("the question before a bulk action is accessible", async ({ page }) => {
    await page.goto(`${list}?status=in_review`);
    await page
      .getByLabel(/^Choisir/)
      .first()
      .check();
    await page.getByRole("button", { name: "Archiver" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Archiver un article ?" })).toBeVisible();
    await expectAccessible(page);
  });

  test("the error of a back-office page is accessible", async ({ page, watch }) => {
    watch.forgive(/the server responded with a status of 404/);
    await page.goto("/dashboard/admin/nothing-here");
    await expect(page.getByRole("alert")).toContainText("404");
    await expectAccessible(page);
  });
});
