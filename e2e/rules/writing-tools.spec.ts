import { articleForm, createArticle } from "../support/article-form";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

test("the tools mark what is selected, by press and by key, and the browser's undo takes a mark back", async ({ page }) => {
  await page.goto("/dashboard/admin/news/create");
  const body = articleForm(page).body("fr");
  const tools = page.getByRole("toolbar", { name: "Mise en forme" }).first();
  await expect(tools).toBeVisible();
  await body.fill("Douze portes ce soir");
  await body.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 12));
  await body.press("Control+b");
  await expect(body).toHaveValue("Douze **portes** ce soir");
  await body.press("Control+z");
  await expect(body).toHaveValue("Douze portes ce soir");
  await body.press("Control+k");
  await expect(body).toHaveValue("Douze [portes](https://) ce soir");
  await page.keyboard.type("/team");
  await expect(body).toHaveValue("Douze [portes](/team) ce soir");

  const first = tools.getByRole("button", { name: "Titre" });
  await first.focus();
  await page.keyboard.press("ArrowRight");
  await expect(tools.getByRole("button", { name: "Gras" })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(body).toBeFocused();
  await expect(body).toHaveValue("## Douze [portes](/team) ce soir");
  await tools.getByRole("button", { name: "Aperçu" }).click();
  const preview = page.getByRole("region", { name: "Aperçu" });
  await expect(preview.getByRole("heading", { name: "Douze portes ce soir" })).toBeVisible();
  await body.fill("## Treize portes");
  await expect(preview.getByRole("heading", { name: "Treize portes" })).toBeVisible();
  await tools.getByRole("button", { name: "Aperçu" }).click();
  await expect(preview).toBeHidden();
  // One stop of the Tab key.
  await body.focus();
  await page.keyboard.press("Shift+Tab");
  await expect(tools.getByRole("button", { name: "Aperçu" })).toBeFocused();
});

test("title, standfirst and the beginning of the text are in view at once", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const form = await createArticle(page, "Une tournée avec Rennes, quatre sacoches et onze kilomètres de pavés");
  await expect.poll(async () => (await form.body("fr").boundingBox())?.y).toBeLessThan(560);
  await expect(page.locator(".save-bar")).not.toBeInViewport();
  await form.body("fr").press("a");
  await expect(page.locator(".save-bar")).toBeInViewport({ ratio: 1 });
});

test("on a phone one bar stays in sight: the tabs, then the save bar", { tag: "@phone" }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/dashboard/admin/jobs/create");
  await page.waitForLoadState("networkidle");
  const inSight = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".office *")]
        .filter((one) => ["fixed", "sticky"].includes(getComputedStyle(one).position) && one.offsetHeight > 0)
        .map(({ className }) => className.split(" ")[0]),
    );
  await expect.poll(inSight).toEqual(["office-tabs"]);
  await page.getByLabel("Titre").first().fill("Un poste");
  await expect.poll(inSight).toEqual(["save-bar"]);
});

test("a picture is added in its dialog: described, stored, written into the text as a paragraph, and previewed", async ({ page }) => {
  await page.goto("/dashboard/admin/news/create");
  const body = articleForm(page).body("fr");
  const tools = page.getByRole("toolbar", { name: "Mise en forme" }).first();
  await expect(tools).toBeVisible();
  await body.fill("Avant");
  await tools.getByRole("button", { name: "Image" }).click();
  const dialog = page.getByRole("dialog", { name: "Ajouter une image" });
  const buffer = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  await dialog.getByLabel("Image", { exact: true }).setInputFiles({ name: "quai.png", mimeType: "image/png", buffer });
  await dialog.getByRole("button", { name: "Ajouter l’image" }).click();
  await expect(dialog.getByText("Décrivez chaque image")).toBeVisible();
  await dialog.getByLabel("Description de l’image").fill("Le quai au petit matin");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(body).toHaveValue(/^Avant\n\n!\[Le quai au petit matin\]\(\/images\/local\/1280@1x\/[0-9a-f-]{36}\.webp\)$/);
  await expect(page).toHaveURL(/\/create$/);
  await tools.getByRole("button", { name: "Aperçu" }).click();
  const shown = page.getByRole("region", { name: "Aperçu" }).getByRole("img", { name: "Le quai au petit matin" });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await body.press("Control+z");
  await expect(body).toHaveValue("Avant");
});
