import { expect, test } from "../support/test";

const path = "/dashboard/admin/stripe-manage";
const outside = "https://dashboard.stripe.com/**";

test.describe("S9-020: the window of an outside service that is linked", () => {
  test.use({ role: "admin" });

  test("has 960 by 600 pixels, and the page is read again when its reader comes back", async ({ page, context }) => {
    await context.route(outside, (route) => route.fulfill({ contentType: "text/html", body: "<title>Stripe</title>" }));
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const opening = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Ouvrir Stripe" }).click();
    const popup = await opening;
    await popup.waitForLoadState();
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([960, 600]);
    expect(new URL(page.url()).pathname).toBe(path);
    const again = page.waitForRequest(/stripe-manage\.data/);
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await again;
  });
});

test.describe("S9-020: without script", () => {
  test.use({ role: "admin", javaScriptEnabled: false });

  test("the same page opens in place", async ({ page, context }) => {
    await context.route(outside, (route) => route.fulfill({ contentType: "text/html", body: "<title>Stripe</title>" }));
    await page.goto(path);
    await page.getByRole("link", { name: "Ouvrir Stripe" }).click();
    await expect(page).toHaveTitle("Stripe");
  });
});
