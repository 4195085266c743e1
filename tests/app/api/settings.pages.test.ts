import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#backend/identity/passwords";
import { messages } from "#backend/modules/contact/tables";
import { documents } from "#backend/modules/documents/tables";
import { legalDocuments, signatures } from "#backend/modules/legal-documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { mailTopics } from "#backend/modules/mails/topics";
import { buildWaitingArchives } from "#backend/modules/privacy/archive";
import { dataRequests, retentionPolicies } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { tokenFor } from "#tests/support/registration";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let admin = "";
beforeAll(async () => {
  site = await startSite();
  admin = (await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA", "BENEFICIARY_READ_RESTRICTED"] })).cookie;
});
afterAll(() => site.backend.close());

const page = async (path: string, cookie: string) => {
  const answer = await site.visit(path, { cookie });
  return { status: answer.status, text: (await answer.text()).replace(/[\u00a0\u202f]/g, " ") };
};
const db = () => site.backend.services.db;

describe("one's own settings, without script", () => {
  test("a new language redirects to the same page in it, with the choice stored", async () => {
    const { cookie, id, updatedAt } = await signIn(site.backend, { role: "VOLUNTEER" });
    const form = { firstName: "Lina", lastName: "Brossard", phone: "", locale: "en", version: updatedAt.toISOString() };
    const answer = await site.visit("/account/settings", { cookie, form });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "http://localhost:3000/en/account/settings?language=en"]);
    const [row] = await db().select().from(users).where(eq(users.id, id));
    expect([row?.firstName, row?.locale, row?.phone]).toEqual(["Lina", "en", null]);
  });

  test("a wrong phone number is refused beside its field, and what was typed stays", async () => {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY" });
    const form = { firstName: "Lina", lastName: "", phone: "abc", locale: "fr" };
    const answer = await site.visit("/account/settings", { cookie, form });
    const text = await answer.text();
    expect([
      answer.status,
      text.includes('value="abc"'),
      text.includes('href="#field-phone"'),
      text.includes('href="#field-lastName"'),
    ]).toEqual([400, true, true, true]);
  });

  test("a portrait is stored, shown, and removed; anything but a picture is refused with a message", async () => {
    const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
    const send = async (file: File) => {
      const body = new FormData();
      body.set("intent", "photo");
      body.set("photo", file);
      return site.visit("/account/settings", { method: "POST", cookie, body, headers: { origin: "http://localhost:3000" } });
    };
    const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    for (let time = 0; time < 2; time += 1)
      expect((await send(new File([Buffer.from(pixel, "base64")], "moi.png", { type: "image/png" }))).status).toBe(303);
    const avatars = await db().select().from(documents).where(eq(documents.kind, "AVATAR"));
    expect(avatars).toHaveLength(1);
    const address = `/images/local/320@1x/${avatars[0]?.id}.webp`;
    expect((await page("/account/settings", cookie)).text).toContain(address);
    expect((await site.visit(address)).headers.get("content-type")).toBe("image/webp");
    const refused = await send(new File(["<svg/>"], "moi.png", { type: "image/png" }));
    expect((await page("/account/settings", keepCookies(cookie, refused))).text).toMatch(/toast[^>]*danger|danger/);
    await site.visit("/account/settings", { cookie, form: { intent: "removePhoto" } });
    expect((await page("/account/settings", cookie)).text).not.toContain(address);
  });

  test("how often somebody is notified is saved by topic, and only topics that concern them are shown", async () => {
    const { cookie } = await signIn(site.backend, { role: "ADMIN" });
    const path = "/account/settings/notifications";
    const chosen = async () => [...(await page(path, cookie)).text.matchAll(/<option value="(\w+)" selected/g)].map(([, value]) => value);
    expect(await chosen()).toEqual(["each", "each", "never", "each", "each", "each"]);
    expect((await site.visit(path, { cookie, form: { articles: "never", messages: "weekly", waiting: "daily" } })).status).toBe(303);
    expect(await chosen()).toEqual(["never", "weekly", "daily", "each", "each", "each"]);
    expect((await site.visit(path, { cookie, form: { articles: "hourly" } })).status).toBe(400);
    const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
    const theirs = (await page(path, volunteer.cookie)).text;
    expect([...theirs.matchAll(/<select[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual(["reminders", "association", "greetings"]);
  });

  test("another device is logged out by its button", async () => {
    const { cookie, id } = await signIn(site.backend, { role: "VOLUNTEER" });
    const elsewhere = await cookiesOf(site.backend, id);
    const { text } = await page("/account/settings/sessions", cookie);
    const session = /name="session" value="([^"]+)"/.exec(text)?.[1] ?? "";
    await site.visit("/account/settings/sessions", { cookie, form: { session } });
    expect([(await page("/account/settings", elsewhere)).status, (await page("/account/settings", cookie)).status]).toEqual([302, 200]);
  });

  test("a change of e-mail address needs the password, is confirmed by its link, and other devices are logged out", async () => {
    const password = "trois mots sans lien";
    const { cookie, id, email } = await signIn(site.backend, { role: "VOLUNTEER", passwordHash: await hashPassword(password) });
    const elsewhere = await cookiesOf(site.backend, id);
    const path = "/account/settings/sessions";
    const ask = (form: Record<string, string>) => site.visit(path, { cookie, form: { intent: "email", ...form } });
    const wrong = await ask({ email: "neuve@maillon.example", password: "un autre mot de passe" });
    const text = await wrong.text();
    expect([wrong.status, text.includes('href="#field-password"'), text.includes('value="un autre mot')]).toEqual([422, true, false]);
    const answer = await ask({ email: "neuve@maillon.example", password });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
    expect((await page(path, cookie)).text).toContain(email);
    const link = `/register/verify?token=${await tokenFor(site.backend, "neuve@maillon.example", "email_change")}`;
    expect((await page(link, cookie)).status).toBe(200);
    expect((await site.visit(link, { cookie, form: {} })).status).toBe(303);
    expect((await page(path, cookie)).text).toContain("neuve@maillon.example");
    expect((await page(path, elsewhere)).status).toBe(302);
    const again = await site.visit(`/register/verify?token=${"x".repeat(40)}`, { cookie, form: {} });
    expect([again.status, (await again.text()).includes(`href="${path}"`)]).toEqual([410, true]);
  });

  test("a change of e-mail address is cancelled from the old one, by a button, and leads to a new password", async () => {
    const password = "trois mots sans lien";
    const { cookie, email } = await signIn(site.backend, { role: "VOLUNTEER", passwordHash: await hashPassword(password) });
    const form = { intent: "email", email: "intruse@maillon.example", password };
    await site.visit("/account/settings/sessions", { cookie, form });
    const confirm = `/register/verify?token=${await tokenFor(site.backend, form.email, "email_change")}`;
    await site.visit(confirm, { cookie, form: {} });
    const link = `/password/restore-email?token=${await tokenFor(site.backend, email, "email_changed")}`;
    for (const prefix of ["", "/en"]) {
      const { status, text } = await page(prefix + link, "");
      expect([status, /<form[^>]*method="post"/.test(text)]).toEqual([200, true]);
    }
    expect((await page("/account/settings", cookie)).text).toContain(form.email);
    const taken = await site.visit(link, { form: {} });
    const next = taken.headers.get("location") ?? "";
    expect([taken.status, next.startsWith("/password/update?token=")]).toEqual([303, true]);
    expect((await page("/account/settings", cookie)).status).toBe(302);
    expect((await site.visit(next, { form: { password, again: password } })).headers.get("location")).toBe("/password/update?done=1");
    const again = await site.visit(link, { form: {} });
    expect([again.status, (await again.text()).includes('href="/password/request"')]).toEqual([410, true]);
    const unknown = await page(`/password/restore-email?token=${"x".repeat(40)}`, "");
    expect([unknown.status, unknown.text.includes('href="/contact"'), /<form[^>]*method="post"/.test(unknown.text)]).toEqual([
      200,
      true,
      false,
    ]);
  });

  test("a copy is requested, shows its progress, and is downloaded by its owner only", async () => {
    const { cookie, id: userId } = await signIn(site.backend, { role: "BENEFICIARY" });
    const path = "/account/settings/privacy";
    expect((await site.visit(path, { cookie, form: { kind: "access" } })).status).toBe(303);
    const waiting = (await page(path, cookie)).text;
    expect([waiting.includes("<progress"), /<noscript><meta http-equiv="refresh" content="10"/i.test(waiting)]).toEqual([true, true]);
    await buildWaitingArchives(site.backend.services);
    const [request] = await db().select().from(dataRequests).where(eq(dataRequests.userId, userId));
    const link = `/account/settings/copy/${request?.id}`;
    const ready = (await page(path, cookie)).text;
    expect([ready.includes(`href="${link}"`), ready.includes('http-equiv="refresh"')]).toEqual([true, false]);
    const file = await site.visit(link, { cookie });
    expect([file.status, file.headers.get("content-type"), file.headers.get("content-disposition")]).toEqual([
      200,
      "application/zip",
      'attachment; filename="maillon.zip"',
    ]);
    expect((await site.visit(link, { cookie: admin })).status).toBe(404);
  });
});

describe("data protection, for administrators", () => {
  test("a request is refused only with a reason", async () => {
    const { id: userId } = await addPerson(site.backend, { role: "VOLUNTEER", lastName: "Demandeuse" });
    const now = new Date();
    const [row] = await db()
      .insert(dataRequests)
      .values({ userId, kind: "rectify", receivedAt: now, dueAt: new Date(now.getTime() - 1000) })
      .returning();
    const path = `/dashboard/admin/privacy/${row?.id}`;
    const list = await page("/dashboard/admin/privacy?q=demandeuse", admin);
    expect([list.text.includes("Demandeuse"), list.text.includes("En retard")]).toEqual([true, true]);
    const refused = await site.visit(path, { cookie: admin, form: { outcome: "refused", reason: "" } });
    expect([refused.status, (await refused.text()).includes("reason-error")]).toEqual([400, true]);
    await site.visit(path, { cookie: admin, form: { outcome: "refused", reason: "Rien à corriger" } });
    expect((await page(path, admin)).text).toContain("Rien à corriger");
  });

  test("durations are changed and tried out", async () => {
    const path = "/dashboard/admin/privacy/retention";
    const promised = await site.visit(path, { cookie: admin, form: { dataKind: "applications", months: "36", days: "0" } });
    expect([promised.status, (await promised.text()).includes("applications-error")]).toEqual([400, true]);
    expect((await site.visit(path, { cookie: admin, form: { dataKind: "papers", months: "0", days: "0" } })).status).toBe(400);
    expect((await site.visit(path, { cookie: admin, form: { dataKind: "papers", months: "", days: "45" } })).status).toBe(303);
    const [policy] = await db().select().from(retentionPolicies).where(eq(retentionPolicies.dataKind, "papers"));
    expect(policy?.days).toBe(45);
    expect((await site.visit(path, { cookie: admin, form: { intent: "dryRun" } })).status).toBe(303);
    expect((await page(path, admin)).text).toContain("essai à blanc<");
  });

  test("a letter is answered from the person's page: a copy with its progress, then the erasure, confirmed", async () => {
    const { id } = await addPerson(site.backend, { role: "VOLUNTEER", firstName: "Odile", lastName: "Courrier" });
    const path = `/dashboard/admin/users/${id}/privacy`;
    const send = (form: Record<string, string>) => site.visit(path, { cookie: admin, form });
    const incomplete = await send({ kind: "access", reason: "" });
    expect([incomplete.status, (await incomplete.text()).includes('href="#field-reason"')]).toEqual([400, true]);
    const { cookie: lesser } = await signIn(site.backend, { role: "ADMIN" });
    expect([(await page(path, admin)).text, (await page(path, lesser)).text].map((text) => text.includes('value="access"'))).toEqual([
      true,
      false,
    ]);
    expect((await send({ kind: "access", reason: "Lettre du 12 novembre" })).status).toBe(303);
    const waiting = (await page(path, admin)).text;
    expect([waiting.includes("<progress"), waiting.includes('http-equiv="refresh"')]).toEqual([true, true]);
    await buildWaitingArchives(site.backend.services);
    const link = /href="(\/dashboard\/admin\/privacy\/[^"]+\/copy)"/.exec((await page(path, admin)).text)?.[1] ?? "";
    expect((await site.visit(link, { cookie: admin })).headers.get("content-type")).toBe("application/zip");
    const unsure = await send({ kind: "erase", reason: "Lettre du 12 novembre" });
    expect([unsure.status, (await unsure.text()).includes("Cochez la case pour confirmer")]).toEqual([422, true]);
    expect((await send({ kind: "erase", reason: "Lettre du 12 novembre", sure: "on" })).status).toBe(303);
    const [row] = await db().select().from(users).where(eq(users.id, id));
    expect([row?.firstName, (await page(path, admin)).text.includes("Odile")]).toEqual(["–", false]);
  });

  test.each([
    ["", "Messages reçus", "Effacer ces données"],
    ["/en", "Messages received", "Erase this data"],
  ])(
    "a request by address shows what is held and is done once it is said how the person was recognised (%s)",
    async (prefix, held, label) => {
      const email = `inconnue${prefix.slice(1)}@example.org`;
      const written = { topic: "other", name: "Inconnue", email, body: "Texte.", locale: "fr", dedupeKey: email } as const;
      await db().insert(messages).values(written);
      const now = new Date();
      const requestOf = (kind: "access" | "erase") => ({ email, kind, receivedAt: now, dueAt: now });
      const rows = await db()
        .insert(dataRequests)
        .values([requestOf("erase"), requestOf("access")])
        .returning();
      const [erase = "", access = ""] = rows.map(({ id }) => `${prefix}/dashboard/admin/privacy/${id}`);
      const send = (path: string, form: Record<string, string>) => site.visit(path, { cookie: admin, form });
      const shown = (await page(erase, admin)).text;
      expect([shown.includes(held), shown.includes(label), shown.includes('name="identity"')]).toEqual([true, true, true]);
      const { cookie: lesser } = await signIn(site.backend, { role: "ADMIN" });
      const mayCopy = [(await page(access, admin)).text, (await page(access, lesser)).text].map((text) =>
        text.includes('value="copiedByEmail"'),
      );
      expect(mayCopy).toEqual([true, false]);
      const incomplete = await send(access, { outcome: "copiedByEmail", identity: "" });
      expect([incomplete.status, (await incomplete.text()).includes('href="#field-identity"')]).toEqual([400, true]);
      expect((await send(access, { outcome: "copiedByEmail", identity: "Réponse reçue" })).status).toBe(303);
      expect((await page(access, admin)).text).toContain("<progress");
      await buildWaitingArchives(site.backend.services);
      const made = (await page(access, admin)).text;
      expect(made).toContain(`href="${access}/copy"`);
      expect((await site.visit(`${access}/copy`, { cookie: admin })).headers.get("content-type")).toBe("application/zip");
      expect((await send(erase, { outcome: "erasedByEmail", identity: "Réponse reçue" })).status).toBe(303);
      expect((await page(erase, admin)).text).not.toContain(email);
      expect(await db().$count(messages, eq(messages.email, email))).toBe(0);
    },
  );

  test("a text is written, published and signed; its next version closes the signer's space", async () => {
    const texts = "/dashboard/admin/documents/texts";
    const form = {
      key: "pages_charter",
      "title.fr": "Charte des pages",
      "title.en": "",
      "body.fr": "Être à l’heure.",
      "body.en": "",
      appliesTo: "DONATOR_MERCHANT",
      blocking: "on",
    };
    const donor = await signIn(site.backend, { role: "DONATOR_MERCHANT" });
    const bad = await site.visit(`${texts}/create`, { cookie: admin, form: { ...form, key: "Pas Bon" } });
    expect(bad.status).toBe(400);
    const created = await site.visit(`${texts}/create`, { cookie: admin, form });
    const text = created.headers.get("location") ?? "";
    const publish = async (address: string) => {
      const question = await (await site.visit(`${address}?ask=publish`, { cookie: admin })).text();
      const intent = /value="(publish \d+)"/.exec(question)?.[1] ?? "";
      return site.visit(address, { cookie: admin, form: { intent } });
    };
    expect((await publish(text)).status).toBe(303);
    const stopped = await site.visit("/dashboard", { cookie: donor.cookie });
    expect(stopped.headers.get("location")).toBe("/account/pending/documents");
    const [row] = await db().select().from(legalDocuments).where(eq(legalDocuments.key, "pages_charter"));
    await site.visit("/account/pending/documents", { cookie: donor.cookie, form: { accepted: "on", textHash: row?.frenchHash ?? "" } });
    expect((await site.visit("/dashboard", { cookie: donor.cookie })).status).toBe(200);
    const [signature] = await db().select().from(signatures).where(eq(signatures.userId, donor.id));
    const pdf = await site.visit(`/account/settings/signed/${signature?.id}`, { cookie: donor.cookie });
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await page(`${text}/signers?signed=yes`, admin)).text).toContain(donor.lastName);

    const next = (await site.visit(text, { cookie: admin, form: { intent: "nextVersion" } })).headers.get("location") ?? "";
    await publish(next);
    expect((await site.visit("/dashboard", { cookie: donor.cookie })).headers.get("location")).toBe("/account/pending/documents");
    await db().update(legalDocuments).set({ retiredAt: new Date() }).where(eq(legalDocuments.key, "pages_charter"));
  });

  test("a text that the software knows is chosen by its name, is listed by it, and its draft goes only after a question", async () => {
    const texts = "/dashboard/admin/documents/texts";
    expect((await page(`${texts}/create`, admin)).text).toMatch(/<option value="driver_charter">Charte de conduite/);
    const form = {
      knownKey: "driver_charter",
      key: "",
      "title.fr": "Conduire",
      "title.en": "",
      "body.fr": "Papiers à jour.",
      "body.en": "",
    };
    const text = (await site.visit(`${texts}/create`, { cookie: admin, form })).headers.get("location") ?? "";
    expect((await page(`${texts}?q=Conduire`, admin)).text).toMatch(/Conduire.*Charte de conduite/s);
    const question = (await page(`${text}?ask=remove`, admin)).text;
    expect(question).toMatch(/Supprimer ce brouillon.*value="remove"/s);
    expect((await page(text, admin)).text).toContain("?ask=remove");
    await site.visit(text, { cookie: admin, form: { intent: "remove" } });
    expect((await site.visit(text, { cookie: admin })).status).toBe(404);
  });

  test("two editors of one draft: the second sees the first one's text and keeps their own", async () => {
    const texts = "/dashboard/admin/documents/texts";
    const form = { key: "two_writers", "title.fr": "Charte", "title.en": "", "body.fr": "Un.", "body.en": "" };
    const text = (await site.visit(`${texts}/create`, { cookie: admin, form })).headers.get("location") ?? "";
    const save = (body: string) => site.visit(text, { cookie: admin, form: { ...form, "body.fr": body, intent: "save", version: "1" } });
    expect((await save("Leurs mots.")).status).toBe(303);
    const answer = await save("Mes mots.");
    const shown = await answer.text();
    expect([answer.status, shown.includes("Leurs mots."), shown.includes("Mes mots."), shown.includes('name="version" value="2"')]).toEqual(
      [409, true, true, true],
    );
  });

  test("the page of a mail shows its topic and state, and none of its text; it is sent again without script, or a reason is shown", async () => {
    const mail = {
      topic: "session_revoked",
      recipient: "aya@maillon.example",
      subject: "Un objet",
      text: "Bonjour <b>Aya</b>",
      html: "<p>Bonjour</p>",
    };
    const [row] = await db()
      .insert(outgoingMails)
      .values({ ...mail, dedupeKey: "read" })
      .returning();
    const path = `/dashboard/admin/mails/${row?.id}`;
    const shown = await page(path, admin);
    expect([shown.text.includes("Session fermée par sécurité"), shown.text.includes("En attente")]).toEqual([true, true]);
    expect((await page(`/en${path}`, admin)).text).toContain("Session closed for safety");
    const list = (await page("/dashboard/admin/mails?q=aya@", admin)).text;
    expect(list).toContain("Session fermée par sécurité");
    expect(shown.text + list).not.toMatch(/Un objet|Bonjour (<b>|&lt;b)/);
    expect((await site.visit(`${path}/html`, { cookie: admin })).status).toBe(404);
    const again = () => site.visit(path, { cookie: admin, form: {} });
    expect([(await again()).status, (await again()).headers.get("location")]).toEqual([303, path]);
    await db().update(outgoingMails).set({ status: "expired", topic: "application_answered" });
    const gone = await again();
    expect([gone.status, (await gone.text()).includes("Dites à la personne d’en demander un nouveau.")]).toEqual([409, true]);
  });

  test("templates are shown in both languages, on a separate page without scripts", async () => {
    const html = await site.visit("/dashboard/admin/mails/export_ready/html", { cookie: admin });
    expect(html.headers.get("content-security-policy")).toContain("sandbox");
    expect((await page("/dashboard/admin/mails/templates?in=en", admin)).text).toContain("The copy of your data is ready");
    const template = await page("/dashboard/admin/mails/export_ready/html?in=fr", admin);
    expect([template.status, template.text.includes("La copie de vos données est prête")]).toEqual([200, true]);
    const all = (await page("/dashboard/admin/mails/templates?in=fr", admin)).text;
    expect(all).toContain("[nouvelle adresse]");
    expect(all).not.toMatch(/(?<![/=])\[[a-z]+[A-Z]\w*\]|frame\.placeholder/);
    expect(mailTopics.filter((topic) => all.includes(`>${topic}<`))).toEqual([]);
    for (const family of ["Compte et dossier", "Dons et reçus", "Travail de l’équipe"]) expect(all).toContain(family);
  });

  test("templates are found by a word of their text, in their families", async () => {
    const found = (await page("/dashboard/admin/mails/templates?in=fr&q=copie donnees", admin)).text;
    expect(found).toContain("La copie de vos données est prête");
    expect([found.includes("Vie privée"), found.includes("Dons et reçus</h2>"), /q=copie[+%20]+donnees/.test(found)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await page("/dashboard/admin/mails/templates?q=introuvable", admin)).text).toContain("Aucun modèle ne correspond.");
  });
});

const hostile = [
  "",
  " ",
  "\0",
  "\ud800",
  "a".repeat(200_000),
  "-1",
  "1e309",
  "null",
  "{}",
  "<script>alert(1)</script>",
  "'; drop table users;--",
  "../../etc",
  "0000-00-00",
];
const forms: [path: string, fields: Record<string, string>][] = [
  ["/account/settings", { firstName: "A", lastName: "B", phone: "0612345678", locale: "fr", intent: "" }],
  ["/account/settings/notifications", { articles: "each", waiting: "daily" }],
  ["/account/settings/sessions", { session: "x" }],
  ["/account/settings/privacy", { kind: "object", message: "x" }],
  ["/account/settings/privacy", { withdraw: "x" }],
  ["/account/settings/privacy", { given: "newsletter" }],
  ["/dashboard/admin/privacy/retention", { dataKind: "papers", months: "1", days: "1" }],
  [
    "/dashboard/admin/documents/texts/create",
    { key: "hostile", "title.fr": "A", "body.fr": "B", appliesTo: "ADMIN", blocking: "", minorChange: "" },
  ],
  ["/dashboard/admin/privacy/3f0d5c3e-7f59-4b0e-9f8e-0d6f0b1c2a3d", { outcome: "refused", reason: "x" }],
  ["/dashboard/admin/documents/3f0d5c3e-7f59-4b0e-9f8e-0d6f0b1c2a3d/view", { verdict: "rejected", reason: "x" }],
];

test.each(forms)("unexpected values never cause a server error: %s", async (path, fields) => {
  const cookie = (await signIn(site.backend, { role: "ADMIN" })).cookie;
  for (const name of Object.keys(fields))
    for (const value of hostile) {
      const answer = await site.visit(path, { cookie, form: { ...fields, [name]: value } });
      expect([path, name, value.slice(0, 20), answer.status < 500]).toEqual([path, name, value.slice(0, 20), true]);
      expect(await answer.text()).not.toContain("<script>alert(1)");
    }
});
