import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test";

/** No violation that axe can find, and no sideways scrolling on the narrowest screen. */
export async function expectAccessible(page: Page) {
  await expectNoViolation(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond, `${page.url()} scrolls sideways at 320 px`).toBe(0);
}

/** The same for pages in both languages: the French one on a desktop, the English one on a phone, to cover both widths. */
export async function expectAccessibleOnOneWidth(page: Page) {
  const french = (await page.locator("html").getAttribute("lang")) === "fr";
  await page.setViewportSize(french ? { width: 1280, height: 900 } : { width: 375, height: 800 });
  await expectAccessible(page);
}

async function expectNoViolation(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`);
  expect(found, `${page.url()} at ${page.viewportSize()?.width} px`).toEqual([]);
}
