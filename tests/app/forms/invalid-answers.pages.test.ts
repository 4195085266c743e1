import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registrationKinds } from "#contract/accounts/registration-steps";
import { startBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { noLimits } from "#tests/support/no-limits";
import { addPerson, signIn } from "#tests/support/people";
import { fillIn, makeAccount, tokenFor } from "#tests/support/registration";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let jobId = "";
/** A registration of each kind with all other steps filled in, so that every step opens and shows the submitted values. */
const drafts = new Map<string, string>();
beforeAll(async () => {
  site = await startSite({}, await startBackend({ limits: noLimits }));
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  jobId = ((await publishContent(site.backend, "jobs", cookie)) as unknown as { id: string }).id;
  for (const kind of registrationKinds) drafts.set(kind, await fillIn(site.backend, kind));
});
afterAll(() => site.backend.close());

/** A form filled in with one mistake or more; `wrong` are the fields that are refused, `secret` those that are never shown again. */
type Wrong = { path: string; form: Record<string, string>; wrong: string[]; secret?: string[] };

const person = { firstName: "Lina", lastName: "Morel", phone: "06 12 34 56 78" };
const place = { addressLine: "8 quai du Rhône", postcode: "69002", city: "Villeurbanne" };
const situation = { studies: "Lyon 3", scholarship: "5", income: "710", charges: "610", household: "2" };
const weak = "motdepasse";

const personMistakes = (path: string): Wrong[] => [
  { path, form: { ...person, firstName: "" }, wrong: ["firstName"] },
  { path, form: { ...person, lastName: "b".repeat(81), phone: "12" }, wrong: ["lastName", "phone"] },
];
const placeMistakes = (path: string): Wrong[] => [
  { path, form: { ...place, postcode: "690" }, wrong: ["postcode"] },
  { path, form: { ...place, addressLine: "", city: "" }, wrong: ["addressLine", "city"] },
];

/** Every step of every kind of registration, with an error for each rule of its form that a person can break by typing. */
const registration: Wrong[] = [
  ...personMistakes("/register/beneficiary?step=person"),
  ...placeMistakes("/register/beneficiary?step=place"),
  { path: "/register/beneficiary?step=situation", form: { ...situation, income: "-1", household: "0" }, wrong: ["income", "household"] },
  { path: "/register/beneficiary?step=situation", form: { ...situation, studies: "", charges: "abc" }, wrong: ["studies", "charges"] },
  {
    path: "/register/beneficiary?step=needs",
    form: { diets: "vegan", size: "L", allergies: "a".repeat(301), allergiesAgreed: "on" },
    wrong: ["allergies"],
  },
  { path: "/register/beneficiary?step=needs", form: { diets: "vegan", size: "L", allergies: "noix" }, wrong: ["allergiesAgreed"] },
  { path: "/register/volunteer?step=identity", form: { ...person, birthDate: "2020-01-01" }, wrong: ["birthDate"] },
  { path: "/register/volunteer?step=identity", form: { ...person, birthDate: "", lastName: "" }, wrong: ["birthDate", "lastName"] },
  {
    path: "/register/volunteer?step=identity",
    form: { ...person, birthDate: "2009-06-01", guardianName: "Alix Martin", guardianEmail: "alix" },
    wrong: ["guardianEmail"],
  },
  ...placeMistakes("/register/volunteer?step=place"),
  { path: "/register/volunteer?step=wishes", form: { moments: "saturday", message: "Bonjour à vous" }, wrong: ["activities"] },
  { path: "/register/volunteer?step=wishes", form: { activities: "deliver", message: "Bonjour à vous" }, wrong: ["moments"] },
  { path: "/register/volunteer?step=driving", form: { vehicle: "car", licenceExpiry: "2027-02-31" }, wrong: ["licenceExpiry"] },
  { path: "/register/donator-form?for=merchant&step=siret", form: { siret: "732 829 320 00075" }, wrong: ["siret"] },
  {
    path: "/register/donator-form?for=merchant&step=company",
    form: { companyName: "Boulangerie du Pont", legalForm: "SARL", ...place, fiscalYearEnd: "31/02" },
    wrong: ["fiscalYearEnd"],
  },
  {
    path: "/register/donator-form?for=merchant&step=company",
    form: { companyName: "", legalForm: "SARL", ...place, postcode: "abc", fiscalYearEnd: "31/12" },
    wrong: ["companyName", "postcode"],
  },
  { path: "/register/donator-form?for=merchant&step=pickup", form: { moments: "saturday", pickupNotes: "Sonner" }, wrong: ["products"] },
  { path: "/register/donator-form?for=merchant&step=pickup", form: { products: "bread", pickupNotes: "Sonner" }, wrong: ["moments"] },
  ...personMistakes("/register/donator-form?for=merchant&step=person"),
  ...personMistakes("/register/donator-form?for=individual&step=person"),
  ...placeMistakes("/register/donator-form?for=individual&step=place"),
];

/** The form data that a browser would send for a page: texts, selected options, checkboxes. */
function typedIn(html: string): Map<string, string[]> {
  const typed = new Map<string, string[]>();
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
  const note = (tag: string, value: string) => {
    const name = attribute(tag, "name");
    if (name) typed.set(name, [...(typed.get(name) ?? []), plain(value)]);
  };
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const ticked = /\stype="(checkbox|radio)"/.test(tag);
    if (!ticked || /\schecked=""/.test(tag)) note(tag, attribute(tag, "value") ?? (ticked ? "on" : ""));
  }
  for (const [, tag = "", text = ""] of html.matchAll(/<textarea\b([^>]*)>(.*?)<\/textarea>/gs)) note(tag, text);
  for (const [, tag = "", options = ""] of html.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)) {
    const chosen = /<option\b[^>]*\sselected=""[^>]*>/.exec(options)?.[0];
    if (chosen) note(tag, attribute(chosen, "value") ?? "");
  }
  return typed;
}

const plain = (text: string) =>
  text.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** A value beyond the limit is not shown again. */
const tooLong = 80;

/** Sends a form, and expects each error at its field, and all values in the form again. */
async function expectRefused({ path, form, wrong, secret = [] }: Wrong, cookie = "") {
  const answer = await site.visit(path, { cookie, form });
  expect([path, [400, 422].includes(answer.status), answer.status]).toEqual([path, true, answer.status]);
  const html = await answer.text();
  const beside = [...html.matchAll(/<p\b[^>]*\sid="field-([\w.[\]-]+)-error"[^>]*>(.*?)<\/p>/gs)].map(
    ([, name = "", inside = ""]) => [name, inside.replace(/<[^>]*>/g, "").trim()] as const,
  );
  expect([path, beside.map(([name]) => name).sort()]).toEqual([path, [...wrong].sort()]);
  for (const [name, words] of beside) {
    expect([path, name, words.length > 5, /^[a-zA-Z]+:[\w.]+$/.test(words)]).toEqual([path, name, true, false]);
    expect(html).toMatch(new RegExp(`aria-describedby="[^"]*field-${name}-error`));
  }
  const typed = typedIn(html);
  for (const [name, value] of Object.entries(form)) {
    if (secret.includes(name)) expect([path, name, html.includes(value)]).toEqual([path, name, false]);
    else if (value && value.length <= tooLong) expect([path, name, typed.get(name)]).toEqual([path, name, expect.arrayContaining([value])]);
  }
}

describe.each(["", "/en"])("%s", (prefix) => {
  test.each(registration)("S5-004 registration at $path refuses $wrong beside the field and keeps what was typed", async (one) => {
    const kind = registrationKinds.find((name) => one.path.includes(name)) ?? "";
    await expectRefused({ ...one, path: prefix + one.path }, drafts.get(kind));
  });

  test("S5-004 the account at the end of a registration, the criteria, a guardian's consent and new passwords", async () => {
    let cookie = "";
    for (const [step, form] of [
      ["person", person],
      ["place", place],
    ] as const)
      cookie = keepCookies(cookie, await site.visit(`${prefix}/register/donator-form?for=individual&step=${step}`, { cookie, form }));
    const account = { email: "nour@maillon.example", password: "trois mots sans lien", locale: "en", terms: "on" };
    const path = `${prefix}/register/basic`;
    const secret = ["password"];
    await expectRefused({ path, form: { ...account, email: "nour@" }, wrong: ["email"], secret }, cookie);
    await expectRefused({ path, form: { ...account, password: weak }, wrong: ["password"], secret }, cookie);
    const { terms: _, ...untold } = account;
    await expectRefused({ path, form: untold, wrong: ["terms"], secret }, cookie);

    const waiting = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
    const criteria = { path: `${prefix}/account/pending/criteria`, form: { ...situation, household: "0" }, wrong: ["household"] };
    await expectRefused(criteria, waiting.cookie);

    const known = await addPerson(site.backend, { role: "VOLUNTEER" });
    await expectRefused({ path: `${prefix}/password/request`, form: { email: "nour" }, wrong: ["email"] });
    await site.visit("/password/request", { form: { email: known.email } });
    const token = await tokenFor(site.backend, known.email, "password_reset");
    expect(token.length).toBeGreaterThan(20);
    const update = `${prefix}/password/update?token=${token}`;
    const hidden = ["password", "again"];
    await expectRefused({ path: update, form: { password: weak, again: weak }, wrong: ["password"], secret: hidden });
    const twice = { password: "trois mots sans lien", again: "trois mots sans liens" };
    await expectRefused({ path: update, form: twice, wrong: ["again"], secret: hidden });

    const guardian = `${prefix}/register/guardian?token=${await guardianToken(`${prefix.length}`)}`;
    await expectRefused({ path: guardian, form: { name: "Alix Martin" }, wrong: ["agreed"] });
  });

  test("S5-004 a message, an application and the access of a donor", async () => {
    const known = { name: "Lou Petit", email: "lou@maillon.example", message: "Bonjour à toute l'équipe." };
    await expectRefused({ path: `${prefix}/contact`, form: { ...known, topic: "other", email: "lou@" }, wrong: ["email"] });
    await expectRefused({
      path: `${prefix}/contact`,
      form: { ...known, topic: "other", name: "", message: "" },
      wrong: ["name", "message"],
    });
    await expectRefused({ path: `${prefix}/jobs/${jobId}`, form: { ...known, email: "lou@" }, wrong: ["email", "consent"] });
    await expectRefused({ path: `${prefix}/donations/access`, form: { email: "lou@" }, wrong: ["email"] });
  });
});

/** The link that a minor's guardian was mailed. */
async function guardianToken(name: string): Promise<string> {
  const guardianEmail = `parent-${name}@maillon.example`;
  const identity = { ...person, birthDate: "2009-06-01", guardianName: "Alix Martin", guardianEmail };
  const cookie = await fillIn(site.backend, "volunteer", { identity });
  await makeAccount(site.backend, cookie, `mineur-${name}@maillon.example`);
  return tokenFor(site.backend, guardianEmail, "guardian_consent");
}
