import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { type Staff, test } from "../support/own-site";
import { visitor, type Way, ways } from "../support/registration";
import { expect } from "../support/test";

const languages = [
  { language: "fr", scripted: false },
  { language: "en", scripted: true },
] as const;

const words = {
  fr: { added: "certificat.pdf", add: "Ajouter ce fichier", send: "Envoyer mon dossier", moves: "Votre dossier avance, Nour" },
  en: { added: "certificat.pdf", add: "Add this file", send: "Send my file", moves: "Your application is moving forward, Nour" },
};

const certificate = {
  name: "certificat.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from(`%PDF-1.4\n${" ".repeat(100)}\n%%EOF`),
};

const charter = {
  key: "student_charter",
  title: { fr: "Charte des étudiants", en: "Student charter" },
  body: { fr: "Prévenir quand on ne vient pas.", en: "Say so when you cannot come." },
  appliesTo: ["BENEFICIARY"],
  blocking: true,
};

/** Publishes the charter of students, unless an earlier test of this site has. */
async function publishCharter({ get, post }: Staff) {
  const { status, body } = await post("/api/admin/legal-texts", charter);
  if (status !== 201) return;
  const { mustSign } = await get<{ mustSign: number }>(`/api/admin/legal-texts/${body.id}`);
  expect((await post(`/api/admin/legal-texts/${body.id}/publish?stops=${mustSign}`)).status).toBe(200);
}

/** Approves an account on the pages of the back-office, from the queue. */
async function acceptOnPages(browser: Browser, { login }: Staff, email: string, options: { baseURL?: string; userAgent?: string }) {
  const context = await browser.newContext({ ...options, locale: "fr-FR", storageState: login });
  const page = await context.newPage();
  await page.goto(`/dashboard/admin/users/pending-approval?q=${email}`);
  await page.locator("main tbody a").first().click();
  await expect(page).toHaveURL(/\/pending-approval\/[0-9a-f-]{36}/);
  await expect(page.getByRole("button", { name: /^Accepter/ })).toBeVisible();
  for (const verdict of await page.getByLabel("Accepter", { exact: true }).all()) await verdict.check();
  await page.getByRole("button", { name: /^Accepter/ }).click();
  await expect(page.getByText(/^Le compte de .+ est ouvert\. Un e-mail est parti\.$/)).toBeVisible();
  await context.close();
}

/** From `/`: the language if it is another one, the kind of registration, every step, and the account. */
async function registerFromHome(page: Page, language: "fr" | "en", way: Way) {
  const nour = visitor(page, language);
  const email = `${way}-${crypto.randomUUID().slice(0, 8)}@maillon.example`;
  await page.goto("/");
  if (language === "en") await page.getByRole("banner").getByRole("link", { name: "EN", exact: true }).click();
  for (const to of ["/register", ...ways[way].clicks])
    await page
      .locator(`a[href="${nour.path(to)}"]:visible`)
      .first()
      .click();
  await nour.register(way, email);
  return { nour, email };
}

for (const { language, scripted } of languages)
  test.describe(`${language}, ${scripted ? "with" : "without"} script`, () => {
    test.use({ javaScriptEnabled: scripted });
    test.setTimeout(60_000);

    test("S1-003 S1-005 a student, from the home page to the dashboard", async ({ page, staff, browser, baseURL, userAgent }) => {
      await publishCharter(staff);
      const { nour, email } = await registerFromHome(page, language, "beneficiary");
      await nour.confirm(await staff.mailed(email, "/register/verify"), email);
      await expect(page).toHaveURL(nour.path("/account/pending/criteria"));
      const say = words[language];
      await page.locator("input[type=file]").setInputFiles(certificate);
      await page.getByRole("button", { name: say.add }).click();
      await expect(page.getByRole("main")).toContainText(certificate.name);
      await page.getByRole("button", { name: say.send }).click();
      await expect(page).toHaveURL(nour.path("/account/pending/validation"));
      await expect(page.getByRole("heading", { level: 1 })).toContainText(say.moves);
      if (scripted) await expectAccessible(page);
      await acceptOnPages(browser, staff, email, { baseURL, userAgent });
      await page.goto(nour.path("/dashboard"));
      await nour.sign(charter.title[language]);
      await nour.isIn();
    });

    test("S1-003 S1-005 a volunteer, from the home page to the dashboard", async ({ page, staff }) => {
      const { nour, email } = await registerFromHome(page, language, "volunteer");
      await nour.confirm(await staff.mailed(email, "/register/verify"), email);
      await expect(page).toHaveURL(nour.path("/account/pending/validation"));
      await staff.accept(email);
      await page.goto(nour.path("/dashboard"));
      await nour.sign(language === "fr" ? "Charte du bénévolat" : "Volunteer charter");
      await nour.isIn();
    });

    test("S1-003 S1-005 a shop, from the home page to the dashboard", async ({ page, staff }) => {
      const { nour, email } = await registerFromHome(page, language, "merchant");
      await nour.confirm(await staff.mailed(email, "/register/verify"), email);
      await expect(page).toHaveURL(nour.path("/account/pending/validation"));
      await staff.accept(email);
      await page.goto(nour.path("/dashboard"));
      await nour.isIn();
    });

    test("S1-003 S1-005 a person who gives, from the home page to the dashboard", async ({ page, staff }) => {
      const { nour, email } = await registerFromHome(page, language, "individual");
      await nour.confirm(await staff.mailed(email, "/register/verify"), email);
      await nour.isIn();
    });

    test("a volunteer with an invitation that needs no approval signs the charter and is in", async ({ page, staff }) => {
      const invitation = { label: "Bénévoles de Lyon", role: "VOLUNTEER", skipApproval: true, maxUses: 1 };
      const { status, body } = await staff.post("/api/admin/registration-links", invitation);
      expect(status).toBe(201);
      const nour = visitor(page, language);
      const email = `invited-${crypto.randomUUID().slice(0, 8)}@maillon.example`;
      await page.goto(nour.path(`/register?invitation=${body.code}`));
      await expect(page.getByRole("main")).toContainText(invitation.label);
      await page.getByRole("main").getByRole("link").click();
      await nour.register("volunteer", email);
      await nour.confirm(await staff.mailed(email, "/register/verify"), email);
      await nour.sign(language === "fr" ? "Charte du bénévolat" : "Volunteer charter");
      await nour.isIn();
    });
  });

test("nobody is invited to the administration: the form does not offer it, and the API refuses it", async ({
  browser,
  staff,
  baseURL,
  userAgent,
}) => {
  const context = await browser.newContext({ baseURL, userAgent, locale: "fr-FR", storageState: staff.login });
  const page = await context.newPage();
  await page.goto("/dashboard/admin/registration-links/create");
  const offered = page.locator("main select[name=role] option");
  await expect(offered.and(page.locator("[value=VOLUNTEER]"))).toHaveCount(1);
  await expect(offered.and(page.locator("[value=ADMIN]"))).toHaveCount(0);
  expect((await staff.post("/api/admin/registration-links", { label: "Direction", role: "ADMIN" })).status).toBe(422);
  await context.close();
});
