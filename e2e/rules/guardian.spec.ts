import { expect, test } from "../support/test";

const yearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`;

test("the guardian of a volunteer is asked for by the date of birth", async ({ page }) => {
  await page.goto("/register/volunteer");
  const guardian = page.getByRole("group", { name: "Si vous avez 16 ou 17 ans" });
  await expect(guardian).toBeHidden();
  await page.getByLabel("Date de naissance").fill(yearsAgo(17));
  await expect(guardian).toBeVisible();
  await page.getByLabel("Date de naissance").fill(yearsAgo(30));
  await expect(guardian).toBeHidden();
});
