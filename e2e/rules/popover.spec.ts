import { menuLink } from "../support/menu";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

test("S9-014 S9-015 S9-016: the user menu opens below its button, 8 px away, 8 px from the edge", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/dashboard");
  const button = page.getByRole("banner").getByRole("button", { name: "Menu de Samira Benali" });
  await button.click();
  const panel = page.locator("#user-menu-bar");
  const trigger = await button.boundingBox();
  if (!trigger) throw new Error("the button has no box");
  await expect.poll(async () => Math.round((await panel.boundingBox())?.y ?? 0)).toBe(Math.round(trigger.y + trigger.height + 8));
  const box = await panel.boundingBox();
  if (!box) throw new Error("the panel has no box");
  const centred = trigger.x + trigger.width / 2 + box.width / 2;
  expect(centred, "the panel would stand too near the edge if it were not moved").toBeGreaterThan(375 - 8);
  expect(Math.round(375 - (box.x + box.width))).toBe(8);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
});

test("S9-019: a change of page shows its progress only after about 100 ms", async ({ page }) => {
  await page.goto("/dashboard");
  await page.waitForLoadState("networkidle");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let requested = () => {};
  const underway = new Promise<void>((resolve) => (requested = resolve));
  await page.route(/\/dashboard\/admin\/news\.data/, async (route) => {
    requested();
    await held;
    await route.continue();
  });
  await page.clock.install({ time: new Date("2026-01-15T10:00:00") });
  await page.clock.pauseAt(new Date("2026-01-15T10:00:01"));
  await menuLink(page, "Articles").click();
  const bar = page.getByRole("progressbar", { name: "Page en cours de chargement" });
  await underway;
  // On a busy machine the change of page begins a little after its request.
  await page.waitForTimeout(500);
  await page.clock.runFor(90);
  await expect(bar).toBeHidden();
  for (let steps = 0; steps < 6 && !(await bar.isVisible()); steps += 1) {
    await page.clock.runFor(20);
    await page.waitForTimeout(250);
  }
  await expect(bar).toBeVisible();
  release();
  await page.clock.resume();
  await expect(page.getByRole("heading", { level: 1, name: "Articles" })).toBeVisible();
  await expect(bar).toBeHidden();
});
