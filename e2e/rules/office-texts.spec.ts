import { menuLink } from "../support/menu";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

test("texts of neighbouring pages are prefetched when idle, those of other areas with the page, and each once", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    const [, names] = request.url().split("/texts/");
    if (names) requests.push(names);
  });
  const goTo = async (name: string, heading: RegExp) => {
    await menuLink(page, name).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  };
  await page.goto("/dashboard");
  const [shared, own, nearby] = ["common,dashboard", expect.stringContaining("events,"), expect.stringContaining("content,")];
  await expect.poll(() => requests).toEqual([shared, own, nearby]);
  await goTo("Échanges", /Échanges/);
  expect(requests.slice(3)).toEqual(["chats"]);
  await goTo("Messages", /Messages/);
  await page.getByRole("link", { name: /^Candidatures/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Candidatures/ })).toBeVisible();
  await goTo("Échanges", /Échanges/);
  expect(requests.slice(4)).toEqual(["contact,threads", "applications"]);
  // A label of the list's filters, and one of its rows: texts of both namespaces.
  await expect(page.getByRole("main")).not.toContainText(/\b(chats|people|lists):/);
});

test("with data saving on, no texts are prefetched", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/texts/")) requests.push(request.url());
  });
  await page.goto("/dashboard");
  await page.waitForLoadState("networkidle");
  expect(requests).toHaveLength(2);
});

for (const { failures, documents, works } of [
  { failures: 1, documents: 2, works: true },
  { failures: Number.POSITIVE_INFINITY, documents: 2, works: false },
]) {
  test(`a page whose texts fail to load ${works ? "once is reloaded, and works" : "again and again is reloaded once, and shows what the server wrote"}`, async ({
    page,
    watch,
  }) => {
    watch.forgive(/status of 503|no texts/);
    let left = failures;
    await page.route("**/texts/common,dashboard", (route) => {
      left -= 1;
      return left < 0 ? route.continue() : route.fulfill({ status: 503 });
    });
    const opened: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) opened.push(request.url());
    });
    await page.goto("/dashboard");
    await expect.poll(() => opened.length).toBe(documents);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1, name: /^Bonjour/ })).toBeVisible();
    await menuLink(page, "Échanges").click();
    await expect(page.getByRole("heading", { level: 1, name: /Échanges/ })).toBeVisible();
    // Without its script, the page's links load documents.
    expect(new Set(opened.slice(documents)).size).toBe(works ? 0 : 1);
  });
}
