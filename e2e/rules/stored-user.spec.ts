import { logIn } from "../support/people";
import { expect, test } from "../support/test";

const keys = ["user-permissions", "user-documents", "user-doc-to-sign", "user-legal-documents"];

test("S3-015 S3-016 S4-023 S4-024: four keys are kept after login; logout leaves nothing in the browser", async ({ page }) => {
  await logIn(page, "coordinator");
  await expect(page.getByRole("heading", { level: 1, name: "Bonjour Paul" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).sort())).toEqual([...keys].sort());
  const stored = await page.evaluate((names) => names.map((name) => JSON.parse(localStorage.getItem(name) ?? "missing")), keys);
  expect(stored).toHaveLength(4);
  await page.evaluate(() => localStorage.setItem("of-another-feature", "kept"));
  const sessionCookies = async () =>
    (await page.context().cookies()).map(({ name }) => name).filter((name) => /access|refresh|session/i.test(name));
  expect((await sessionCookies()).sort()).toEqual(expect.arrayContaining(["access", "refresh"]));

  await page.getByRole("complementary").getByRole("button", { name: "Menu de Paul Vasseur" }).click();
  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page.getByText("Déconnexion faite. À bientôt.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(await sessionCookies()).toEqual([]);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login/);
});

test("S4-010: a person is still logged in after the browser has been closed", async ({ page, browser }, { project: { use } }) => {
  await logIn(page, "editor");
  await expect(page).toHaveURL("/dashboard");
  await page.reload();
  await expect(page).toHaveURL("/dashboard");
  const state = await page.context().storageState();
  const lasting = state.cookies.filter(({ expires }) => expires > 0);
  const reopened = await browser.newContext({
    baseURL: use.baseURL,
    userAgent: use.userAgent,
    storageState: { ...state, cookies: lasting },
  });
  const again = await reopened.newPage();
  await again.goto("/dashboard");
  await expect(again.getByRole("heading", { level: 1, name: "Bonjour Maëlle" })).toBeVisible();
  await reopened.close();
});
