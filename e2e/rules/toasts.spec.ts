import type { Page } from "@playwright/test";
import { createArticle } from "../support/article-form";
import { expect, test } from "../support/test";

const start = new Date("2026-01-15T10:00:00");

test.use({ role: "admin" });

test(
  "S4-039 S4-040: a message appears after a form is sent, and its button closes it",
  { tag: "@plain" },
  async ({ page }, { project }) => {
    await createArticle(page, `Message, ${project.name}`);
    const toast = page.locator("[data-toast]");
    await expect(toast).toContainText("Brouillon enregistré.");
    await page.getByLabel("Fermer le message").check({ force: true });
    await expect(toast).toBeHidden();
  },
);

test("S9-010 S4-040: a message is there at 4999 ms and gone at 5000 ms", async ({ page }) => {
  const toast = await toastAtRest(page);
  await page.clock.runFor(4_999);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
});

test("S4-041: the timer of a message pauses under the pointer and then continues", async ({ page }) => {
  const toast = await toastAtRest(page);
  await page.clock.runFor(3_000);
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(1_999);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
});

test("S3-025 S4-040: an action runs and closes its message, which tells the page so", async ({ page }) => {
  await page.goto("/dashboard");
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    const toast = document.createElement("div");
    Object.assign(toast.dataset, { toast: "asked", timeout: "60000", callback: "test:closed" });
    const button = toast.appendChild(document.createElement("button"));
    Object.assign(button, { type: "button", textContent: "Annuler" });
    button.dataset.toastAction = "test:undo";
    document.querySelector("main")?.prepend(toast);
    document.addEventListener("test:undo", () => (document.documentElement.dataset.undone = "yes"));
    document.addEventListener("test:closed", (event) => (document.documentElement.dataset.closed = (event as CustomEvent<string>).detail));
    document.dispatchEvent(new Event("maillon:toasts"));
  });
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(page.locator("[data-toast=asked]")).toBeHidden();
  await expect(page.locator("html")).toHaveAttribute("data-undone", "yes");
  await expect(page.locator("html")).toHaveAttribute("data-closed", "asked");
});

/** A toast whose timer has not started: the clock of its page is paused since the load. */
async function toastAtRest(page: Page) {
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1_000));
  const value = Buffer.from(JSON.stringify({ id: "waiting", title: "Un message" })).toString("base64url");
  await page.context().addCookies([{ name: "toast", value, url: test.info().project.use.baseURL, httpOnly: true }]);
  await page.goto("/dashboard");
  const toast = page.locator("[data-toast=waiting]");
  await expect(toast).toBeVisible();
  await expect(toast).toHaveAttribute("data-running", "");
  return toast;
}
