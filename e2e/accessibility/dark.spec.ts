import { expectAccessibleOnOneWidth, expectAllAccessible, inGroups, ofColours } from "../support/accessibility";
import { expect, test } from "../support/test";

const office = "/dashboard/admin";

/** Office pages of each kind: figures, lists, forms, decisions, editors and charts. */
const pages = [
  "/dashboard",
  "/dashboard/tools?q=volunteer",
  `${office}/users/volunteers`,
  `${office}/users/pending-approval`,
  `${office}/events`,
  `${office}/events/create`,
  `${office}/news`,
  `${office}/news/create`,
  `${office}/donations`,
  `${office}/memberships`,
  `${office}/organisation/identity`,
  `${office}/documents/texts/create`,
  `${office}/mails`,
  `${office}/mails/templates`,
  `${office}/permissions`,
  `${office}/criteria`,
  `${office}/cache-metrics`,
];

/** Pages of one record: the first of a list, or one of its tabs. */
const records: { list: string; tab?: string }[] = [
  { list: `${office}/users/pending-approval` },
  { list: `${office}/users/volunteers`, tab: "view" },
  { list: `${office}/users/volunteers`, tab: "edit" },
  { list: `${office}/documents`, tab: "view" },
  { list: `${office}/messages` },
];

test.use({ role: "admin", colorScheme: "dark" });

for (const { title, group } of inGroups(pages, 9))
  test(`pages from ${title} have enough contrast in dark`, async ({ page }) => {
    test.slow();
    await expectAllAccessible(page, group, ofColours);
  });

for (const [turn, { list, tab }] of records.entries())
  test(`the first of ${turn % 2 ? "/en" : ""}${list}${tab ? `, ${tab},` : ""} is accessible in dark`, async ({ page }) => {
    await page.goto(`${turn % 2 ? "/en" : ""}${list}`);
    const first = (await page.locator("main tbody a").first().getAttribute("href")) ?? "";
    const answer = await page.goto(tab ? first.replace(/(view|edit)$/, tab) : first);
    expect(answer?.status()).toBe(200);
    await expectAccessibleOnOneWidth(page);
  });
