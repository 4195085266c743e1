import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { messages } from "#backend/modules/contact/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { type EditablePage, editablePages, pathOfPage } from "#contract/publishing/page-texts";
import { payGift } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";

beforeAll(async () => {
  site = await startSite();
  cookie = (await signIn(site.backend, { role: "ADMIN", firstName: "Samira", lastName: "Benali" })).cookie;
});
afterAll(() => site.backend.close());

const open = async (path: string, own?: string) => (await site.visit(path, { cookie: own })).text();
const save = (path: string, form: Record<string, string>) => site.visit(`/dashboard/admin/pages/${path}`, { cookie, form });

describe.each([
  { prefix: "", own: "De quoi tenir la semaine.", next: "Demander un kit", other: "/en" },
  { prefix: "/en", own: "Enough for the week.", next: "Ask for a kit", other: "" },
])("the words of a page under $prefix/", ({ prefix, own, next, other }) => {
  const language = prefix ? "?words=en" : "";

  test("replace the default ones in their language only, and leave the others", async () => {
    const before = await open(`${prefix}/delivraide`);
    const elsewhere = await open(`${other}/delivraide`);
    expect([before.includes(own), before.includes(next)]).toEqual([false, true]);
    const form = await open(`/dashboard/admin/pages/delivraide${language}`, cookie);
    const version = /name="version" value="(\d+)"/.exec(form)?.[1] ?? "";
    const answer = await save(`delivraide${language}`, { "text:lead": own, "text:ctaHelp": next, "text:unknown": "x", version });
    expect(answer.status).toBe(303);
    const after = await open(`${prefix}/delivraide`);
    expect([after.includes(own), after.includes(next), (await open(`${other}/delivraide`)).includes(own)]).toEqual([true, true, false]);
    expect(elsewhere).not.toContain(own);
    const shown = await open(`/dashboard/admin/pages/delivraide${language}`, cookie);
    expect(shown).toContain("Samira Benali");
  });
});

test("each change is in the audit log by its key, and an emptied text is the default again", async () => {
  const version = /name="version" value="(\d+)"/.exec(await open("/dashboard/admin/pages/dressed", cookie))?.[1] ?? "";
  await save("dressed", { "text:lead": "Des manteaux & des draps.", version });
  expect(await open("/dressed")).toContain("Des manteaux &amp; des draps.");
  await save("dressed", { "text:lead": "", version: String(Number(version) + 1) });
  expect(await open("/dressed")).not.toContain("Des manteaux");
  const log = await site.backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, "dressed")).orderBy(auditLog.seq);
  expect(log.map(({ action, fields }) => [action, fields])).toEqual([
    ["page_texts.edit", ["fr.lead"]],
    ["page_texts.edit", ["fr.lead"]],
  ]);
});

test("an edit conflict is reported, and the values stay", async () => {
  const version = /name="version" value="(\d+)"/.exec(await open("/dashboard/admin/pages/story", cookie))?.[1] ?? "";
  expect((await save("story", { "text:h1": "D’abord une cuisine.", version })).status).toBe(303);
  const late = await save("story", { "text:h1": "Une cuisine, quatre amis.", version });
  const html = await late.text();
  expect([late.status, html.includes("Une cuisine, quatre amis."), html.includes("pendant que vous écriviez")]).toEqual([409, true, true]);
  expect(await open("/story")).toContain("D’abord une cuisine.");
});

test("a refused form shows the default again where a text was emptied, and what was typed elsewhere", async () => {
  const edit = "/dashboard/admin/pages/euro-solidaire";
  const version = /name="version" value="(\d+)"/.exec(await open(edit, cookie))?.[1] ?? "0";
  const own = "Un euro à nous.";
  expect((await save("euro-solidaire", { "text:lead": own, version })).status).toBe(303);
  expect(await open(edit, cookie)).toContain(own);
  const next = String(Number(version) + 1);
  const refused = await save("euro-solidaire", { "text:lead": "", "text:h1": "Un {{faux}} titre", version: next });
  const html = (await refused.text()).replaceAll(/<script[^>]*>.*?<\/script>/gs, "");
  expect([refused.status, html.includes(own), html.includes("Un {{faux}} titre</textarea>")]).toEqual([400, false, true]);
  expect((await save("euro-solidaire", { "text:lead": "", version: next })).status).toBe(303);
});

test("too long a text comes back with what is wrong", async () => {
  const answer = await save("story", { "text:h1": "x".repeat(2001), version: "1" });
  expect([answer.status, (await answer.text()).includes("Ce texte est trop long")]).toEqual([400, true]);
});

test("a variable that the page does not know is refused by name, with those that the text may carry; its own is kept", async () => {
  const version = /name="version" value="(\d+)"/.exec(await open("/dashboard/admin/pages/dressed", cookie))?.[1] ?? "";
  const refused = await save("dressed", { "text:lead": "Bonjour {{foo}}.", "text:figures.note": "Le {{date}}, {{ date }}.", version });
  const html = (await refused.text()).replaceAll(/<script[^>]*>.*?<\/script>/gs, "").replaceAll(/[\u00a0\u202f]/g, " ");
  expect(refused.status).toBe(400);
  const sentences = [
    "Nous ne connaissons pas {{foo}} : rien ne s’afficherait à sa place. Ce texte n’accepte aucune variable : retirez-la.",
    "Nous ne connaissons pas {{ date }} : rien ne s’afficherait à sa place. Ce texte peut contenir {{date}}.",
  ];
  expect(
    [...html.matchAll(/<a href="#(field-text-[\w-]+)">([^<]*)/g)].map(([, id, sentence]) => [html.includes(`id="${id}"`), sentence]),
  ).toEqual(sentences.map((sentence) => [true, sentence]));
  expect([...html.matchAll(/class="field-error"[^>]*>.*?<span>([^<]*)/gs)].map(([, error]) => error)).toEqual(sentences);
  expect((await save("dressed", { "text:figures.note": "Compté le {{date}}.", version })).status).toBe(303);
});

test("texts are previewed on the page itself by staff only, and are not stored", async () => {
  const form = { "text:lead": "Un essai." };
  const tried = await site.visit("/euro-solidaire", { cookie, form });
  expect([tried.status, (await tried.text()).includes("Un essai.")]).toEqual([200, true]);
  expect(await open("/euro-solidaire")).not.toContain("Un essai.");
  const previewed = (page: EditablePage) => (page === "home" ? "/?index" : `${pathOfPage(page)}?texts`);
  for (const page of editablePages) {
    const refused = await site.visit(previewed(page), { form });
    expect([page, refused.status, refused.headers.get("location")?.startsWith("/login")]).toEqual([page, 302, true]);
  }
  const { cookie: volunteer } = await signIn(site.backend, { role: "VOLUNTEER" });
  expect((await site.visit("/euro-solidaire", { cookie: volunteer, form })).headers.get("location")).toBe("/");
});

test.each([
  ["/dressed", "Chapeau – Nous ne connaissons pas {{foo}} : rien ne s’afficherait à sa place."],
  ["/en/dressed", "{{foo}}: nothing would appear in its place."],
])("a try on %s refuses what saving refuses, by name, and shows the words as they are", async (path, message) => {
  const tried = await site.visit(path, { cookie, form: { "text:lead": "Bonjour {{foo}}.", "text:h1": "Un titre." } });
  const html = (await tried.text()).replaceAll(/[\u00a0\u202f]/g, " ");
  expect([
    tried.status,
    /role="alert"/.test(html),
    html.includes(message),
    html.includes(">Bonjour {{foo}}.<"),
    html.includes("Un titre."),
  ]).toEqual([400, true, true, true, true]);
  const right = await site.visit(path, { cookie, form: { "text:figures.note": "Le {{date}}." } });
  expect([right.status, /role="alert"/.test(await right.text())]).toEqual([200, false]);
});

test("no text of staff becomes markup", async () => {
  await save("story", { "text:lead": "<script>alert(1)</script>", version: "1" });
  const html = await open("/story");
  expect([html.includes("<script>alert"), html.includes("&lt;script&gt;alert")]).toEqual([false, true]);
});

const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";

describe.each([
  { page: "home", key: "actions.euro.text", tried: "/?index" },
  { page: "home", key: "missing.title", tried: "/?index" },
  { page: "donate", key: "lead", tried: "/donate?texts" },
  { page: "donate", key: "kind.text", tried: "/donate?texts" },
  { page: "contact", key: "lead", tried: "/contact?texts" },
  { page: "contact", key: "testimonial.text", tried: "/contact?texts" },
  { page: "jobs", key: "lead", tried: "/jobs?texts" },
  { page: "jobs", key: "equal", tried: "/jobs?texts" },
] as const)("$key of the page $page", ({ page, key, tried }) => {
  const editor = (language: string) => `${page}?words=${language}`;
  const form = async (language: string) => versionIn(await open(`/dashboard/admin/pages/${editor(language)}`, cookie));

  test.each([
    ["fr", "", "/en"],
    ["en", "/en", ""],
  ])("is shown in %s only, as text, until it is emptied", async (language, prefix, other) => {
    const path = pathOfPage(page);
    const here = `${prefix}${path}`.replace(/(.)\/$/, "$1");
    const original = await open(here);
    await open(here);
    const saved = await save(editor(language), { [`text:${key}`]: `<b>Un essai ${language}</b>`, version: await form(language) });
    expect(saved.status).toBe(303);
    const [after, elsewhere] = [await open(here), await open(`${other}${path}`.replace(/(.)\/$/, "$1"))];
    const written = `&lt;b&gt;Un essai ${language}&lt;/b&gt;`;
    expect([original.includes(written), after.includes(written), elsewhere.includes(written)]).toEqual([false, true, false]);
    expect(after).not.toContain("<b>Un essai");
    expect((await save(editor(language), { [`text:${key}`]: "", version: await form(language) })).status).toBe(303);
    const again = await open(here);
    expect([again.includes("Un essai"), Math.abs(again.length - original.length) < 100]).toEqual([false, true]);
  });

  test("is previewed on the page by staff, and not stored", async () => {
    const preview = await site.visit(tried, { cookie, form: { [`text:${key}`]: "Une tentative." } });
    expect([preview.status, (await preview.text()).includes("Une tentative.")]).toEqual([200, true]);
    expect(await open(pathOfPage(page))).not.toContain("Une tentative.");
  });

  test("is refused to who started from an older version", async () => {
    const version = await form("fr");
    expect((await save(page, { [`text:${key}`]: "La première.", version })).status).toBe(303);
    const late = await save(page, { [`text:${key}`]: "La seconde.", version });
    expect([late.status, (await late.text()).includes("La seconde.")]).toEqual([409, true]);
    expect((await save(page, { [`text:${key}`]: "", version: await form("fr") })).status).toBe(303);
  });
});

test.each([
  ["donate", "error.name"],
  ["donate", "tax.person.75"],
  ["donate", "promise"],
  ["donate", "meta"],
  ["contact", "field.message"],
  ["contact", "urgent.15"],
  ["jobs", "form.consent"],
  ["home", "figures"],
])("of %s, %s is not offered, and not stored when it is sent", async (page, key) => {
  const html = await open(`/dashboard/admin/pages/${page}`, cookie);
  expect(html).not.toContain(`name="text:${key}"`);
  expect((await save(page, { [`text:${key}`]: "Autre chose.", version: versionIn(html) })).status).toBe(303);
  expect(await open(`/dashboard/admin/pages/${page}`, cookie)).not.toContain("Autre chose.");
});

test("a text keeps the variables of the one it replaces", async () => {
  const version = versionIn(await open("/dashboard/admin/pages/contact", cookie));
  const send = async (text: string) => {
    const answer = await save("contact", { "text:office.hours": text, version });
    return [answer.status, (await answer.text()).replaceAll(/[\u00a0\u202f]/g, " ")] as const;
  };
  const [missing, html] = await send("Dès {{from}}.");
  expect([missing, html.includes("Ce texte doit garder {{to}} : la page y met la bonne valeur.")]).toEqual([400, true]);
  expect((await send("De {{from}} à {{to}}, {{name}}."))[0]).toBe(400);
  expect((await send("De {{from}} à {{to}}, tous les jours."))[0]).toBe(303);
});

test("a button has less room than a paragraph, and each text is listed in its part of the page", async () => {
  const html = await open("/dashboard/admin/pages/home", cookie);
  const answer = await save("home", { "text:give": "x".repeat(101), "text:lead": "x".repeat(300), version: versionIn(html) });
  const refused = (await answer.text()).replaceAll(/[\u00a0\u202f]/g, " ");
  const errors = [...refused.matchAll(/<a href="#(field-text-[\w-]+)">([^<]*)/g)].map(([, id, error]) => [id, error]);
  expect(errors).toEqual([["field-text-give", "Ce texte est trop long pour sa place. Raccourcissez-le à 100 signes."]]);
  const headings = [...html.matchAll(/<h2[^>]*panel-title[^>]*>(?:<span[^>]*>)?([^<]+)/g)].map(([, heading]) => heading);
  expect(headings.slice(0, 3)).toEqual(["Haut de la page", "Une soirée, en trois temps", "Nos trois actions"]);
});

test("a preview of texts is no message and no promise of a gift", async () => {
  const rows = () => Promise.all([site.backend.services.db.$count(pledges), site.backend.services.db.$count(messages)]);
  const before = await rows();
  for (const path of ["/donate?texts", "/contact?texts"]) await site.visit(path, { cookie, form: { "text:lead": "Un essai." } });
  expect(await rows()).toEqual(before);
});

describe.each(["/delivraide", "/dressed", "/euro-solidaire"])("S1-004 %s", (path) => {
  test.each(["", "/en"])(
    "has its purpose, a part for each kind of people and their next steps, without the framework (%s)",
    async (prefix) => {
      const html = await open(prefix + path);
      expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
      expect(html).toContain('<meta name="description"');
      expect(html).not.toContain("__remixContext");
      const parts = [...html.matchAll(/<a href="#(\w+)" class="[^"]*"/g)].map(([, part]) => part).filter((part) => part !== "content");
      expect(parts.length).toBeGreaterThanOrEqual(3);
      for (const part of parts) expect(html).toContain(`id="${part}"`);
      const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
      const steps = [...main.matchAll(/href="([^"#]+)[^"]*"/g)].map(([, href]) => href);
      expect(steps.length).toBeGreaterThanOrEqual(3);
      for (const step of steps) expect(step).toMatch(new RegExp(`^${prefix}/`));
    },
  );
});

test("the counter of the solidarity euro counts what has arrived this year, and nothing else", async () => {
  const means = {
    rhythm: "one_off",
    donor: "person",
    method: "transfer",
    receipt: false,
    name: "Lou",
    email: "lou@example.org",
    locale: "fr",
  } as const;
  const now = new Date();
  const rows = [
    { amountCents: 1200, allocation: "euro", status: "received", createdAt: now },
    { amountCents: 34_500, allocation: "euro", status: "received", createdAt: now },
    { amountCents: 100_000, allocation: "euro", status: "promised", createdAt: now },
    { amountCents: 100_000, allocation: "any", status: "received", createdAt: now },
    { amountCents: 100_000, allocation: "euro", status: "received", createdAt: new Date(now.getTime() - 367 * 86_400_000) },
  ] as const;
  const row = (one: (typeof rows)[number], at: number) => ({ ...means, ...one, reference: `DON-AAAA-AAA${at + 2}`, dedupeKey: String(at) });
  const added = await site.backend.services.db.insert(pledges).values(rows.map(row)).returning();
  for (const gift of added) if (gift.status === "received") await payGift(site.backend, gift);
  expect((await open("/euro-solidaire")).replace(/\s/g, " ")).toContain(">357 €<");
});
