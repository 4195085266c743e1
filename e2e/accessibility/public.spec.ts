import { pages } from "../../app/pages";
import { expectAccessible, expectAllAccessible, inGroups } from "../support/accessibility";
import { expect, test } from "../support/test";

/** Every public page without an id, and some in another state. */
const paths = [
  ...pages.site.map(([path]) => path).filter((path) => !path.includes("{")),
  "/jobs?kind=job&time=few",
  "/team?near=37000",
  "/team/lyon",
  "/news?q=zzzzzz",
  "/news?tag=conseils",
  "/login",
  "/testimonials/send?sent=T-00042",
  "/newsletter",
  "/newsletter?sent=1",
  "/newsletter/confirm",
  "/unsubscribe",
  "/membership/renewal",
];

for (const { title, group } of inGroups(paths))
  test(`public pages from ${title} are accessible`, async ({ page }) => {
    test.slow();
    await expectAllAccessible(page, group);
  });

for (const prefix of ["", "/en"]) {
  test(`an article is accessible (${prefix || "/"})`, async ({ page }) => {
    await page.goto(`${prefix}/news`);
    await page.getByRole("main").getByRole("article").getByRole("link").first().click();
    await expect(page).toHaveURL(/\/news\/.+/);
    await expectAccessible(page);
  });
}

for (const prefix of ["", "/en"]) {
  test(`a press release is accessible (${prefix || "/"})`, async ({ page }) => {
    await page.goto(`${prefix}/press?kind=release`);
    await page.getByRole("main").getByRole("heading").getByRole("link").first().click();
    await expect(page).toHaveURL(/\/press\/[0-9a-f-]{36}$/);
    await expectAccessible(page);
  });
}

for (const prefix of ["", "/en"]) {
  test(`the form of the newsletter after an error in the footer is accessible (${prefix || "/"})`, async ({ page, watch }) => {
    watch.forgive(/the server responded with a status of 400/);
    await page.goto(`${prefix}/partners`);
    const footer = page.getByRole("contentinfo").locator("form");
    await footer.evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await footer.locator('input[name="email"]').fill("zoe");
    await footer.getByRole("button").click();
    await expect(page).toHaveURL(/\/newsletter$/);
    await expect(page.getByRole("main").getByRole("alert").first()).toBeVisible();
    await expectAccessible(page);
  });
}

test("the open menu is accessible", async ({ page }) => {
  await page.goto("/news");
  await page.getByRole("banner").locator("[data-menu] > summary").click();
  await expectAccessible(page);
});

test("the page of an unknown path is accessible", async ({ page, watch }) => {
  watch.forgive(/the server responded with a status of 404/);
  const answer = await page.goto("/nothing-here");
  expect(answer?.status()).toBe(404);
  await expectAccessible(page);
});
