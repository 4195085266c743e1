import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import { registrations } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { startBackend } from "#tests/support/backend";
import { feature, startGeocoder } from "#tests/support/geocoder";
import { signIn } from "#tests/support/people";
import { aPassword, fillIn, makeAccount } from "#tests/support/registration";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let geocoder: Awaited<ReturnType<typeof startGeocoder>>;
let silent = false;
const lilas = { label: "12 Rue des Lilas 69003 Lyon", name: "12 Rue des Lilas", postcode: "69003", city: "Lyon" };
const elsewhere = { label: "12 Rue des Lilas 44000 Nantes", name: "12 Rue des Lilas", postcode: "44000", city: "Nantes" };
beforeAll(async () => {
  geocoder = await startGeocoder(() =>
    silent ? { status: 503 } : { body: JSON.stringify({ features: [feature(lilas), feature(elsewhere)] }) },
  );
  site = await startSite({}, await startBackend({ geocoder: geocoder.geocoder }));
});
afterAll(async () => {
  geocoder.close();
  await site.backend.close();
});

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const textOf = async (answer: Response | Promise<Response>) => (await (await answer).text()).replace(/[\u00a0\u202f]/g, " ");

function sendForm(path: string, cookie: string, fields: Record<string, string | File>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return site.visit(path, { method: "POST", cookie, body, headers: { origin: "http://localhost:3000" } });
}
const photo = () => new File([Buffer.from(pixel, "base64")], "carte.png", { type: "image/png" });
const nothing = () => new File([], "", { type: "application/octet-stream" });

describe.each(["", "/en"])("documents before there is an account, without script, at %s/register", (prefix) => {
  test("are added, shown, removed and moved to the account; the step's values are kept each time", async () => {
    const path = `${prefix}/register/beneficiary?step=needs`;
    let cookie = await fillIn(site.backend, "beneficiary");
    expect(await textOf(site.visit(path, { cookie }))).toMatch(/enctype="multipart\/form-data"/i);
    const add = (file: File, more: Record<string, string> = { addSupportingDocument: "1" }) =>
      sendForm(path, cookie, {
        ...{ diets: "vegan", allergies: "noix", allergiesAgreed: "on", size: "" },
        ...{ documentKind: "PROOF_STUDIES", documentFile: file, ...more },
      });
    const added = await add(photo());
    expect([added.status, added.headers.get("location")]).toEqual([303, path]);
    cookie = keepCookies(cookie, added);
    const page = await textOf(site.visit(path, { cookie }));
    expect([page.includes("carte.png"), page.includes('value="noix"')]).toEqual([true, true]);
    const id =
      /name="removeSupportingDocument" value="([^"]+)"|value="([^"]+)"[^>]*name="removeSupportingDocument"/
        .exec(page)
        ?.slice(1)
        .find(Boolean) ?? "";
    const removed = await add(nothing(), { removeSupportingDocument: id });
    expect([removed.status, await textOf(site.visit(path, { cookie }))]).toEqual([303, expect.not.stringContaining("carte.png")]);
    const wrong = await add(new File(["<svg/>"], "carte.png", { type: "image/png" }), {});
    expect(wrong.headers.get("location")).toBe(path);
    expect(await textOf(site.visit(path, { cookie: keepCookies(cookie, wrong) }))).toContain("danger");
    const onward = await add(photo(), {});
    expect(onward.headers.get("location")).toBe(`${prefix}/register/basic?for=beneficiary`);
    const email = `pieces${prefix.slice(1)}@maillon.example`;
    await makeAccount(site.backend, cookie, email);
    const { db } = site.backend.services;
    const rows = await db
      .select({ kind: documents.kind })
      .from(documents)
      .innerJoin(users, eq(users.id, documents.ownerId))
      .where(eq(users.email, email));
    expect(rows).toEqual([{ kind: "PROOF_STUDIES" }]);
  });
});

describe.each(["", "/en"])("an address is found, without script, at %s/register", (prefix) => {
  const path = `${prefix}/register/volunteer?step=place`;
  const begin = async () =>
    keepCookies(
      "",
      await site.visit(`${prefix}/register/volunteer?step=identity`, { form: { firstName: "N", lastName: "L", birthDate: "2000-05-14" } }),
    );
  const typed = { addressLine: "12 rue des lilas", postcode: "", city: "" };
  const answersOf = async (cookie: string) => (await (await site.backend.request("/api/registration", { cookie })).json()).draft.answers;

  test("by its button, as a choice of radio buttons, and is stored as found", async () => {
    const cookie = await begin();
    const answer = await site.visit(path, { cookie, form: { ...typed, find: "1" } });
    const page = await textOf(answer);
    expect(answer.status).toBe(200);
    expect([page.includes(lilas.label), page.includes(elsewhere.label), page.includes('value="12 rue des lilas"')]).toEqual([
      true,
      true,
      true,
    ]);
    const chosen = await site.visit(path, { cookie, form: { ...typed, address: "12 Rue des Lilas\r\n44000\r\nNantes" } });
    expect(chosen.status).toBe(303);
    expect(await answersOf(cookie)).toMatchObject({ addressLine: "12 Rue des Lilas", postcode: "44000", city: "Nantes" });
  });

  test("or not: then the fields are stored as typed", async () => {
    const cookie = await begin();
    silent = true;
    const page = await textOf(site.visit(path, { cookie, form: { ...typed, addressLine: "1 rue inconnue", find: "1" } }));
    silent = false;
    expect([page.includes('type="radio"'), page.includes('value="1 rue inconnue"')]).toEqual([false, true]);
    const answer = await site.visit(path, { cookie, form: { ...typed, postcode: "69003", city: "Lyon", address: "" } });
    expect([answer.status, (await answersOf(cookie)).addressLine]).toEqual([303, "12 rue des lilas"]);
    const forged = await site.visit(path, { cookie, form: { ...typed, address: "x\ny\nz" } });
    expect(forged.status).toBe(400);
  });

  test("the completion while typing has its own endpoint on this site, which never fails", async () => {
    const ask = async (q: string) => {
      const answer = await site.visit(`${prefix}/register/addresses?q=${encodeURIComponent(q)}`);
      return [answer.status, (await answer.json()).items.length];
    };
    expect([await ask("12 rue des lil"), await ask("x"), await ask("é".repeat(5_000))]).toEqual([
      [200, 2],
      [200, 0],
      [200, 2],
    ]);
  });
});

describe.each(["", "/en"])("the address that was given is changed, without script, at %s/account/settings", (prefix) => {
  const path = `${prefix}/account/settings`;
  const fields = { intent: "address", addressLine: "12 rue des lilas", postcode: "", city: "" };
  const member = async (listed = true) => {
    const person = await signIn(site.backend, { role: "BENEFICIARY" });
    const { db } = site.backend.services;
    const stored = {
      userId: person.id,
      kind: "beneficiary" as const,
      at: new Date(),
      ...{ addressLine: "1 quai Neuf", postcode: "69001", city: "Lyon" },
    };
    if (listed) await db.insert(registrations).values(stored);
    const address = async () => (await db.select().from(registrations).where(eq(registrations.userId, person.id)))[0];
    return { ...person, address };
  };

  test("by its fields, or by a search and a choice among the results", async () => {
    const { cookie, address, updatedAt } = await member();
    const form = { ...fields, version: updatedAt.toISOString() };
    const page = await textOf(site.visit(path, { cookie }));
    expect([page.includes('value="1 quai Neuf"'), page.includes('name="find"')]).toEqual([true, true]);
    const found = await site.visit(path, { cookie, form: { ...form, find: "1" } });
    const answer = await textOf(found);
    expect([found.status, answer.includes(elsewhere.label), answer.includes('value="12 rue des lilas"')]).toEqual([200, true, true]);
    expect((await address())?.city).toBe("Lyon");
    const chosen = await site.visit(path, { cookie, form: { ...form, address: "12 Rue des Lilas\r\n44000\r\nNantes" } });
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, path]);
    expect(await address()).toMatchObject({ addressLine: "12 Rue des Lilas", postcode: "44000", city: "Nantes" });
    const wrong = await site.visit(path, { cookie, form: { ...form, postcode: "44", city: "Nantes" } });
    const message = await textOf(wrong);
    expect([wrong.status, message.includes('href="#field-postcode"'), message.includes('href="#field-firstName"')]).toEqual([
      400,
      true,
      false,
    ]);
  });

  test("and has no form for people who never had to give one", async () => {
    const { cookie } = await member(false);
    expect(await textOf(site.visit(path, { cookie }))).not.toContain('name="addressLine"');
  });
});

test("whoever is asked something reads the question and no “nothing to do”, until they have answered", async () => {
  const person = await signIn(site.backend, { role: "VOLUNTEER", accountState: "to_validate", stateChangedAt: new Date() });
  const admin = await signIn(site.backend, { role: "ADMIN" });
  const page = async () => {
    const answer = await site.visit("/account/pending/validation", { cookie: person.cookie });
    const text = (await textOf(answer)).replace(/<script\b.*?<\/script>/gs, "");
    return ["Il n’y a rien à faire", "répondez-lui ci-dessous", "Il nous manque un élément : Votre adresse", "Délai habituel"].map(
      (words) => text.includes(words),
    );
  };
  expect(await page()).toEqual([true, false, false, true]);
  const json = { verdict: "ask", reason: "Votre adresse" };
  const path = `/api/admin/verification/${person.id}/decision`;
  expect((await site.backend.request(path, { method: "POST", cookie: admin.cookie, json })).status).toBe(200);
  expect(await page()).toEqual([false, true, true, false]);
  const written = await site.backend.request("/api/account/chat", { method: "POST", cookie: person.cookie, form: { body: "La voici." } });
  expect(written.status).toBe(201);
  expect(await page()).toEqual([true, false, false, true]);
  const thanks = { method: "POST", cookie: admin.cookie, form: { body: "Merci, bien reçu." } };
  expect((await site.backend.request(`/api/admin/verification/${person.id}/messages`, thanks)).status).toBe(201);
  expect(await page()).toEqual([true, false, false, true]);
});

test.each([
  ["", "Votre invitation n’avait plus de place"],
  ["/en", "Your invitation had no places left"],
])("whoever comes by an invitation whose last place went meanwhile is told so (%s)", async (prefix, words) => {
  const admin = await signIn(site.backend, { role: "ADMIN" });
  const json = { label: "Forum de Lyon", role: "VOLUNTEER", maxUses: 1 };
  const made = await site.backend.request("/api/admin/registration-links", { method: "POST", cookie: admin.cookie, json });
  const { code } = (await made.json()) as { code: string };
  const signUp = async (email: string) => {
    const arrived = keepCookies("", await site.visit(`${prefix}/register?invitation=${code}`, { language: prefix ? "en" : "fr" }));
    return { email, cookie: await fillIn(site.backend, "volunteer", {}, arrived) };
  };
  const guests = [await signUp(`une${prefix.slice(1)}@maillon.example`), await signUp(`deux${prefix.slice(1)}@maillon.example`)];
  const shown: boolean[] = [];
  for (const { email, cookie } of guests) {
    const form = { email, password: aPassword, locale: "fr", terms: "on" };
    const sent = await site.visit(`${prefix}/register/basic`, { cookie, form });
    expect(sent.status).toBe(303);
    const page = await site.visit(sent.headers.get("location") ?? "", { cookie, language: prefix ? "en" : "fr" });
    shown.push(
      (await textOf(page))
        .replaceAll("&#x27;", "'")
        .replace(/<script\b.*?<\/script>/gs, "")
        .includes(words),
    );
  }
  expect(shown).toEqual([false, true]);
});
