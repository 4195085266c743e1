import { expect, test } from "../support/test";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("the cost of a gift follows the amount, the rhythm and who gives", async ({ page }) => {
      await page.goto("/donate");
      const cost = page.locator("[data-gift-cost]");
      const says = (sentence: string) => expect(cost).toContainText(sentence, { useInnerText: true });
      const choose = (value: string) => page.locator(`form [value="${value}"]`).check({ force: true });
      await says("Votre don de 50 € vous coûte 12,50 € après réduction d’impôt");
      await choose("2000");
      await says("Votre don de 20 € vous coûte 5 €");
      await choose("monthly");
      await says("Votre don de 20 € par mois vous coûte 5 € par mois");
      await choose("company");
      await says("Votre don de 20 € par mois coûte 8 € par mois à l’entreprise");
      await choose("one_off");
      await choose("person");
      await page.getByLabel("Autre montant").fill("1 000");
      await says(javaScriptEnabled ? "Votre don de 1 000 € vous coûte 250 €" : "Votre don vous coûte 25 % de son montant");
      await expect(cost.locator("[data-cost]:visible, .title-card:visible")).toHaveCount(1);
    });
  });
