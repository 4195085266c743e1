import { expect, test } from "../support/test";

test("the search box opens over the page, and any navigation, back too, closes it", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/story");
  const box = page.getByRole("dialog", { name: "Rechercher" });
  const open = page.getByRole("banner").getByRole("link", { name: "Rechercher" });
  await open.click();
  await expect(box).toBeVisible();
  await expect(box.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();

  await open.click();
  await box.getByRole("searchbox").fill("étudiants");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=/);
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expect(box).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/story$/);
  await expect(box).toBeHidden();
});

test("while typing, the first results are shown with their kind, and link to their page", async ({ page }) => {
  await page.goto("/en/story");
  await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
  const box = page.getByRole("dialog", { name: "Search" });
  await box.getByRole("searchbox").fill("bike");
  await expect(box.getByRole("listitem").filter({ hasText: "Openings" }).first()).toBeVisible();
  await box.getByRole("searchbox").fill("bi");
  await expect(box.getByRole("listitem")).toHaveCount(0);
  await box.getByRole("searchbox").fill("kit free");
  await box.getByRole("listitem").filter({ hasText: "Common questions" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/en\/contact\?question=.*#question-/);
  await expect(page.locator("details:target")).toHaveAttribute("open", "");
});

test("without script the same link leads to the search page", { tag: "@plain" }, async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL, locale: "en-GB" });
  await page.goto("/en/story");
  await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
  await page.getByRole("searchbox", { name: "Search the site" }).fill("kit");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("status")).toContainText("results for “kit”");
  await page.close();
});

test("without script a mistyped word finds what was meant, and a search without result leads on", { tag: "@plain" }, async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL, locale: "fr-FR" });
  const status = page.getByRole("status");
  await expect(async () => {
    await page.goto("/search?q=lyom");
    await expect(status).toContainText("« lyon »", { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole("main")).toContainText("Rien ne correspond à « lyom »");
  await page.goto("/en/search?q=mental+health");
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Santé Psy Étudiant" })).toBeVisible();
  await page.goto("/search?q=xyzzyx");
  await page.getByRole("navigation", { name: "Pages souvent cherchées" }).getByRole("link", { name: "Autres soutiens" }).click();
  await expect(page).toHaveURL(/\/further-support$/);
  await page.close();
});

test("structured data in the page does not violate its policy", async ({ page }) => {
  await page.goto("/");
  const facts = await page.locator("script[type='application/ld+json']").textContent();
  expect(JSON.parse(facts ?? "")["@type"]).toContain("Organization");
});

test("a word wider than a phone breaks, in searches and in texts of people", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const long = "a".repeat(180);
  const widest: Record<string, number> = {};
  for (const path of [`/search?q=${long}`, "/partners", "/jobs", "/press", "/further-support", "/team"]) {
    await page.goto(path);
    widest[path] = await page.evaluate((word) => {
      for (const place of document.querySelectorAll("main li :is(h2, h3, h4, p, b)")) if (!place.children.length) place.textContent = word;
      return document.documentElement.scrollWidth;
    }, long);
  }
  expect(widest).toEqual(Object.fromEntries(Object.keys(widest).map((path) => [path, 320])));
});
