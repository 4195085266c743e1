import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

const pages = [
  ...[
    "/",
    "/story",
    "/contact",
    "/donate",
    "/delivraide",
    "/dressed",
    "/euro-solidaire",
    "/press",
    "/partners",
    "/jobs",
    "/team",
    "/team/lyon",
  ],
  ...["/news", "/further-support", "/testimonials/send", "/cgu", "/search?q=kit", "/login", "/register/volunteer", "/password/request"],
];

/** Where the headings of a page are, in pixels from its top. */
const placesOf = (page: Page) =>
  page
    .getByRole("main")
    .locator("h1, h2")
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));

// On a slow connection a browser paints what it has: headings must not move when the rest arrives.
for (const path of pages) {
  test(`${path} is painted completely, without layout shift`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ javaScriptEnabled: false, baseURL, viewport: { width: 375, height: 700 }, locale: "fr-FR" });
    const answer = await page.goto(path);
    const html = (await answer?.text()) ?? "";
    const whole = await placesOf(page);
    const main = html.indexOf("<main");
    const ends = [...html.matchAll(/<\/h[12]>/g)].map(({ index }) => index).filter((index) => index > main);
    expect([whole.length > 0, ends.length]).toEqual([true, whole.length]);
    let body = "";
    await page.route(page.url(), (route) => route.fulfill({ status: 200, headers: answer?.headers() ?? {}, body }));
    for (const [at, place] of whole.entries()) {
      if (place > 1_400) break;
      body = html.slice(0, (ends[at] ?? 0) + "</h1>".length);
      await page.goto(page.url());
      expect((await placesOf(page))[at]).toBe(place);
    }
    await page.close();
  });
}
