import { officeLists } from "../support/office-lists";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

// The widest lists. The table scrolls horizontally; the page itself never does.
for (const width of [640, 1024, 1280]) {
  test(`lists leave the page ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const list of ["events", "projects", "faq/questions"])
      for (const prefix of ["", "/en"]) {
        await page.goto(`${prefix}/dashboard/admin/${list}`);
        await expect(page.locator("tbody tr").first()).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), prefix + list).toBe(width);
      }
  });
}

test("an invalid value in a collapsed filter does not block the others", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/dashboard/admin/partners");
  const filters = page.getByRole("main").getByLabel("Filtres");
  await filters.click();
  await page.getByRole("group", { name: "Partenaire depuis" }).getByLabel("de", { exact: true }).fill("2019.5");
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("searchbox").fill("Vendrac");
  await page.getByRole("button", { name: "Lancer la recherche" }).click();
  await expect(page).toHaveURL(/q=Vendrac/);
});

/** From the top of the page, without scrolling. */
const highestRecord = 300;

test("on a phone, the first record of every list is above 300 px", async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 375, height: 812 });
  const tops: Record<string, number> = {};
  for (const list of officeLists) {
    await page.goto(list);
    // A list of the demonstration may be empty.
    const first = page.getByRole("main").locator("tbody tr, .panel:has(> svg)").first();
    await expect(first, list).toBeVisible();
    tops[list] = Math.round((await first.boundingBox())?.y ?? Number.POSITIVE_INFINITY);
  }
  expect(Object.keys(tops).length).toBeGreaterThan(30);
  expect(Object.entries(tops).filter(([, top]) => top >= highestRecord)).toEqual([]);
});

/** Their rows begin with the name of a person, and say more beside it: the last has a column for each right. */
const namesOfPeople = ["volunteer-hours", "tracking", "users/beneficiaries", "permissions"].map((name) => `/dashboard/admin/${name}`);

test("on a desktop, the title has 36 % of the table, and a row of one or two lines 48 px", async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1280, height: 900 });
  const shares: Record<string, number> = {};
  const heights: number[] = [];
  for (const list of officeLists) {
    await page.goto(list);
    const main = page.getByRole("main");
    await expect(main.locator("tbody tr, .panel:has(> svg)").first(), list).toBeVisible();
    const title = main.locator('th[data-cell="title"]');
    if ((await title.count()) === 0) continue;
    shares[list] = await title.evaluate(
      (cell) => cell.getBoundingClientRect().width / (cell.closest("table")?.getBoundingClientRect().width ?? 1),
    );
    heights.push(
      ...(await main.locator("tbody tr").evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))),
    );
  }
  expect(Object.keys(shares).length).toBeGreaterThan(25);
  const narrow = Object.entries(shares).filter(([list, share]) => Math.round(share * 100) < 36 && !namesOfPeople.includes(list));
  expect(narrow).toEqual([]);
  expect(heights.filter((height) => height === 48).length / heights.length).toBeGreaterThan(0.85);
});
