import { articleForm } from "../support/article-form";
import { expect, test } from "../support/test";

/** A picture of one pixel. */
const picture = {
  name: "quai.png",
  mimeType: "image/png",
  buffer: Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"),
};

test.use({ role: "admin" });

test(
  "an admin writes an article in two languages; visitors read it in both",
  { tag: "@everywhere" },
  async ({ page, browser }, { project }) => {
    test.slow();
    const french = {
      title: `Le quai rouvre, ${project.name}`,
      lead: "Huit heures, trois palettes.",
      body: "## Ce matin\n\nTout était **prêt**.",
    };
    const english = {
      title: `The dock reopens, ${project.name}`,
      lead: "Eight o'clock, three pallets.",
      body: "## This morning\n\nAll was **ready**.",
    };
    const form = articleForm(page);
    await page.goto("/dashboard/admin/news/create");
    await form.write("fr", french);
    await form.show("en");
    await form.write("en", english);
    await page.getByLabel("Le texte anglais dit la même chose que le français").check();
    await page.getByLabel("Coulisses", { exact: true }).check();
    await page.getByLabel(/^Ou une image/).setInputFiles(picture);
    await page.getByLabel("Ce que montre l’image").fill("Le quai au petit matin");
    await page.getByLabel(/^La même chose en anglais/).fill("The dock at dawn");

    await form.preview();
    const preview = page.getByRole("region", { name: "Prévisualisation" });
    await expect(preview.getByRole("heading", { name: "This morning" })).toBeVisible();
    await expect(preview.getByText("Rien n’est encore enregistré.")).toBeVisible();

    await form.save();
    await expect(page.getByText("Brouillon enregistré.")).toBeVisible();
    await page.getByRole("button", { name: "Publier maintenant" }).click();
    await expect(page.getByText("Article publié.")).toBeVisible();

    const visitor = await browser.newContext({ baseURL: project.use.baseURL, userAgent: project.use.userAgent, locale: "fr-FR" });
    const reader = await visitor.newPage();
    await reader.goto("/news");
    await expect(reader.getByRole("img", { name: "Le quai au petit matin" }).first()).toBeVisible();
    await reader.getByRole("link", { name: french.title }).click();
    await expect(reader.getByRole("heading", { name: "Ce matin" })).toBeVisible();
    await reader.goto("/en/news");
    await reader.getByRole("banner").getByRole("link", { name: "EN", exact: true }).click();
    await reader.getByRole("link", { name: english.title }).click();
    await expect(reader.getByRole("heading", { level: 1, name: english.title })).toBeVisible();
    await expect(reader.getByRole("img", { name: "The dock at dawn" })).toBeVisible();
    await visitor.close();
  },
);

test("an article without a title is not saved; the summary leads to the field", { tag: "@plain" }, async ({ page, watch }) => {
  watch.forgive(/the server responded with a status of 400/);
  await page.goto("/dashboard/admin/news/create");
  const form = articleForm(page);
  await form.body("fr").fill("Un texte sans titre.");
  await page.locator("form#article").evaluate((element: HTMLFormElement) => element.setAttribute("novalidate", ""));
  await form.save();
  const summary = page.getByRole("alert").filter({ hasText: "Une réponse est à corriger." });
  await summary.getByRole("link", { name: "Donnez un titre à l’article." }).click();
  await expect(form.title("fr")).toBeFocused();
  await expect(form.body("fr")).toHaveValue("Un texte sans titre.");
});
