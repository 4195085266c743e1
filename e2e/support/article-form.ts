import type { Page } from "@playwright/test";

type Texts = { title: string; lead: string; body: string };

/** The form of an article, as the person at the screen uses it. */
export function articleForm(page: Page) {
  const panel = (language: "fr" | "en") => page.locator(`.language-panel[data-language=${language}]`);
  return {
    /** Shows the texts of a language. */
    async show(language: "fr" | "en") {
      await page.locator(`.language-tab[lang=${language}]`).click();
    },
    async write(language: "fr" | "en", { title, lead, body }: Texts) {
      await panel(language)
        .getByLabel(/^Titre/)
        .fill(title);
      await panel(language)
        .getByLabel(/^Chapeau/)
        .fill(lead);
      await panel(language)
        .getByLabel(/^Texte/)
        .fill(body);
    },
    title: (language: "fr" | "en") => panel(language).getByLabel(/^Titre/),
    body: (language: "fr" | "en") => panel(language).getByLabel(/^Texte/),
    preview: () => page.getByRole("button", { name: "Prévisualiser" }).click(),
    save: () => page.getByRole("button", { name: "Enregistrer", exact: true }).click(),
  };
}

/** Saves a new article in French and English and stays on its page. */
export async function createArticle(page: Page, title: string, body = "Un premier texte.") {
  await page.goto("/dashboard/admin/news/create");
  const form = articleForm(page);
  await form.write("fr", { title, lead: "Un chapeau.", body });
  await form.save();
  await page.waitForURL(/\/news\/[0-9a-f-]{36}\/edit$/);
  // The URL changes just before the page: input in between would be lost.
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  return form;
}
