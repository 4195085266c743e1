import { as, logIn, roles } from "./support/people";
import { expect, test as setup } from "./support/test";

for (const role of roles) {
  setup(`${role} logs in`, async ({ page }) => {
    await logIn(page, role);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.context().storageState({ path: as(role) });
  });
}
