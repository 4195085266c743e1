import { expect, test } from "../support/test";

test.use({ role: "student" });

test("a student reads what comes next, orders another kit, and gives it back in one tap", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Votre prochain kit" })).toBeVisible();
  await page.getByRole("link", { name: "Voir ma commande" }).click();
  await expect(page.getByText("Prochaine étape").first()).toBeVisible();

  await page.goto("/en/dashboard/events?free=yes&near=yes");
  await page.getByRole("link", { name: "Kits brought to your door" }).last().click();
  await page
    .getByRole("radio", { name: /from 6\s?pm|from 18:00|18/i })
    .first()
    .check();
  await page.getByRole("radio", { name: /To my home/ }).check();
  await page.getByLabel(/Floor and doorbell/).fill("3rd floor");
  await page.getByLabel(/Telephone for the delivery/).fill("06 39 98 00 01");
  await page.getByRole("button", { name: "Order my kit" }).click();
  await expect(
    page
      .getByText("Your place is booked.")
      .or(page.getByText("Ordered", { exact: true }))
      .first(),
  ).toBeVisible();
  await expect(page.getByText("3rd floor").first()).toBeVisible();

  await page.goto("/en/dashboard/my-events");
  await page.getByRole("button", { name: "I won’t be there" }).last().click();
  await expect(page.getByRole("button", { name: "I won’t be there" })).toHaveCount(1);

  await page.goto("/en/dashboard/my-file");
  await expect(page.getByText(/valid until/)).toBeVisible();
  await page.getByLabel("Adults").fill("2");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Adults")).toHaveValue("2");
});
