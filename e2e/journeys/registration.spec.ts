import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { expect, test } from "../support/test";

type Step = (page: Page) => Promise<void>;
type Words = Record<"next" | "account" | "login" | "email" | "password" | "again", string>;

const words: Record<"fr" | "en", Words> = {
  fr: {
    next: "Continuer",
    account: "Créer mon compte",
    login: "Se connecter",
    email: "E-mail",
    password: "Mot de passe",
    again: "Vérifiez votre e-mail",
  },
  en: { next: "Continue", account: "Create my account", login: "Log in", email: "Email", password: "Password", again: "Check your email" },
};

const fill =
  (fields: Record<string, string>): Step =>
  async (page) => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`main [name="${name}"]`).fill(value);
  };
const tick =
  (...values: string[]): Step =>
  async (page) => {
    for (const value of values) await page.locator(`main [value="${value}"]`).check();
  };
const both =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page);
  };

const person = fill({ firstName: "Nour", lastName: "Lambert" });
const place = { addressLine: "12 rue des Lilas", postcode: "69003", city: "Lyon" };
const situation = both(fill({ studies: "Université Lyon 2", income: "700", charges: "600", household: "1" }), (page) =>
  page
    .locator('[name="scholarship"]')
    .selectOption("4")
    .then(() => undefined),
);

/** Where each way begins on the page of choices, and what is filled in at each step. */
const ways = [
  { name: "beneficiary", clicks: ["/register/beneficiary"], steps: [person, fill(place), situation, tick("vegetarian")] },
  {
    name: "volunteer",
    clicks: ["/register/volunteer"],
    steps: [both(person, fill({ birthDate: "2000-05-14" })), fill(place), tick("deliver", "saturday"), both()],
  },
  {
    name: "merchant",
    clicks: ["/register/donator", "/register/donator-form?for=merchant"],
    steps: [
      fill({ siret: "732 829 320 00074" }),
      fill({ companyName: "Boulangerie du Pont", ...place, fiscalYearEnd: "31/12" }),
      tick("weekdayEvening", "bread"),
      person,
    ],
  },
  { name: "individual", clicks: ["/register/donator", "/register/donator-form?for=individual"], steps: [person, fill(place)] },
];

for (const locale of ["fr", "en"] as const)
  for (const { name, clicks, steps } of ways)
    test(`S1-003 S1-005 ${name} in ${locale}: from the home page to the pending page`, {
      tag: locale === "fr" ? "@plain" : [],
    }, async ({ page, javaScriptEnabled }) => {
      test.setTimeout(60_000);
      const { next, account, login, email, password, again } = words[locale];
      const prefix = locale === "fr" ? "" : "/en";
      const address = `${name}-${locale}-${javaScriptEnabled ? "script" : "plain"}-${Date.now()}@maillon.example`;
      await page.goto(prefix || "/");
      for (const to of ["/register", ...clicks]) await page.locator(`a[href="${prefix}${to}"]`).first().click();
      for (const step of steps) {
        await step(page);
        await page.getByRole("button", { name: next, exact: true }).click();
      }
      await page.getByLabel(email, { exact: true }).fill(address);
      await page.getByLabel(password, { exact: true }).fill("trois mots sans lien");
      await page.locator('[name="terms"]').check();
      await page.getByRole("button", { name: account }).click();
      await expect(page).toHaveURL(`${prefix}/register/basic?sent=1`);
      await page.getByRole("main").getByRole("link", { name: login }).click();
      await page.getByLabel(email, { exact: true }).fill(address);
      await page.getByLabel(password, { exact: true }).fill("trois mots sans lien");
      await page.getByRole("main").getByRole("button", { name: login }).click();
      await expect(page).toHaveURL(`${prefix}/account/pending/email`);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(again);
      await expect(page.getByRole("main")).toContainText(address);
      if (javaScriptEnabled !== false) await expectAccessible(page);
    });

const pages = [
  "/register",
  "/register/donator",
  "/register/beneficiary",
  "/register/volunteer",
  "/register/donator-form?for=merchant",
  "/register/basic?sent=1",
  "/register/verify?token=none",
  "/register/guardian",
  "/password/request",
  "/password/update",
];

for (const path of pages.flatMap((path) => [path, `/en${path}`]))
  test(`${path} is accessible`, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page);
  });

test("a form with mistakes is accessible", async ({ page, watch }) => {
  watch.forgive(/the server responded with a status of 400/);
  await page.goto("/register/volunteer");
  await page.getByRole("button", { name: "Continuer" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
});
