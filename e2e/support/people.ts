import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { demoPassword } from "#backend/demo/people";

/** Demonstration accounts whose login is kept for the whole run; never log one of them out. */
export const roles = ["admin", "volunteer", "student", "merchant", "donor"] as const;
export type Role = (typeof roles)[number];

/** The kept login of a role, for `test.use({ storageState: as("admin") })`. */
export const as = (role: Role) => resolve(import.meta.dirname, `../../test-results/logins/${role}.json`);

export async function logIn(page: Page, account: string) {
  await page.goto("/login");
  await page.getByLabel("E-mail", { exact: true }).fill(`${account}@maillon.example`);
  await page.getByLabel("Mot de passe", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Se connecter" }).click();
}
