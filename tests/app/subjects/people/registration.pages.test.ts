import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { users } from "#backend/modules/users/tables";
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
    expect(leaving.headers.get("location")).toBe(prefix || "/");
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
    await send("/account/pending/chat", { body: value }, waiting.cookie);
    await send("/account/pending/supporting-documents", { remove: value, kind: value }, waiting.cookie);
    await send("/account/pending/email", { email: value }, unverified.cookie);
    await send("/account/pending/validation", { confirmed: value, changes: value }, waiting.cookie);
  }
  expect(faults).toEqual([]);
});

describe("the pending pages", () => {
  test("a student adds a document, answers and sends the file, then waits for the team", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
    const answers = { studies: "Lyon 2", scholarship: "4", income: "700", charges: "600", household: "1" };
    expect((await site.visit("/account/pending/criteria", { cookie, form: answers })).status).toBe(303);
    const body = new FormData();
    body.set("kind", "PROOF_STUDIES");
    body.set("file", new File(["%PDF-1.4\n%%EOF"], "certificat.pdf", { type: "application/pdf" }));
    const headers = { origin: site.backend.services.settings.publicUrl };
    const added = await site.visit("/account/pending/supporting-documents", { cookie, method: "POST", body, headers });
    expect(added.status).toBe(303);
    const page = await (await site.visit("/account/pending/criteria", { cookie })).text();
    expect([page.includes("certificat.pdf"), page.includes('value="Lyon 2"')]).toEqual([true, true]);
    await site.visit("/account/pending/chat", { cookie, form: { body: "Bonjour l'équipe" } });
    await site.visit("/account/pending/sending", { cookie, form: {} });
    expect((await site.visit("/account/pending/criteria", { cookie })).headers.get("location")).toBe("/account/pending/validation");
    expect(await (await site.visit("/account/pending/validation", { cookie })).text()).toContain("Bonjour l&#x27;équipe");
  });

  test("a file that is not complete says what is missing", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" });
    const answer = await site.visit("/account/pending/sending", { cookie, form: {} });
    const page = await site.visit("/account/pending/criteria", { cookie: keepCookies(cookie, answer) });
    expect(await page.text()).toContain("Il manque une réponse");
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
