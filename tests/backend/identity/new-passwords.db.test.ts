import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPassword } from "#backend/demo/people";
import { refuseGuessable } from "#backend/identity/password-rules";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addPerson } from "#tests/support/people";
import { aPassword, fillIn, makeAccount, tokenFor } from "#tests/support/registration";
import { strengthOf } from "~/enhance/password-strength";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const about = { email: "lina.brossard@example.org", names: ["Lina", "Brossard", "Maillon"] };
const verdictOn = (password: string) =>
  refuseGuessable(password, about).then(
    () => "taken",
    (refusal) => refusal.extras.fieldErrors.password[0],
  );

const guessable = [
  "motdepasse123",
  "motdepassemotdepasse",
  "azertyuiop123",
  "123456789012",
  "passwordpassword",
  "qwertyuiopas",
  "administrator",
  "jetaimejetaime",
  "soleil123456",
  "iloveyou1234",
  "p@ssw0rd1234",
  "Password2024!",
  "Bonjour2024!!",
  "Marseille13013",
  "abcdefghijkl",
  "01/01/1990 0101",
];

test.each(guessable)("a common or leaked password is refused: %s", async (password) => {
  expect(await verdictOn(password)).toBe("register:error.common");
});

test.each(["lina.brossard@example.org", "Lina.Brossard1990", "brossardlina!", "Maillon2026!!", "LÏNA-brossard-1"])(
  "one that is mostly the person's name, address or the site's name is refused: %s",
  async (password) => {
    expect(await verdictOn(password)).toBe("register:error.ownWords");
  },
);

test.each([demoPassword, aPassword, "kR7#vq2LmP0z", "chocolat-lune-tracteur", "quatre chats verts", "x".concat("é à ü ö ".repeat(40))])(
  "a password that nobody guesses is taken: %s",
  async (password) => {
    expect(await verdictOn(password)).toBe("taken");
  },
);

test("a registration shows it beside the field, and no account is created", async () => {
  const cookie = await fillIn(backend, "individual");
  const answer = await makeAccount(backend, cookie, "lina@maillon.example", { password: "motdepasse123" });
  expect([answer.status, (await answer.json()).fieldErrors]).toEqual([422, { password: ["register:error.common"] }]);
  expect((await makeAccount(backend, cookie, "lina@maillon.example")).status).toBe(201);
});

test("a reset link stays valid after a refused password", async () => {
  const { email } = await addPerson(backend, { role: "VOLUNTEER", firstName: "Yanis", lastName: "Moreau" });
  await backend.request("/api/password/request", { method: "POST", json: { email } });
  const token = await tokenFor(backend, email, "password_reset");
  const update = (password: string) => backend.request("/api/password/update", { method: "POST", json: { token, password } });
  const refused = await update("yanis.moreau99");
  expect([refused.status, (await refused.json()).fieldErrors]).toEqual([422, { password: ["register:error.ownWords"] }]);
  expect(await (await update(aPassword)).json()).toEqual({ state: "valid" });
});

test("the browser never rates a common password better than the server", () => {
  for (const password of guessable) expect([password, strengthOf(password, about.email)]).toEqual([password, password.length < 12 ? 0 : 1]);
  expect(strengthOf("court")).toBe(0);
  expect(strengthOf("lina.brossard@example.org", about.email)).toBe(1);
  expect([strengthOf(aPassword), strengthOf("kR7#vq2LmP0z")]).toEqual([3, 2]);
});
