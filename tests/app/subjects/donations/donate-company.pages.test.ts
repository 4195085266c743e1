import { expect, test } from "vitest";
import { pledges } from "#backend/modules/pledges/tables";
import { nationalCompanyRegister } from "#backend/ports/company-register";
import { siteWithClock } from "#tests/support/public-form";

const siren = "732829320";
const bakery = {
  siren,
  nom_complet: "BOULANGERIE DU PONT",
  siege: {
    siret: `${siren}00074`,
    numero_voie: "4",
    type_voie: "RUE",
    libelle_voie: "DU PONT",
    code_postal: "13001",
    libelle_commune: "MARSEILLE",
  },
};
let down = false;
const companyRegister = nationalCompanyRegister("https://companies.example", async (url) => {
  if (down) throw new Error("down");
  return { results: url.searchParams.get("q") === siren ? [bakery] : [{ siren: "111111111", nom_complet: "AUTRE" }] };
});
const opened = siteWithClock({ companyRegister });

const gift = { rhythm: "one_off", donor: "company", amount: "5000", otherAmount: "", allocation: "any", method: "transfer" };
const person = { name: "Lou", email: "lou@example.org", website: "" };
const send = async (more: Record<string, string>, prefix = "") =>
  opened.site.visit(`${prefix}/donate`, { form: { ...gift, ...person, ...more, proof: await opened.proof() } });
const written = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0].match(/ value="([^"]*)"/)?.[1];
const stored = () => opened.site.backend.services.db.select().from(pledges);

test.each([
  { prefix: "", words: "Le registre national donne" },
  { prefix: "/en", words: "The national register says: BOULANGERIE DU PONT, 4 RUE DU PONT, 13001 MARSEILLE." },
])(
  "a SIREN without a name under $prefix/ brings the name and the address, to be read before the gift counts",
  async ({ prefix, words }) => {
    const answer = await send({ siren: "732 829 320", receipt: "on" }, prefix);
    const html = await answer.text();
    expect([answer.status, html.includes(words)]).toEqual([200, true]);
    expect(["company", "street", "postcode", "city", "siren", "name"].map((name) => written(html, name))).toEqual([
      "BOULANGERIE DU PONT",
      "4 RUE DU PONT",
      "13001",
      "MARSEILLE",
      "732 829 320",
      "Lou",
    ]);
    expect(await stored()).toEqual([]);
  },
);

test("the donor's own values stay: an address, and a name, which is not looked up", async () => {
  const addressed = await (await send({ siren, street: "1 rue du Lac" })).text();
  expect([written(addressed, "street"), written(addressed, "city")]).toEqual(["1 rue du Lac", undefined]);
  expect((await send({ siren, company: "Le Pont" })).status).toBe(303);
  expect(await stored()).toEqual([expect.objectContaining({ company: "Le Pont", siren })]);
});

test("a number that the register does not know, or a register that is silent, asks for the name", async () => {
  for (const silent of [false, true]) {
    down = silent;
    const answer = await send({ siren: silent ? siren : "552100554" });
    expect([answer.status, (await answer.text()).includes("Indiquez le nom de l’entreprise.")]).toEqual([400, true]);
  }
  down = false;
});

test("while one types, the browser asks the same; the number of another company brings nothing", async () => {
  expect(await opened.open("/donate")).toContain('data-company="/donate/company"');
  const ask = async (typed: string) => (await opened.site.visit(`/donate/company?siren=${typed}`)).json();
  expect(await ask(siren)).toEqual({
    company: { companyName: "BOULANGERIE DU PONT", addressLine: "4 RUE DU PONT", postcode: "13001", city: "MARSEILLE" },
  });
  for (const typed of ["552100554", "732829321", "", "DROP"]) expect(await ask(typed)).toEqual({ company: null });
});

test("searches are limited by IP: too many in an hour return nothing, and the form still works", async () => {
  let found: unknown = true;
  for (let tries = 0; tries < 70 && found; tries += 1)
    ({ company: found } = await (await opened.site.visit(`/donate/company?siren=${siren}`)).json());
  expect(found).toBeNull();
  expect((await send({ siren, company: "Le Pont, encore" })).status).toBe(303);
});
