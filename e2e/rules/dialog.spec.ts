import type { Page } from "@playwright/test";
import { createArticle } from "../support/article-form";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

const beside = { x: 4, y: 4 };
const ways: [string, (page: Page) => Promise<void>][] = [
  ["its button", (page) => page.getByRole("dialog").getByRole("button", { name: "Fermer" }).click({ force: true })],
  ["Escape", (page) => page.keyboard.press("Escape")],
  [
    "Escape, pressed twice",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    },
  ],
  ["a press beside it", (page) => page.mouse.click(beside.x, beside.y)],
];

test(
  "S4-042: a question is open or closed; nothing closes it while its answer is being sent",
  { tag: "@phone" },
  async ({ page }, { project }) => {
    await createArticle(page, `Question, ${project.name}`);
    const dialog = page.getByRole("dialog", { name: "Archiver cet article ?" });
    const open = page.getByRole("link", { name: "Archiver", exact: true });
    await expect(dialog).toBeHidden();
    for (const [name, close] of ways) {
      await open.click();
      await expect(dialog, `open before ${name}`).toBeVisible();
      await close(page);
      await expect(dialog, `closed by ${name}`).toBeHidden();
    }

    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/publication\.data/, async (route) => {
      await held;
      await route.continue();
    });
    await open.click();
    await dialog.getByRole("button", { name: "Archiver" }).click();
    await expect(dialog.getByRole("button", { name: "Fermer" })).toHaveAttribute("aria-disabled", "true");
    for (const [name, close] of ways) {
      await close(page);
      await expect(dialog, `kept open against ${name}`).toBeVisible();
    }
    release();
    await expect(page.getByText("Article archivé.")).toBeVisible();
    await expect(dialog).toBeHidden();
  },
);
