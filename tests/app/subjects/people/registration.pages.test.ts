import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWaitingArchives } from "#backend/modules/privacy/archive";
import { dataRequests } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { cookiesOf, signIn } from "#tests/support/people";
import { tokenFor } from "#tests/support/registration";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

type Filled = { step: string; form: Record<string, string> };
const person = { firstName: "Nour", lastName: "Lambert" };
const place = { addressLine: "12 rue des Lilas", postcode: "69003", city: "Lyon" };

const ways: Record<string, { path: string; role: string; steps: Filled[]; stop: string }> = {
  beneficiary: {
    path: "/register/beneficiary",
    role: "BENEFICIARY",
    stop: "/account/pending/criteria",
    steps: [
      { step: "person", form: person },
      { step: "place", form: place },
      { step: "situation", form: { studies: "Lyon 2", scholarship: "4", income: "700", charges: "600", household: "1" } },
      { step: "needs", form: { diets: "vegan", size: "M" } },
    ],
  },
  volunteer: {
    path: "/register/volunteer",
    role: "VOLUNTEER",
    stop: "/account/pending/validation",
    steps: [
      { step: "identity", form: { ...person, birthDate: "2000-05-14", phone: "06 12 34 56 78" } },
      { step: "place", form: place },
      { step: "wishes", form: { activities: "deliver", moments: "saturday" } },
      { step: "driving", form: { vehicle: "bike" } },
    ],
  },
  merchant: {
    path: "/register/donator-form?for=merchant",
    role: "DONATOR_MERCHANT",
    stop: "/account/pending/validation",
    steps: [
      { step: "siret", form: { siret: "732 829 320 00074" } },
      { step: "company", form: { companyName: "Boulangerie", ...place, fiscalYearEnd: "31/12", surfaceOver400: "on" } },
      { step: "pickup", form: { moments: "saturday", products: "bread" } },
      { step: "person", form: person },
    ],
  },
  individual: {
    path: "/register/donator-form?for=individual",
    role: "DONATOR_INDIVIDUAL",
    stop: "/dashboard",
    steps: [
      { step: "person", form: person },
      { step: "place", form: place },
    ],
  },
};
const languages = [
  { prefix: "", language: "fr-FR" },
  { prefix: "/en", language: "en" },
];
const stepAddress = (path: string, step: string) => `${path}${path.includes("?") ? "&" : "?"}step=${step}`;
let people = 0;

/** Fills in the steps of a kind of registration, as a browser without script; returns its cookies. */
async function walk(prefix: string, { path, steps }: (typeof ways)[string], forged: Record<string, string> = {}) {
  let cookie = "";
  for (const { step, form } of steps) {
    const page = await site.visit(prefix + stepAddress(path, step), { cookie });
    expect([step, page.status, (await page.text()).includes(`name="${Object.keys(form)[0]}"`)]).toEqual([step, 200, true]);
    const answer = await site.visit(prefix + stepAddress(path, step), { cookie, form: { ...form, ...forged } });
    expect([step, answer.status]).toEqual([step, 303]);
    cookie = keepCookies(cookie, answer);
  }
  return cookie;
}

describe.each(languages)("S1-003 S1-005 S2-005 registration at $prefix/register", ({ prefix }) => {
  test.each(Object.keys(ways))("%s: from the first step to the pending page, without script", async (name) => {
    const way = ways[name] as (typeof ways)[string];
    const email = `chemin-${++people}@maillon.example`;
    const cookie = await walk(prefix, way, { role: "ADMIN", kind: "volunteer" });
    expect(await (await site.visit(`${prefix}/register/basic`, { cookie })).text()).toContain('name="password"');
    const account = { email, password: "trois mots sans lien", locale: prefix ? "en" : "fr", terms: "on", role: "ADMIN" };
    const made = await site.visit(`${prefix}/register/basic`, { cookie, form: account });
    expect([made.status, made.headers.get("location")]).toEqual([303, `${prefix}/register/basic?sent=1`]);
    const [user] = await site.backend.services.db.select().from(users).where(eq(users.email, email));
    expect(user?.role).toBe(way.role);
    const token = await tokenFor(site.backend, email, "email_verification");
    const verified = await site.visit(`${prefix}/register/verify?token=${token}`, { form: {} });
    expect([verified.status, verified.headers.get("location")]).toEqual([303, `${prefix}/dashboard`]);
    const stop = await site.visit(`${prefix}/dashboard`, { cookie: await cookiesOf(site.backend, user?.id ?? "") });
    expect(stop.headers.get("location") ?? `${prefix}/dashboard`).toBe(prefix + way.stop);
  });

  test("an error keeps the values, is shown beside the field, and loses no earlier step", async () => {
    const path = `${prefix}/register/volunteer`;
    const form = { ...person, birthDate: "2000-05-14" };
    const cookie = keepCookies("", await site.visit(`${path}?step=identity`, { form }));
    const wrong = await site.visit(`${path}?step=place`, { cookie, form: { ...place, postcode: "690" } });
    const html = await wrong.text();
    expect(wrong.status).toBe(400);
    expect([html.includes('value="12 rue des Lilas"'), html.includes('value="690"'), html.includes("field-postcode-error")]).toEqual([
      true,
      true,
      true,
    ]);
    const resumed = await (await site.visit(path, { cookie })).text();
    expect(resumed.includes('name="postcode"')).toBe(true);
    expect(await (await site.visit(`${path}?step=identity`, { cookie })).text()).toContain('value="Nour"');
    const leaving = await site.visit(`${path}?step=place`, { cookie, form: { ...place, leave: "1" } });
    expect(leaving.headers.get("location")).toBe(`${prefix}/register/saved?for=volunteer`);
  });

  test("a half-filled step is left with what was typed, which is shown again and is no answer yet", async () => {
    const path = `${prefix}/register/volunteer`;
    const first = await site.visit(`${path}?step=identity`, { form: { ...person, birthDate: "2000-05-14" } });
    const cookie = keepCookies("", first);
    const half = { ...place, addressLine: "7 quai des Saules", postcode: "69" };
    const page = await (await site.visit(`${path}?step=place`, { cookie })).text();
    expect(page).toMatch(
      /<button[^>]*formNoValidate=""[^>]*name="goTo"[^>]*value="identity"|name="goTo"[^>]*value="identity"[^>]*formNoValidate/i,
    );
    expect(page).toMatch(/<button[^>]*name="leave"[^>]*formNoValidate/i);
    const back = await site.visit(`${path}?step=place`, { cookie, form: { ...half, goTo: "identity" } });
    expect([back.status, back.headers.get("location")]).toEqual([303, `${path}?step=identity`]);
    const shown = await (await site.visit(`${path}?step=place`, { cookie })).text();
    expect([shown.includes('value="7 quai des Saules"'), shown.includes('value="69"'), shown.includes("field-postcode-error")]).toEqual([
      true,
      true,
      false,
    ]);
    const left = await site.visit(`${path}?step=place`, { cookie, form: { ...half, city: "Bron", leave: "1" } });
    expect([left.status, left.headers.get("location")]).toEqual([303, `${prefix}/register/saved?for=volunteer`]);
    const resumed = await (await site.visit(path, { cookie })).text();
    expect([resumed.includes('value="Bron"'), resumed.includes('name="postcode"')]).toEqual([true, true]);
    expect((await site.visit(`${prefix}/register/basic?for=volunteer`, { cookie })).headers.get("location")).toBe(path);
    await site.visit(`${path}?step=place`, { cookie, form: place });
    expect(await (await site.visit(`${path}?step=place`, { cookie })).text()).toContain('value="69003"');
  });

  test("a half-filled first step begins the registration; a complete one that is changed to that is not done any more", async () => {
    const path = `${prefix}/register/volunteer`;
    const left = await site.visit(`${path}?step=identity`, { form: { firstName: "Nour", leave: "1" } });
    expect(left.status).toBe(303);
    const cookie = keepCookies("", left);
    expect(await (await site.visit(path, { cookie })).text()).toContain('value="Nour"');
    expect(await (await site.visit(`${prefix}/register`, { cookie })).text()).toContain(`href="${path}"`);
    const complete = await walk(prefix, ways.volunteer as (typeof ways)[string]);
    await site.visit(`${path}?step=wishes`, { cookie: complete, form: { moments: "sunday", message: "Le dimanche", goTo: "place" } });
    const basic = await site.visit(`${prefix}/register/basic?for=volunteer`, { cookie: complete });
    expect(basic.headers.get("location")).toBe(path);
    const wishes = await (await site.visit(path, { cookie: complete })).text();
    expect([wishes.includes("Le dimanche"), /value="sunday"[^>]*checked|checked=""[^>]*value="sunday"/.test(wishes)]).toEqual([true, true]);
  });

  test("an empty step is left without errors", async () => {
    const path = `${prefix}/register/volunteer`;
    const cookie = keepCookies("", await site.visit(`${path}?step=identity`, { form: { ...person, birthDate: "2000-05-14" } }));
    const blank = { ...Object.fromEntries(Object.keys(place).map((name) => [name, ""])), leave: "1" };
    const leaving = await site.visit(`${path}?step=place`, { cookie, form: blank });
    expect([leaving.status, leaving.headers.get("location")]).toEqual([303, `${prefix}/register/saved?for=volunteer`]);
  });

  test("S2-038 logged-in people are redirected", async () => {
    const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
    for (const path of ["/register", "/register/basic", "/register/donator", "/register/volunteer", "/register/beneficiary"])
      expect((await site.visit(prefix + path, { cookie })).headers.get("location")).toBe(`${prefix}/dashboard`);
  });

  test.each([
    "/register",
    "/register/basic?sent=1",
    "/register/donator",
    "/register/volunteer",
    "/register/beneficiary",
    "/register/donator-form?for=merchant",
    "/password/request",
    "/password/update",
  ])("S2-005 S2-006 S2-022 %s opens to visitors, without footer", async (path) => {
    const page = await site.visit(prefix + path);
    const html = await page.text();
    expect([page.status, /<h1[^>]*>[^<]/.test(html), html.includes("<footer")]).toEqual([200, true, false]);
  });

  test("an unknown step, kind or invitation redirects to the start", async () => {
    expect((await site.visit(`${prefix}/register/donator-form?for=ADMIN`)).headers.get("location")).toBe(`${prefix}/register/donator`);
    expect((await site.visit(`${prefix}/register/basic`)).headers.get("location")).toBe(`${prefix}/register`);
    expect((await site.visit(`${prefix}/register/volunteer?step=constructor`)).status).toBe(200);
    expect((await site.visit(`${prefix}/register/volunteer?step=__proto__`, { form: { firstName: "x" } })).status).toBe(302);
    expect((await site.visit(`${prefix}/register?invitation=nothing`)).status).toBe(200);
  });
});

const hostile = [
  "",
  " ",
  "a".repeat(20_000),
  "\ud83d",
  "'; drop table users; --",
  "-1",
  "1e308",
  "2147483648",
  "0000-01-01",
  "9999-12-31",
  "%00",
  "[]",
  "on",
];

test("hostile values in every field of every form are refused or stored, never a server error", { timeout: 120_000 }, async () => {
  const faults: string[] = [];
  const send = async (path: string, form: Record<string, string>, cookie?: string) => {
    const { status } = await site.visit(path, { form, cookie });
    if (status >= 500) faults.push(`${path} ${JSON.stringify(form).slice(0, 80)}: ${status}`);
  };
  for (const { path, steps } of Object.values(ways))
    for (const { step, form } of steps)
      for (const name of Object.keys(form)) for (const value of hostile) await send(stepAddress(path, step), { ...form, [name]: value });
  const token = "a".repeat(43);
  const waiting = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
  const unverified = await signIn(site.backend, { role: "VOLUNTEER", accountState: "registered", emailVerifiedAt: null });
  for (const value of hostile) {
    await send("/password/request", { email: value });
    await send(`/password/update?token=${token}`, { password: value, again: value });
    await send(`/register/guardian?token=${token}`, { name: value, agreed: value });
    await send(`/register/verify?token=${encodeURIComponent(value.toWellFormed())}`, {});
    await send("/register/basic", { email: value, password: value, locale: value, terms: "on", termsVersion: value });
    await send("/account/pending/criteria", { studies: value, income: value, household: value }, waiting.cookie);
    await send("/account/pending/criteria", { part: "chat", body: value }, waiting.cookie);
    await send("/account/pending/criteria", { removal: value }, waiting.cookie);
    await send("/account/pending/criteria", { part: "document", kind: value, file: value }, waiting.cookie);
    await send("/account/pending/email", { email: value }, unverified.cookie);
    await send("/account/pending/validation", { confirmed: value, changes: value }, waiting.cookie);
  }
  expect(faults).toEqual([]);
});

describe("the pending pages", () => {
  const certificate = () => new File(["%PDF-1.4\n%%EOF"], "certificat.pdf", { type: "application/pdf" });
  /** Sends the form of a page with what was typed in all of its panels. */
  const sendWhole = (cookie: string, fields: Record<string, string | File>, path = "/account/pending/criteria") => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ kind: "PROOF_STUDIES", ...fields })) body.set(name, value);
    const headers = { origin: site.backend.services.settings.publicUrl };
    return site.visit(path, { cookie, method: "POST", body, headers });
  };
  const addSupportingDocument = (cookie: string, file: File) => sendWhole(cookie, { part: "document", file });
  const criteria = async (cookie: string) => (await site.visit("/account/pending/criteria", { cookie })).text();

  /** The redirect that a page answers to whoever comes from a form, with the cookies as a browser holds them then. */
  const follow = async (cookie: string, posted: Response, path: string) => {
    const held = keepCookies(cookie, posted);
    const answer = await site.visit(path, { cookie: held });
    expect(answer.status).toBe(302);
    return { cookie: keepCookies(held, answer), location: answer.headers.get("location") ?? "" };
  };

  test("a student adds a document, answers and sends the file, then waits for the team", async () => {
    const { cookie, id } = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
    expect((await site.visit("/account/pending/criteria", { cookie, form: answers })).status).toBe(303);
    expect((await addSupportingDocument(cookie, new File(["%PDF-1.4\n%%EOF"], "certificat.pdf", { type: "application/pdf" }))).status).toBe(
      303,
    );
    const page = await (await site.visit("/account/pending/criteria", { cookie })).text();
    expect([page.includes("certificat.pdf"), page.includes('value="Lyon 2"')]).toEqual([true, true]);
    await site.visit("/account/pending/criteria", { cookie, form: { part: "chat", body: "Bonjour l'équipe" } });
    const sent = await site.visit("/account/pending/criteria", { cookie, form: { ...answers, income: "710", intent: "send" } });
    expect((await site.visit("/account/pending/criteria", { cookie })).headers.get("location")).toBe("/account/pending/validation");
    const { cookie: after } = await follow(cookie, sent, "/account/pending/criteria");
    const waiting = await (await site.visit("/account/pending/validation", { cookie: after })).text();
    expect(waiting).toContain("Bonjour l&#x27;équipe");
    expect(waiting).toContain("Dossier envoyé.");
    const [file] = await site.backend.services.db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, id));
    expect(file?.answers.income).toBe(710);
  });

  const answers = { studies: "Lyon 2", scholarship: "4", income: "700", charges: "600", household: "1" };

  test("a file that is not complete is not sent, says what is missing, and keeps what was typed", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
    const noAnswer = await site.visit("/account/pending/criteria", { cookie, form: { ...answers, studies: "", intent: "send" } });
    expect(noAnswer.status).toBe(400);
    const invalidFile = await site.visit("/account/pending/criteria", { cookie, form: { ...answers, income: "345", intent: "send" } });
    expect(invalidFile.status).toBe(422);
    const page = await invalidFile.text();
    expect(page).toContain("Il manque votre certificat de scolarité");
    expect(page).toContain('value="345"');
    expect(await (await site.visit("/account/pending/criteria", { cookie })).text()).toContain('value="345"');
  });

  test("answers that were changed are stored by the buttons of a document and of a message", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
    await sendWhole(cookie, { ...answers, intent: "save" });
    expect((await sendWhole(cookie, { ...answers, income: "345", part: "document", file: certificate() })).status).toBe(303);
    const page = await criteria(cookie);
    expect([page.includes("certificat.pdf"), page.includes('value="345"')]).toEqual([true, true]);
    const [, id = ""] = /name="removal" value="([^"]+)"/.exec(page) ?? [];
    expect((await sendWhole(cookie, { ...answers, income: "346", removal: id })).status).toBe(303);
    expect((await sendWhole(cookie, { ...answers, charges: "222", part: "chat", body: "Bonjour" })).status).toBe(303);
    const after = await criteria(cookie);
    expect([after.includes("certificat.pdf"), after.includes('value="222"'), after.includes("Bonjour")]).toEqual([false, true, true]);
  });

  test("what is not finished stays on the page with the result; its valid answers are stored", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
    const typed = { studies: "Lyon 2", scholarship: "", income: "beaucoup", charges: "", household: "", body: "Je cherche encore" };
    const added = await sendWhole(cookie, { ...typed, part: "document", file: certificate() });
    expect(added.status).toBe(200);
    const page = await added.text();
    for (const words of [
      "Votre fichier est arrivé.",
      "certificat.pdf",
      'value="Lyon 2"',
      'value="beaucoup"',
      ">Je cherche encore</textarea>",
    ])
      expect(page).toContain(words);
    expect(page).not.toContain('class="error-summary"');
    const again = await criteria(cookie);
    expect([again.includes('value="Lyon 2"'), again.includes("Je cherche encore")]).toEqual([true, false]);
  });

  test("a file that was chosen and a message that was written go with the file; neither is lost by a refusal", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
    const refused = await sendWhole(cookie, { ...answers, intent: "send", body: "Voici mon dossier" });
    expect([refused.status, (await refused.text()).includes(">Voici mon dossier</textarea>")]).toEqual([422, true]);
    const sent = await sendWhole(cookie, { ...answers, intent: "send", body: "Voici mon dossier", file: certificate() });
    expect(sent.status).toBe(303);
    const waiting = await (await site.visit("/account/pending/validation", { cookie })).text();
    expect(waiting).toContain("Voici mon dossier");
  });

  test("the yearly check keeps what has changed while a document is added", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", annualVerificationNeeded: true });
    const path = "/account/pending/validation";
    const added = await sendWhole(cookie, { part: "document", file: certificate(), changes: "Nouvelle école", body: "Merci" }, path);
    expect(added.status).toBe(200);
    const page = await added.text();
    for (const words of ["certificat.pdf", ">Nouvelle école</textarea>", ">Merci</textarea>"]) expect(page).toContain(words);
    const done = await sendWhole(cookie, { confirmed: "on", changes: "Nouvelle école", body: "Merci" }, path);
    expect(done.status).toBe(303);
    const waiting = await (await site.visit(path, { cookie })).text();
    for (const words of ["Nouvelle école", "Merci"]) expect(waiting).toContain(words);
  });

  test.each([
    ["a text", new File(["bonjour"], "cert.heic", { type: "image/heic" })],
    ["an empty file", new File([], "vide.pdf", { type: "application/pdf" })],
  ])("%s is no document, and the page says so beside the form", async (_, file) => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
    const refused = await addSupportingDocument(cookie, file);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect(await refused.text()).toMatch(/<div class="error-summary".*?<li>.*id="answers"/s);
  });

  test.each([
    ["criteria", { role: "BENEFICIARY", accountState: "waiting" }],
    ["validation", { role: "VOLUNTEER", accountState: "to_validate" }],
  ] as const)("a message that is too long comes back on %s with its text", async (step, person) => {
    const { cookie } = await signIn(site.backend, person);
    const body = `Bonjour ${"a".repeat(4_100)}`;
    const refused = await site.visit(`/account/pending/${step}`, { cookie, form: { part: "chat", body } });
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toContain(body);
    expect(page).toContain('class="error-summary"');
  });

  test("a refused account writes to the team from its page", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", accountState: "refused" });
    expect((await site.visit("/account/not-verified", { cookie, form: { part: "chat", body: " " } })).status).toBe(400);
    const sent = await site.visit("/account/not-verified", { cookie, form: { part: "chat", body: "Relisez mon dossier." } });
    const page = await (await site.visit("/account/not-verified", { cookie: keepCookies(cookie, sent) })).text();
    expect(page).toContain("Votre message est parti.");
    expect(page).toContain("Relisez mon dossier.");
  });

  test.each(["refused", "suspended"] as const)("a %s account asks for a copy and for the erasure of its data", async (accountState) => {
    const { cookie, id } = await signIn(site.backend, { role: "BENEFICIARY", accountState });
    const path = "/account/not-verified";
    const ask = (form: Record<string, string>) => site.visit(path, { cookie, form: { part: "data", ...form } });
    for (const kind of ["access", "erase"]) {
      const posted = await ask({ kind, message: "" });
      expect([posted.status, posted.headers.get("location")]).toEqual([303, path]);
    }
    await buildWaitingArchives(site.backend.services);
    const rows = await site.backend.services.db.select().from(dataRequests).where(eq(dataRequests.userId, id));
    const [copy, erasure] = ["access", "erase"].map((kind) => rows.find((row) => row.kind === kind)?.id ?? "");
    const page = await (await site.visit(path, { cookie })).text();
    expect(page).toContain(`href="/account/settings/copy/${copy}"`);
    expect((await site.visit(`/account/settings/copy/${copy}`, { cookie })).headers.get("content-type")).toBe("application/zip");
    expect((await ask({ withdraw: erasure ?? "" })).status).toBe(303);
    expect(await (await site.visit(path, { cookie })).text()).not.toContain('name="withdraw"');
  });

  test.each([
    ["/account/pending/criteria", { role: "BENEFICIARY", accountState: "waiting" }],
    ["/account/pending/validation", { role: "VOLUNTEER", accountState: "to_validate" }],
    ["/account/not-verified", { role: "BENEFICIARY", accountState: "refused" }],
  ] as const)("%s has buttons to call and to write", async (path, person) => {
    const { cookie } = await signIn(site.backend, person);
    const page = await (await site.visit(path, { cookie })).text();
    const main = page.slice(page.indexOf("<main"), page.indexOf("</main>"));
    expect([/href="tel:\+?\d+"/.test(main), main.includes('href="mailto:')]).toEqual([true, true]);
  });

  test("a message is shown by the page at the end of the redirects", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
    const sent = await site.visit("/account/pending/validation", { cookie, form: { part: "chat", body: "Bonjour" } });
    const { cookie: after, location } = await follow(cookie, sent, "/account/pending/validation");
    expect(location).toBe("/account/pending/criteria");
    const shown = await site.visit(location, { cookie: after });
    expect(await shown.text()).toContain("Votre message est parti.");
    expect(await (await site.visit(location, { cookie: keepCookies(after, shown) })).text()).not.toContain("Votre message est parti.");
  });

  test("the yearly check is confirmed by form", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", annualVerificationNeeded: true });
    expect((await site.visit("/account/pending/validation", { cookie, form: {} })).status).toBe(400);
    const done = await site.visit("/account/pending/validation", { cookie, form: { confirmed: "on", changes: "" } });
    expect(done.status).toBe(303);
    expect(await (await site.visit("/account/pending/validation", { cookie })).text()).toContain("Reçu le");
  });
});

test("an invitation is made, shown once, followed, paused and revoked by form", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"] });
  const base = "/dashboard/admin/registration-links";
  expect((await site.visit(`${base}/create`, { cookie, form: { label: "", role: "ADMIN" } })).status).toBe(400);
  const made = await site.visit(`${base}/create`, { cookie, form: { label: "Forum de Lyon", role: "VOLUNTEER", maxUses: "3" } });
  const html = await made.text();
  const code = /invitation=([\w-]+)/.exec(html)?.[1] ?? "";
  expect([made.status, code.length]).toEqual([201, 43]);
  const id = /registration-links\/([0-9a-f-]{36})/.exec(html)?.[1];
  expect(await (await site.visit(`/register?invitation=${code}`)).text()).toContain("Forum de Lyon");
  expect(await (await site.visit(base, { cookie })).text()).toContain("0 sur 3");
  for (const [to, open] of [
    ["paused", false],
    ["active", true],
    ["revoked", false],
  ] as const) {
    expect((await site.visit(`${base}/${id}/view`, { cookie, form: { to } })).status).toBe(303);
    expect((await (await site.visit(`/register?invitation=${code}`)).text()).includes("Forum de Lyon")).toBe(open);
  }
});

test.each([
  ["", "Enregistrer", "Si vous avez 16 ou 17 ans"],
  ["/en", "Save", "If you are 16 or 17"],
])(
  "%s/register/volunteer has a bare header that saves and leaves, and explains the guardian without script",
  async (prefix, save, title) => {
    const html = await (await site.visit(`${prefix}/register/volunteer`)).text();
    const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? "";
    expect(header).toMatch(new RegExp(`<button type="submit" form="identity" name="leave" value="1"[^>]*>${save}`));
    expect(header).not.toContain("<details");
    expect(html).toMatch(/<form [^>]*id="identity"/);
    expect(html).toMatch(new RegExp(`<fieldset(?![^>]*hidden)[^>]*data-guardian[^>]*>.*${title}.*name="guardianEmail".*</fieldset>`, "s"));
  },
);
