import { weighPublicPages } from "../bench/public-pages";
import { isHomeOrList, targets } from "../bench/targets";
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

/** By how much a page varies with the day, whose dates it shows, and with what other tests write. */
const spread = 256;

test("the first view of every public page, HTML with CSS, weighs no more than its budget in both languages", async ({
  baseURL,
  userAgent,
}) => {
  test.slow();
  const budgetOf = (name: string) => targets.find(({ figure }) => figure === name)?.value ?? 0;
  const pages = await weighPublicPages(baseURL ?? "", { "user-agent": userAgent ?? "", "accept-language": "fr" });
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(["/", "/en", "/further-support", "/en/further-support"]));
  const tooHeavy = pages.flatMap(({ path, html, styles }) => {
    const budget = budgetOf(isHomeOrList(path) ? "listBytes" : "firstViewBytes");
    return html + styles > budget + spread ? [`${path}: ${html + styles} bytes of ${budget}`] : [];
  });
  expect(tooHeavy).toEqual([]);
});
