import { expectAccessible, expectAllAccessible, inGroups } from "../support/accessibility";
import { articleForm, createArticle } from "../support/article-form";
import { roles } from "../support/people";
import { expect, test } from "../support/test";

const list = "/dashboard/admin/news";

for (const role of roles) {
  test.describe(role, () => {
    test.use({ role });
    test(`the dashboard of ${role} is accessible`, async ({ page }) => {
      await page.goto("/dashboard");
      await expectAccessible(page);
    });
  });
}

test.describe("admin", () => {
  test.use({ role: "admin" });

  const paths = [
    list,
    `${list}?q=zzzzzz`,
    `${list}/create`,
    "/dashboard/views?list=/dashboard/admin/news&query=status%3Ddraft",
    "/dashboard/admin/messages",
    "/dashboard/admin/donations",
    "/dashboard/admin/donations/create",
    "/dashboard/admin/donations/cheques",
    "/dashboard/admin/donations/cash",
    "/dashboard/admin/donations/journal",
    "/dashboard/admin/donations/statements",
    "/dashboard/admin/donations/pledges",
    "/dashboard/expenses",
    "/dashboard/expenses/create",
    "/dashboard/admin/expense-claims",
    "/dashboard/admin/expense-claims/rates",
    "/dashboard/admin/fiscal-receipts",
    "/dashboard/admin/fiscal-receipts/to-issue",
    "/dashboard/admin/fiscal-receipts/declaration",
    "/dashboard/admin/partners",
    "/dashboard/admin/portraits",
    "/dashboard/admin/pages",
    "/dashboard/admin/events",
    "/dashboard/admin/events/create",
    "/dashboard/admin/pages/story?words=en",
    "/dashboard/admin/projects/board",
  ];
  for (const { title, group } of inGroups(paths))
    test(`pages from ${title} are accessible`, async ({ page }) => {
      test.slow();
      await expectAllAccessible(page, group);
    });

  test("the tree of sectors and a merge are accessible", async ({ page }) => {
    await page.goto("/dashboard/admin/sectors");
    await page.getByRole("link", { name: "Arbre" }).click();
    await expect(page).toHaveURL(/\/sectors\/tree$/);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Modifier Lyon" }).click();
    await expect(page).toHaveURL(/\/edit$/);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Fusionner ce secteur" }).click();
    await page.getByLabel("Avec quel secteur").selectOption("Nantes");
    await page.getByRole("button", { name: "Voir ce qui changera" }).click();
    await expect(page.getByRole("heading", { name: "Fusionner Lyon avec Nantes" })).toBeVisible();
    await expectAccessible(page);
  });

  test("the page of a sector for its manager is accessible", async ({ page }) => {
    await page.goto("/dashboard/admin/sectors/tree");
    await page.getByRole("link", { name: "Dijon", exact: true }).click();
    await page.getByLabel("Ajouter une personne").fill("admin@maillon.example");
    await page.getByRole("button", { name: "Ajouter la personne" }).click();
    await expect(page.getByText("Personne ajoutée.")).toBeVisible();
    await page.goto("/dashboard");
    await page.getByRole("region", { name: "Mes secteurs" }).getByRole("link", { name: "Dijon" }).click();
    await expect(page.getByRole("heading", { name: "Dijon" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Modifier la fiche" }).click();
    await expect(page.getByLabel("Phrase de l’équipe").first()).toBeVisible();
    await expectAccessible(page);
  });

  test("an event, and the months of a team, are accessible", async ({ page }) => {
    await page.goto("/dashboard/admin/events");
    await page.locator("tbody a").first().click();
    await expect(page).toHaveURL(/\/events\/.+\/edit/);
    await page.getByRole("link", { name: "Voir la fiche" }).click();
    await expect(page).toHaveURL(/\/events\/[^/]+$/);
    await expectAccessible(page);
    await page.goto("/dashboard/admin/sectors?q=Lyon");
    await page.locator("tbody a").first().click();
    await page.getByRole("link", { name: "Voir la fiche" }).click();
    await page.getByRole("link", { name: "Relevés mensuels" }).click();
    await expectAccessible(page);
    await page.locator("tbody a").first().click();
    await expect(page).toHaveURL(/month=/);
    await expectAccessible(page);
  });

  for (const list of ["messages", "donations", "donations/pledges", "projects", "jobs/applications"]) {
    test(`one of the ${list} is accessible`, async ({ page }) => {
      await page.goto(`/dashboard/admin/${list}`);
      await page.locator("tbody a").first().click();
      await expect(page).toHaveURL(new RegExp(`/${list}/.+`));
      await expectAccessible(page);
    });
  }

  const tabs = ["edit", "view", "history", "publication"];
  for (const { prefix, tab } of ["", "/en"].flatMap((prefix) => tabs.map((tab) => ({ prefix, tab })))) {
    test(`the ${tab} page of an article is accessible (${prefix || "/"})`, async ({ page }) => {
      await page.goto(`${prefix}${list}?status=in_review`);
      const address = await page.getByRole("main").locator(".row-title").first().getAttribute("href");
      await page.goto(address?.replace(/edit$/, tab) ?? "");
      await expect(page).toHaveURL(new RegExp(`${tab}$`));
      await expectAccessible(page);
    });
  }

  test("the confirmation of a bulk action is accessible", async ({ page }) => {
    await page.goto(`${list}?status=in_review`);
    await page
      .getByLabel(/^Choisir/)
      .first()
      .check();
    await page.getByRole("button", { name: "Archiver" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Archiver un article ?" })).toBeVisible();
    await expectAccessible(page);
  });

  test("the page of an edit conflict is accessible", async ({ page, context, watch }) => {
    test.slow();
    watch.forgive(/the server responded with a status of 409/);
    const mine = await createArticle(page, "Un conflit à lire");
    const other = await context.newPage();
    await other.goto(page.url());
    await articleForm(other).body("fr").fill("Le texte de l'autre.");
    await articleForm(other).save();
    await expect(other.getByText("Article enregistré.")).toBeVisible();
    await mine.body("fr").fill("Mon texte à moi.");
    await mine.save();
    const conflict = page.getByRole("alert").filter({ hasText: "Quelqu’un a enregistré cet article" });
    await conflict.getByText("Version enregistrée").click();
    await expect(conflict.getByText("Le texte de l'autre.")).toBeVisible();
    await expectAccessible(page);
  });

  test("the error of a back-office page is accessible", async ({ page, watch }) => {
    watch.forgive(/the server responded with a status of 404/);
    await page.goto("/dashboard/admin/nothing-here");
    await expect(page.getByRole("alert")).toContainText("404");
    await expectAccessible(page);
  });
});
