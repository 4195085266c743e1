import type { Page } from "@playwright/test";
import { articleForm } from "../support/article-form";
import { menuLink } from "../support/menu";
import { expect, test } from "../support/test";

// Every test here is watched as all are: what the page's policy refuses fails it (`../support/test`).

/** Opens a page, which must have the policy, and waits for its scripts. */
async function open(page: Page, path: string, status = 200) {
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(status);
  expect(answer?.headers()["content-security-policy"]).toContain("require-trusted-types-for 'script'");
  await page.waitForLoadState("networkidle");
}

/** Whether an attempt to insert a string as markup is refused; the browser's message is expected. */
function writesMarkup(page: Page) {
  return page.evaluate(() => {
    try {
      document.createElement("div").innerHTML = "<b>a</b>";
      return true;
    } catch {
      return false;
    }
  });
}

test("pages without framework script keep to their policy: home, news, a form, the search box, the offline worker, an error", async ({
  page,
  watch,
}) => {
  watch.forgive(/status of 404/);
  await open(page, "/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1);
  await page.getByRole("banner").getByRole("link", { name: "Rechercher" }).click();
  const box = page.getByRole("dialog", { name: "Rechercher" });
  await box.getByRole("searchbox").fill("collecte");
  await expect(box.getByRole("listitem").first()).toBeVisible();
  await open(page, "/news");
  await open(page, "/contact");
  await page.locator("main form textarea").first().fill("Un message.");
  await open(page, "/cgu");
  await open(page, "/no-such-page", 404);
});

test("a text that a script would write as markup is refused, on pages with and without framework script", async ({ page, watch }) => {
  watch.forgive(/TrustedHTML|require-trusted-types-for/);
  for (const path of ["/", "/login", "/dashboard"]) {
    await page.goto(path);
    expect(await writesMarkup(page), path).toBe(false);
  }
});

test.describe("of a person who is logged in", () => {
  test.use({ role: "admin" });

  test("hydrated pages keep to it: dashboard, a list with its panel, an article's editor and preview, the account, an error", async ({
    page,
    watch,
  }) => {
    watch.forgive(/status of 404/);
    await open(page, "/dashboard");
    await open(page, "/dashboard/admin/jobs");
    await page
      .getByRole("link", { name: /^Aperçu de/ })
      .first()
      .click();
    await expect(page.getByRole("dialog").getByRole("link", { name: "Modifier" })).toBeVisible();
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden({ timeout: 500 });
    }).toPass();
    await menuLink(page, "Articles").click();
    await expect(page.getByRole("heading", { level: 1, name: "Articles" })).toBeVisible();

    await open(page, "/dashboard/admin/news/create");
    const form = articleForm(page);
    await form.write("fr", {
      title: "Un titre",
      lead: "Un chapeau.",
      body: "## Partie\n\n| a | b |\n| --- | --- |\n| 1 | [lien](/news) |",
    });
    await form.preview();
    await expect(page.getByRole("region", { name: "Prévisualisation" }).getByRole("link", { name: "lien" })).toBeVisible();

    for (const path of ["/account/settings", "/account/settings/notifications", "/account/settings/sessions"]) await open(page, path);
    await open(page, "/dashboard/no-such-page", 404);
  });

  test("push is set up, and its worker registered, under the policy", async ({ page, context }) => {
    const configuration = { apiKey: "key", projectId: "project", appId: "1:2:web:3", messagingSenderId: "2", extra: { vapidKey: "v" } };
    await context.route("**/api/notifications/firebase-config", (route) => route.fulfill({ json: configuration }));
    await open(page, "/dashboard");
    const scopes = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort());
    await expect.poll(scopes).toEqual(["/", "/firebase-cloud-messaging-push-scope"]);
  });

  test("a page that was changed before hydration is shown all the same", async ({ page, watch }) => {
    // React's own message: the page differs from the server's, so it is rendered again.
    watch.forgive(/Minified React error #(418|423|425)/);
    const remarks: string[] = [];
    page.on("pageerror", ({ message }) => remarks.push(message));
    await page.addInitScript(() =>
      document.addEventListener("readystatechange", () => document.querySelector("main h1")?.replaceWith(document.createElement("form")), {
        once: true,
      }),
    );
    await open(page, "/dashboard");
    await expect(page.getByRole("heading", { level: 1, name: /^Bonjour/ })).toBeVisible();
    expect(remarks.join()).toContain("#423");
    await menuLink(page, "Articles").click();
    await expect(page.getByRole("heading", { level: 1, name: "Articles" })).toBeVisible();
  });
});
