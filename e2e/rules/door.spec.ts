import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

/** The page where codes for some event are scanned. */
async function doorPage(page: Page): Promise<string> {
  const { items } = await (await page.request.get("/api/admin/events")).json();
  return `/dashboard/admin/events/scan?event=${items[0].id}`;
}

async function type(page: Page, code: string) {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Valider" }).click();
}

const strip = (page: Page) => page.getByText("Hors connexion, on continue.");
const answer = (page: Page) => page.getByRole("status").filter({ hasText: /Code inconnu|Gardé, pas vérifié/ });

test("a scan without connection waits in the browser, and is answered when there is one", { tag: "@phone" }, async ({
  page,
  context,
  watch,
}) => {
  watch.forgive(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(await doorPage(page));
  await type(page, "ABCD EFGH");
  await expect(answer(page)).toContainText("Code inconnu");
  await context.setOffline(true);
  await type(page, "ABCD EFGJ");
  await expect(answer(page)).toContainText("Gardé, pas vérifié");
  await expect(strip(page)).toBeVisible();
  await context.setOffline(false);
  await expect(answer(page)).toContainText("Code inconnu");
  await expect(strip(page)).toHaveCount(0);
  await expect(page.getByText("envoyé plus tard").first()).toBeVisible();
});

test("scans that wait survive another page, and logging out asks before they are lost", async ({ page, watch }) => {
  watch.forgive(/ERR_FAILED/);
  const door = await doorPage(page);
  const posts = (url: URL) => url.pathname === new URL(door, url).pathname;
  await page.goto(door);
  await page.route(posts, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await type(page, "ABCD EFGK");
  await expect(answer(page)).toContainText("Gardé, pas vérifié");

  await page.goto("/dashboard");
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await page
    .getByRole("button", { name: /^Menu de / })
    .first()
    .click();
  await page.getByRole("button", { name: "Se déconnecter" }).first().click();
  await expect.poll(() => questions).toEqual([expect.stringContaining("passages scannés attendent")]);
  await expect(page).toHaveURL("/dashboard");

  await page.unroute(posts);
  await page.goto(door);
  await expect(answer(page)).toContainText("Code inconnu");
  expect(await page.evaluate(() => localStorage.getItem("unsent-scans"))).toBeNull();
});
