import { expect, test } from "./support/test";

for (const path of [
  "/",
  "/story",
  "/news",
  "/en/news",
  "/contact",
  "/testimonials/send",
  "/delivraide",
  "/dressed",
  "/euro-solidaire",
  "/donate",
  "/cgu",
  "/gdpr",
]) {
  const own = path === "/donate" ? [/enhance/, /gift-cost/] : [/enhance/];
  test(`${path} loads the scripts of the site and none of the framework`, async ({ page }) => {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    });
    await page.goto(path, { waitUntil: "networkidle" });
    expect(scripts.toSorted()).toEqual(own.map((name) => expect.stringMatching(name)));
    expect(await page.evaluate(() => "__remixContext" in window)).toBe(false);
  });
}
