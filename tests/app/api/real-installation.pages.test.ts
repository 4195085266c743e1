import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backendSettings } from "#backend/composition";
import { backendEnvironment } from "#backend/config";
import { demoSettings } from "#backend/demo/settings";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { factNames } from "#contract/api/facts";
import { publicLegalKeys } from "#contract/law/legal-documents";
import { publicUrl, startBackend, testClock } from "#tests/support/backend";
import { oldProof } from "#tests/support/form-proof";
import { signIn } from "#tests/support/people";
import { publicPaths } from "#tests/support/public-pages";
import { type Site, startSite } from "#tests/support/site";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { htmlFaults } from "#tests/support/valid-html";
import { readZip } from "#tests/support/zip";

/** The minimal settings of a real installation. */
const environment = { ORGANISATION_NAME: "Les Amis du Marché" };
const time = testClock(new Date());

/** A site started with only these settings, on an empty database. */
async function realSite(more: Record<string, string> = {}): Promise<Site> {
  const given = { ...environment, ...more };
  const database = {
    DATABASE_URL: "postgres://localhost/elsewhere",
    SESSION_SECRETS: "of a real installation with more than thirty-two characters",
  };
  const parsed = backendEnvironment.parse({ ...given, ...database, DATA_FOLDER: temporaryFolder("real") });
  const backend = await startBackend({ clock: time.clock, settings: backendSettings(parsed, publicUrl) });
  const plain = await startSite({}, backend);
  const settings = plain.app.publicSettings(plain.app.webEnvironment.parse(given), { publicUrl, buildId: "test" });
  return startSite({ settings }, backend);
}

let site: Site;
let paths: string[] = [];
beforeAll(async () => {
  site = await realSite();
  paths = await publicPaths(site);
});
afterAll(() => site.backend.close());

type OwnWords = Record<string, Record<"fr" | "en", Record<string, string>>>;
const demoWords = JSON.parse(readFileSync("backend/demo/page-texts.json", "utf8")) as OwnWords;

/** A text without typographic spaces and HTML entities. */
const plain = (text: string) =>
  text
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll("&#x27;", "’")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");

/** All facts of the demonstration charity, which no other installation may show. */
const needles = [
  ...Object.entries(demoSettings).flatMap(([name, value]) =>
    ["ORGANISATION_NAME", "GIFT_TAX_REGIME", "LEGAL_FORM", "FOUNDED_IN"].includes(name) ? [] : [value, value.replaceAll(" ", "")],
  ),
  ...Object.values(demoWords).flatMap((languages) => Object.values(languages).flatMap((texts) => Object.values(texts).map(plain))),
  "maillon.example",
  "FR11 9999",
  "RNA",
  "9 h 30",
  "17:30",
  "2020",
  "Yanis",
  "Inès",
  "réunion d’accueil",
  "chaque semaine, l",
  "welcome meeting",
  "every week, ",
  "45 à 60",
  "€45",
].filter((needle) => needle.length > 2 && needle !== "2026");

const empty = /<(?![^>]*role="status")(p|li|dd|dt|h1|h2|h3|address|figcaption|ul|dl)\b[^>]*>\s*<\/\1>/;
const broken = /\{\{|\bnull\b|\bundefined\b|NaN| ,|\(\)|tel:"|mailto:"/;

async function read(path: string) {
  const answer = await site.visit(path, { language: path.startsWith("/en") ? "en" : "fr" });
  return { status: answer.status, type: answer.headers.get("content-type") ?? "", html: await answer.text() };
}

test("no public page shows anything that the demonstration charity made up, in either language", async () => {
  expect([paths.length > 50, needles.length > 60]).toEqual([true, true]);
  const faults: string[] = [];
  for (const path of [...paths, "/rien", "/en/rien", "/sitemap.xml", "/site.webmanifest", "/robots.txt", "/news/feed.xml"]) {
    const { html } = await read(path);
    const text = plain(html);
    faults.push(...needles.filter((needle) => text.includes(needle)).map((needle) => `${path} shows ${needle}`));
  }
  expect(faults).toEqual([]);
});

test("its pages are complete: valid HTML, no empty element, no broken sentence", async () => {
  const faults: string[] = [];
  for (const path of paths) {
    const { status, html } = await read(path);
    if (status === 302) continue;
    const shown = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, "").replaceAll(/<!--.*?-->/g, "");
    faults.push(...(await htmlFaults(path, html)));
    for (const pattern of [empty, broken])
      faults.push(...(pattern.test(shown) ? [`${path}: ${RegExp.leftContext.slice(-60)}${RegExp.lastMatch}`] : []));
  }
  expect(faults).toEqual([]);
});

test.each([
  ["/donate", "Les dons en ligne ne sont pas encore ouverts"],
  ["/en/donate", "Online donations are not open yet"],
])("%s says that gifts are not open yet and how to reach the charity, and has no form", async (path, words) => {
  const { html } = await read(path);
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  expect([main.includes(words), main.includes("/contact?topic=donation"), main.includes("<form")]).toEqual([true, true, false]);
  expect(main).not.toMatch(/reçu fiscal|tax receipt|IBAN|réduction d’impôt/i);
});

test("a gift that is posted all the same is refused at the means of payment, and nothing is stored or mailed", async () => {
  const proof = await oldProof(site.backend, time);
  const gift = { rhythm: "one_off", donor: "person", amountCents: 2000, allocation: "any", name: "Lou", email: "lou@example.org", proof };
  for (const method of ["transfer", "cheque"]) {
    const answer = await site.backend.request("/api/pledges", { method: "POST", json: { ...gift, method } });
    expect([answer.status, Object.keys(((await answer.json()) as { fieldErrors: object }).fieldErrors)]).toEqual([422, ["method"]]);
  }
  const mails = await site.backend.services.db.select().from(outgoingMails);
  expect(mails.filter(({ topic }) => topic.startsWith("pledge"))).toEqual([]);
});

test("the press kit has no invented address and no invented number", async () => {
  const first = await site.visit("/press/kit.zip");
  const answer = await site.visit(first.headers.get("location") ?? "");
  const texts = [...readZip(Buffer.from(await answer.arrayBuffer()))].filter(([name]) => name.endsWith(".txt")).map(([, text]) => text);
  expect(texts).toHaveLength(3);
  expect(needles.filter((needle) => texts.some((text) => plain(text).includes(needle)))).toEqual([]);
  expect(texts.join("\n")).not.toMatch(broken);
});

test("no mail contains invented facts, and none is sent to an invented address", async () => {
  const proof = await oldProof(site.backend, time);
  const message = { topic: "other", name: "Lou", email: "lou@example.org", message: "Bonjour.", copy: true, proof };
  const answer = await site.backend.request("/api/contact", { method: "POST", json: message });
  expect(answer.status).toBe(201);
  const mails = await site.backend.services.db.select().from(outgoingMails);
  expect(mails.map(({ recipient }) => recipient)).toContain("lou@example.org");
  // why: accounts and donors of the tests have addresses in the domain of the demonstration.
  const written = ({ userId, recipient, text, html }: (typeof mails)[number]) =>
    plain(userId ? (text + html).replaceAll(recipient, "") : recipient + text + html);
  const ours = mails.filter(({ topic }) => !["session_revoked", "receipt_ready"].includes(topic));
  expect(ours.map(written).filter((mail) => needles.some((needle) => mail.includes(needle)))).toEqual([]);
});

test.each(["BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const)(
  "the space of a %s says how to reach the charity without an address or a number",
  async (role) => {
    const { cookie } = await signIn(site.backend, { role });
    const html = await (await site.visit("/dashboard", { cookie })).text();
    expect(plain(html)).toContain("Écrivez\u2011nous depuis la page Contact.");
    expect(html.replaceAll(/<script.*?<\/script>/gs, "")).not.toMatch(broken);
  },
);

test.each([
  ["fr", "Ce que le site ne dit pas encore"],
  ["en", "What the site does not say yet"],
])("the administrator's dashboard names each missing setting in words, and where it is set (%s)", async (locale, title) => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const html = await (await site.visit(locale === "en" ? "/en/dashboard" : "/dashboard", { cookie, language: locale })).text();
  const texts = JSON.parse(readFileSync(`locales/${locale}/missing-facts.json`, "utf8")).setting as Record<string, string>;
  expect(plain(html)).toContain(title);
  expect(html).toContain("/dashboard/admin/pages/story");
  expect(html).toContain("/dashboard/admin/documents/texts");
  const missing = factNames.filter((name) => name !== "ORGANISATION_NAME");
  expect(missing.filter((name) => !html.includes(name) || !plain(html).includes(plain(texts[name] ?? "?")))).toEqual([]);
  expect(html).not.toContain(">ORGANISATION_NAME<");
});

test("nobody else reads which settings are missing", async () => {
  const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
  expect(await (await site.visit("/dashboard", { cookie })).text()).not.toContain("BANK_IBAN");
  const { missingFacts } = (await (await site.backend.request("/api/dashboard", { cookie })).json()) as { missingFacts: unknown };
  expect(missingFacts).toBeNull();
});

test("with all settings made, no warning is shown, and the pages show them", async () => {
  const facts = {
    ...demoSettings,
    SMTP_URL: "smtp://mail.example.org",
    CONTACT_PHONE: "01 23 45 67 89",
    REGISTRATION_NUMBER: "RNA W751234567",
  };
  const whole = await realSite(facts);
  try {
    const { cookie } = await signIn(whole.backend, { role: "ADMIN" });
    const story = { locale: "fr", version: 0, texts: { "timeline.1.date": "Mai 2019", "timeline.1.title": "Un marché" } };
    const saved = await whole.backend.request("/api/admin/page-texts/story", { method: "PUT", cookie, json: story });
    expect(saved.status).toBe(200);
    const record = { appliesTo: ["USER"], title: { fr: "Texte" }, body: { fr: "## 1" } };
    const { db } = whole.backend.services;
    await db
      .insert(legalDocuments)
      .values(publicLegalKeys.map((key) => ({ ...record, key, documentVersion: 1, publishedAt: new Date("2026-01-01") })));
    const dashboard = await (await whole.visit("/dashboard", { cookie })).text();
    expect(dashboard).not.toContain("Ce que le site ne dit pas encore");
    const pages = await Promise.all(["/contact", "/story", "/donate"].map(async (path) => (await whole.visit(path)).text()));
    expect(pages.map((html) => html.includes("RNA W751234567"))).toEqual([true, true, true]);
    expect([pages[0]?.includes("tel:0123456789"), pages[1]?.includes("Un marché"), pages[2]?.includes("<form")]).toEqual([
      true,
      true,
      true,
    ]);
  } finally {
    await whole.backend.close();
  }
});
