import { expect, test } from "../support/test";

for (const { path, role } of [{ path: "/" }, { path: "/story" }, { path: "/dashboard", role: "admin" as const }]) {
  test.describe(path, () => {
    test.use({ role });

    test(`${path}: the first stop of the Tab key leads to the content`, { tag: "@phone" }, async ({ page }) => {
      await page.goto(path);
      await page.keyboard.press("Tab");
      const skip = page.getByRole("link", { name: "Aller au contenu" });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/#content$/);
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => !!document.activeElement?.closest("#content"))).toBe(true);
    });

    test(`${path}: the focus can be seen at each of the first twelve stops`, async ({ page, watch }) => {
      // A focused link is prefetched, and some links of the menu lead to pages that do not exist yet.
      watch.forgive(/status of 404/);
      await page.goto(path);
      for (let stop = 0; stop < 12; stop += 1) {
        await page.keyboard.press("Tab");
        const shown = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return "nothing has the focus";
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
          const seen = (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
          return seen ? "" : element.outerHTML.slice(0, 200);
        });
        expect(shown, `stop ${stop + 1} of ${path}`).toBe("");
      }
    });
  });
}

test.describe("a slow machine", () => {
  test.use({ role: "admin" });

  test("keys pressed during hydration break nothing", async ({ page, watch }) => {
    watch.forgive(/status of 404/);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    for (let load = 0; load < 3; load += 1) {
      await page.goto("/dashboard", { waitUntil: "commit" });
      for (let press = 0; press < 30; press += 1) await page.keyboard.press("Tab");
      await expect(page.getByRole("main")).toBeVisible();
    }
  });
});
