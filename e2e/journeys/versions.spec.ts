import { articleForm, createArticle } from "../support/article-form";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

test("an earlier version of an article can be restored", { tag: "@plain" }, async ({ page }, { project }) => {
  const form = await createArticle(page, `Versions, ${project.name}`, "La première idée.");
  await form.body("fr").fill("La seconde idée.");
  await form.save();
  await expect(page.getByText("Article enregistré.")).toBeVisible();

  await page.getByRole("link", { name: "2 versions" }).click();
  const latest = page.getByRole("main").getByRole("listitem").filter({ hasText: "Version actuelle" });
  await latest.getByText("Voir ce qui a changé").click();
  await expect(latest.locator("ins")).toContainText("seconde");
  await page.getByRole("button", { name: "Reprendre la version 1" }).click();
  await expect(page.getByText("Version reprise.")).toBeVisible();
  await expect(form.body("fr")).toHaveValue("La première idée.");
});

test(
  "who saves after someone else sees both versions and loses nothing",
  { tag: "@plain" },
  async ({ page, context, watch }, { project }) => {
    watch.forgive(/the server responded with a status of 409/);
    const mine = await createArticle(page, `Conflit, ${project.name}`);
    const other = await context.newPage();
    await other.goto(page.url());
    const theirs = articleForm(other);
    await theirs.body("fr").fill("Le texte de l'autre.");
    await theirs.save();
    await expect(other.getByText("Article enregistré.")).toBeVisible();

    await mine.body("fr").fill("Mon texte à moi.");
    await mine.save();
    const conflict = page.getByRole("alert").filter({ hasText: "Quelqu’un a enregistré cet article pendant que vous écriviez" });
    await expect(conflict).toBeVisible();
    await conflict.getByText("Version enregistrée").click();
    await expect(conflict.getByText("Le texte de l'autre.")).toBeVisible();
    await expect(mine.body("fr")).toHaveValue("Mon texte à moi.");

    await mine.save();
    await expect(page.getByText("Article enregistré.")).toBeVisible();
    await expect(mine.body("fr")).toHaveValue("Mon texte à moi.");
  },
);
