import { mkdirSync, renameSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { demoPassword } from "#backend/demo/people";

/** Demonstration accounts whose login tests share; never log one of them out. */
export const roles = ["admin", "volunteer", "student", "merchant", "donor"] as const;
export type Role = (typeof roles)[number];

/** In milliseconds: well before the access token ends, as a refresh by one test would void what the others hold. */
const loginLife = 6 * 60_000;

/** The file with the cookies of a role, for `storageState`, in the folder that each run empties; logs in with `newPage` when there is none yet, or it has grown old. */
export async function sharedLogin(role: Role, newPage: () => Promise<Page>): Promise<string> {
  const file = resolve(import.meta.dirname, `../../test-results/e2e/logins/${role}.json`);
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - written < loginLife) return file;
  const page = await newPage();
  await logIn(page, role);
  await page.waitForURL(/\/dashboard$/);
  // Another worker may be reading or writing it.
  const own = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  await page.context().storageState({ path: own });
  renameSync(own, file);
  await page.context().close();
  return file;
}

export async function logIn(page: Page, account: string) {
  await page.goto("/login");
  await page.getByLabel("E-mail", { exact: true }).fill(`${account}@maillon.example`);
  await page.getByLabel("Mot de passe", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Se connecter" }).click();
}
