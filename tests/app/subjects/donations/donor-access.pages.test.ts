import { eq } from "drizzle-orm";
import { HtmlValidate } from "html-validate";
import { describe, expect, test } from "vitest";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { pledges } from "#backend/modules/pledges/tables";
import { accessToken, addGift, aReceipt, openGifts } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { siteWithClock } from "#tests/support/public-form";
import { keepCookies, startSite } from "#tests/support/site";

const opened = siteWithClock();
const visit: typeof opened.site.visit = (path, more) =>
  opened.site.visit(path, { language: path.startsWith("/en") ? "en" : "fr", ...more });
const html = async (path: string, cookie = "") => (await visit(path, { cookie })).text();
const plain = (text: string) =>
  text
    .replace(/<style.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
const giftOf = async (reference: string) =>
  (await opened.site.backend.services.db.select().from(pledges).where(eq(pledges.reference, reference)))[0];

let count = 0;
const newAddress = () => `donor-${++count}@example.org`;

describe.each([
  {
    prefix: "",
    ask: "Recevoir le lien",
    sent: "Si cette adresse a servi à donner",
    see: "Voir mes dons",
    used: "Ce lien a déjà servi",
    mine: "Mes dons",
  },
  {
    prefix: "/en",
    ask: "Send me the link",
    sent: "If this address was used to donate",
    see: "See my donations",
    used: "This link has already been used",
    mine: "My donations",
  },
])("under $prefix/", ({ prefix, ask, sent, see, used, mine }) => {
  test("S2-021 S2-036 /donations/access and /donations/manage have header and footer without cookies, donate is current, and they are not cached", async () => {
    for (const path of ["/donations/access", "/donations/manage"]) {
      for (const time of [1, 2]) {
        const answer = await visit(prefix + path);
        const page = await answer.text();
        const headers = [answer.status, answer.headers.get("cache-control"), answer.headers.get("etag"), answer.headers.getSetCookie()];
        expect([path, time, ...headers]).toEqual([path, time, 200, "no-store", null, []]);
        expect(page).toMatch(/<header.*<main.*<footer/s);
        expect(page).toContain(ask);
        const current = [...page.matchAll(/<a [^>]*aria-current="page"[^>]*>/g)].map(([link]) => /href="([^"]*)"/.exec(link)?.[1]);
        expect(current).toEqual([`${prefix}/donate`]);
      }
    }
    expect(await html(`${prefix}/donations/manage`)).toContain('name="robots" content="noindex"');
  });

  test("the form says the same to everyone, and a mail over SMTP leads to a button that opens the gifts", async () => {
    const { services } = opened.site.backend;
    const email = newAddress();
    await addGift(opened.site.backend, { email });
    const answers = [];
    for (const one of [email, `nobody-${email}`]) {
      const answer = await visit(`${prefix}/donations/access`, { form: { email: one } });
      answers.push([answer.status, answer.headers.get("location"), answer.headers.getSetCookie()]);
    }
    expect(answers).toEqual(Array.from({ length: 2 }, () => [303, `${prefix}/donations/access?sent=1`, []]));
    expect(plain(await html(`${prefix}/donations/access?sent=1`))).toContain(sent);
    const { received, mailer } = await postOffice();
    opened.time.pass(60);
    await sendWaitingMails(services, mailer);
    const own = received.filter(({ to }) => to.some((one) => one.endsWith(email)));
    expect(own.map(({ to }) => to)).toEqual([[email]]);
    const source = own[0]?.source.replace(/=\r\n/g, "").replaceAll("=3D", "=") ?? "";
    const [path = ""] = new RegExp(`${prefix}/donations/access\\?token=[\\w-]+`).exec(source) ?? [];

    for (const time of [1, 2]) {
      const page = await visit(path);
      expect([time, page.status, page.headers.get("referrer-policy"), page.headers.get("cache-control")]).toEqual([
        time,
        200,
        "same-origin",
        "no-store",
      ]);
      expect(await page.text()).toContain(see);
    }
    const answer = await visit(path, { form: {} });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${prefix}/donations/manage`]);
    expect(plain(await html(`${prefix}/donations/manage`, keepCookies("", answer)))).toMatch(new RegExp(`${mine}.*${email}`));
    const again = await visit(path, { form: {} });
    expect([again.headers.get("location"), again.headers.getSetCookie()]).toEqual([path, []]);
    expect(plain(await html(path))).toContain(used);
  });

  test("an invalid e-mail address is reported beside its field", async () => {
    const answer = await visit(`${prefix}/donations/access`, { form: { email: "lou@" } });
    const page = await answer.text();
    expect([answer.status, page.includes('href="#field-email"'), page.includes('value="lou@"')]).toEqual([400, true, true]);
  });

  test("pages of gifts are valid HTML, are no-store, and stand for every state", async () => {
    const email = newAddress();
    const gifts = [
      {},
      { ...aReceipt, method: "cheque" },
      { rhythm: "monthly" },
      { ...aReceipt, rhythm: "monthly", status: "received" },
      { ...aReceipt, status: "received" },
      { status: "cancelled" },
      { ...aReceipt, rhythm: "monthly", status: "cancelled", stoppedAt: new Date(), stopReason: "Assez <b>donné</b>." },
      { receipt: true, addressGoneAt: new Date(), status: "received", donor: "company", company: "Le Fournil", siren: "732829320" },
    ] as const;
    const references: string[] = [];
    for (const gift of gifts) references.push((await addGift(opened.site.backend, { email, ...gift })).reference);
    const cookie = await openGifts(opened.site.backend, email);
    const validator = new HtmlValidate({
      root: true,
      extends: ["html-validate:standard"],
      rules: { "long-title": "off", "void-style": "off", "no-trailing-whitespace": "off" },
    });
    for (const path of ["", ...references.map((reference) => `/${reference}`)]) {
      const answer = await visit(`${prefix}/donations/manage${path}`, { cookie });
      const page = await answer.text();
      expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("etag")]).toEqual([200, "no-store", null]);
      expect(page).toContain('name="robots" content="noindex"');
      expect(page).not.toContain("<b>donné");
      const { results } = await validator.validateString(page);
      expect(results.flatMap(({ messages }) => messages.map(({ ruleId, selector }) => `${path} ${ruleId} ${selector}`))).toEqual([]);
    }
    const text = plain(await html(`${prefix}/donations/manage`, cookie));
    for (const reference of references) expect(text).toContain(reference);
  });
});

test("a page on the site is rendered for each holder of an access, and never cached", async () => {
  const email = newAddress();
  await addGift(opened.site.backend, { email });
  const cookie = await openGifts(opened.site.backend, email);
  const { app } = opened.site;
  const keeping = await startSite({ changes: app.changesInProcess(opened.site.backend.changes.subscribe) }, opened.site.backend);
  await opened.site.backend.changes.subscribe(() => {});
  await keeping.visit("/story");
  expect((await keeping.visit("/story")).headers.get("etag")).not.toBeNull();
  expect((await keeping.visit("/story", { cookie })).headers.get("etag")).toBeNull();
  for (const path of ["/donations/access", "/donations/manage", "/donations/access?sent=1"])
    for (const own of ["", cookie]) expect([path, (await keeping.visit(path, { cookie: own })).headers.get("etag")]).toEqual([path, null]);
  expect(await (await keeping.visit("/donations/manage")).text()).not.toContain(email);
});

test("a gift is stopped with a reason, which staff read; without an access nothing is", async () => {
  const { site } = opened;
  const email = newAddress();
  const { id, reference } = await addGift(site.backend, { email, rhythm: "monthly", status: "received" });
  const path = `/donations/manage/${reference}`;
  const form = { intent: "stop", reason: "Je déménage." };
  const refused = await visit(path, { form });
  expect([refused.status, refused.headers.get("location"), (await giftOf(reference))?.status]).toEqual([
    302,
    "/donations/manage",
    "received",
  ]);
  expect((await visit(path)).headers.get("location")).toBe("/donations/manage");
  const cookie = await openGifts(site.backend, email);
  expect(plain(await html(path, cookie))).toContain("Arrêter ce don");
  const answer = await visit(path, { cookie, form });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  const after = plain(await html(path, keepCookies(cookie, answer)));
  for (const part of ["Votre don est arrêté.", "demandez aussi à votre banque", "Je déménage."]) expect(after).toContain(part);
  expect(after).not.toContain("Arrêter ce don");
  const { cookie: admin } = await signIn(site.backend, { role: "ADMIN" });
  const record = plain(await html(`/dashboard/admin/donations/pledges/${id}`, admin));
  for (const part of ["Arrêté par la personne qui donne", "Je déménage."]) expect(record).toContain(part);
  expect((await visit(path, { cookie, form: { intent: "stop", reason: "x".repeat(501) } })).status).toBe(400);
});

test("a late change is reported, and the page shows the current state of the gift", async () => {
  const { site } = opened;
  const email = newAddress();
  const cookie = await openGifts(site.backend, (await addGift(site.backend, { email })).email);
  const come = await addGift(site.backend, { email, ...aReceipt, status: "received" });
  const stopped = await addGift(site.backend, { email, ...aReceipt, status: "cancelled", stoppedAt: new Date() });
  for (const [{ reference }, form, message] of [
    [come, { intent: "stop" }, "ne peut plus être annulé"],
    [stopped, { intent: "move", street: "2 rue Basse", postcode: "33000", city: "Bordeaux" }, "ne se change plus ici"],
  ] as const) {
    const answer = await visit(`/donations/manage/${reference}`, { cookie, form });
    expect(answer.status).toBe(303);
    expect(plain(await html(`/donations/manage/${reference}`, keepCookies(cookie, answer)))).toContain(message);
  }
  const gone = await addGift(site.backend, { email, status: "cancelled", stoppedAt: new Date() });
  const { cookie: admin } = await signIn(site.backend, { role: "ADMIN" });
  const answer = await visit(`/dashboard/admin/donations/pledges/${gone.id}`, { cookie: admin, form: { status: "received" } });
  expect(plain(await html(`/dashboard/admin/donations/pledges/${gone.id}`, keepCookies(admin, answer)))).toContain("vient d’être annulée");
  expect((await giftOf(gone.reference))?.status).toBe("cancelled");
});

test("the address of a receipt is changed where its gift is, and a missing value is reported beside its field only", async () => {
  const email = newAddress();
  const { reference } = await addGift(opened.site.backend, { email, ...aReceipt });
  const cookie = await openGifts(opened.site.backend, email);
  const path = `/donations/manage/${reference}`;
  const moved = { intent: "move", street: "2 rue Basse", postcode: "33000", city: "Bordeaux" };
  const wrong = await visit(path, { cookie, form: { ...moved, city: "" } });
  const page = await wrong.text();
  expect([wrong.status, page.match(/role="alert"/g)?.length, page.includes('value="2 rue Basse"')]).toEqual([400, 1, true]);
  expect((await visit(path, { cookie, form: moved })).status).toBe(303);
  expect(await giftOf(reference)).toMatchObject({ street: "2 rue Basse", city: "Bordeaux" });
});

test("« Terminer » ends the access, and removes the cookie", async () => {
  const email = newAddress();
  await addGift(opened.site.backend, { email });
  const cookie = await openGifts(opened.site.backend, email);
  const answer = await visit("/donations/manage", { cookie, form: {} });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/donations/access"]);
  expect(keepCookies(cookie, answer)).not.toContain("donor=");
  expect(await html("/donations/manage", cookie)).not.toContain(email);
});

test("another's gift is not found, and a form from elsewhere is refused", async () => {
  const [mine, other] = [newAddress(), newAddress()];
  await addGift(opened.site.backend, { email: mine });
  const { reference } = await addGift(opened.site.backend, { email: other });
  const cookie = await openGifts(opened.site.backend, mine);
  for (const id of [reference, "DON-AAAA-ZZZZ", "x", "a".repeat(400)])
    expect([id, (await visit(`/donations/manage/${id}`, { cookie })).status]).toEqual([id, 404]);
  for (const headers of [
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { origin: "null", "sec-fetch-site": "cross-site" },
  ])
    expect((await visit("/donations/manage", { cookie, form: {}, headers })).status).toBe(403);
  expect((await visit("/donations/manage", { cookie })).status).toBe(200);
});

test.each(["", "/en"])(
  "who has pledged is told where gifts are found again: on the page, in the mail, on the form (%s)",
  async (prefix) => {
    const email = newAddress();
    const { reference } = await addGift(opened.site.backend, { email });
    for (const path of ["/donate", `/donate/${reference}`])
      expect(await html(prefix + path)).toContain(`href="${prefix}/donations/access"`);
  },
);

test("a donor who is logged in needs no link, and somebody else who is logged in can use one", async () => {
  const { site } = opened;
  const donor = await signIn(site.backend, { role: "DONATOR_INDIVIDUAL" });
  await addGift(site.backend, { email: donor.email });
  expect(await html("/donations/manage", donor.cookie)).toContain(donor.email);
  const { cookie, email } = await signIn(site.backend, { role: "VOLUNTEER" });
  await addGift(site.backend, { email });
  expect(await html("/donations/manage", cookie)).toContain("Recevoir le lien");
  const token = await accessToken(site.backend, email);
  const answer = await visit(`/donations/access?token=${token}`, { cookie, form: {} });
  const both = keepCookies(cookie, answer);
  expect(await html("/donations/manage", both)).toContain(email);
  expect((await visit("/dashboard", { cookie: both })).status).toBe(200);
});

test("a network that opens too many links is told to wait", async () => {
  const path = `/donations/access?token=${"a".repeat(43)}`;
  const statuses = new Set<number>();
  for (let tries = 0; tries < 62 && !statuses.has(429); tries += 1) statuses.add((await visit(path, { form: {} })).status);
  expect([...statuses]).toEqual([303, 429]);
});
