import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

const start = new Date("2026-01-15T10:00:00");

test("S4-037 S9-024: the running build is asked for every 300000 ms, each time with another timestamp", { tag: "@phone" }, async ({
  page,
}) => {
  const requests = await answerBuilds(page, null);
  await openStill(page, "/news");
  await page.clock.runFor(299_999);
  expect(requests).toHaveLength(0);
  await page.clock.runFor(1);
  await expect.poll(() => requests.length).toBe(1);
  await page.clock.runFor(300_000);
  await expect.poll(() => requests.length).toBe(2);
  for (const stamp of requests) expect(stamp).toMatch(/^\d+$/);
  expect(requests[0]).not.toBe(requests[1]);
});

test.describe("in the back-office", () => {
  test.use({ role: "admin" });

  for (const { id, shown } of [
    { id: "another-build", shown: 1 },
    { id: null, shown: 0 },
  ]) {
    test(`S4-038: ${id ? "another build" : "the same build"} ${shown ? "offers" : "does not offer"} to reload`, async ({ page }) => {
      const requests = await answerBuilds(page, id);
      await openStill(page, "/dashboard");
      const notified = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let count = 0;
            document.addEventListener("maillon:update", () => (count += 1));
            document.addEventListener("asked-twice", () => resolve(count));
          }),
      );
      await page.clock.runFor(300_000);
      await expect.poll(() => requests.length).toBe(1);
      if (shown) await expect(page.getByText("Une nouvelle version est prête.")).toBeVisible();
      await page.evaluate(() => document.dispatchEvent(new Event("asked-twice")));
      expect(await notified).toBe(shown);
      await expect(page.getByText("Une nouvelle version est prête.")).toHaveCount(shown);
    });
  }
});

/** Answers the request for the running build with this id, or lets the site answer; returns the requested timestamps. */
async function answerBuilds(page: Page, id: string | null) {
  const requests: string[] = [];
  await page.route("**/builds/latest.json?*", (route) => {
    requests.push(new URL(route.request().url()).searchParams.get("t") ?? "");
    return id ? route.fulfill({ json: { id } }) : route.continue();
  });
  return requests;
}

/** Opens a page with a paused clock. */
async function openStill(page: Page, path: string) {
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1_000));
  await page.goto(path);
  await page.waitForLoadState("networkidle");
}
