import type { Page } from "@playwright/test";
import { logIn } from "../support/people";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

/** The page where codes for some event are scanned. */
async function doorPage(page: Page): Promise<string> {
  const { items } = await (await page.request.get("/api/admin/events")).json();
  return `/dashboard/admin/events/scan?event=${items[0].id}`;
}

/** Opens it with all its scripts, before the connection is lost. */
const openDoor = (page: Page, door: string) => page.goto(door, { waitUntil: "networkidle" });

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
  await openDoor(page, await doorPage(page));
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

test("scans that wait survive another page, and logging out asks first", async ({ page, watch }) => {
  watch.forgive(/ERR_FAILED/);
  const door = await doorPage(page);
  const posts = (url: URL) => url.pathname === new URL(door, url).pathname;
  await openDoor(page, door);
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

  const toasts = page.locator(".toasts");
  await expect(toasts).toContainText("1 passage scanné attend");
  await page.unroute(posts);
  await page.goto(door);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("unsent-scans"))).toBeNull();
  await expect(page.getByText("envoyé plus tard").first()).toBeVisible();
});

test("scans that wait are sent from any page of the office, which says who was refused", async ({ page, context, watch }) => {
  watch.forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const door = await doorPage(page);
  const posts = (url: URL) => url.pathname === new URL(door, url).pathname;
  await openDoor(page, door);
  await context.setOffline(true);
  for (const [at, code] of ["ABCD EFGM", "ABCD EFGN", "ABCD EFGP"].entries()) {
    await type(page, code);
    await expect(page.locator(".door-waiting")).toContainText(`${at + 1} passage`);
  }
  await page.route(posts, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await context.setOffline(false);
  await page.goto("/dashboard");
  const toasts = page.locator(".toasts");
  await expect(toasts).toContainText("3 passages scannés attendent");
  await page.unroute(posts);
  await page.goto("/dashboard/tools");
  await expect(toasts).toContainText("3 autres sont refusés");
  await toasts.getByRole("link", { name: "Voir les refus" }).click();
  await expect(page).toHaveURL(/scans=refused/);
  await expect(page.getByRole("heading", { name: "Refus, sans entrée depuis" })).toBeVisible();
});

test.describe("with a login of its own", () => {
  test.use({ role: undefined });

  test("scans that wait stay through a log-out, and are sent once the same person has logged in again", async ({ page, watch }) => {
    watch.forgive(/ERR_FAILED/);
    const logInHere = async () => {
      await logIn(page, "coordinator");
      await page.waitForURL(/\/dashboard$/);
    };
    const note = () => page.evaluate(() => localStorage.getItem("unsent-scans"));
    await logInHere();
    const door = await doorPage(page);
    const posts = (url: URL) => url.pathname === new URL(door, url).pathname;
    await openDoor(page, door);
    await page.route(posts, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
    await type(page, "ABCD EFGQ");
    await expect(answer(page)).toContainText("Gardé, pas vérifié");

    await page.goto("/dashboard");
    page.on("dialog", (dialog) => void dialog.accept());
    await page
      .getByRole("button", { name: /^Menu de / })
      .first()
      .click();
    await page.getByRole("button", { name: "Se déconnecter" }).first().click();
    await page.waitForURL((url) => url.pathname === "/");
    expect(await note()).toBe("true");

    await page.unroute(posts);
    await logInHere();
    await expect.poll(note).toBeNull();
    await page.goto(door);
    await expect(page.getByText("envoyé plus tard").first()).toBeVisible();
  });
});
