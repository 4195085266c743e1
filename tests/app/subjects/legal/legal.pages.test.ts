import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { dataRequests, retentionPolicies } from "#backend/modules/privacy/tables";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { dataKinds } from "#contract/law/retention";
import { startBackend, testClock } from "#tests/support/backend";
import { oldProof } from "#tests/support/form-proof";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
const time = testClock(new Date());

const body = "**En bref** : clair.\n\n## 1. Qui & quoi\nTexte <b>un</b>.\n\n| Données | Durée |\n|---|---|\n| Dossier | 2 ans |";

beforeAll(async () => {
  site = await startSite({}, await startBackend({ clock: time.clock }));
  const text = { title: { fr: "Conditions" }, appliesTo: [], blocking: false };
  const english = body.replace("clair", "clear");
  await site.backend.services.db.insert(legalDocuments).values([
    {
      ...text,
      key: "cgu",
      documentVersion: 1,
      body: { fr: "Ancien." },
      publishedAt: new Date("2024-01-05"),
      retiredAt: new Date("2026-01-05"),
    },
    {
      ...text,
      appliesTo: ["VOLUNTEER"],
      blocking: true,
      key: "cgu",
      documentVersion: 2,
      body: { fr: body, en: english },
      publishedAt: new Date("2026-01-05"),
    },
    { ...text, key: "cgu", documentVersion: 3, body: { fr: "Un brouillon." } },
    { ...text, key: "volunteer_charter", documentVersion: 1, body: { fr: "Charte." }, publishedAt: new Date("2026-01-05") },
  ]);
});
afterAll(() => site.backend.close());

const open = async (path: string) => {
  const answer = await site.visit(path);
  return { status: answer.status, html: await answer.text() };
};

describe.each([
  { prefix: "", h1: "Conditions générales", since: "Version 2, applicable depuis le 5 janvier 2026", short: "clair" },
  { prefix: "/en", h1: "Terms of use", since: "Version 2, in force since 5 January 2026", short: "clear" },
])("/cgu under $prefix/", ({ prefix, h1, since, short }) => {
  test("shows the version in force with its date, its contents and its earlier versions", async () => {
    const { html } = await open(`${prefix}/cgu`);
    for (const part of [h1, since, short, '<h2 id="part-1">1. Qui &amp; quoi</h2>', ">2 ans</td>"]) expect(html).toContain(part);
    expect(html).toMatch(/<a href="#part-1"[^>]*>1. Qui &amp; quoi<\/a>/);
    expect(html).toContain(`href="${prefix}/cgu?version=1"`);
    expect(html).not.toContain("<b>un</b>");
  });

  test("marks an earlier version as outdated, in French where it has no English", async () => {
    const { html } = await open(`${prefix}/cgu?version=1`);
    expect([html.includes("Ancien."), html.includes(since)]).toEqual([true, false]);
    expect(html).toMatch(prefix ? /no longer in force.*exists in French only/s : /n’est plus en vigueur/);
  });
});

test("people who have to accept the terms find a link on their page; a visitor does not", async () => {
  const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
  const visit = async (path: string, as?: string) =>
    (await (await site.visit(path, { cookie: as })).text()).includes("/account/pending/documents");
  expect([await visit("/cgu", cookie), await visit("/cgu"), await visit("/gdpr", cookie)]).toEqual([true, false, false]);
});

test.each(["/cgu?version=3", "/cgu?version=99"])("%s is not published, and so not found", async (path) => {
  expect((await open(path)).status).toBe(404);
});

test("S2-010 S2-011 titles, and a page that exists before its text is published", async () => {
  expect((await open("/cgu")).html.replaceAll("&#x27;", "'")).toContain(
    "<title>CGU - Conditions Générales d'Utilisation | Maillon</title>",
  );
  const { status, html } = await open("/gdpr");
  expect([status, html.includes("<title>RGPD - Protection des données | Maillon</title>"), html.includes("pas encore publié")]).toEqual([
    200,
    true,
    true,
  ]);
  expect(html).toContain('name="kind"');
});

test("no other text than the public ones can be read there, and the footer leads to all three", async () => {
  expect((await site.backend.request("/api/public-texts/volunteer_charter")).status).toBe(404);
  const footer = /<footer.*<\/footer>/s.exec((await open("/en/gdpr")).html)?.[0] ?? "";
  for (const path of ["/en/cgu", "/en/gdpr", "/en/accessibility"]) expect(footer).toContain(`href="${path}"`);
  expect(footer).toContain("Accessibility: not compliant");
});

test.each([
  ["", "Votre demande est reçue", "Choisissez une demande."],
  ["/en", "We have your request", "Choose a request."],
])("a request about one's data leads to its number and dates, which nobody else's page holds (%s/gdpr)", async (prefix, sent, missing) => {
  const email = `nora${prefix.replace("/", "-")}@example.org`;
  const guard = { proof: await oldProof(site.backend, time), website: "" };
  const wrong = await site.visit(`${prefix}/gdpr`, { form: { kind: "", email, message: "Tout.", ...guard } });
  const again = await wrong.text();
  expect([wrong.status, again.includes(email), again.includes(missing)]).toEqual([400, true, true]);
  const send = () => site.visit(`${prefix}/gdpr`, { form: { kind: "erase", email, message: "Tout.", ...guard } });
  const answer = await send();
  const stored = await site.backend.services.db.select().from(dataRequests).where(eq(dataRequests.email, email));
  expect(stored).toMatchObject([{ kind: "erase", message: "Tout.", status: "open" }]);
  const there = `${prefix}/gdpr/requests/${stored[0]?.id}`;
  expect([answer.status, answer.headers.get("location")]).toEqual([303, there]);
  const page = await site.visit(there);
  const html = await page.text();
  const locale = prefix ? "en" : "fr";
  const days = [stored[0]?.receivedAt, stored[0]?.dueAt].map((at) => writtenDay(locale, franceDay(at ?? new Date())));
  for (const text of [sent, `D-${String(stored[0]?.number).padStart(5, "0")}`, ...days]) expect(html).toContain(text);
  expect(html).not.toContain(email);
  expect(page.headers.get("cache-control")).toMatch(/private|no-store/);
  expect((await send()).headers.get("location")).toBe(there);
  expect((await open(`${prefix}/gdpr/requests/${crypto.randomUUID()}`)).status).toBe(404);
});

test("a data request that looks automatic keeps its values", async () => {
  const answer = await site.visit("/gdpr", {
    form: { kind: "erase", email: "a@b.example", message: "Tout.", proof: "1.abc", website: "" },
  });
  const html = await answer.text();
  expect([answer.status, html.includes("Rien n’est perdu"), html.includes("Tout.")]).toEqual([422, true, true]);
});

test.each([
  ["", "3 ans", "5 ans", "Messages de la page Contact", "Code de commerce"],
  ["/en", "3 years", "5 years", "Messages from the Contact page", "French commercial code"],
])(
  "%s/gdpr says how long what is kept from the policies in force, where the text asks for it",
  async (prefix, before, after, kind, law) => {
    const { db } = site.backend.services;
    const column = prefix ? "Time" : "Durée";
    const words = {
      fr: "**En bref** : peu.\n\n## 3. Durées\n\n{{retentionTable}}\n\n## 4. Accès\n\nPeu :\n\n{{processors}}",
      en: "## 3. Time\n\n{{retentionTable}}\n\n## 4. Access\n\nFew:\n\n{{processors}}",
    };
    const text = {
      key: "gdpr",
      documentVersion: 1,
      title: { fr: "Données" },
      body: words,
      appliesTo: [],
      publishedAt: new Date("2026-01-05"),
    };
    await db.insert(legalDocuments).values(text).onConflictDoNothing();
    await db.update(retentionPolicies).set({ months: 36 }).where(eq(retentionPolicies.dataKind, "messages"));
    const shown = async () => (await open(`${prefix}/gdpr`)).html.replace(/[\u00a0\u202f]/g, " ");
    const row = async () => new RegExp(`<tr>\\s*<td>${kind}.*?</tr>`, "s").exec(await shown())?.[0] ?? "";
    await vi.waitFor(async () => expect(await row()).toContain(`<td data-column="${column}">${before}</td>`), 5_000);
    const html = await shown();
    expect([html.includes("{{"), html.includes(law), html.match(/<tr>/g)?.length]).toEqual([false, true, dataKinds.length + 1]);
    const handlers = prefix ? "the hosting of the site and of its database" : "l’hébergement du site et de sa base de données";
    expect([html.includes(`<li>${handlers}`), /Firebase|SIREN/.test(html)]).toEqual([true, false]);
    expect(html.indexOf("<table")).toBeLessThan(html.indexOf('id="part-2"'));
    const { cookie } = await signIn(site.backend, { role: "ADMIN" });
    const path = "/api/admin/retention-policies/messages";
    expect((await site.backend.request(path, { method: "PUT", cookie, json: { months: 60, days: 0 } })).status).toBe(200);
    await vi.waitFor(async () => expect(await row()).toContain(`<td data-column="${column}">${after}</td>`), 5_000);
    // Those who write the text are told where the table stands.
    const [{ id } = { id: "" }] = await db.select({ id: legalDocuments.id }).from(legalDocuments).where(eq(legalDocuments.key, "gdpr"));
    const written = await (await site.visit(`${prefix}/dashboard/admin/documents/texts/${id}`, { cookie })).text();
    expect(written).toMatch(/<em>(Ici, la page montre le tableau|Here the page shows the table)/);
    expect(/<article.*<\/article>/s.exec(written)?.[0]).not.toContain("{{");
  },
);
