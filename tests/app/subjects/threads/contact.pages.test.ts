import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { messages } from "#backend/modules/contact/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";

const opened = siteWithClock();

const languages = [
  {
    prefix: "",
    h1: "Nous écrire",
    wrong: "Cette adresse est incomplète",
    sent: "Votre message est envoyé",
    unnamed: "Indiquez votre nom.",
  },
  {
    prefix: "/en",
    h1: "Write to us",
    wrong: "This address isn’t complete",
    sent: "Your message is on its way",
    unnamed: "Enter your name.",
  },
];
const written = (email: string) => ({ topic: "volunteer", team: "", name: "Lou", email, message: "Je veux rouler.", copy: "on" });

describe.each(languages)("S2-014 /contact in $h1", ({ prefix, h1, wrong, sent, unnamed }) => {
  test("shows a form that works without script, and no framework", async () => {
    const html = await opened.open(`${prefix}/contact?topic=press`);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${h1}</h1>`));
    expect(html).toContain('<meta name="description"');
    expect(html).toMatch(/<option value="press" selected/);
    expect(html).not.toContain("__remixContext");
  });

  test("keeps the values when something is wrong, and says what", async () => {
    const { site, proof } = opened;
    const answer = await site.visit(`${prefix}/contact`, { form: { ...written("lou@example"), proof: await proof(), website: "" } });
    const html = await answer.text();
    expect([answer.status, html.includes(wrong), html.includes("Je veux rouler.")]).toEqual([400, true, true]);
    expect(html).toContain('href="#field-email"');
  });

  test("names each error by its sentence", async () => {
    const { site, proof } = opened;
    const answer = await site.visit(`${prefix}/contact`, { form: { proof: await proof(), website: "" } });
    const lines = [...(await answer.text()).matchAll(/<a href="#field-(\w+)">([^<]*)</g)].map(([, name, text]) => [name, text]);
    expect(lines).toContainEqual(["name", unnamed]);
    expect(new Set(lines.map(([, text]) => text)).size).toBe(lines.length);
  });

  test("S1-003 stores the message, sends a copy, and answers with its number", async () => {
    const { site, proof } = opened;
    const email = `lou${prefix.replace("/", "-")}@example.org`;
    const answer = await site.visit(`${prefix}/contact`, { form: { ...written(email), proof: await proof(), website: "" } });
    const [stored] = await site.backend.services.db.select().from(messages).where(eq(messages.email, email));
    const ticket = `M-${String(stored?.number).padStart(5, "0")}`;
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${prefix}/contact?sent=${ticket}`]);
    expect(stored).toMatchObject({ topic: "volunteer", name: "Lou", body: "Je veux rouler.", locale: prefix ? "en" : "fr" });
    const html = await opened.open(`${prefix}/contact?sent=${ticket}`);
    expect([html.includes(sent), html.includes(ticket)]).toEqual([true, true]);
    const [copy] = await site.backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.recipient, email));
    expect([copy?.topic, copy?.text.includes("Je veux rouler.")]).toEqual(["contact_copy", true]);
  });
});

test.each([
  ["", "Le siège", "Le siège sur OpenStreetMap"],
  ["/en", "Head office", "The office on OpenStreetMap"],
])("%s/contact says where the head office is, on a drawing of our own, and loads no map of others", async (prefix, title, link) => {
  const html = await opened.open(`${prefix}/contact`);
  const part = /<section[^>]*aria-labelledby="head-office".*?<\/section>/s.exec(html)?.[0] ?? "";
  for (const text of [title, link, "12 rue des Maillons", "69007 Lyon", "<path d="]) expect(part).toContain(text);
  expect(part).toContain('href="https://www.openstreetmap.org/search?query=12%20rue%20des%20Maillons%2C%2069007%20Lyon"');
  expect(part).toMatch(/<svg[^>]*role="img"[^>]*aria-label="[^"]+"/);
  expect(part).not.toMatch(/<(iframe|img|script)/);
});

test("a form sent too fast says so and keeps its values", async () => {
  const { site } = opened;
  const html = await opened.open("/contact");
  const young = /name="proof" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const answer = await site.visit("/contact", { form: { ...written("lou@example.org"), proof: young, website: "" } });
  const again = await answer.text();
  expect([answer.status, again.includes("Rien n’est perdu"), again.includes("Je veux rouler.")]).toEqual([422, true, true]);
});

test.each([
  ["lou@example.org", "« Bonjour Lou, »", "Écrivez en français."],
  ["lou-en@example.org", "« Hello Lou, »", "Cette personne a écrit en anglais."],
])("the answer to %s is announced with the greeting that its mail begins with", async (email, greeting, language) => {
  const { site } = opened;
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const [stored] = await site.backend.services.db.select().from(messages).where(eq(messages.email, email));
  const page = await (await site.visit(`/dashboard/admin/messages/${stored?.id}`, { cookie })).text();
  const hint = /id="field-body-hint">([^<]*)/.exec(page)?.[1]?.replaceAll("\u00a0", " ") ?? "";
  expect([hint.includes(greeting), hint.includes(language)]).toEqual([true, true]);
});

test("staff read a message in the list, answer it and close it", async () => {
  const { site } = opened;
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const [stored] = await site.backend.services.db.select().from(messages).where(eq(messages.email, "lou@example.org"));
  const page = `/dashboard/admin/messages/${stored?.id}`;
  const list = await (await site.visit("/dashboard/admin/messages?status=new&topic=volunteer", { cookie })).text();
  expect(list).toContain(page);
  const empty = await site.visit(page, { cookie, form: { body: "", version: String(stored?.version) } });
  expect(empty.status).toBe(400);
  const answered = await site.visit(page, { cookie, form: { body: "Avec joie.", version: String(stored?.version) } });
  expect([answered.status, answered.headers.get("location")]).toEqual([303, page]);
  const late = await site.visit(page, { cookie, form: { body: "Moi aussi.", version: String(stored?.version) } });
  const html = await late.text();
  expect([late.status, html.includes("Moi aussi."), html.includes("Avec joie.")]).toEqual([409, true, true]);
  expect(html.replaceAll(/<script\b.*?<\/script>/gs, "").split("Relisez l’échange").length).toBe(2);
  const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
  expect((await site.visit(page, { cookie, form: { status: "closed", version } })).status).toBe(303);
  const [closed] = await site.backend.services.db
    .select()
    .from(messages)
    .where(eq(messages.id, stored?.id ?? ""));
  expect(closed?.status).toBe("closed");
});

test("an error of a service of the help directory is reported with its name", async () => {
  const { cookie } = await signIn(opened.site.backend, { role: "ADMIN" });
  const category = await publishContent(opened.site.backend, "further-support/categories", cookie);
  const service = { name: "Écoute étudiante", categoryId: category.id };
  const { id } = await publishContent(opened.site.backend, "further-support", cookie, service);
  const link = `/contact?topic=site&service=${id.slice(0, 8)}`;
  expect(await opened.open("/further-support")).toContain(`href="${link.replace("&", "&amp;")}"`);
  expect(await opened.open(link)).toMatch(/<textarea[^>]*>\s*Écoute étudiante/);
  expect(await opened.open("/contact?topic=site&service=00000000")).toMatch(/<textarea[^>]*><\/textarea>/);
});

/** The section with the teams' hours, after two teams have some. */
async function visitsOf(path: string): Promise<string> {
  const { site } = opened;
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  if (!(await opened.open("/contact")).includes('id="visits"'))
    for (const [name, postcode] of [
      ["Paris", "75010"],
      ["Rennes", "35000"],
    ]) {
      const { id } = await publishContent(site.backend, "sectors", cookie, { name, city: name, postcode });
      const evening = { weekday: 1, opensAt: "17:30", closesAt: "19:30", kind: "distribution", note: { fr: "" } };
      await site.backend.request(`/api/admin/sectors/${id}/hours`, { method: "POST", cookie, json: evening });
    }
  return /<section[^>]*aria-labelledby="visits".*?<\/section>/s.exec(await opened.open(path))?.[0] ?? "";
}

test.each([
  ["", "35200", "Rennes", "Votre équipe\u00a0: Rennes"],
  ["/en", "Rennes", "Rennes", "Your team: Rennes"],
])("%s/contact opens the hours of the team nearest to %s, and keeps the subject", async (prefix, near, name, message) => {
  const part = await visitsOf(`${prefix}/contact?topic=help&near=${near}`);
  expect(part).toContain(message);
  const rows = [...part.matchAll(/<details([^>]*)>.*?<b[^>]*>([^<]*)/g)].map(([, state, team]) => [team, state?.includes("open")]);
  expect(rows).toEqual([
    [name, true],
    ["Paris", false],
  ]);
  expect(part).toContain('<input type="hidden" name="topic" value="help"/>');
});

test.each([
  ["", "Nulle+part", "Nous n’avons pas d’équipe de ce nom. Essayez votre code postal"],
  ["", "97400", "Pas encore d’équipe près de 97400."],
  ["", "974", "Un code postal a cinq chiffres"],
  ["", "", "Écrivez votre code postal"],
  ["/en", "Nowhere", "We have no team by that name. Try your postcode"],
  ["/en", "97400", "No team near 97400 yet."],
  ["/en", "", "Type your postcode"],
])("%s/contact?near=%s opens no team, and says what to do and where there are teams", async (prefix, near, message) => {
  const part = await visitsOf(`${prefix}/contact?near=${near}`);
  expect([part.includes(message), part.includes("Paris"), / open=""/.test(part)]).toEqual([true, true, false]);
  expect(part).toMatch(/<p role="status"[^>]*>[^<]*(équipes|teams)[^<]*Paris[^<]*Rennes/);
  const mayWrite = /Nulle|Nowhere|97400/.test(near);
  expect(/<p role="status".*?href="[^"]*\/contact\?topic=help".*?<\/p>/s.test(part)).toBe(mayWrite);
  expect((await visitsOf(`${prefix}/contact`)).includes('role="status"')).toBe(false);
});

test("a search for a team keeps the service that the message is about", async () => {
  expect(await visitsOf("/contact?topic=site&service=0a1b2c3d")).toContain('<input type="hidden" name="service" value="0a1b2c3d"/>');
});
