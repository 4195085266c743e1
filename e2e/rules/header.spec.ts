import { expect, test } from "../support/test";

for (const path of ["/", "/news", "/story"]) {
  test(`S9-012: the header of ${path} is 64 px high`, { tag: "@phone" }, async ({ page }) => {
    await page.goto(path);
    expect((await page.getByRole("banner").boundingBox())?.height).toBe(64);
  });
}

test("S2-020: the story is black, with a black header and white text", { tag: "@phone" }, async ({ page }) => {
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
});
