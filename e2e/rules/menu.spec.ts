import { expect, test } from "../support/test";

test("S2-044 S2-052 S2-053: the menu button is leftmost; the beige menu covers the screen; social circles are 36 px", {
  tag: "@everywhere",
}, async ({ page, viewport }) => {
  await page.goto("/news");
  const button = page.getByRole("banner").locator("[data-menu] > summary");
  const left = (await button.boundingBox())?.x ?? Number.NaN;
  for (const control of await page.getByRole("banner").locator("a:visible").all()) {
    expect((await control.boundingBox())?.x).toBeGreaterThan(left);
  }
  await button.click();
  const sheet = page.getByRole("banner").locator("[data-menu] > summary + div");
  await expect(sheet).toBeInViewport({ ratio: 1 });
  expect(await sheet.boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
  await expect(sheet).toHaveCSS("background-color", "rgb(245, 233, 216)");
  const circles = sheet.locator("li > a:has(svg), li > span:has(svg)");
  await expect(circles).toHaveCount(4);
  for (const circle of await circles.all()) {
    expect(await circle.boundingBox()).toMatchObject({ width: 36, height: 36 });
    const radius = await circle.evaluate((element) => Number.parseFloat(getComputedStyle(element).borderTopLeftRadius));
    expect(radius).toBeGreaterThanOrEqual(18);
  }
});

test("S2-035 S2-046: the current entry stands out among the others", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/news");
  const menu = page.getByRole("banner").locator("[data-menu]");
  await menu.locator("> summary").click();
  const stylesOf = (name: string) =>
    menu
      .getByRole("link", { name, exact: true })
      .evaluate((link) => [getComputedStyle(link).color, getComputedStyle(link, "::before").content]);
  const [current, other] = [await stylesOf("Nos articles"), await stylesOf("Presse")];
  expect(current).toEqual(["rgb(203, 16, 103)", '""']);
  expect(other).toEqual(["rgb(33, 26, 28)", "none"]);
});

test("S2-047: choosing an entry closes the menu, also when it is the current page", { tag: "@everywhere" }, async ({ page }) => {
  await page.goto("/news");
  const menu = page.getByRole("banner").locator("[data-menu]");
  for (const { entry, leads } of [
    { entry: "Découvrir", leads: "/story" },
    { entry: "Découvrir", leads: "/story" },
    { entry: "Nos articles", leads: "/news" },
  ]) {
    await menu.locator("> summary").click();
    await expect(menu).toHaveAttribute("open");
    await menu.getByRole("link", { name: entry }).click();
    await expect(page).toHaveURL(leads);
    await expect(menu).not.toHaveAttribute("open");
  }
});

test("S2-026 S2-048: our actions opens and closes its sub-list and leaves the menu open", { tag: "@everywhere" }, async ({ page }) => {
  await page.goto("/news");
  const menu = page.getByRole("banner").locator("[data-menu]");
  await menu.locator("> summary").click();
  const subList = menu.locator("[data-sub-list]");
  const actions = subList.locator("> summary");
  await expect(subList).not.toHaveAttribute("open");
  await actions.click();
  await expect(subList).toHaveAttribute("open");
  await expect(menu.getByRole("link", { name: /^Delivraide/ })).toBeVisible();
  await actions.click();
  await expect(subList).not.toHaveAttribute("open");
  await expect(menu).toHaveAttribute("open");
});

test("S2-054: the language switcher sits in the right part of the header", { tag: "@everywhere" }, async ({ page, viewport }) => {
  await page.goto("/news");
  const box = await page.getByRole("navigation", { name: "Langue du site" }).boundingBox();
  expect(box?.x).toBeGreaterThan((viewport?.width ?? 0) / 2);
});

test("Escape closes the menu and gives the focus back to its button", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/news");
  const button = page.getByRole("banner").locator("[data-menu] > summary");
  await button.press("Enter");
  await expect(page.getByRole("banner").locator("[data-menu] > summary + div")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("banner").locator("[data-menu] > summary + div")).toBeHidden();
  await expect(button).toBeFocused();
});

test("the open menu closes on back and forward to a page that is loaded again", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/news");
  await page.goto("/story");
  const menu = page.getByRole("banner").locator("[data-menu]");
  for (const { go, leads } of [
    { go: () => page.goBack(), leads: "/news" },
    { go: () => page.goForward(), leads: "/story" },
  ]) {
    await menu.locator("> summary").click();
    await expect(menu).toHaveAttribute("open");
    await go();
    await expect(page).toHaveURL(leads);
    await expect(menu).not.toHaveAttribute("open");
  }
});
