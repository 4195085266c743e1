import { count, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import {
  emailVerifications,
  guardianConsents,
  merchantProfiles,
  registrationDrafts,
  registrations,
  volunteerProfiles,
} from "#backend/modules/registration/tables";
import { registrationLinks } from "#backend/modules/registration-links/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { nationalCompanyRegister } from "#backend/ports/company-register";
import { nationalGeocoder } from "#backend/ports/geocoder";
import { registrationKinds, roleOfKind } from "#contract/accounts/registration-steps";
import { franceDay } from "#contract/formats/france-time";
import { backendForTest, publicUrl, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addDeadMailbox } from "#tests/support/dead-mailbox";
import { mailsTo } from "#tests/support/outbox";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { aPassword, completeSteps, fillIn, makeAccount, tokenFor } from "#tests/support/registration";
import { keepCookies } from "#tests/support/site";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, hash: vi.fn(real.hash) };
});
const { hash } = await import("@node-rs/argon2");

let backend: TestBackend;
const time = testClock(new Date());
const yearsAgo = (years: number) => franceDay(new Date(Date.now() - years * 365.25 * 86_400_000));
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
});
afterAll(() => backend.close());

let people = 0;
const newEmail = () => `nouveau-${++people}@maillon.example`;
const userOf = async (email: string) => (await backend.services.db.select().from(users).where(eq(users.email, email)))[0];
const post = (path: string, json: unknown, cookie?: string) => backend.request(path, { method: "POST", cookie, json });

describe.each(registrationKinds)("S1-005 S1-008 registration as %s", (kind) => {
  test("creates one account with the role of the path, not yet open, and sends one mail", async () => {
    const email = newEmail();
    const cookie = await fillIn(backend, kind);
    expect((await makeAccount(backend, cookie, email)).status).toBe(201);
    const user = await userOf(email);
    expect(user).toMatchObject({ role: roleOfKind[kind], accountState: "registered", emailVerifiedAt: null, firstName: "Nour" });
    expect(await tokenFor(backend, email, "email_verification")).not.toBe("");
  });

  test("ignores posted roles, states and rights", async () => {
    const email = newEmail();
    const forged = { role: "ADMIN", accountState: "validated", isStaffMember: true, permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"] };
    const steps = Object.fromEntries(Object.keys(completeSteps[kind]).map((step) => [step, forged]));
    const cookie = await fillIn(backend, kind, steps);
    await makeAccount(backend, cookie, email, { ...forged, kind: "volunteer", emailVerifiedAt: "2026-01-01T00:00:00Z" });
    expect(await userOf(email)).toMatchObject({
      role: roleOfKind[kind],
      accountState: "registered",
      isStaffMember: false,
      emailVerifiedAt: null,
    });
  });

  test("is refused while a step is missing", async () => {
    const [step = "", answers = {}] = Object.entries(completeSteps[kind])[0] ?? [];
    const answer = await backend.request(`/api/registration/${kind}/${step}`, { method: "PUT", json: answers });
    const email = newEmail();
    const refused = await makeAccount(backend, keepCookies("", answer), email);
    expect([refused.status, await userOf(email)]).toEqual([409, undefined]);
  });
});

describe("an address that has an account", () => {
  test("gets the same response after the same hashing, and its owner a mail", async () => {
    const owner = await addPerson(backend, { role: "VOLUNTEER" });
    const before = vi.mocked(hash).mock.calls.length;
    const known = await makeAccount(backend, await fillIn(backend, "individual"), owner.email.toUpperCase());
    const between = vi.mocked(hash).mock.calls.length;
    const unknown = await makeAccount(backend, await fillIn(backend, "individual"), newEmail());
    expect([between - before, vi.mocked(hash).mock.calls.length - between]).toEqual([1, 1]);
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    expect(keepCookies("registration-individual=x", known)).toBe(keepCookies("registration-individual=x", unknown));
    const mails = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, owner.id));
    expect(mails.map(({ topic }) => topic)).toEqual(["email_known"]);
    expect((await userOf(owner.email))?.passwordHash).toBe(owner.passwordHash);
  });
});

describe("invalid values", () => {
  test.each([
    ["volunteer", "identity", { birthDate: yearsAgo(15.9) }, "birthDate", "register:error.tooYoung"],
    ["volunteer", "identity", { birthDate: "1850-12-01" }, "birthDate", "register:error.birthDate"],
    ["volunteer", "identity", { birthDate: yearsAgo(17.9) }, "guardianEmail", "register:error.guardian"],
    ["volunteer", "identity", { phone: "06 12" }, "phone", "register:error.phone"],
    ["volunteer", "wishes", { moments: [] }, "moments", "register:error.choose"],
    ["merchant", "siret", { siret: "732 829 320 00075" }, "siret", "register:error.siret"],
    ["merchant", "company", { fiscalYearEnd: "31/04" }, "fiscalYearEnd", "register:error.fiscalYearEnd"],
    ["individual", "place", { postcode: "2A004" }, "postcode", "addresses:postcodeForm"],
    ["beneficiary", "situation", { income: 12.5 }, "income", "register:error.amount"],
    ["beneficiary", "situation", { household: 0 }, "household", "register:error.count"],
  ] as const)("%s, %s: %o", async (kind, step, wrong, field, message) => {
    const json = { ...completeSteps[kind][step], ...wrong };
    const answer = await backend.request(`/api/registration/${kind}/${step}`, { method: "PUT", json });
    expect([answer.status, (await answer.json()).fieldErrors[field]]).toEqual([422, [message]]);
  });

  test.each(["trop court", "aaaaaaaaaaaaaa"])("the password « %s »", async (password) => {
    const answer = await makeAccount(backend, await fillIn(backend, "individual"), newEmail(), { password });
    expect(answer.status).toBe(422);
  });

  test("a step of another kind of registration does not exist", async () => {
    const answer = await backend.request("/api/registration/individual/driving", { method: "PUT", json: {} });
    expect(answer.status).toBe(404);
  });
});

describe("a draft", () => {
  test("is restored for the same browser only, and encrypted in the database", async () => {
    const cookie = await fillIn(backend, "beneficiary");
    const { draft } = await (await backend.request("/api/registration", { cookie })).json();
    expect(draft).toMatchObject({ kind: "beneficiary", left: [], answers: { studies: "Université Lyon 2" } });
    expect((await (await backend.request("/api/registration")).json()).draft).toBeNull();
    const rows = await backend.services.db.select().from(registrationDrafts);
    expect(JSON.stringify(rows)).not.toContain("Lyon 2");
  });

  test("loses a value that is emptied", async () => {
    const cookie = await fillIn(backend, "volunteer", { wishes: { message: "Bonjour" } });
    await backend.request("/api/registration/volunteer/wishes", { method: "PUT", cookie, json: completeSteps.volunteer.wishes });
    const { draft } = await (await backend.request("/api/registration", { cookie })).json();
    expect(draft.answers.message).toBeUndefined();
  });

  const leave = (step: string, json: unknown, cookie?: string) =>
    backend.request(`/api/registration/${step}/unfinished`, { method: "PUT", cookie, json });
  const draftIn = async (cookie: string) => (await (await backend.request("/api/registration", { cookie })).json()).draft;

  test("holds a half-filled step for the same browser only, encrypted, and lets nobody register with it", async () => {
    const cookie = await fillIn(backend, "volunteer");
    const typed = { firstName: "Zénobie", phone: "06", role: "ADMIN", birthDate: "" };
    expect((await leave("volunteer/identity", typed, cookie)).status).toBe(200);
    expect(await draftIn(cookie)).toMatchObject({
      left: ["identity"],
      answers: { firstName: "Nour" },
      unfinished: { identity: { firstName: "Zénobie", phone: "06" } },
    });
    expect((await draftIn(cookie)).unfinished.identity).toEqual({ firstName: "Zénobie", phone: "06" });
    expect((await (await backend.request("/api/registration")).json()).draft).toBeNull();
    expect(JSON.stringify(await backend.services.db.select().from(registrationDrafts))).not.toContain("Zénobie");
    expect((await makeAccount(backend, cookie, newEmail())).status).toBe(409);
    await backend.request("/api/registration/volunteer/identity", { method: "PUT", cookie, json: completeSteps.volunteer.identity });
    expect(await draftIn(cookie)).toMatchObject({ left: [], unfinished: {} });
    expect((await makeAccount(backend, cookie, newEmail())).status).toBe(201);
  });

  test("holds no allergies of a half-filled step without a consent, and is not begun by an empty one", async () => {
    const cookie = await fillIn(backend, "beneficiary");
    await leave("beneficiary/needs", { allergies: "arachides", size: "XXXL" }, cookie);
    expect((await draftIn(cookie)).unfinished).toEqual({ needs: { size: "XXXL" } });
    await leave("beneficiary/needs", {}, cookie);
    expect((await draftIn(cookie)).unfinished).toEqual({});
    const empty = await leave("volunteer/identity", { firstName: "" });
    expect([empty.status, empty.headers.getSetCookie()]).toEqual([200, []]);
    expect((await leave("volunteer/needs", {})).status).toBe(404);
    expect((await leave("volunteer/identity", { firstName: "x".repeat(2_001) })).status).toBe(422);
  });

  test("that is erased holds nothing of a half-filled step", async () => {
    const cookie = keepCookies("", await leave("beneficiary/person", { firstName: "Zénobie" }));
    expect(await draftIn(cookie)).toMatchObject({ unfinished: { person: { firstName: "Zénobie" } } });
    await backend.request("/api/registration", { method: "DELETE", cookie });
    expect(await draftIn(cookie)).toBeNull();
  });

  test("of another kind is another draft: neither changes the other, and an account is made of the one that is named", async () => {
    const email = newEmail();
    const alone = await fillIn(backend, "volunteer");
    const cookie = await fillIn(backend, "individual", { person: { firstName: "Lou" } }, alone);
    const read = async (kind: string) => (await (await backend.request(`/api/registration?kind=${kind}`, { cookie })).json()).draft;
    expect(await read("volunteer")).toMatchObject({ kind: "volunteer", answers: { firstName: "Nour", birthDate: "2000-05-14" } });
    expect((await read("individual")).answers).toMatchObject({ firstName: "Lou" });
    expect((await read("individual")).answers.birthDate).toBeUndefined();
    expect(await read("merchant")).toBeNull();
    // Which of two is meant has to be said.
    expect((await makeAccount(backend, cookie, email)).status).toBe(409);
    const json = { email, password: aPassword, locale: "fr", terms: true };
    const made = await backend.request("/api/registration?kind=individual", { method: "POST", cookie, json });
    expect(made.status).toBe(201);
    expect(await userOf(email)).toMatchObject({ role: "DONATOR_INDIVIDUAL", birthDate: null });
    const left = keepCookies(cookie, made);
    expect((await (await backend.request("/api/registration/started", { cookie: left })).json()).items).toEqual([
      { kind: "volunteer", at: 5, total: 5 },
    ]);
  });

  test("takes the answers of two tabs that send at the same time", async () => {
    const [first = ["", {}], ...others] = Object.entries(completeSteps.volunteer);
    const put = ([step, json]: [string, object], cookie = "") =>
      backend.request(`/api/registration/volunteer/${step}`, { method: "PUT", cookie, json });
    const cookie = keepCookies("", await put(first));
    await Promise.all(others.map((one) => put(one, cookie)));
    const { draft } = await (await backend.request("/api/registration", { cookie })).json();
    expect(draft.left).toEqual([]);
  });
});

test("the accepted version of the terms is stored, and another one is refused", async () => {
  const own = await backendForTest();
  const values = {
    key: "cgu",
    appliesTo: [],
    blocking: false,
    title: { fr: "CGU" },
    body: { fr: "Texte" },
    publishedAt: new Date("2026-01-01"),
  };
  await own.services.db.insert(legalDocuments).values({ ...values, documentVersion: 3 });
  const cookie = await fillIn(own, "individual");
  const stale = await makeAccount(own, cookie, "a@maillon.example", { termsVersion: 2 });
  expect([stale.status, (await stale.json()).fieldErrors.terms]).toEqual([422, ["register:error.termsChanged"]]);
  expect((await makeAccount(own, cookie, "a@maillon.example", { termsVersion: 3 })).status).toBe(201);
  expect((await own.services.db.select().from(registrations))[0]?.termsVersion).toBe(3);
});

async function registered(kind: (typeof registrationKinds)[number], changes = {}) {
  const email = newEmail();
  await makeAccount(backend, await fillIn(backend, kind, changes), email);
  const token = await tokenFor(backend, email, "email_verification");
  return { email, token };
}
const verify = async (token: string) => (await (await post("/api/registration/email-verification", { token })).json()).state;

describe("the link that verifies an e-mail address", () => {
  test.each([
    ["beneficiary", "waiting"],
    ["volunteer", "to_validate"],
    ["merchant", "to_validate"],
    ["individual", "validated"],
  ] as const)("leads a %s to the state %s, once", async (kind, state) => {
    const { email, token } = await registered(kind);
    expect([await verify(token), await verify(token)]).toEqual(["valid", "used"]);
    const user = await userOf(email);
    expect([user?.accountState, user?.emailVerifiedAt !== null]).toEqual([state, true]);
  });

  test("is stored as a hash, works for 48 hours and is built from the public URL", async () => {
    const { email, token } = await registered("volunteer");
    const stored = await backend.services.db.select().from(emailVerifications);
    expect(JSON.stringify(stored)).not.toContain(token);
    const [mail] = await mailsTo(backend, email);
    expect(mail?.text).toContain(`${publicUrl}/register/verify?token=${token}`);
    expect(mail?.html).toContain("Confirmer mon adresse");
    time.pass(48 * 3600);
    expect(await verify(token)).toBe("expired");
    expect((await userOf(email))?.emailVerifiedAt).toBeNull();
  });

  test("is sent again with a limit, to a corrected address, without revealing whether that one has an account", async () => {
    const { email, token } = await registered("individual");
    const user = await userOf(email);
    const cookie = await cookiesOf(backend, user?.id ?? "");
    const taken = (await addPerson(backend, { role: "VOLUNTEER" })).email;
    const change = (to: string) => backend.request("/api/account/email", { method: "PUT", cookie, json: { email: to } });
    const [first, soon] = [await change(taken), await post("/api/account/email/sending", {}, cookie)];
    expect([first.status, soon.status]).toEqual([200, 429]);
    expect((await (await backend.request("/api/account/email", { cookie })).json()).email).toBe(taken);
    expect(await verify(token)).toBe("expired");
    await backend.services.limits.clear("mailAgain", user?.id ?? "");
    const free = newEmail();
    const second = await change(free);
    expect([second.status, await second.text()]).toEqual([first.status, await first.text()]);
    expect(await verify(await tokenFor(backend, free, "email_verification"))).toBe("valid");
    expect(await userOf(free)).toMatchObject({ id: user?.id, accountState: "validated" });
  });
});

describe("a minor who volunteers", () => {
  const minor = { identity: { birthDate: yearsAgo(16.5), guardianName: "Claude Lambert", guardianEmail: "parent@maillon.example" } };

  test("has no car in the profile, whatever is posted", async () => {
    const { email } = await registered("volunteer", { ...minor, driving: { vehicle: "car", licenceExpiry: "2030-01-01" } });
    const id = (await userOf(email))?.id ?? "";
    expect(await backend.services.db.$count(volunteerProfiles, eq(volunteerProfiles.userId, id))).toBe(1);
    expect(await backend.services.db.$count(driverProfiles, eq(driverProfiles.userId, id))).toBe(0);
  });

  test("waits for the guardian's consent, which a link gives once; staff cannot open the account before", async () => {
    const { email, token } = await registered("volunteer", minor);
    await verify(token);
    const id = (await userOf(email))?.id ?? "";
    const admin = await signIn(backend, { role: "ADMIN" });
    const accept = () => post(`/api/admin/verification/${id}/decision`, { verdict: "accept" }, admin.cookie);
    expect((await accept()).status).toBe(409);
    const opening = backend.services.db.update(users).set({ accountState: "validated" }).where(eq(users.id, id));
    await expect(opening).rejects.toThrow();
    const link = await tokenFor(backend, "parent@maillon.example", "guardian_consent");
    expect(await aboutGuardian(id)).toEqual([["guardian_consent", null]]);
    expect(await (await post("/api/registration/guardian-link", { token: link })).json()).toEqual({
      state: "valid",
      minorName: "Nour",
      guardianName: "Claude Lambert",
    });
    const isDead = await addDeadMailbox(backend, "parent@maillon.example");
    const consent = () => post("/api/registration/guardian-consent", { token: link, name: "Claude Lambert", agreed: true });
    expect([(await (await consent()).json()).state, (await (await consent()).json()).state]).toEqual(["valid", "used"]);
    expect(await isDead()).toBe(false);
    const [stored] = await backend.services.db.select().from(guardianConsents).where(eq(guardianConsents.userId, id));
    expect([stored?.signedName, JSON.stringify(stored).includes(link)]).toEqual(["Claude Lambert", false]);
    expect((await accept()).status).toBe(200);
    await erasePeople(backend.services, null, [id], backend.services.clock());
    expect(await aboutGuardian(id)).toEqual([]);
  });
});

test("an invited volunteer who has turned 18 since registering waits for no guardian once the address is confirmed", async () => {
  const { db } = backend.services;
  const { id: createdBy } = await addPerson(backend, { role: "ADMIN" });
  const invitation = { codeHash: "of the test", label: "Forum", role: "VOLUNTEER", skipApproval: true, createdBy } as const;
  const [link] = await db.insert(registrationLinks).values(invitation).returning();
  const minor = { identity: { birthDate: yearsAgo(17.9), guardianName: "Claude Lambert", guardianEmail: "parent@maillon.example" } };
  const states: (string | undefined)[] = [];
  for (const age of [17.5, 18.5]) {
    const { email, token } = await registered("volunteer", minor);
    const id = (await userOf(email))?.id ?? "";
    await db
      .update(users)
      .set({ birthDate: yearsAgo(age) })
      .where(eq(users.id, id));
    await db.update(registrations).set({ registrationLinkId: link?.id }).where(eq(registrations.userId, id));
    await verify(token);
    states.push((await userOf(email))?.accountState);
  }
  expect(states).toEqual(["to_validate", "validated"]);
});

/** What the page of a person says of mails to somebody without account. */
async function aboutGuardian(id: string) {
  const rows = await backend.services.db.select().from(notices).where(eq(notices.subjectId, id));
  return rows.filter(({ userId }) => userId === null).map(({ topic, userId }) => [topic, userId]);
}

describe("the registers", () => {
  const company = {
    nom_complet: "BOULANGERIE DU PONT",
    siege: {
      siret: "73282932000074",
      numero_voie: "4",
      type_voie: "RUE",
      libelle_voie: "DU PONT",
      code_postal: "13001",
      libelle_commune: "MARSEILLE",
    },
  };
  const get = async (url: URL) =>
    url.href.includes("companies")
      ? { results: url.searchParams.get("q") === "73282932000074" ? [company] : [] }
      : { features: [{ geometry: { coordinates: [5.37, 43.29] }, properties: { score: 0.9 } }] };

  const registersOver = (answer: (url: URL) => Promise<unknown>) => ({
    companyRegister: nationalCompanyRegister("https://companies.example", answer),
    geocoder: nationalGeocoder("https://places.example", answer),
  });

  test("complete a known shop and validate it once its e-mail is verified", async () => {
    const own = await backendForTest(registersOver(get));
    const found = await own.request("/api/registration/merchant/siret", { method: "PUT", json: { siret: "732 829 320 00074" } });
    expect((await found.json()).found).toBe(true);
    const { draft } = await (await own.request("/api/registration", { cookie: keepCookies("", found) })).json();
    expect(draft.answers).toMatchObject({ companyName: "BOULANGERIE DU PONT", addressLine: "4 RUE DU PONT", postcode: "13001" });
    await makeAccount(own, await fillIn(own, "merchant"), "shop@maillon.example");
    await own.request("/api/registration/email-verification", {
      method: "POST",
      json: { token: await tokenFor(own, "shop@maillon.example", "email_verification") },
    });
    const [user] = await own.services.db.select().from(users);
    expect(user).toMatchObject({ accountState: "validated", latitude: 43.29, longitude: 5.37 });
  });

  test("that do not know a shop, or do not respond, prevent no registration", async () => {
    const own = await backendForTest(registersOver(() => Promise.reject(new Error("down"))));
    expect((await makeAccount(own, await fillIn(own, "merchant"), "shop@maillon.example")).status).toBe(201);
    expect((await own.services.db.select().from(merchantProfiles))[0]?.inRegister).toBe(false);
  });
});

describe("a forgotten password", () => {
  const ask = (email: string) => post("/api/password/request", { email });
  const update = async (token: string) => (await (await post("/api/password/update", { token, password: aPassword })).json()).state;

  test("gets the same answer whether the address has an account or not", async () => {
    const { email } = await addPerson(backend, { role: "VOLUNTEER" });
    const [known, unknown] = [await ask(email), await ask("personne@maillon.example")];
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    expect(
      (await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.recipient, "personne@maillon.example"))).length,
    ).toBe(0);
    for (let tries = 0; tries < 4; tries += 1) await Promise.all([ask(email), ask("personne@maillon.example")]);
    expect([(await ask(email)).status, (await ask("personne@maillon.example")).status]).toEqual([429, 429]);
  });

  test("is changed with a link, once, within the hour; every session ends", async () => {
    const person = await signIn(backend, { role: "ADMIN" });
    await ask(person.email);
    const first = await tokenFor(backend, person.email, "password_reset");
    time.pass(3600);
    expect(await update(first)).toBe("expired");
    await ask(person.email);
    const second = await tokenFor(backend, person.email, "password_reset");
    const cookie = await cookiesOf(backend, person.id);
    expect((await backend.request("/api/user/me", { cookie })).status).toBe(200);
    expect([await update(second), await update(second)]).toEqual(["valid", "used"]);
    expect((await backend.request("/api/user/me", { cookie })).status).toBe(401);
    expect((await userOf(person.email))?.passwordHash).toMatch(/^\$argon2id\$/);
    const [{ mails } = { mails: 0 }] = await backend.services.db
      .select({ mails: count() })
      .from(outgoingMails)
      .where(eq(outgoingMails.topic, "password_changed"));
    expect(mails).toBe(1);
  });
});

test.each([
  ["the team of the département, for who chose none", "69003", undefined, "Lyon"],
  ["none where no team is near", "97400", undefined, null],
  ["the chosen team, wherever one lives", "69003", "Paris", "Paris"],
])("a postcode gives %s", async (_, postcode, chosen, expected) => {
  const own = await backendForTest();
  const rows = await own.services.db
    .insert(sectors)
    .values([
      { name: "Lyon", slug: "lyon", status: "published", city: "Lyon", postcode: "69001", latitude: 45.76, longitude: 4.83 },
      { name: "Paris", slug: "paris", status: "published", city: "Paris", postcode: "75011", latitude: 48.86, longitude: 2.35 },
      {
        name: "Villeurbanne",
        slug: "villeurbanne",
        status: "archived",
        city: "Villeurbanne",
        postcode: "69003",
        latitude: 45.77,
        longitude: 4.88,
      },
    ])
    .returning();
  const sectorId = rows.find(({ name }) => name === chosen)?.id;
  const cookie = await fillIn(own, "beneficiary", { place: { postcode, ...(sectorId && { sectorId }) } });
  const email = newEmail();
  await makeAccount(own, cookie, email);
  const [user] = await own.services.db.select().from(users).where(eq(users.email, email));
  expect(rows.find(({ id }) => id === user?.sectorId)?.name ?? null).toBe(expected);
});

test("a student's amounts are stored in cents, with the rest of the profile", async () => {
  const { email } = await registered("beneficiary");
  const id = (await userOf(email))?.id ?? "";
  const [file] = await backend.services.db.select().from(beneficiaryFiles).where(eq(beneficiaryFiles.userId, id));
  expect(file).toMatchObject({ status: "draft", leftToLiveOnCents: 10_000, diets: ["vegetarian"], size: "M" });
});
