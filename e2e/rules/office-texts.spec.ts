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
  await expect.poll(() => requests).toEqual([expect.stringContaining("content,")]);
  await goTo("Échanges", /Échanges/);
  expect(requests.slice(1)).toEqual(["chats"]);
  await goTo("Messages", /Messages/);
  await page.getByRole("link", { name: /^Candidatures/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Candidatures/ })).toBeVisible();
  await goTo("Échanges", /Échanges/);
  expect(requests.slice(2)).toEqual(["contact,threads", "applications"]);
  // A label of the list's filters, and one of its rows: texts of both namespaces.
  await expect(page.getByRole("main")).not.toContainText(/\b(chats|people|lists):/);
});

test("with data saving on, no texts are prefetched", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().includes("/texts/")) requests += 1;
  });
  await page.goto("/dashboard");
  await page.waitForLoadState("networkidle");
  expect(requests).toBe(0);
});
