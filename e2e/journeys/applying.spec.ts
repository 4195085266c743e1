import { expectAccessible } from "../support/accessibility";
import { expect, test } from "../support/test";

test(
  "someone applies for an opening and reads what follows, also when the page is loaded again",
  { tag: "@everywhere" },
  async ({ page, watch }, { project }) => {
    watch.forgive(/the server responded with a status of 422/);
    await page.goto("/en/jobs");
    await page.getByRole("main").getByRole("article").getByRole("link").first().click();
    await page.getByLabel("Your name").fill("Lou Martin");
    await page.getByLabel("Your email").fill(`lou-${project.name}@example.org`);
    await page.getByLabel("Why you’d like to join us").fill("I like bikes.");
    await page.getByLabel(/^I agree/).check();
    // A form sent within three seconds is refused and returned with its values.
    await expect(async () => {
      await page.getByRole("button", { name: "Send my application" }).click();
      await expect(page).toHaveURL(/\/en\/jobs\/applied\//, { timeout: 1_000 });
    }).toPass({ intervals: [3_500] });
    if (project.name.endsWith("-js")) await expectAccessible(page);
    const number = await page.getByText(/^C-\d{5}$/).textContent();
    await page.reload();
    await expect(page.getByText(number ?? "", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "See the other openings" }).click();
    await expect(page).toHaveURL("/en/jobs");
  },
);

test.describe("staff who answer an application after someone else", () => {
  test.use({ role: "admin" });

  test("see the other answer in the thread, keep their text and can send it; so they do where closing it is refused", async ({
    page,
    context,
    watch,
  }) => {
    watch.forgive(/the server responded with a status of 409/);
    await page.goto("/dashboard/admin/jobs/applications?q=lebrun");
    await page.locator("tbody a").first().click();
    const send = page.getByRole("button", { name: "Envoyer la réponse" });
    await expect(send).toBeVisible();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByLabel("Votre réponse").fill("Bonjour Nora, venez lundi.");
    await other.getByRole("button", { name: "Envoyer la réponse" }).click();
    await expect(other.getByRole("listitem").filter({ hasText: "venez lundi" })).toBeVisible();

    const mine = page.getByLabel("Votre réponse");
    await mine.fill("Ou mardi à midi.");
    await send.click();
    await expect(page.getByRole("alert").filter({ hasText: "Relisez l’échange" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "venez lundi" })).toBeVisible();
    await expect(mine).toHaveValue("Ou mardi à midi.");
    await expectAccessible(page);
    await send.click();
    await expect(page.getByRole("listitem").filter({ hasText: "Ou mardi à midi." })).toBeVisible();
    await expect(mine).toHaveValue("");

    await other.reload();
    await other.getByLabel("Votre réponse").fill("À mercredi, plutôt.");
    await other.getByRole("button", { name: "Envoyer la réponse" }).click();
    await expect(other.getByRole("listitem").filter({ hasText: "À mercredi" })).toBeVisible();
    await mine.fill("Un dernier mot.");
    page.once("dialog", (question) => question.accept());
    await page.getByRole("button", { name: "Classer", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Relisez l’échange" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "À mercredi" })).toBeVisible();
    await expect(mine).toHaveValue("Un dernier mot.");
  });
});
