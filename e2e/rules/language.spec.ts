import { menuLink } from "../support/menu";
import { expect, test } from "../support/test";

const keep = (language: string) => localStorage.setItem("language-store", language);

test("S3-022 S4-030: the chosen language is kept in language-store and in the cookie", { tag: "@phone" }, async ({ page, context }) => {
  await page.goto("/story");
  await page.getByRole("banner").getByRole("link", { name: "EN", exact: true }).click();
  await expect(page).toHaveURL("/en/story");
  expect(await page.evaluate(() => localStorage.getItem("language-store"))).toBe("en");
  expect((await context.cookies()).find(({ name }) => name === "i18n_redirected")?.value).toBe("en");
});

test("S9-004: the page goes to the kept language 100 ms after it starts, not at 99 ms", async ({ page }) => {
  await page.addInitScript(keep, "en");
  await page.clock.install({ time: new Date("2026-01-15T10:00:00") });
  await page.clock.pauseAt(new Date("2026-01-15T10:00:05"));
  await page.goto("/story");
  await page.clock.runFor(99);
  expect(await page.evaluate(() => location.pathname)).toBe("/story");
  await page.clock.runFor(1);
  await expect(page).toHaveURL("/en/story");
});

test("S4-025 S4-031: a language kept in the browser wins over the cookie after the start", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "i18n_redirected", value: "fr", url: baseURL }]);
  await page.addInitScript(keep, "en");
  await page.goto("/story");
  await expect(page).toHaveURL("/en/story");
  expect((await context.cookies()).find(({ name }) => name === "i18n_redirected")?.value).toBe("en");
});

test.describe("in the back-office", () => {
  test.use({ role: "admin" });

  test("S4-031: a language chosen in another tab is followed at the next change of page, and not before", async ({ page, context }) => {
    await page.goto("/dashboard");
    await page.waitForLoadState("networkidle");
    const other = await context.newPage();
    await other.goto("/story");
    await other.getByRole("banner").getByRole("link", { name: "EN", exact: true }).click();
    await expect(other).toHaveURL("/en/story");
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await menuLink(page, "Articles").click();
    await expect(page).toHaveURL(/\/en\/dashboard\/admin\/news(\?|$)/);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });

  test("S9-005: a language kept in another tab is followed 50 ms after the next change of page, not at 49 ms", async ({ page }) => {
    await page.clock.install({ time: new Date("2026-01-15T10:00:00") });
    await page.addInitScript(() => {
      let pages = 0;
      document.addEventListener("maillon:route", () => (document.documentElement.dataset.pages = String(++pages)));
    });
    await page.goto("/dashboard");
    // The page itself gets the first event, after its start.
    await expect(page.locator("html")).toHaveAttribute("data-pages", "1");
    await page.clock.runFor(1_000);
    await page.clock.pauseAt(new Date("2026-01-15T10:10:00"));
    await page.evaluate(keep, "en");
    await menuLink(page, "Articles").click();
    await expect
      .poll(async () => {
        await page.clock.runFor(0);
        return page.evaluate(() => document.documentElement.dataset.pages);
      })
      .toBe("2");
    await page.clock.runFor(49);
    expect(await page.evaluate(() => location.pathname)).toBe("/dashboard/admin/news");
    await page.clock.runFor(1);
    await expect(page).toHaveURL(/\/en\/dashboard\/admin\/news(\?|$)/);
  });
});
