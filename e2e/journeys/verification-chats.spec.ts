import { expectAccessible } from "../support/accessibility";
import { logIn } from "../support/people";
import { expect, test } from "../support/test";

const list = "/dashboard/admin/verification-chats";
const desktop = { width: 1280, height: 900 };

const words = {
  fr: {
    prefix: "",
    send: "Envoyer",
    message: "Votre message",
    take: "Je m’en occupe",
    taken: "Suivi par vous",
    sent: "Votre message est parti.",
    toDecision: "Lire le dossier et décider",
    reason: "Ce qui manque, ou la raison d’un refus",
    refuse: "Refuser",
    needed: "Écrivez pourquoi",
    refused: /^Le compte de .+ est refusé\. Un e-mail est parti\.$/,
  },
  en: {
    prefix: "/en",
    send: "Send",
    message: "Your message",
    take: "Assign it to me",
    taken: "This chat is assigned to you.",
    sent: "Your message has been sent.",
    toDecision: "Read the file and decide",
    reason: "What is missing, or why you decline",
    refuse: "Decline",
    needed: "Write why",
    refused: /^.+’s account is declined\. An email is on its way\.$/,
  },
};

test.use({ role: "admin" });

for (const locale of ["fr", "en"] as const)
  test(`a student writes, staff answer and decide, the student reads it, in ${locale}`, {
    tag: locale === "fr" ? "@plain" : [],
  }, async ({ page, watch, browser, javaScriptEnabled, baseURL, userAgent }) => {
    test.setTimeout(90_000);
    const { prefix, ...say } = words[locale];
    // Without script, the refusal that lacks its reason is a page of its own.
    watch.forgive(/status of 400/);
    const inspect = async () => {
      // axe is a script.
      if (!javaScriptEnabled) return;
      await expectAccessible(page);
      await page.setViewportSize(desktop);
    };
    // Each run decides about a student of its own.
    const name = locale === "en" ? "Jade Hubert" : javaScriptEnabled ? "Lola Chastang" : "Étienne Boisson";
    const search = `${prefix}${list}?q=${encodeURIComponent(name)}&account=waiting`;
    await page.goto(search);
    await page.getByRole("link", { name, exact: true }).click();
    const address = await page.locator("main a[href^='mailto:']").getAttribute("href");
    const account = address?.replace("mailto:", "").replace("@maillon.example", "") ?? "";

    const context = await browser.newContext({ baseURL, userAgent, javaScriptEnabled, locale: "fr-FR", storageState: undefined });
    const student = await context.newPage();
    await logIn(student, account);
    await student.goto(`${prefix}/account/pending/criteria`);
    await student.getByLabel(say.message).fill("Voici ma question.");
    await student.getByRole("button", { name: say.send, exact: true }).click();
    await expect(student.getByText("Voici ma question.")).toBeVisible();

    await page.goto(search);
    await inspect();
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByText("Voici ma question.")).toBeVisible();
    await page.getByRole("button", { name: say.take }).click();
    await expect(page.getByText(say.taken)).toBeVisible();
    await page.getByLabel(say.message).fill("Voici notre réponse.");
    await page.getByRole("button", { name: say.send, exact: true }).click();
    await expect(page.getByText(say.sent)).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Voici notre réponse." })).toBeVisible();
    await expect(page.getByLabel(say.message)).toHaveValue("");
    await page.getByRole("link", { name: say.toDecision }).click();
    await inspect();
    await page.getByRole("button", { name: say.refuse, exact: true }).click();
    await expect(page.getByRole("alert").getByText(say.needed)).toBeVisible();
    await inspect();
    await page.getByLabel(say.reason).fill("Il manque votre certificat.");
    await page.getByRole("button", { name: say.refuse, exact: true }).click();
    await expect(page.getByText(say.refused)).toBeVisible();
    await inspect();

    // A refusal logs out everywhere.
    await logIn(student, account);
    await student.goto(`${prefix}/account/not-verified`);
    await expect(student.getByText("Il manque votre certificat.")).toBeVisible();
    await expect(student.getByText("Voici notre réponse.")).toBeVisible();
    await context.close();
  });
