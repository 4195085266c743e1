import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPassword } from "#backend/demo/people";
import { refuseGuessable } from "#backend/identity/password-rules";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addPerson } from "#tests/support/people";
import { aPassword, fillIn, makeAccount, tokenFor } from "#tests/support/registration";
import { lengthOf } from "~/enhance/password-length";

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
  "passwordpassword",
  "qwertyuiopas",
  "q1w2e3r4t5y6",
  "administrator",
  "administrateur",
  "jetaimejetaime",
  "je t'aime je t'aime",
  "soleil123456",
  "iloveyou1234",
  "p@ssw0rd1234",
  "pass word 1234",
  "Password2024!",
  "P@ssw0rd!2024",
  "tnopudellimac",
  "Bonjour2024!!",
  "Bienvenue2024!",
  "Bienvenue-2024!!",
  "Printemps2024",
  "Printemps2025!",
  "janvierfevrier",
  "Marseille13013",
  "abcdefghijkl",
  "mot de passe 123",
  "mon mot de passe",
  "allezlesbleus",
  "vivelafrance2024",
  "liberteegalitefraternite",
  "Liberté, égalité, fraternité !",
  "anticonstitutionnellement",
  "thequickbrownfox",
  "correcthorsebatterystaple",
  "un deux trois quatre",
  "quatre-trois-deux-un",
  "one two three four",
  "lundimardimercredi",
  "rouge orange jaune vert",
  "allonsenfantsdelapatrie",
  "Allons enfants de la Patrie !",
  "Joyeux anniversaire 2026",
  "twinkle twinkle little star",
  "eirtapaledstnafnesnolla",
  "ecnarfaleviv 2024",
  "elpatsyrettabesrohtcerroc",
  "Paris75001Paris!",
  "Lyon69003lyon!",
  "Marseille 13013 Marseille",
  "Toulouse31000toulouse",
  "rennes35700RENNES",
  "75020 Paris 75020",
  "ｐａｓｓｗｏｒｄ１２３４",
  "pa\u200bssword1234",
  "\u200b".repeat(12),
];

test.each(guessable)("a common or leaked password is refused: %s", async (password) => {
  expect(await verdictOn(password)).toBe("register:error.common");
});

test.each([
  "123456789012",
  "01/01/1990 0101",
  "06 12 34 56 78",
  "+33 6 98 76 54 32",
  "Février-2025!",
  "14 juillet 1789",
  "lundi 12 janvier 1990",
  "Monday, 12 January 1990",
])("a number or a date alone is refused: %s", async (password) => {
  expect(await verdictOn(password)).toBe("register:error.number");
});

test.each(["lina.brossard@example.org", "Lina.Brossard1990", "brossardlina!", "Maillon2026!!", "LÏNA-brossard-1"])(
  "one that is mostly the person's name, address or the site's name is refused: %s",
  async (password) => {
    expect(await verdictOn(password)).toBe("register:error.ownWords");
  },
);

const hardToGuess = [
  demoPassword,
  aPassword,
  "kR7#vq2LmP0z",
  "hJ8wQz!rT4bn",
  "chocolat-lune-tracteur",
  "quatre chats verts",
  "cuivre brouette nénuphar galaxie",
  "parapluie cactus trombone escalier",
  "velvet anchor mosaic thunder",
  "purple otter kitchen volcano",
  "ma tante joue du banjo",
  "12 tulipes de janvier",
  "deux lapins jaunes dansent",
  "vent du nord sur la lande",
  "Paris sous la neige d’août",
  "chat noir, chat blanc, lune rousse",
  "le facteur compte ses moutons",
  "seven owls borrow a canoe",
  "one spoon for the tall giraffe",
  "lemon ladder, quiet lemon, boots",
  "grandma bakes purple bread",
  "Tuesday umbrella harvest violin",
  "Пингвин на крыше дома",
  "猫は屋根の上で寝ている今日も",
  "x".concat("é à ü ö ".repeat(40)),
];

test.each(hardToGuess)("a password that nobody guesses is taken: %s", async (password) => {
  expect(await verdictOn(password)).toBe("taken");
});

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

test("the browser says nothing but how long a password is, and whether its characters differ", () => {
  expect(["court", "ababababababab", aPassword, "kR7#vq2LmP0z", "motdepasse123"].map(lengthOf)).toEqual([0, 1, 3, 2, 2]);
  for (const password of guessable.filter((one) => one.length >= 12)) expect([password, lengthOf(password)]).not.toEqual([password, 0]);
});
