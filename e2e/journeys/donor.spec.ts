import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleOnOneWidth } from "../support/accessibility";
import { test } from "../support/own-site";
import { expect } from "../support/test";

const words = {
  fr: {
    prefix: "",
    pledge: "Voir comment verser mon don",
    thanks: "Merci. Il reste un virement à faire.",
    manage: "Gérer mes dons",
    ask: "Recevoir le lien",
    sent: "Si cette adresse a servi à donner",
    see: "Voir mes dons",
    mine: "Mes dons",
    pay: /^Voir comment le verser/,
    amount: "20 € chaque mois",
    save: "Enregistrer l’adresse",
    saved: "L’adresse du reçu est changée, pour tous vos dons.",
    stop: "Arrêter ce don",
    stopped: "Votre don est arrêté.",
    bank: "demandez aussi à votre banque de l’arrêter",
    all: "Tous mes dons",
    state: "Arrêté",
    end: "Terminer",
    ended: "C’est terminé : vos dons sont refermés.",
  },
  en: {
    prefix: "/en",
    pledge: "See how to pay my donation",
    thanks: "Thank you. One transfer to go.",
    manage: "Manage my donations",
    ask: "Send me the link",
    sent: "If this address was used to donate",
    see: "See my donations",
    mine: "My donations",
    pay: /^See how to pay it/,
    amount: "€20 every month",
    save: "Save the address",
    saved: "The receipt’s address is changed, for all your donations.",
    stop: "Stop this donation",
    stopped: "Your donation is stopped.",
    bank: "ask your bank to stop it too",
    all: "All my donations",
    state: "Stopped",
    end: "Finish",
    ended: "Finished: your donations are closed again.",
  },
} as const;
type Words = (typeof words)["fr" | "en"];

/** Pledges twenty euros every month, with a receipt. */
async function pledge(page: Page, say: Words, email: string) {
  await page.goto(`${say.prefix}/donate`);
  const main = page.getByRole("main");
  for (const value of ["monthly", "2000"]) await main.locator(`[value="${value}"]`).check({ force: true });
  await main.locator("[name=receipt]").check();
  for (const [name, value] of Object.entries({ name: "Lou", email, street: "1 rue Haute", postcode: "69001", city: "Lyon" }))
    await main.locator(`[name=${name}]`).fill(value);
  await expect(async () => {
    await main.getByRole("button", { name: say.pledge }).click();
    await expect(page.getByRole("heading", { level: 1, name: say.thanks })).toBeVisible({ timeout: 1_000 });
  }).toPass({ intervals: [3_500], timeout: 15_000 });
}

for (const { language, scripted } of [
  { language: "fr", scripted: false },
  { language: "en", scripted: true },
] as const)
  test.describe(`${language}, ${scripted ? "with" : "without"} script`, () => {
    test.use({ javaScriptEnabled: scripted, locale: language === "fr" ? "fr-FR" : "en-GB" });
    test.setTimeout(90_000);

    test("S1-003 a donor pledges, finds the gift again by a link in a real mail, corrects the receipt, stops the gift and is done", async ({
      page,
      postOffice,
      watch,
    }) => {
      // A form that is sent too fast is refused once, and sent again.
      watch.forgive(/the server responded with a status of 422/);
      const say = words[language];
      const email = `lou-${crypto.randomUUID().slice(0, 8)}@example.org`;
      const main = page.getByRole("main");
      const press = (name: string) => main.getByRole("button", { name, exact: true }).click();
      const accessible = async () => scripted && expectAccessibleOnOneWidth(page);
      await pledge(page, say, email);
      await main.getByRole("link", { name: say.manage }).click();
      await expect(page).toHaveURL(`${say.prefix}/donations/access`);
      await accessible();
      await main.locator("[name=email]").fill(email);
      await press(say.ask);
      await expect(main).toContainText(say.sent);
      await page.goto(await postOffice.linkFor(email, new RegExp(`http://\\S+${say.prefix}/donations/access\\?token=[\\w-]+`)));
      await accessible();
      await press(say.see);
      await expect(page).toHaveURL(`${say.prefix}/donations/manage`);
      await expect(main).toContainText(email);
      await accessible();
      await main.getByRole("link", { name: say.pay }).click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(say.amount);
      // A code for banking apps is for a single transfer: a monthly gift has none.
      await expect(main).toContainText("DON-");
      await expect(main.getByRole("img")).toHaveCount(0);
      await accessible();
      await main.locator("[name=city]").fill("Bordeaux");
      await press(say.save);
      await expect(page.getByText(say.saved)).toBeVisible();
      await expect(main).toContainText("69001 Bordeaux");
      await main.locator("[name=reason]").fill("Je déménage.");
      await press(say.stop);
      await expect(page.getByText(say.stopped)).toBeVisible();
      await expect(main).toContainText(say.bank);
      await expect(main).toContainText("Je déménage.");
      await accessible();
      await main.getByRole("link", { name: say.all }).click();
      await expect(main.getByText(say.state, { exact: true })).toBeVisible();
      await press(say.end);
      await expect(page.getByText(say.ended)).toBeVisible();
      await page.goto(`${say.prefix}/donations/manage`);
      await expect(main).not.toContainText(email);
      await expect(main.getByRole("button", { name: say.ask })).toBeVisible();
    });
  });

test("the demonstration's donor has gifts of every state, each accessible", async ({ page, postOffice }) => {
  test.setTimeout(90_000);
  const email = "donor@maillon.example";
  await page.goto("/donations/access");
  await page.getByRole("main").locator("[name=email]").fill(email);
  await page.getByRole("button", { name: words.fr.ask }).click();
  await page.goto(await postOffice.linkFor(email, /http:\/\/\S+\/donations\/access\?token=[\w-]+/));
  await page.getByRole("main").getByRole("button", { name: words.fr.see }).click();
  await expect(page).toHaveURL("/donations/manage");
  const links = page.getByRole("main").locator("li a");
  const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(addresses).toHaveLength(4);
  for (const address of addresses) {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(address);
    await expectAccessible(page);
  }
});
