import type { Page } from "@playwright/test";
import { expectAccessibleOnOneWidth, expectAllAccessible } from "../support/accessibility";
import { logIn } from "../support/people";
import { ways } from "../support/registration";
import { expect, test } from "../support/test";

const pages = [
  "/register",
  "/register/donator",
  "/register/basic?sent=1",
  "/register/verify?token=none",
  "/register/guardian",
  "/password/request",
  "/password/update",
  "/offline",
];

test("the other pages of registration are accessible", async ({ page }) => {
  test.slow();
  await expectAllAccessible(page, pages);
});

const next = { "": "Continuer", "/en": "Continue" };

for (const prefix of ["", "/en"] as const) {
  for (const [name, { clicks, steps }] of Object.entries(ways))
    test(`every step of the registration of a ${name} is accessible (${prefix || "/"})`, async ({ page }) => {
      test.setTimeout(60_000);
      await page.goto(prefix + clicks.at(-1));
      for (const step of steps) {
        await expectAccessibleOnOneWidth(page);
        await step(page);
        const question = page.getByRole("heading", { level: 1 });
        const before = (await question.textContent()) ?? "";
        await page.getByRole("button", { name: next[prefix], exact: true }).click();
        await expect(question).not.toHaveText(before);
      }
      await expect(page).toHaveURL(new RegExp(`${prefix}/register/basic[?]for=`));
      await expectAccessibleOnOneWidth(page);
    });

  for (const account of ["unverified", "waiting", "pending", "yearly", "to-sign", "refused", "suspended"])
    test(`the pending page of ${account}@maillon.example is accessible (${prefix || "/"})`, async ({ page }) => {
      await logIn(page, account);
      await expect(page).toHaveURL(/\/account\//);
      await inLanguage(page, prefix);
      await expectAccessibleOnOneWidth(page);
    });
}

async function inLanguage(page: Page, prefix: string) {
  if (prefix) await page.goto(prefix + new URL(page.url()).pathname);
}

test("a form with mistakes is accessible", async ({ page, watch }) => {
  watch.forgive(/the server responded with a status of 400/);
  await page.goto("/register/volunteer");
  await page.getByRole("button", { name: "Continuer" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessibleOnOneWidth(page);
});

test("the page of a registration that is left, and that of a link without one, are accessible", async ({ page, watch }) => {
  watch.forgive(/the server responded with a status of 410/);
  const { clicks, steps } = ways.volunteer;
  await page.goto(clicks.at(-1) ?? "");
  await steps[0]?.(page);
  await page.getByRole("button", { name: "Continuer", exact: true }).click();
  await page.getByRole("button", { name: "Enregistrer et quitter" }).click();
  await expect(page).toHaveURL(/\/register\/saved[?]for=/);
  await expectAccessibleOnOneWidth(page);
  expect((await page.goto("/en/register/resume"))?.status()).toBe(410);
  await expectAccessibleOnOneWidth(page);
});
