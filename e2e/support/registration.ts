import type { Page } from "@playwright/test";
import { expect } from "./test";

type Language = "fr" | "en";
type Step = (page: Page) => Promise<unknown>;

const words = {
  fr: {
    next: "Continuer",
    account: "Créer mon compte",
    login: "Se connecter",
    email: "E-mail",
    password: "Mot de passe",
    confirm: "Confirmer mon adresse",
    read: "J’ai lu ce texte et je l’accepte",
    sign: "Signer ce document",
    hello: "Bonjour Nour",
  },
  en: {
    next: "Continue",
    account: "Create my account",
    login: "Log in",
    email: "Email",
    password: "Password",
    confirm: "Confirm my address",
    read: "I have read this text and I accept it",
    sign: "Sign this document",
    hello: "Hello Nour",
  },
};

const fill =
  (fields: Record<string, string>): Step =>
  async (page) => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`main [name="${name}"]`).fill(value);
  };
const tick =
  (...values: string[]): Step =>
  async (page) => {
    for (const value of values) await page.locator(`main [value="${value}"]`).check();
  };
const all =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page);
  };

const person = fill({ firstName: "Nour", lastName: "Lambert" });
const place = { addressLine: "12 rue des Lilas", postcode: "69003", city: "Lyon" };

/** The link of each kind of registration, and the values of each step. */
export const ways = {
  beneficiary: {
    clicks: ["/register/beneficiary"],
    steps: [
      person,
      fill(place),
      all(fill({ studies: "Université Lyon 2", income: "700", charges: "600", household: "1" }), (page) =>
        page.locator('[name="scholarship"]').selectOption("4"),
      ),
      tick("vegetarian"),
    ],
  },
  volunteer: {
    clicks: ["/register/volunteer"],
    steps: [all(person, fill({ birthDate: "2000-05-14" })), fill(place), tick("deliver", "saturday"), all()],
  },
  merchant: {
    clicks: ["/register/donator", "/register/donator-form?for=merchant"],
    steps: [
      fill({ siret: "732 829 320 00074" }),
      fill({ companyName: "Boulangerie du Pont", ...place, fiscalYearEnd: "31/12" }),
      tick("weekdayEvening", "bread"),
      person,
    ],
  },
  individual: { clicks: ["/register/donator", "/register/donator-form?for=individual"], steps: [person, fill(place)] },
};
export type Way = keyof typeof ways;

const password = "trois mots sans lien";

/** A person called Nour who registers, as they use the pages in a language. */
export function visitor(page: Page, language: Language) {
  const say = words[language];
  const prefix = language === "fr" ? "" : "/en";
  const press = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();
  return {
    path: (path: string) => prefix + path,
    /** Fills in every step of a registration, and the account. */
    async register(way: Way, email: string) {
      for (const step of ways[way].steps) {
        await step(page);
        await press(say.next);
      }
      await page.getByLabel(say.email, { exact: true }).fill(email);
      await page.getByLabel(say.password, { exact: true }).fill(password);
      await page.locator('[name="terms"]').check();
      await press(say.account);
      await expect(page).toHaveURL(`${prefix}/register/basic?sent=1`);
    },
    /** Opens the link of the mail and logs in: the site shows the state of the account. */
    async confirm(link: string, email: string) {
      await page.goto(link);
      await press(say.confirm);
      await this.logIn(email);
    },
    async logIn(email: string) {
      await page.getByLabel(say.email, { exact: true }).fill(email);
      await page.getByLabel(say.password, { exact: true }).fill(password);
      await press(say.login);
    },
    /** Reads and signs the blocking text. */
    async sign(title: string) {
      await expect(page).toHaveURL(`${prefix}/account/pending/documents`);
      await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
      await page.getByLabel(say.read).check();
      await press(say.sign);
    },
    async isIn() {
      await expect(page).toHaveURL(`${prefix}/dashboard`);
      await expect(page.getByRole("heading", { level: 1, name: say.hello })).toBeVisible();
    },
  };
}
