import { logIn, roles } from "../support/people";
import { expect, test } from "../support/test";

const stops = [
  { account: "unverified", stop: "/account/pending/email", says: /^Vérifiez votre e-mail/, saysInEnglish: /^Check your email/ },
  { account: "waiting", stop: "/account/pending/criteria", says: /^Votre situation/, saysInEnglish: /^Your situation/ },
  {
    account: "pending",
    stop: "/account/pending/validation",
    says: /^Votre dossier avance/,
    saysInEnglish: /^Your application is moving forward/,
  },
  {
    account: "yearly",
    stop: "/account/pending/validation",
    says: /^La vérification de rentrée/,
    saysInEnglish: /^Your yearly check/,
  },
  { account: "to-sign", stop: "/account/pending/documents", says: /^Un texte à signer/, saysInEnglish: /^One text to sign/ },
  { account: "refused", stop: "/account/not-verified", says: /^Votre compte n’est pas ouvert/, saysInEnglish: /^Your account isn.t open/ },
  {
    account: "suspended",
    stop: "/account/not-verified",
    says: /^Votre compte n’est pas ouvert/,
    saysInEnglish: /^Your account isn.t open/,
  },
];

for (const { account, stop, says, saysInEnglish } of stops) {
  test(`the gate stops ${account}@maillon.example at ${stop}, again after asking for the dashboard, and in the other language`, {
    tag: "@plain",
  }, async ({ page }) => {
    await logIn(page, account);
    await expect(page).toHaveURL(stop);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(says);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(stop);
    await page.getByRole("banner").getByRole("link", { name: "EN", exact: true }).click();
    await expect(page).toHaveURL(`/en${stop}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(saysInEnglish);
    await page.goto("/en/dashboard");
    await expect(page).toHaveURL(`/en${stop}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(saysInEnglish);
  });
}

const greetings = {
  admin: "Bonjour Samira",
  volunteer: "Bonjour Yanis",
  student: "Bonjour Lina",
  merchant: "Bonjour Émile",
  donor: "Bonjour Hélène",
};

for (const role of roles) {
  test.describe(role, () => {
    test.use({ role });
    test(`the dashboard greets ${role}`, async ({ page }) => {
      await page.goto("/dashboard");
      await expect(page.getByRole("heading", { level: 1, name: greetings[role] })).toBeVisible();
    });
  });
}

test("S4-011: login is a chain of redirects that ends on the requested page", { tag: "@plain" }, async ({ page }) => {
  const steps: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) steps.push(new URL(request.url()).pathname);
  });
  await page.goto("/dashboard/admin/news/create");
  await expect(page.getByText("Vous retrouverez votre page juste après la connexion.")).toBeVisible();
  expect(steps).toContain("/oidc/auth");
  await page.getByLabel("E-mail", { exact: true }).fill("editor@maillon.example");
  await page.getByLabel("Mot de passe", { exact: true }).fill("un maillon de plus");
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL("/dashboard/admin/news/create");
  expect(steps).toContain("/api/auth/callback");
});

test("a wrong password keeps the e-mail and says what to do", { tag: "@plain" }, async ({ page, watch }) => {
  watch.forgive(/the server responded with a status of 4/);
  await page.goto("/login");
  await page.getByLabel("E-mail", { exact: true }).fill("nobody@maillon.example");
  await page.getByLabel("Mot de passe", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText("E-mail ou mot de passe incorrect.").first()).toBeVisible();
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue("nobody@maillon.example");
});
