import type { Browser } from "@playwright/test";
import { type Staff, test } from "../support/own-site";
import { logIn } from "../support/people";
import { expect } from "../support/test";

type Options = { baseURL?: string; userAgent?: string };

/** A page of the back-office on this site. */
async function office(browser: Browser, { login }: Staff, options: Options) {
  const context = await browser.newContext({ ...options, locale: "fr-FR", storageState: login });
  return context.newPage();
}

test("a new version of a text that must be signed sends a member back, who signs it and is in", async ({
  page,
  browser,
  staff,
  baseURL,
  userAgent,
  watch,
}) => {
  test.setTimeout(60_000);
  watch.forgive(/the server responded with a status of 400/);
  await logIn(page, "volunteer");
  await expect(page).toHaveURL("/dashboard");

  const desk = await office(browser, staff, { baseURL, userAgent });
  await desk.goto("/dashboard/admin/documents/texts?status=published&q=bénévolat");
  await desk.getByRole("main").getByRole("link", { name: "Charte du bénévolat" }).click();
  await desk.getByRole("button", { name: "Écrire la version suivante" }).click();
  await expect(desk.getByText("devront signer cette version")).toBeVisible();
  await desk.getByRole("link", { name: "Publier cette version" }).click();
  await desk.getByRole("button", { name: /^Publier pour \d+ personnes$/ }).click();
  await expect(desk.getByText("Version publiée.")).toBeVisible();
  await desk.context().close();

  // The next page that the member asks for is the text.
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/account/pending/documents");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Un texte à signer, Yanis.");
  await page.getByRole("banner").getByRole("link", { name: "EN", exact: true }).click();
  await expect(page).toHaveURL("/en/account/pending/documents");
  await page.getByRole("button", { name: "Sign this document" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("I have read this text and I accept it").check();
  await page.getByRole("button", { name: "Sign this document" }).click();
  await expect(page).toHaveURL("/en/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Hello Yanis" })).toBeVisible();
});

test("the yearly check is answered, read by staff, and the student is in", async ({ page, staff, watch }) => {
  test.setTimeout(60_000);
  watch.forgive(/the server responded with a status of 400/);
  await logIn(page, "yearly");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("La vérification de rentrée");
  await page.getByRole("button", { name: "Confirmer mes informations" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel(/^Mes informations sont à jour/).check();
  await page.getByRole("button", { name: "Confirmer mes informations" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Votre dossier avance");
  await expect(page).toHaveURL("/account/pending/validation");
  await staff.accept("yearly@maillon.example");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Bonjour Inès" })).toBeVisible();
});
