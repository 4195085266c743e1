import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

const white = "rgb(255, 255, 255)";

for (const path of ["/", "/news", "/story"]) {
  test(`S9-012: the header of ${path} is 64 px high`, { tag: "@phone" }, async ({ page }) => {
    await page.goto(path);
    expect((await page.getByRole("banner").boundingBox())?.height).toBe(64);
  });
}

test("S2-020 S2-041: the story is black, with a black header, white text and a white logo", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/story");
  const isBlack = (colour: string) => (colour.match(/\d+/g) ?? []).map(Number).every((part) => part <= 16);
  const colourOf = (name: "backgroundColor" | "color" | "fill") => (element: Element, property: string) =>
    getComputedStyle(element)[property as typeof name];
  const header = page.getByRole("banner");
  for (const part of [page.getByRole("main"), header])
    expect(isBlack(await part.evaluate(colourOf("backgroundColor"), "backgroundColor"))).toBe(true);
  for (const text of [
    header.locator("[data-menu] > summary"),
    header.getByRole("link", { name: "EN", exact: true }),
    header.getByRole("link", { name: "Maillon, accueil" }),
  ])
    await expect(text).toHaveCSS("color", "rgb(255, 255, 255)");
  expect(await logoColours(page)).toEqual([white, white, white]);
});

test("S2-019 S2-040: the header of the press page is white, with the pink logo", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/press");
  await expect(page.getByRole("banner")).toHaveCSS("background-color", white);
  expect(await logoColours(page)).toEqual(["rgb(203, 16, 103)", "rgb(255, 92, 158)", "rgb(203, 16, 103)"]);
});

for (const { path, name, colour } of [
  { path: "/", name: "white", colour: white },
  { path: "/delivraide", name: "black", colour: "rgb(11, 9, 10)" },
]) {
  test(`S2-042 S2-043: the header of ${path} lies over the page, its text and its logo ${name}`, { tag: "@phone" }, async ({ page }) => {
    await page.goto(path);
    const header = page.getByRole("banner");
    await expect(header).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    await expect(header).toHaveCSS("position", "absolute");
    for (const text of [header.locator("[data-menu] > summary"), header.getByRole("link", { name: "EN", exact: true })])
      await expect(text).toHaveCSS("color", colour);
    expect(await logoColours(page)).toEqual([colour, colour, colour]);
  });
}

test("the logo shows its name at 375 px, and only its symbol where there is no room", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/news");
  const brand = page
    .getByRole("banner")
    .locator("a")
    .filter({ has: page.locator("use") })
    .first();
  const wordIsSeen = () =>
    brand.evaluate((link) => {
      const word = link.querySelector("svg + svg");
      return word ? word.getBoundingClientRect().bottom <= link.getBoundingClientRect().bottom + 1 : false;
    });
  expect(await wordIsSeen()).toBe(true);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await wordIsSeen()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

/** The colours of the logo's two rings and its name. */
function logoColours(page: Page) {
  return page
    .getByRole("banner")
    .locator("a:has(use)")
    .first()
    .evaluate((link) => {
      const { color } = getComputedStyle(link);
      // A symbol inherits from its <use>: a copy of the second ring in the same place has the same colour.
      const ofSymbol = document.querySelector("#mark rect[class]")?.cloneNode();
      if (!ofSymbol) throw new Error("The logo has no second ring.");
      const copy = link.querySelector("svg")?.appendChild(ofSymbol) as Element;
      const ring = getComputedStyle(copy).stroke;
      copy.remove();
      return [color, ring, ...[...link.querySelectorAll("svg")].slice(1).map((word) => getComputedStyle(word).color)];
    });
}
