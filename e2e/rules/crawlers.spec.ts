import { menuLink } from "../support/menu";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

for (const userAgent of [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
]) {
  test.describe(userAgent, () => {
    test.use({ userAgent });

    test("S2-063: an error in a crawler's browser does not replace the page", async ({ page, watch }) => {
      watch.forgive(/a crash of the test/);
      await page.goto("/dashboard");
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => {
        setTimeout(() => {
          throw new Error("a crash of the test");
        });
        void Promise.reject(new Error("a crash of the test"));
      });
      await menuLink(page, "Articles").hover();
      await page.waitForTimeout(200);
      await expect(page.getByRole("heading", { level: 1, name: /^Bonjour/ })).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
      expect(await page.evaluate(() => "__remixContext" in window)).toBe(false);
    });
  });
}
