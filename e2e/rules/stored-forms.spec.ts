import type { Page } from "@playwright/test";
import { demoPassword } from "#backend/demo/people";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

const create = "/dashboard/admin/press/create";

async function typeLogin(page: Page, password: string) {
  await page.getByLabel("E-mail", { exact: true }).fill("admin@maillon.example");
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();
}

test(
  "a text sent after the session has ended is in the form again after the login, and is sent by its person",
  { tag: "@plain" },
  async ({ page, context, watch }, { project }) => {
    watch.forgive(/the server responded with a status of 422/);
    const title = `Une page gardée (${project.name})`;
    await page.goto(create);
    if (project.use.javaScriptEnabled !== false) await page.waitForLoadState("networkidle");
    await page.getByLabel("Titre").first().fill(title);
    await page.getByLabel("Média").fill("La Gazette");
    await page.getByLabel("Type").selectOption("radio");
    await page.getByLabel("Date de parution").fill("2026-11-01");
    await context.clearCookies();
    await page.getByRole("button", { name: "Enregistrer" }).click();

    await expect(page.getByText("Votre texte est conservé une demi-heure.")).toBeVisible();
    expect(page.url()).not.toContain("Gazette");
    await typeLogin(page, "un mot de passe oublié");
    await expect(page.getByRole("alert")).toBeVisible();
    await typeLogin(page, demoPassword);

    await expect(page).toHaveURL(create);
    await expect(page.getByRole("region", { name: "Texte conservé" })).toContainText("Il n’a pas encore été envoyé.");
    await expect(page.getByLabel("Titre").first()).toHaveValue(title);
    await expect(page.getByLabel("Type")).toHaveValue("radio");
    await expect(page.getByText(/^Un brouillon/)).toHaveCount(0);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Brouillon enregistré.")).toBeVisible();
    await page.goto(create);
    await expect(page.getByRole("region", { name: "Texte conservé" })).toHaveCount(0);
    await expect(page.getByLabel("Titre").first()).toHaveValue("");
  },
);
