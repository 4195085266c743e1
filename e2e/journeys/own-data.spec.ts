import { expect, test } from "../support/test";

test.use({ role: "admin" });

test("an administrator changes notifications, asks for a copy of their data and downloads it", async ({ page }) => {
  await page.goto("/account/settings/notifications");
  const summary = page.getByRole("combobox", { name: "Ce qui attend l’équipe" });
  await summary.selectOption("Un résumé chaque lundi matin");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(page.getByText("Modifications enregistrées.")).toBeVisible();
  await page.reload();
  await expect(summary).toHaveValue("weekly");

  await page.getByRole("link", { name: "Mes données" }).click();
  await page.getByRole("button", { name: "Demander une copie" }).click();
  const link = page.getByRole("link", { name: "Télécharger ma copie" }).first();
  await expect(link).toBeVisible({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
});
