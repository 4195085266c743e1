import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test";

/** No violation that axe can find, and no sideways scrolling on the narrowest screen. */
export async function expectAccessible(page: Page) {
  await expectNoViolation(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await widthBeyond(page), `${page.url()} scrolls sideways at 320 px`).toBe(0);
}

/** The same for pages in both languages: the French one on a desktop, the English one on a phone, to cover both widths. */
export async function expectAccessibleOnOneWidth(page: Page) {
  const french = (await page.locator("html").getAttribute("lang")) === "fr";
  await page.setViewportSize(french ? { width: 1280, height: 900 } : { width: 375, height: 800 });
  await expectAccessible(page);
}

/** What the width of a page may change of the same markup. */
const ofWidth = ["color-contrast", "scrollable-region-focusable", "target-size"];

/** What dark colours may change of a page that is accessible in light ones. */
export const ofColours = ["color-contrast"];

/**
 * The same for many pages, in as little time as may be: each is loaded once for both widths, the first in French, the second in English, and so on. All
 * faults are said together. With `rules`, these alone are checked.
 */
export async function expectAllAccessible(page: Page, paths: string[], rules?: string[]) {
  const found: string[] = [];
  for (const [turn, path] of paths.entries()) {
    const address = turn % 2 ? `/en${path === "/" ? "" : path}` : path;
    await page.setViewportSize({ width: 1280, height: 900 });
    const answer = await page.goto(address);
    const { pathname } = new URL(page.url());
    if (answer?.status() !== 200 || pathname !== new URL(address, page.url()).pathname)
      found.push(`${address} answers ${answer?.status()} at ${page.url()}`);
    for (const violation of await violationsOf(page, rules)) found.push(`${address} at 1280 px, ${violation}`);
    await page.setViewportSize({ width: 375, height: 800 });
    for (const violation of await violationsOf(page, rules ?? ofWidth)) found.push(`${address} at 375 px, ${violation}`);
    await page.setViewportSize({ width: 320, height: 640 });
    if ((await widthBeyond(page)) > 0) found.push(`${address} scrolls sideways at 320 px`);
  }
  expect(found.join("\n")).toBe("");
}

/** Pages in groups for `expectAllAccessible`, with the title of the test of each: a test of its own for each page takes twice as long. */
export function inGroups(paths: readonly string[], size = 7): { title: string; group: string[] }[] {
  const groups = Array.from({ length: Math.ceil(paths.length / size) }, (_, at) => paths.slice(at * size, (at + 1) * size));
  return groups.map((group) => ({ title: `${group[0]} to ${group.at(-1)}`, group }));
}

const widthBeyond = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function expectNoViolation(page: Page) {
  expect(await violationsOf(page), `${page.url()} at ${page.viewportSize()?.width} px`).toEqual([]);
}

/** With the rules named, or all. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  // why: no page has frames of another origin, for which a further page would be opened each time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`);
}
