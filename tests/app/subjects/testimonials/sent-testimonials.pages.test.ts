import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { testimonials } from "#backend/modules/testimonials/tables";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";
import { sendTestimonial } from "#tests/support/sent-testimonials";

const opened = siteWithClock();
const main = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "";
const spaces = (html: string) => html.replaceAll(/[\u00a0\u202f]/g, " ");

const languages = [
  {
    prefix: "",
    h1: "Racontez ce que vous avez vécu",
    agreed: "J’accepte que l’association Maillon publie ces mots",
    wrong: "Cochez la case si vous êtes d’accord",
    thanks: "Merci pour vos mots",
  },
  {
    prefix: "/en",
    h1: "Tell us what it was like",
    agreed: "I agree that the charity Maillon publishes these words",
    wrong: "Tick the box if you agree",
    thanks: "Thank you for your words",
  },
];

describe.each(languages)("$prefix/testimonials/send", ({ prefix, h1, agreed, wrong, thanks }) => {
  const email = `ines${prefix.replace("/", "-")}@example.org`;
  const typed = { quote: "Deux lignes <à nous>.", speaker: "à Lyon", initials: "Inès", email, agreement: "1", website: "" };
  const post = async (fields: Record<string, string>) =>
    opened.site.visit(`${prefix}/testimonials/send`, { form: { ...typed, proof: await opened.proof(), ...fields } });

  test("shows a form without framework script, with the agreement and the retention period", async () => {
    const html = spaces(await opened.open(`${prefix}/testimonials/send`));
    expect(html).toMatch(new RegExp(`<h1[^>]*>${h1}</h1>`));
    for (const text of [agreed, `href="${prefix}/gdpr"`, '<meta name="description"', 'type="hidden" name="agreement" value="1"'])
      expect(html).toContain(text);
    expect(html).not.toMatch(/__remixContext|type="checkbox"[^>]*checked/);
  });

  test("keeps the values when the agreement is missing, and says so", async () => {
    const answer = await post({});
    const html = spaces(await answer.text());
    expect([answer.status, html.includes(wrong), html.includes("Deux lignes &lt;à nous&gt;.")]).toEqual([400, true, true]);
    expect([html.includes('href="#field-consent"'), html.includes(`value="${email}"`)]).toEqual([true, true]);
  });

  test("reports when the text of the agreement has changed, and shows the new one", async () => {
    const answer = await post({ consent: "on", agreement: "0" });
    const html = spaces(await answer.text());
    expect([answer.status, html.includes('href="#field-consent"'), html.includes('name="agreement" value="1"')]).toEqual([400, true, true]);
  });

  test("stores it, redirects to a page of thanks with its number, and mails the sender; sent again, it is the same", async () => {
    const proof = await opened.proof();
    const send = () => post({ consent: "on", proof });
    const answer = await send();
    const [stored] = await opened.site.backend.services.db.select().from(testimonials).where(eq(testimonials.email, email));
    const ticket = `T-${String(stored?.number).padStart(5, "0")}`;
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${prefix}/testimonials/send?sent=${ticket}`]);
    expect((await send()).headers.get("location")).toBe(answer.headers.get("location"));
    expect(stored).toMatchObject({ review: "submitted", status: "draft", locale: prefix ? "en" : "fr", agreement: 1 });
    const html = await opened.open(`${prefix}/testimonials/send?sent=${ticket}`);
    expect([html.includes(thanks), html.includes(ticket), html.includes(email)]).toEqual([true, true, false]);
    const mails = await opened.site.backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.recipient, email));
    expect(mails.map(({ topic, subject }) => [topic, subject.includes(ticket)])).toEqual([["testimonial_received", true]]);
  });
});

test("a form sent too fast says so and keeps its values", async () => {
  const young = /name="proof" value="([^"]*)"/.exec(await opened.open("/testimonials/send"))?.[1] ?? "";
  const form = { quote: "Trop vite.", speaker: "x", initials: "x", email: "x@example.org", consent: "on", agreement: "1", proof: young };
  const answer = await opened.site.visit("/testimonials/send", { form });
  expect([answer.status, (await answer.text()).includes("Trop vite.")]).toEqual([422, true]);
});

test.each(["", "/en"])("%s/story and %s/contact lead to the form, the home page does not", async (prefix) => {
  for (const page of ["/story", "/contact"]) expect(await opened.open(prefix + page)).toContain(`href="${prefix}/testimonials/send"`);
  expect(await opened.open(prefix || "/")).not.toContain("testimonials/send");
});

/** One that someone sent, with the address that its mail holds. */
async function sent(more: Record<string, unknown>, language = "fr") {
  const { backend } = opened.site;
  expect((await sendTestimonial(backend, opened.time, more, language)).status).toBe(201);
  const [stored] = await backend.services.db
    .select()
    .from(testimonials)
    .where(eq(testimonials.email, String(more.email)));
  const mail = (await mailsTo(backend, String(more.email))).find(({ dedupeKey }) => dedupeKey === stored?.id);
  const address = /\S*\/testimonials\/withdraw\?token=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  return { id: stored?.id ?? "", path: address.replace("http://localhost:3000", "") };
}

test("staff find waiting ones above their list, read them, and approval creates a draft that they publish", async () => {
  const { site } = opened;
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const { id } = await sent({ email: "file@example.org", quote: "Someone was waiting.", speaker: "student" }, "en");
  const open = async (path: string) => spaces(await (await site.visit(path, { cookie })).text());
  const list = await open("/dashboard/admin/testimonials");
  expect([/Reçus par le site \(\d+ à lire\)/.test(list), list.includes(`/testimonials/${id}/edit`)]).toEqual([true, false]);
  const queue = await open("/dashboard/admin/testimonials/sent");
  const page = `/dashboard/admin/testimonials/sent/${id}`;
  expect([queue.includes(page), queue.includes("file@example.org")]).toEqual([true, false]);
  const read = await open(page);
  for (const text of ["Someone was waiting.", "file@example.org", "I agree that the charity", "Cette personne a écrit en anglais"])
    expect(read).toContain(text);
  expect((await site.visit(page, { cookie, form: { word: "x" } })).status).toBe(400);
  const yes = await site.visit(page, { cookie, form: { decision: "approved", word: "Bravo" } });
  expect([yes.status, yes.headers.get("location")]).toEqual([303, `/dashboard/admin/testimonials/${id}/edit`]);
  const draft = await open(`/dashboard/admin/testimonials/${id}/edit`);
  for (const text of ["Envoyé depuis le site", "file@example.org", "Écrivez le français"]) expect(draft).toContain(text);
  expect(await open("/dashboard/admin/testimonials")).toContain(`/testimonials/${id}/edit`);
  const late = await site.visit(page, { cookie, form: { decision: "declined" } });
  expect([late.status, spaces(await late.text()).includes("cette action n’est plus possible")]).toEqual([409, true]);
  const { cookie: volunteer } = await signIn(site.backend, { role: "VOLUNTEER" });
  expect((await site.visit(page, { cookie: volunteer })).status).toBe(302);
});

test.each(["", "/en"])(
  "%s: a look at the link takes nothing back; its button does, and the home page loses the words at once",
  async (prefix) => {
    const { site } = opened;
    const { cookie } = await signIn(site.backend, { role: "ADMIN" });
    const quote = `Mots de l’accueil ${prefix}`.trim();
    const { id, path } = await sent({ email: `accueil${prefix.replace("/", "-")}@example.org`, quote }, prefix ? "en" : "fr");
    expect(path.startsWith(`${prefix}/testimonials/withdraw?token=`)).toBe(true);
    const testimonial = { quote: { fr: quote }, speaker: { fr: "Étudiante" }, initials: "I." };
    await site.visit(`/dashboard/admin/testimonials/sent/${id}`, { cookie, form: { decision: "approved" } });
    const api = `/api/admin/testimonials/${id}`;
    const record = (await (await site.backend.request(api, { cookie })).json()) as object;
    await site.backend.request(api, { method: "PATCH", cookie, json: { ...record, ...testimonial } });
    await site.backend.request(`${api}/status`, { method: "POST", cookie, json: { status: "published" } });
    expect(await opened.open("/")).toContain(quote);
    for (let visit = 0; visit < 2; visit += 1) {
      const answer = await site.visit(path);
      const html = await answer.text();
      expect([answer.status, main(html).includes("I."), main(html).includes("<form")]).toEqual([200, true, true]);
      expect(html).not.toMatch(/__remixContext|@example\.org/);
      expect([answer.headers.get("cache-control"), answer.headers.get("referrer-policy")]).toEqual(["no-store", "same-origin"]);
      expect(html).toMatch(/<meta name="robots" content="noindex/);
    }
    expect(await opened.open("/")).toContain(quote);
    const foreign = await site.visit(path, { method: "POST", headers: { origin: "https://other.example" } });
    expect([foreign.status, (await opened.open("/")).includes(quote)]).toEqual([403, true]);
    const done = await site.visit(path, { form: {} });
    expect([done.status, done.headers.get("location")]).toEqual([303, path]);
    expect((await opened.open("/")).includes(quote)).toBe(false);
    for (const again of [await site.visit(path), await site.visit(path, { form: {} }).then(() => site.visit(path))]) {
      const html = spaces(await again.text());
      expect([again.status, html.includes(prefix ? "Your agreement is withdrawn" : "Votre accord est retiré")]).toEqual([200, true]);
      expect([main(html).includes("<form"), html.includes(quote)]).toEqual([false, false]);
    }
    const edit = spaces(await (await site.visit(`/dashboard/admin/testimonials/${id}/edit`, { cookie })).text());
    expect(edit).toContain("Cette personne a retiré son accord.");
  },
);

test.each(["", "?token=x", `?token=${"a".repeat(43)}`])(
  "an address that leads to nothing (%s) says so kindly, also when it is sent",
  async (query) => {
    const { site } = opened;
    const html = await opened.open(`/testimonials/withdraw${query}`);
    expect([html.includes("Ce lien ne fonctionne plus"), html.includes('href="/contact"')]).toEqual([true, true]);
    expect((await site.visit(`/testimonials/withdraw${query}`, { form: {} })).status).toBe(303);
  },
);

test("staff see the retention period of testimonials, as on the page on data protection", async () => {
  const { cookie } = await signIn(opened.site.backend, { role: "ADMIN" });
  const html = spaces(await (await opened.site.visit("/dashboard/admin/privacy/retention", { cookie })).text());
  for (const kind of ["Témoignages reçus et refusés", "Témoignages dont l’accord est retiré", "Témoignages reçus qui ne sont pas en ligne"])
    expect(html).toContain(kind);
});
