import { expect, test } from "../support/test";

test.use({ role: "admin" });

test("unsaved changes need a confirmation before a link, or another form of the page, would lose them", async ({ page }) => {
  const questions: string[] = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void (answer ? dialog.accept() : dialog.dismiss());
  });
  await page.goto("/dashboard/admin/jobs");
  await page.waitForLoadState("networkidle");
  // Nobody has applied for it: taking it off the site needs no page of its own.
  await page.getByRole("main").locator("tbody a", { hasText: "mesure d’impact" }).click();
  await expect(page).toHaveURL(/\/edit$/);
  const place = page.getByRole("textbox", { name: "Lieu", exact: true });
  const before = await place.inputValue();
  const back = page.getByRole("main").getByRole("link", { name: "Offres", exact: true });
  const edit = page.url();

  await place.fill("Brest, près du port");
  await back.click();
  await expect.poll(() => questions).toEqual(["confirm"]);
  await expect(page).toHaveURL(edit);
  await page.getByRole("button", { name: "Retirer du site" }).click();
  await expect.poll(() => questions).toEqual(["confirm", "confirm"]);
  await expect(place).toHaveValue("Brest, près du port");

  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Fiche enregistrée.")).toBeVisible();
  await place.fill(before);
  answer = true;
  await back.click();
  await expect(page).toHaveURL("/dashboard/admin/jobs");
  expect(questions).toHaveLength(3);
});

test("fields of a refused form count as unsaved changes", async ({ page, watch }) => {
  watch.forgive(/the server responded with a status of 400/);
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await page.goto("/dashboard/admin/press/create");
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("à corriger").first()).toBeVisible();
  await page.getByLabel("Média").fill("La Gazette");
  await page.getByRole("main").getByRole("link", { name: "Presse", exact: true }).click();
  await expect.poll(() => questions).toEqual(["confirm"]);
});
