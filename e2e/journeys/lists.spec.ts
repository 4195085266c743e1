import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { createArticle } from "../support/article-form";
import { expect, test } from "../support/test";

const list = "/dashboard/admin/news";

test.use({ role: "admin" });

test("the CSV file holds the rows on screen, in their order", { tag: "@plain" }, async ({ page }) => {
  await page.goto(`${list}?status=in_review&sort=title&order=asc`);
  const shown = await page.getByRole("main").locator("tbody .row-title").allInnerTexts();
  await openMenu(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "CSV" }).click()]);
  const rows = parse(await readFile(await download.path(), "utf8"), { bom: true, delimiter: [";", ","] }) as string[][];
  const plain = (text: string | undefined) => text?.replace(/\s+/g, " ");
  expect(shown.length).toBeGreaterThan(0);
  expect(rows.slice(1).map(([title]) => plain(title))).toEqual(shown.map(plain));
});

test("several articles are archived at once, after being counted", { tag: "@everywhere" }, async ({ page }, { project }) => {
  const [first, second] = [`Lot A, ${project.name}`, `Lot B, ${project.name}`];
  await createArticle(page, first);
  await createArticle(page, second);
  await page.goto(`${list}?q=${encodeURIComponent(project.name)}&sort=title&order=asc`);
  await page.getByLabel(`Choisir ${first}`).check();
  await page.getByLabel(`Choisir ${second}`).check();
  await page.getByRole("group", { name: "Actions sur la sélection" }).getByRole("button", { name: "Archiver" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Archiver 2 articles ?" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: first })).toBeVisible();
  await page.getByRole("button", { name: "Archiver les 2 articles" }).click();
  await expect(page.getByText("2 articles archivés.")).toBeVisible();
  await page.goto(`${list}?status=archived&q=${encodeURIComponent(project.name)}`);
  await expect(page.getByRole("link", { name: first })).toBeVisible();
  await expect(page.getByRole("link", { name: second })).toBeVisible();
});

/** A navigation that is under way closes the menu again. */
const openMenu = (page: Page) =>
  expect(async () => {
    const save = page.getByRole("link", { name: "Enregistrer cette vue" });
    if (!(await save.isVisible())) await page.getByRole("main").getByLabel("Plus d’actions").click();
    await expect(save).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });

test("the selection is counted in words, and the button says for how many", async ({ page }) => {
  await page.goto("/dashboard/admin/users/pending-approval");
  const boxes = page.getByRole("main").locator("tbody").getByRole("checkbox");
  const bar = page.getByRole("group", { name: "Actions sur la sélection" });
  await boxes.nth(0).check();
  await expect(bar).toContainText("1 personne choisie");
  await expect(bar.getByRole("button", { name: "Valider le compte" })).toBeVisible();
  await boxes.nth(1).check();
  await expect(bar).toContainText("2 personnes choisies · les 25 de la page · les ");
  await expect(bar.getByRole("button", { name: "Valider les 2 comptes" })).toBeVisible();
  await bar.getByLabel("Ne rien choisir").click();
  await expect(bar).toBeHidden();
  await expect(boxes.nth(0)).not.toBeChecked();
});

/** A phone shows the filters when asked to. */
async function showFilters(page: Page) {
  const folded = page.getByRole("main").getByLabel("Filtres");
  if (await folded.isVisible()) await folded.click();
}

test("a view saves the filters of a list under a name", { tag: "@everywhere" }, async ({ page }, { project }) => {
  const name = `Brouillons ${project.name}`;
  await page.goto(list);
  await showFilters(page);
  await page.getByRole("main").getByRole("combobox", { name: "État" }).selectOption("draft");
  await page.getByRole("button", { name: /^(Filtrer|Voir les résultats)$/ }).click();
  await expect(page).toHaveURL(/status=draft/);
  await openMenu(page);
  await page.getByRole("link", { name: "Enregistrer cette vue" }).click();
  await page.getByLabel("Nom de la vue").fill(name);
  await page.getByRole("button", { name: "Enregistrer la vue" }).click();
  await expect(page.getByText("Vue enregistrée.")).toBeVisible();

  await page.goto(list);
  // A phone shows the views in the menu.
  const views = page.getByRole("navigation", { name: "Vues enregistrées" });
  if (!(await views.isVisible())) await openMenu(page);
  await views.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/status=draft/);
  await showFilters(page);
  await expect(page.getByRole("main").getByRole("combobox", { name: "État" })).toHaveValue("draft");
});

test.describe("rows that are reordered", () => {
  test.use({ role: "admin" });

  test("the button that moved a row keeps the focus, and takes the row back", async ({ page }) => {
    await page.goto("/dashboard/admin/faq/categories");
    await expect(page.getByRole("button", { name: /^Descendre/ })).toHaveCount(0);
    await openMenu(page);
    await page.getByRole("link", { name: "Ranger" }).click();
    const second = page.getByRole("button", { name: /^Descendre/ }).nth(1);
    const name = (await second.getAttribute("aria-label"))?.replace("Descendre ", "") ?? "";
    const button = (label: string) => page.getByRole("button", { name: `${label} ${name}`, exact: true });
    await button("Monter").press("Enter");
    await expect(page.getByRole("row").nth(1)).toContainText(name);
    await expect(button("Monter")).toBeDisabled();
    await expect(button("Descendre")).toBeFocused();
    await button("Descendre").press("Enter");
    await expect(page.getByRole("row").nth(2)).toContainText(name);
    await expect(button("Descendre")).toBeFocused();
    await page.getByRole("link", { name: "Terminé" }).click();
    await expect(page.getByRole("button", { name: /^Descendre/ })).toHaveCount(0);
  });
});
