import type { Page } from "@playwright/test";
import { articleForm } from "../support/article-form";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

const validatorScript = /\/assets\/validator-[^/]+\.js$/;

/** Opens the form of a new article, and records the forms that are sent from then on. */
async function openForm(page: Page) {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && !request.url().includes("/api/")) sent.push(request.url());
  });
  await page.goto("/dashboard/admin/news/create");
  await page.waitForLoadState("networkidle");
  return { form: articleForm(page), sent };
}

const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "Une réponse est à corriger." });
const corrected = "Donnez un titre à l’article.";

/** Waits until these scripts have run, and the page has drawn what follows from it. */
const haveRun = (page: Page, scripts: string[]) =>
  page.evaluate(async (paths) => {
    await Promise.all(paths.map((path) => import(path)));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }, scripts);

test("a form loads its validation at the first input, and shows errors in the browser", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  const { form, sent } = await openForm(page);
  const before = scripts.length;
  expect(scripts.filter((path) => validatorScript.test(path))).toEqual([]);
  const loaded = page.waitForResponse((answer) => validatorScript.test(answer.url()));
  await form.body("fr").focus();
  await loaded;
  await haveRun(page, scripts.slice(before));
  await form.body("fr").fill("Un texte sans titre.");
  await form.save();
  await expect(summary(page).getByRole("link")).toHaveText(corrected);
  expect(sent).toEqual([]);
  await form.title("fr").fill("Un titre");
  await expect(summary(page)).toHaveCount(0);
  await form.title("fr").fill("");
  await expect(summary(page)).toBeVisible();
  expect(sent).toEqual([]);
});

test("a form whose validation fails to load is validated by the server, with the same messages", async ({ page, watch }) => {
  watch.forgive(/the server responded with a status of 400/);
  watch.forgive(/status of 404 .*\/assets\/validator-|asset: 404 .*\/assets\/validator-/);
  await page.route(validatorScript, (route) => route.fulfill({ status: 404 }));
  const { form, sent } = await openForm(page);
  await form.body("fr").fill("Un texte sans titre.");
  await form.save();
  await expect(summary(page).getByRole("link")).toHaveText(corrected);
  expect(sent).toHaveLength(1);
  await form.title("fr").fill("Un titre");
  await expect(form.body("fr")).toHaveValue("Un texte sans titre.");
  expect(sent).toHaveLength(1);
});

test("input during the loading of the validation is validated afterwards", async ({ page, watch }) => {
  watch.forgive(/the server responded with a status of 400/);
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(validatorScript, async (route) => {
    await held;
    await route.continue();
  });
  const { form } = await openForm(page);
  await form.body("fr").fill("Un texte sans titre.");
  await form.save();
  await expect(summary(page)).toBeVisible();
  await form.title("fr").fill("Un titre");
  await expect(summary(page)).toBeVisible();
  arrive();
  await expect(summary(page)).toHaveCount(0);
});
