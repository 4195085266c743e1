import { expect, test } from "../support/test";

const french = "Une tournée avec Rennes, quatre sacoches et onze kilomètres";
const english = "A round with Rennes: four bags and eleven kilometres";

test("a visitor reads an article in French, then in English", { tag: "@everywhere" }, async ({ page }) => {
  await page.goto("/news");
  await page.getByRole("link", { name: french }).click();
  await expect(page.getByRole("heading", { level: 1, name: french })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${french} - Article`));

  await page.getByRole("banner").getByRole("link", { name: "EN", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: english })).toBeVisible();
  await expect(page).toHaveURL(/\/en\/news\//);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("a visitor searches articles and filters them by theme", { tag: "@everywhere" }, async ({ page }) => {
  await page.goto("/news");
  await page.getByRole("searchbox", { name: "Chercher un article" }).fill("sacoches");
  await page.getByRole("button", { name: "Chercher", exact: true }).click();
  await expect(page).toHaveURL(/q=sacoches/);
  await expect(page.getByRole("link", { name: french })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText(/^\d{1,2} articles?$/);

  await page.goto("/news");
  await page.getByRole("navigation", { name: "Thèmes" }).getByRole("link", { name: "Recettes" }).click();
  await expect(page).toHaveURL(/tag=recettes/);
  await expect(page.getByRole("link", { name: french })).toHaveCount(0);
  const cards = page.getByRole("main").getByRole("article");
  expect(await cards.count()).toBeGreaterThan(0);
});

test("a search without a result says so and leads back to all articles", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/news?q=zzzzzz");
  await expect(page.getByText("Aucun article pour cette recherche.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Voir tous les articles" }).click();
  await expect(page).toHaveURL(/\/news$/);
});

test("the chosen language is kept for the next pages", { tag: "@everywhere" }, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "EN", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goto("/story");
  await expect(page).toHaveURL(/\/en\/story/);
  await page.getByRole("banner").getByRole("link", { name: "FR", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page).not.toHaveURL(/\/en\//);
});
