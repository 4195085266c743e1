import type { Page } from "@playwright/test";
import { logIn } from "../support/people";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

const create = "/dashboard/admin/press/create";
const drafts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft ")));
const offer = (page: Page) => page.getByText(/^Un brouillon/);

/** The page after hydration. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
}

/** As when a browser crashes: the page is gone, its storage is not. */
async function crash(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  return other;
}

async function writePiece(page: Page, title: string) {
  await page.getByLabel("Titre").first().fill(title);
  await page.locator("label", { hasText: "English" }).click();
  await page.locator('[name="title.en"]').fill(`${title}, in English`);
  await page.getByLabel("Média").fill("La Gazette");
  await page.getByLabel("Type").selectOption("radio");
  await expect.poll(() => drafts(page)).toHaveLength(1);
}

test("unsaved input is offered after the page was closed, in both languages, and deleted once it is saved", async ({ page, watch }) => {
  // Where the validation has not loaded yet, the server refuses the form.
  watch.forgive(/400 \(Bad Request\).*\/press\/create\.data/);
  await open(page, create);
  await expect(offer(page)).toHaveCount(0);
  await writePiece(page, "Une page reprise");
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("radio");
  const again = await crash(page);
  await open(again, create);
  await expect(offer(again)).toBeVisible();
  await again.getByRole("button", { name: "Le reprendre" }).click();
  await expect(offer(again)).toHaveCount(0);
  await expect(again.getByLabel("Titre").first()).toHaveValue("Une page reprise");
  await expect(again.locator('[name="title.en"]')).toHaveValue("Une page reprise, in English");
  await expect(again.getByLabel("Type")).toHaveValue("radio");

  // A refused form keeps its values, and so does the browser's draft; once saved, no draft is offered.
  await again.getByRole("button", { name: "Enregistrer" }).click();
  await expect(again.getByText("à corriger").first()).toBeVisible();
  expect(await drafts(again)).toHaveLength(1);
  await again.getByLabel("Date de parution").fill("2026-11-01");
  await again.getByRole("button", { name: "Enregistrer" }).click();
  await expect(again.getByText("Brouillon enregistré.")).toBeVisible();
  expect(await drafts(again)).toEqual([]);

  // The record itself: a saved edit leaves no draft, and a change by someone else is reported.
  const outlet = again.getByLabel("Média");
  await again.waitForLoadState("networkidle");
  await outlet.fill("Le Courrier");
  await expect.poll(() => drafts(again)).toHaveLength(1);
  await again.getByRole("button", { name: "Enregistrer" }).click();
  await expect(again.getByText("Fiche enregistrée.", { exact: true })).toBeVisible();
  await expect.poll(() => drafts(again)).toEqual([]);
  await outlet.fill("Radio Rhône");
  await expect.poll(() => drafts(again)).toHaveLength(1);
  const url = again.url();
  const third = await crash(again);
  await open(third, url);
  await expect(offer(third)).not.toContainText("a changé depuis");
  await third.getByRole("button", { name: "Publier" }).click();
  await expect(third.getByText("Fiche publiée.")).toBeVisible();
  await open(third, url);
  await expect(offer(third)).toContainText("La fiche a changé depuis");
  await third.getByRole("button", { name: "Le supprimer" }).click();
  await expect(offer(third)).toHaveCount(0);
  await expect(third.getByLabel("Média")).toHaveValue("Le Courrier");
  expect(await drafts(third)).toEqual([]);
});

test("drafts of page texts are stored for each language", async ({ page }) => {
  await open(page, "/dashboard/admin/pages/story?words=en");
  const first = page.getByRole("main").locator("textarea").first();
  const before = await first.inputValue();
  await first.fill(`${before} And more.`);
  await expect.poll(() => drafts(page)).toHaveLength(1);
  const again = await crash(page);
  await open(again, "/dashboard/admin/pages/story?words=fr");
  await expect(offer(again)).toHaveCount(0);
  await open(again, "/dashboard/admin/pages/story?words=en");
  await again.getByRole("button", { name: "Le reprendre" }).click();
  await expect(again.getByRole("main").locator("textarea").first()).toHaveValue(`${before} And more.`);
  await again.getByRole("main").locator("textarea").first().fill(before);
});

test.describe("on a shared browser", () => {
  test.use({ role: undefined });

  test("a draft is offered to its author only, and deleted on logout", async ({ page }) => {
    page.on("dialog", (dialog) => void dialog.accept());
    await logIn(page, "coordinator");
    await expect(page).toHaveURL("/dashboard");
    await open(page, create);
    await writePiece(page, "À moi");
    await page.evaluate(() => {
      const [key = ""] = Object.keys(localStorage).filter((one) => one.startsWith("draft "));
      localStorage.setItem(key.replace(/[0-9a-f-]{36}/, crypto.randomUUID()), localStorage.getItem(key) ?? "");
      localStorage.removeItem(key);
    });
    const again = await crash(page);
    again.on("dialog", (dialog) => void dialog.accept());
    await open(again, create);
    await expect(offer(again)).toHaveCount(0);
    expect(await drafts(again)).toHaveLength(1);
    await again.getByLabel("Média").fill("Écrit juste avant de partir");
    await again
      .getByRole("complementary")
      .getByRole("button", { name: /^Menu de/ })
      .click();
    await again.getByRole("button", { name: "Se déconnecter" }).click();
    await expect(again.getByText("Déconnexion faite. À bientôt.")).toBeVisible();
    expect(await drafts(again)).toEqual([]);
  });
});
