import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hashPassword } from "#backend/identity/passwords";
import { endSessionsOf } from "#backend/identity/sessions";
import { press } from "#backend/modules/press/tables";
import { storedForms } from "#backend/modules/stored-forms/tables";
import { storedFormLifetime } from "#contract/accounts/stored-forms";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

const password = "un mot de passe assez long";
const create = "/dashboard/admin/press/create";
const written = "Zébulon <b>écrit</b> avant & après";
let site: Site;
let passwordHash = "";
beforeAll(async () => {
  site = await startSite();
  passwordHash = await hashPassword(password);
});
afterAll(() => site.backend.close());
beforeEach(() => db().delete(storedForms));

const db = () => site.backend.services.db;
const person = (role: "ADMIN" | "VOLUNTEER" = "ADMIN") => addPerson(site.backend, { role, passwordHash });

/** Follows redirects until a page answers, as a browser without script does. */
async function open(path: string, cookie = "", form?: Record<string, string>) {
  let address = path;
  const addresses = [path];
  let response = await site.visit(path, { cookie, form });
  for (let steps = 0; steps < 12; steps += 1) {
    cookie = keepCookies(cookie, response);
    const location = response.headers.get("location");
    if (!location) break;
    const next = new URL(location, site.backend.services.settings.publicUrl);
    address = next.pathname + next.search;
    addresses.push(address);
    response = await site.visit(address, { cookie });
  }
  return { response, html: await response.text(), cookie, address, addresses };
}

const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
const originIn = (html: string) => /name="formOrigin" value="([^"]*\|record\|[^"]*)"/.exec(html)?.[1] ?? "";
/** What a page shows, without the texts and the data of its scripts. */
const shown = (html: string) => html.replace(/<script\b.*?<\/script>/gs, "");
const isStored = (html: string) => shown(html).includes("Votre texte a été conservé");

/** The page of a form, opened by a person, and the cookies left once the session has ended. */
async function pageOf({ id }: { id: string }, path = create) {
  const cookie = await cookiesOf(site.backend, id);
  const { html } = await open(path, cookie);
  await endSessionsOf(db(), site.backend.services.clock(), [id]);
  return { origin: originIn(html), version: hidden(html, "version"), cookie };
}

/** A form that a person sends after their session has ended: the login page is answered. */
async function sendLate(who: { id: string }, fields: Record<string, string> = { "title.fr": written }, path = create) {
  const { origin, version, cookie } = await pageOf(who, path);
  return open(path, cookie, { formOrigin: origin, ...(version && { version }), ...fields });
}

const logIn = (at: { address: string; cookie: string }, { email }: { email: string }, typed = password) =>
  open(at.address, at.cookie, { email, password: typed });
const stored = () => db().select().from(storedForms);

test("a form sent after the session has ended shows its text again once its person has logged in", async () => {
  const ana = await person();
  const late = await sendLate(ana, { "title.fr": written, outlet: "La Gazette", kind: "radio", "title.en": "" });
  expect(late.html).toContain("Votre texte est conservé une demi-heure.");
  const back = await logIn(late, ana);
  expect(back.address).toBe(create);
  expect(isStored(back.html)).toBe(true);
  expect(back.html).toContain('value="Zébulon &lt;b&gt;écrit&lt;/b&gt; avant &amp; après"');
  expect(back.html).toContain('value="La Gazette"');
  expect(back.html).toMatch(/<option value="radio" selected=""/);
  expect(back.html).not.toContain("<b>écrit");
  expect(back.response.headers.get("cache-control")).toContain("no-store");
  expect(await db().$count(press, eq(press.outlet, "La Gazette"))).toBe(0);
});

test("the text stays over a reload and in the other language, until it is sent again", async () => {
  const ana = await person();
  const back = await logIn(await sendLate(ana, { "title.fr": written, outlet: "Le Progrès" }), ana);
  const again = await open(`/en${create}`, back.cookie);
  expect(again.html).toContain("We kept your text. It has not been sent yet.");
  const form = { formOrigin: originIn(again.html), "title.fr": written, outlet: "Le Progrès", kind: "radio", day: "2026-11-01" };
  await open(create, back.cookie, form);
  expect(await stored()).toEqual([]);
  expect(isStored((await open(create, back.cookie)).html)).toBe(false);
});

test("a wrong password and a change of language on the way do not lose the text", async () => {
  const ana = await person();
  const late = await sendLate(ana);
  const wrong = await logIn(late, ana, "un autre mot de passe");
  expect(wrong.response.status).toBe(422);
  const english = await open(`/en${wrong.address}`, wrong.cookie);
  expect(english.html).toContain("Your text is kept for half an hour.");
  expect(isStored((await open(create, (await logIn(english, ana)).cookie)).html)).toBe(true);
});

test("the text of a browser without any session cookie is stored as well", async () => {
  const ana = await person();
  const { origin } = await pageOf(ana);
  const late = await open(create, "", { formOrigin: origin, "title.fr": written });
  expect(isStored((await logIn(late, ana)).html)).toBe(true);
});

test("another person who logs in never sees the text, and reads that it is deleted", async () => {
  const [ana, bob] = [await person(), await person()];
  const late = await sendLate(ana);
  const other = await logIn(late, bob);
  expect(shown(other.html)).toContain("Un texte écrit par une autre personne attendait dans ce navigateur. Il a été supprimé.");
  expect(other.html).not.toContain("Zébulon");
  expect(await stored()).toEqual([]);
  const after = await open(create, other.cookie);
  expect(shown(after.html)).not.toContain("une autre personne");
  const later = await open(create, `${keepCookies(late.cookie, new Response())}; ${await cookiesOf(site.backend, ana.id)}`);
  expect(isStored(later.html)).toBe(false);
});

test("a text is shown on its own page only", async () => {
  const ana = await person();
  const back = await logIn(await sendLate(ana), ana);
  const elsewhere = await open("/dashboard/admin/partners/create", back.cookie);
  expect([elsewhere.response.status, isStored(elsewhere.html), elsewhere.html.includes("Zébulon")]).toEqual([200, false, false]);
});

test("logging out erases the text, and the cookie of before opens nothing", async () => {
  const ana = await person();
  const back = await logIn(await sendLate(ana), ana);
  const out = await open("/logout", back.cookie, {});
  expect(await stored()).toEqual([]);
  expect(out.cookie).not.toContain("stored-forms");
  const key = /stored-forms=[^;]+/.exec(back.cookie)?.[0];
  expect(key).toBeDefined();
  const again = await open(create, `${await cookiesOf(site.backend, ana.id)}; ${key}`);
  expect(isStored(again.html)).toBe(false);
});

test("a row that was moved to another account or changed opens nothing", async () => {
  const [ana, bob] = [await person(), await person()];
  const late = await sendLate(ana);
  const as = async ({ id }: { id: string }) => (await open(create, `${late.cookie}; ${await cookiesOf(site.backend, id)}`)).html;
  expect(isStored(await as(ana))).toBe(true);
  await db().update(storedForms).set({ userId: bob.id });
  expect(isStored(await as(bob))).toBe(false);
  const [row] = await stored();
  const sealed = `${row?.sealed.slice(0, -4)}AAAA`;
  await db().update(storedForms).set({ userId: ana.id, sealed });
  expect(isStored(await as(ana))).toBe(false);
});

test("neither the database nor a log nor a URL holds the text or its key", async () => {
  const ana = await person();
  const late = await sendLate(ana);
  const back = await logIn(late, ana);
  const key = /stored-forms=([^;]+)/.exec(back.cookie)?.[1] ?? "none";
  const [row] = await stored();
  const seen = JSON.stringify([row, site.logged, site.backend.logged, late.addresses, back.addresses]);
  for (const secret of [key, "Zébulon", "écrit</b>"]) expect(seen).not.toContain(secret);
  expect(seen).not.toContain(originIn(back.html).split("|")[0] ?? "");
});

test("a mark that nobody made, and one of another signature, keep nothing", async () => {
  const [ana, bob] = [await person(), await person()];
  const { origin } = await pageOf(ana);
  const forged = origin.replace(ana.id, bob.id);
  for (const formOrigin of ["", "x", forged, `${bob.id}.|record|${create}`]) {
    const late = await open(create, "", { formOrigin, "title.fr": written });
    expect([late.address.split("?")[0], late.cookie.includes("stored-forms")]).toEqual(["/login", false]);
  }
  expect(await stored()).toEqual([]);
});

test("a form from another site stores nothing", async () => {
  const ana = await person();
  const { origin } = await pageOf(ana);
  const headers = { origin: "https://elsewhere.example" };
  const answer = await site.visit(create, { form: { formOrigin: origin, "title.fr": written }, headers });
  expect([answer.status, await stored()]).toEqual([403, []]);
});

test("a form's page that is elsewhere than on this site leads to no other site", async () => {
  const ana = await person();
  const { origin } = await pageOf(ana);
  const [mark = ""] = origin.split("|");
  const answer = await site.visit(create, { form: { formOrigin: `${mark}|record|//evil.example/x`, "title.fr": written } });
  expect(answer.headers.get("location")).toBe(`/login?redirectTo=${encodeURIComponent(create)}`);
});

test("passwords, tokens, data about health and files are not stored", async () => {
  const ana = await person();
  const { origin, cookie } = await pageOf(ana);
  const body = new FormData();
  const secrets = { password: "xx-secret", currentPassword: "xx-secret", again: "xx-secret", allergies: "xx-secret", token: "xx-secret" };
  for (const [name, value] of Object.entries({ formOrigin: origin, "title.fr": written, ...secrets })) body.append(name, value);
  body.append("pictureFile", new File(["xx-secret"], "xx-secret.png"));
  const { publicUrl } = site.backend.services.settings;
  const answer = await site.visit(create, { method: "POST", body, cookie, headers: { origin: publicUrl } });
  const jar = keepCookies(cookie, answer);
  const own = `${jar}; ${await cookiesOf(site.backend, ana.id)}`;
  const { html } = await open(create, own);
  expect(isStored(html)).toBe(true);
  expect(html).not.toContain("xx-secret");
  expect(shown(html)).toContain("Les fichiers ne sont pas conservés");
  expect(shown(html)).toContain("Les mots de passe et les données de santé ne sont pas conservés");
});

test("a text of more than 64 KB is not stored, and the page says so", async () => {
  const ana = await person();
  const back = await logIn(await sendLate(ana, { "title.fr": "é".repeat(33 * 1024) }), ana);
  expect(shown(back.html)).toContain("Votre texte n’a pas pu être conservé.");
  expect(back.html).not.toContain("ééé");
  expect((await stored())[0]?.sealed.length).toBeLessThan(1_000);
});

test("a text is stored for half an hour and not longer", async () => {
  const ana = await person();
  const late = await sendLate(ana);
  const [row] = await stored();
  expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(storedFormLifetime * 1000);
  const longer = db()
    .update(storedForms)
    .set({ expiresAt: new Date(Date.now() + 2 * 60 * 60_000) });
  await expect(longer).rejects.toThrow();
  const before = new Date(Date.now() - 60 * 60_000);
  await db()
    .update(storedForms)
    .set({ createdAt: before, expiresAt: new Date(Number(before) + storedFormLifetime * 1000) });
  expect(isStored((await logIn(late, ana)).html)).toBe(false);
});

test("no more than five forms are stored for an account, the newest ones", async () => {
  const ana = await person();
  const { origin } = await pageOf(ana);
  const [mark = ""] = origin.split("|");
  for (let at = 1; at <= 7; at += 1) {
    const page = `/dashboard/admin/press/${at}`;
    await site.visit(create, { form: { formOrigin: `${mark}|record|${page}`, "title.fr": `Texte ${at}` } });
  }
  expect(await db().$count(storedForms, and(eq(storedForms.userId, ana.id)))).toBe(5);
});

test("a restored text does not overwrite what somebody else has changed meanwhile", async () => {
  const ana = await person();
  const fields = { "title.fr": "Une fiche", outlet: "Ici", kind: "radio", day: "2026-11-01" };
  const own = await cookiesOf(site.backend, ana.id);
  await open(create, own, { formOrigin: originIn((await open(create, own)).html), ...fields });
  const [record] = await db().select().from(press).where(eq(press.outlet, "Ici"));
  const edit = `/dashboard/admin/press/${record?.id}/edit`;
  const late = await sendLate(ana, { ...fields, "title.fr": "Une fiche reprise" }, edit);
  await db()
    .update(press)
    .set({ outlet: "Là", version: (record?.version ?? 0) + 1 });
  const back = await logIn(late, ana);
  expect(back.html).toContain('value="Une fiche reprise"');
  const names = ["formOrigin", "storedVersion", "version"];
  const technical = Object.fromEntries(names.map((name) => [name, name === "formOrigin" ? originIn(back.html) : hidden(back.html, name)]));
  const sent = await open(edit, back.cookie, { ...technical, ...fields, "title.fr": "Une fiche reprise" });
  expect(sent.response.status).toBe(409);
});

test.each(["home", "donate", "contact", "jobs"])(
  "the texts of the page %s are shown again in their own fields, in their language",
  async (page) => {
    const ana = await person();
    const texts = `/dashboard/admin/pages/${page}?words=en`;
    const cookie = await cookiesOf(site.backend, ana.id);
    const { html, address } = await open(texts, cookie);
    const originOf = (from: string) => /name="formOrigin" value="([^"]*\|texts-en\|[^"]*)"/.exec(from)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const names = [...html.matchAll(/<textarea[^>]*name="(text:[^"]*)"/g)].map(([, name = ""]) => name);
    const [first = "", nested = ""] = [names.find((name) => !name.includes(".")), names.find((name) => name.includes("."))];
    const typed = { [first]: "Un </textarea> titre", [nested]: "Une ligne\nET une autre" };
    await endSessionsOf(db(), site.backend.services.clock(), [ana.id]);
    const version = hidden(html, "version");
    const back = await logIn(await open(address, cookie, { formOrigin: originOf(html), ...typed, version }), ana);
    const fieldOf = (name: string) => new RegExp(`<textarea[^>]*name="${name}"[^>]*>\\n?([^<]*)</textarea>`).exec(back.html)?.[1];
    expect([back.address, fieldOf(first), fieldOf(nested)]).toEqual([texts, "Un &lt;/textarea&gt; titre", "Une ligne\nET une autre"]);
    expect(shown(back.html)).toContain("de nouveau dans le formulaire");
    const french = await open(`/dashboard/admin/pages/${page}`, back.cookie);
    expect(french.html).not.toMatch(new RegExp(`name="${first}"[^>]*>Un &lt;`));
    // Somebody else has changed the texts meanwhile.
    const other = await signIn(site.backend, { role: "ADMIN" });
    const changed = await site.visit(texts, { cookie: other.cookie, form: { [first]: "Something else", version } });
    expect(changed.status).toBe(303);
    const technical = { formOrigin: originOf(back.html), storedVersion: hidden(back.html, "storedVersion") };
    const again = await site.visit(texts, { cookie: back.cookie, form: { ...technical, ...typed, version: String(Number(version) + 1) } });
    expect([again.status, (await again.text()).includes("Un &lt;/textarea&gt; titre")]).toEqual([409, true]);
  },
);

test("a person deletes what was stored", async () => {
  const ana = await person();
  const back = await logIn(await sendLate(ana), ana);
  const page = await open("/account/stored-forms", back.cookie, { page: create, form: "record" });
  expect([page.address, isStored(page.html), await stored()]).toEqual([create, false, []]);
});
