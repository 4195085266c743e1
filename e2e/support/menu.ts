import type { Page } from "@playwright/test";

/** A link of the back-office's menu by its label, which a count may follow. */
export function menuLink(page: Page, label: string) {
  return page.getByRole("complementary").getByRole("link", { name: new RegExp(`^${label}( \\d|$)`) });
}
