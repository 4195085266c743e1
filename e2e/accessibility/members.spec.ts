import { expectAccessibleOnOneWidth } from "../support/accessibility";
import { as } from "../support/people";
import { expect, test } from "../support/test";

const office = "/dashboard/admin";
const people = ["pending-approval", "volunteers", "drivers", "beneficiaries", "donators"].map((list) => `${office}/users/${list}`);
const settings = ["", "/notifications", "/sessions", "/privacy"].map((page) => `/account/settings${page}`);

/** Pages that always stand at the same address. */
const pages = [
  ...settings,
  ...people,
  `${office}/permissions`,
  `${office}/audit-log`,
  `${office}/oauth-clients`,
  `${office}/oauth-clients/create`,
  `${office}/registration-links`,
  `${office}/registration-links/create`,
  `${office}/privacy`,
  `${office}/privacy/retention`,
  `${office}/documents`,
  `${office}/documents/texts`,
  `${office}/documents/texts/create`,
  `${office}/mails`,
  `${office}/mails/templates`,
  `${office}/countries`,
  `${office}/countries/create`,
];

/** Pages of one record: the first of a list, and the tabs or pages that stand beside it. */
const records: { list: string; tab?: string }[] = [
  ...["view", "account?step=suspend", "rights", "documents", "history", "privacy"].map((tab) => ({
    list: `${office}/users/volunteers`,
    tab,
  })),
  { list: `${office}/users/beneficiaries`, tab: "view" },
  { list: `${office}/users/donators`, tab: "view" },
  { list: `${office}/permissions` },
  { list: `${office}/registration-links`, tab: "view" },
  { list: `${office}/documents`, tab: "view" },
  { list: `${office}/documents/texts?status=published` },
  { list: `${office}/countries`, tab: "edit" },
];

test.use({ storageState: as("admin") });

// The languages take turns: what axe hears is the same markup in both, and a page's words are tested elsewhere.
const prefixOf = (turn: number) => (turn % 2 ? "/en" : "");

for (const [turn, path] of pages.entries())
  test(`${prefixOf(turn)}${path} is accessible`, async ({ page }) => {
    const answer = await page.goto(prefixOf(turn) + path);
    expect(answer?.status()).toBe(200);
    await expectAccessibleOnOneWidth(page);
  });

for (const [turn, { list, tab }] of records.entries())
  test(`the first of ${prefixOf(turn)}${list}${tab ? `, ${tab},` : ""} is accessible`, async ({ page }) => {
    await page.goto(prefixOf(turn) + list);
    const first = (await page.locator("main tbody a").first().getAttribute("href")) ?? "";
    const answer = await page.goto(tab ? first.replace(/(view|edit)$/, tab) : first);
    expect(answer?.status()).toBe(200);
    await expectAccessibleOnOneWidth(page);
  });

test("the signers of a text are listed accessibly", async ({ page }) => {
  await page.goto(`${office}/documents/texts?status=published&q=charter`);
  await page.locator("main tbody a").first().click();
  await page.locator('main a[href$="/signers"]').click();
  await expect(page.locator("main tbody tr").first()).toBeVisible();
  await expectAccessibleOnOneWidth(page);
});
