import { test } from "../support/own-site";
import { expect } from "../support/test";

const pont = { companyName: "BOULANGERIE DU PONT", addressLine: "4 RUE DU PONT", postcode: "13001", city: "MARSEILLE" };
const lac = { companyName: "ATELIER DU LAC", addressLine: "2 QUAI DU LAC", postcode: "74000", city: "ANNECY" };

test("a company’s number fills in its name and address while one types; another number replaces them, and nothing that was typed", async ({
  page,
}) => {
  await page.route("**/donate/company?*", (route) => {
    const siren = new URL(route.request().url()).searchParams.get("siren");
    return route.fulfill({ json: { company: siren === "732829320" ? pont : siren === "552100554" ? lac : null } });
  });
  await page.goto("/donate");
  const field = (name: string) => page.locator(`main [name=${name}]`);
  await page.locator('main [value="company"]').check({ force: true });
  await field("receipt").check();
  await field("city").fill("Aix");
  await field("siren").pressSequentially("732 829 320");
  await expect(field("company")).toHaveValue("BOULANGERIE DU PONT");
  await expect(field("street")).toHaveValue("4 RUE DU PONT");
  await expect(field("city")).toHaveValue("Aix");
  await field("siren").fill("");
  await field("siren").pressSequentially("552100554");
  await expect(field("company")).toHaveValue("ATELIER DU LAC");
  await expect(field("street")).toHaveValue("2 QUAI DU LAC");
  await expect(field("city")).toHaveValue("Aix");
  await field("company").fill("Le Lac");
  await field("siren").fill("732829320");
  await expect(field("street")).toHaveValue("4 RUE DU PONT");
  await expect(field("company")).toHaveValue("Le Lac");
});
