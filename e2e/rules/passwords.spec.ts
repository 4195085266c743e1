import { expectAccessible } from "../support/accessibility";
import { ways } from "../support/registration";
import { expect, test } from "../support/test";

test("a password is shown and hidden by a button that says which, and is sent as a password", async ({ page }) => {
  await page.goto("/login");
  const field = page.getByLabel("Mot de passe", { exact: true });
  const show = page.getByRole("button", { name: "Afficher le mot de passe" });
  await field.fill("un mot de passe");
  await expect(show).toHaveAttribute("aria-pressed", "false");
  await show.click();
  await expect(field).toHaveAttribute("type", "text");
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);
  await page.evaluate(() => document.querySelector("form[method=post]")?.addEventListener("submit", (event) => event.preventDefault()));
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("without script a password is a plain field without the button", { tag: "@plain" }, async ({ page, javaScriptEnabled }) => {
  await page.goto("/login");
  const show = page.getByRole("button", { name: "Afficher le mot de passe" });
  await expect(page.getByLabel("Mot de passe", { exact: true })).toHaveAttribute("type", "password");
  if (javaScriptEnabled) await expect(show).toBeVisible();
  else await expect(show).toBeHidden();
});

test("the length of a new password is shown while typing, without a promise, and the server refuses a common one with a reason", async ({
  page,
  watch,
}) => {
  watch.forgive(/status of 422/);
  await page.goto(ways.individual.clicks.at(-1) ?? "");
  for (const step of ways.individual.steps) {
    await step(page);
    await page.getByRole("main").getByRole("button", { name: "Continuer", exact: true }).click();
  }
  const field = page.getByLabel("Mot de passe", { exact: true });
  for (const [typed, label] of [
    ["court", "Trop court\u00a0: 12 caractères au moins."],
    ["trois mots sans lien", "Long. Nous refusons ce qui est facile à deviner."],
    ["motdepasse123", "Assez long. Nous refusons ce qui est facile à deviner."],
  ] as const) {
    await field.fill(typed);
    await expect(page.getByText(label)).toBeVisible();
  }
  await page.getByLabel("E-mail", { exact: true }).fill("nour.lambert@example.org");
  await page.locator('[name="terms"]').check();
  await page.getByRole("button", { name: "Créer mon compte" }).click();
  await expect(page.getByText("Ce mot de passe fait partie de ceux que l’on essaie en premier.").first()).toBeVisible();
});

test("a password typed before the script runs gets its length too", async ({ page }) => {
  const answers: (() => void)[] = [];
  await page.route(/password-fields|passwords-[^/]*\.js/, async (route) => {
    await new Promise<void>((answer) => answers.push(answer));
    await route.continue();
  });
  await page.goto(ways.individual.clicks.at(-1) ?? "");
  for (const step of ways.individual.steps) {
    await step(page);
    await page.getByRole("main").getByRole("button", { name: "Continuer", exact: true }).click();
  }
  await page.getByLabel("Mot de passe", { exact: true }).fill("court");
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) answer();
  await expect(page.getByText("Trop court\u00a0: 12 caractères au moins.")).toBeVisible();
});
