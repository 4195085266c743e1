import { expectAccessibleOnOneWidth } from "../support/accessibility";
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
];

test.use({ role: "admin", colorScheme: "dark" });

for (const [turn, path] of pages.entries())
  test(`${turn % 2 ? "/en" : ""}${path} is accessible in dark`, async ({ page }) => {
    const answer = await page.goto(`${turn % 2 ? "/en" : ""}${path}`);
    expect(answer?.status()).toBe(200);
    await expectAccessibleOnOneWidth(page);
  });
